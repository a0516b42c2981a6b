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

mod depth_tables;
mod experiment;
mod felner2004;
mod figure;
mod findings;
mod korf1985;
mod laboratory;
mod literature;
mod mean_heuristics;
mod number;
mod page;
mod reinefeld1993;
mod sample;
mod sheet;
#[cfg(test)]
mod tests;
mod textbook;
mod verdict;

pub use experiment::{Experiment, Reproduction};
pub use figure::{Figure, Grade, Printed};
pub use findings::{Findings, Row, Score, Table};
pub use laboratory::{Laboratory, Solved, WrongPath};
pub use literature::Source;
pub use page::page;
pub use sample::Sample;
pub use sheet::{list, sheet};
pub use verdict::{ALLOWED_ERRORS, Measured, Published, Verdict};

/// Every experiment, in the order of listings.
pub const EXPERIMENTS: &[Experiment] = &[
    korf1985::EXPERIMENT,
    textbook::EXPERIMENT,
    reinefeld1993::EXPERIMENT,
    depth_tables::EXPERIMENT,
    mean_heuristics::EXPERIMENT,
    felner2004::EXPERIMENT,
];
