//! What commands say about results on standard error: faults, and what is missing.

use std::io::{self, Write};

use optile_results::Results;
use optile_results::lines;
use optile_results::row::{Row, Status};
use optile_results::terminal::{error_width, wrapped};
use optile_results::verdict::Verdict;

/// The most failures that are named. The report names all of them.
const MOST_NAMED: usize = 20;

/// Names the runs that failed, and those that the harness had to end because they did not
/// answer in time, the answers that differ, and the wrong lengths of instance files.
pub(in crate::command) fn name_failures(results: &Results, verdict: &Verdict<'_>) {
    let mut err = io::stderr().lock();
    let is_late = |row: &&Row| row.status == Status::TimeLimit && row.reason.is_some();
    let late = results.rows.iter().filter(is_late);
    let named: Vec<&Row> = verdict.failures.iter().copied().chain(late).collect();
    for row in named.iter().take(MOST_NAMED) {
        let reason = lines::visible(row.reason.as_deref().unwrap_or("no reason given"));
        // A closed standard error is no reason to stop.
        let _ = writeln!(
            err,
            "{}: {} on instance {}: {reason}",
            row.status,
            row.strategy,
            lines::quote(&row.instance)
        );
    }
    for disagreement in verdict.disagreements.iter().take(MOST_NAMED) {
        let instance = lines::quote(disagreement.instance);
        let _ = writeln!(err, "disagreement on instance {instance}: {disagreement}");
    }
    for said in results.wrong_lengths.values().take(MOST_NAMED) {
        let _ = writeln!(err, "{said}");
    }
    let beyond = |all: usize| all.saturating_sub(MOST_NAMED);
    let more = beyond(named.len()) + beyond(results.wrong_lengths.len());
    if more > 0 {
        let _ = writeln!(err, "and {more} more in the report");
    }
}

/// What readers of the results of a folder must know.
pub(super) fn remarks(name: &str, results: &Results) -> impl Iterator<Item = String> {
    results.remarks().map(move |remark| format!("{name}: {remark}"))
}

/// Writes sentences to standard error.
pub(super) fn say(sentences: impl IntoIterator<Item = String>) {
    let mut err = io::stderr().lock();
    for sentence in sentences {
        // A closed standard error is no reason to stop.
        let _ = writeln!(err, "{}", wrapped(&sentence, error_width(), 0, 0));
    }
}
