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

use std::fmt;
use std::time::Duration;

use anyhow::Result;

pub use figure::{Figure, Grade, Printed};
pub use findings::{Findings, Row, Score, Table};
pub use laboratory::{Laboratory, Solved, WrongPath};
pub use literature::Source;
pub use page::page;
pub use sample::Sample;
pub use sheet::{list, sheet};
pub use verdict::{ALLOWED_ERRORS, Measured, Published, Verdict};

/// A published experiment that can be made again.
pub struct Experiment {
    /// The name on the command line, and that of its part of the literature.
    pub name: &'static str,
    /// What it is, in a line.
    pub title: &'static str,
    /// What is run, in a sentence or two.
    pub about: &'static str,
    /// Roughly how much processor time it takes.
    pub cost: &'static str,
    /// Makes it.
    run: fn(&Laboratory) -> Result<Findings>,
}

impl fmt::Debug for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Experiment").field(&self.name).finish()
    }
}

/// Every experiment, in the order of listings.
pub const EXPERIMENTS: &[Experiment] = &[
    korf1985::EXPERIMENT,
    textbook::EXPERIMENT,
    reinefeld1993::EXPERIMENT,
    depth_tables::EXPERIMENT,
    mean_heuristics::EXPERIMENT,
    felner2004::EXPERIMENT,
];

impl Experiment {
    /// Makes the experiment, or a small part of it where the laboratory is
    /// told to be quick.
    ///
    /// # Errors
    ///
    /// When a search fails, when the literature has no figures for it, and
    /// when the user wants no more.
    pub fn run(&self, laboratory: &Laboratory) -> Result<Findings> {
        (self.run)(laboratory)
    }

    /// Where the figures are from.
    ///
    /// # Errors
    ///
    /// When the literature does not say.
    pub fn sources(&self) -> Result<Vec<Source>> {
        literature::sources(self.name)
    }
}

/// An experiment that was made.
#[derive(Debug)]
pub struct Reproduction {
    /// Which.
    pub experiment: &'static Experiment,
    /// Where its figures are from.
    pub sources: Vec<Source>,
    /// What it came to.
    pub findings: Findings,
    /// How long it took, on how many threads.
    pub took: (Duration, usize),
}

impl Reproduction {
    /// How long it took, as people say it.
    pub fn time(&self) -> String {
        let (took, threads) = self.took;
        let seconds = took.as_secs();
        let time = match seconds {
            0..10 => format!("{:.1} s", took.as_secs_f64()),
            10..120 => format!("{seconds} s"),
            _ => format!("{} min {} s", seconds / 60, seconds % 60),
        };
        let threads = if threads == 1 { "1 thread".into() } else { format!("{threads} threads") };
        format!("{time} on {threads}")
    }
}
