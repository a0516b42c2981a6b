//! Examines one strategy, heuristic or external program, for its author.
//!
//! # The main decision
//!
//! **A fault is shown by its smallest counterexample.** Boards of one size are tried in
//! the order of their distance from the goal, so the first fault is the one that an
//! author can follow by hand. A few boards of every distance come first, because faults
//! far from the goal would otherwise not be found in a limited time.
//!
//! Strategies and external programs run in processes that can be ended. So a search that
//! crashes or does not end is a finding, too. The distances come from breadth-first
//! searches that share no code with any strategy.

mod answers;
mod bench;
mod boards;
mod copies;
mod estimates;
mod finding;
mod limits;
mod relations;
mod source;

use anyhow::Result;
use optile_runner::solver::Solver;

pub use bench::{Bench, Extent, Interrupted};
pub(crate) use boards::by_distance;
pub(crate) use copies::of as copies_of;
pub use finding::{Finding, Verdict};
pub use source::Source;

/// Examines a strategy or an external program.
///
/// # Errors
///
/// When no process can be started, and [`Interrupted`].
pub fn solver(bench: &Bench<'_>, counts_as: Option<&Solver>) -> Result<Vec<Finding>> {
    let answers = answers::examine(bench, counts_as)?;
    let mut findings = answers.findings;
    findings.push(limits::repetition(bench, &answers.kept)?);
    findings.push(limits::nodes(bench, &answers.kept)?);
    findings.push(limits::time(bench)?);
    findings.extend(limits::memory(bench)?);
    if let Solver::BuiltIn(entry) = bench.solver
        && let Some(copies) = copies::of(&*entry.strategy)
    {
        findings.push(Finding::remark("compiled", copies));
    }
    Ok(findings)
}

/// Examines a heuristic.
///
/// # Errors
///
/// When a program cannot be started, and [`Interrupted`].
pub fn heuristic(source: &mut Source<'_>, extent: Extent) -> Result<Vec<Finding>> {
    estimates::examine(source, extent)
}
