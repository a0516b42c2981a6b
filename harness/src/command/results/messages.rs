//! What commands say about results on standard error: faults, and what is missing.

use optile_results::Results;
use optile_results::lines;
use optile_results::row::{Row, Status};
use optile_results::terminal;
use optile_results::verdict::Verdict;

/// The most failures that are named. The report names all of them.
const MOST_NAMED: usize = 20;

/// Names the runs that failed, and those that the harness had to end because they did not
/// answer in time, the answers that differ, and the wrong lengths of instance files.
pub(in crate::command) fn name_failures(results: &Results, verdict: &Verdict<'_>) {
    let is_late =
        |row: &&Row| row.outcome.status == Status::TimeLimit && row.outcome.reason.is_some();
    let late = results.rows.iter().filter(is_late);
    let named: Vec<&Row> = verdict.failures.iter().copied().chain(late).collect();
    for row in named.iter().take(MOST_NAMED) {
        let reason = lines::visible(row.outcome.reason.as_deref().unwrap_or("no reason given"));
        let (status, strategy) = (row.outcome.status, &row.run.strategy);
        let instance = lines::quote(&row.run.instance);
        terminal::say(&format!("{status}: {strategy} on instance {instance}: {reason}"));
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

/// What readers of the results of a folder must know.
pub(super) fn remarks(name: &str, results: &Results) -> impl Iterator<Item = String> {
    results.remarks().map(move |remark| format!("{name}: {remark}"))
}

/// Writes sentences to standard error.
pub(super) fn say(sentences: impl IntoIterator<Item = String>) {
    sentences.into_iter().for_each(|sentence| terminal::say(&sentence));
}
