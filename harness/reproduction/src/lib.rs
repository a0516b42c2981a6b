//! Published experiments, made again and held against what was printed.
//!
//! # The main decision
//!
//! **An explanation is a claim that can fail.** Counts of different programs
//! rarely agree, and a reproduction that calls every difference "explained"
//! says nothing. So a row with a published figure is equal, within the error
//! of the samples, or different; and a difference is explained only by
//! [`Row::because`], which names the range of ratios that the explanation
//! accounts for. A measured number outside of it is different and unexplained,
//! and ends the command with status 2.
//!
//! What was published stands in `instances/literature.toml` with its source
//! and with how well it is known; nothing is compared with a number that
//! stands in the code. An [`Experiment`] is a line in [`EXPERIMENTS`] and a
//! module that measures with the strategies of the registry, and, where the
//! published program was another than any of these, with a plain one of its
//! own that is tested against them.
//!
//! Only counts are compared, never times, so everything may run on several
//! threads and gives the same on any machine.

mod comparison;
mod experiment;
mod experiments;
mod laboratory;
mod literature;
mod presentation;
#[cfg(test)]
mod tests;

pub use comparison::figure::{Figure, Grade, Printed};
pub use comparison::findings::{Findings, Row, Score, Table};
pub use comparison::sample::Sample;
pub use comparison::verdict::{ALLOWED_ERRORS, Measured, Published, Verdict};
pub use experiment::{Experiment, Reproduction};
pub use experiments::EXPERIMENTS;
pub use laboratory::{Laboratory, Solved, WrongPath};
pub use literature::Source;
pub use presentation::page::page;
pub use presentation::sheet::{list, sheet};
