//! What commands say about results on standard error: faults, and what is missing.

use optile_report::{Analysis, Summary, notes, terminal_table};
use optile_results::Results;
use optile_results::findings::failing::faults;
use optile_results::findings::verdict::Verdict;
use optile_results::rows::row::{Row, Status};
use optile_results::text::lines;
use optile_results::text::quantity::counted;
use optile_results::text::terminal;

/// The most failures that are named. The report names all of them.
const MOST_NAMED: usize = 20;

/// Names the runs that failed, and those that the harness had to end because they did not
/// answer in time, the answers that differ, and the wrong lengths of instance files.
pub(in crate::command) fn name_failures(results: &Results, verdict: &Verdict<'_>) {
    let is_late =
        |row: &&Row| row.outcome.status == Status::TimeLimit && row.outcome.reason.is_some();
    let late = results.rows.iter().filter(is_late);
    let named = faults(verdict.failures.iter().copied().chain(late));
    for &(row, count) in named.iter().take(MOST_NAMED) {
        let reason = lines::visible(row.outcome.reason.as_deref().unwrap_or("no reason given"));
        let (status, strategy) = (row.outcome.status, &row.run.strategy);
        let instance = lines::quote(&row.run.instance);
        let place = match count {
            1 => format!("instance {instance}"),
            _ => format!("{}, the first is {instance}", counted(count, "run")),
        };
        terminal::say(&format!("{status}: {strategy} on {place}: {reason}"));
    }
    for disagreement in verdict.disagreements.iter().take(MOST_NAMED) {
        let instance = lines::quote(disagreement.instance);
        terminal::say(&format!("disagreement on instance {instance}: {disagreement}"));
    }
    say(results.wrong_lengths.values().take(MOST_NAMED).map(ToString::to_string));
    let beyond = |all: usize| all.saturating_sub(MOST_NAMED);
    let more = beyond(named.len()) + beyond(results.wrong_lengths.len());
    if more > 0 {
        terminal::say(&format!("and {more} more in the report"));
    }
}

/// Tables of strategies as the terminal shows them, below their titles. What readers of all of them must
/// know is the last part.
pub(super) fn parts(tables: &[(Option<&str>, &[Summary])]) -> Vec<String> {
    let room = terminal::width();
    let (own, of_all) = notes(&tables.iter().map(|(_, summaries)| *summaries).collect::<Vec<_>>());
    let each = tables.iter().zip(own).flat_map(|((title, summaries), note)| {
        let title = title.map(|title| format!("{title}\n")).unwrap_or_default();
        [format!("{title}{}", terminal_table(summaries, room)), terminal::prose(&note)]
    });
    each.chain([terminal::prose(&of_all)]).filter(|part| !part.is_empty()).collect()
}

/// The tables of a folder as the terminal shows them: first how runs ended if something is wrong, then the
/// strategies.
pub(in crate::command) fn tables(analysis: &Analysis<'_>) -> String {
    let is_clean = analysis.verdict.is_clean();
    let endings = (!is_clean).then(|| analysis.endings().terminal(terminal::width()));
    let parts = endings.into_iter().chain(parts(&analysis.tables()));
    parts.map(|part| format!("{part}\n\n")).collect()
}

/// What readers of the results of a folder must know.
pub(super) fn remarks(name: &str, results: &Results) -> impl Iterator<Item = String> {
    results.remarks().map(move |remark| format!("{name}: {remark}"))
}

/// Writes sentences to standard error.
pub(super) fn say(sentences: impl IntoIterator<Item = String>) {
    sentences.into_iter().for_each(|sentence| terminal::say(&sentence));
}
