//! A published experiment, and the result of running it again.

use std::fmt;
use std::time::Duration;

use anyhow::Result;

use crate::comparison::findings::Findings;
use crate::laboratory::Laboratory;
use crate::literature::{self, Source};

/// A published experiment that can be run again.
pub struct Experiment {
    /// The name on the command line and in `literature.toml`.
    pub name: &'static str,
    /// One line for listings.
    pub title: &'static str,
    /// What is run, in a few sentences.
    pub about: &'static str,
    /// The approximate processor time.
    pub cost: &'static str,
    /// Runs it.
    pub(crate) run: fn(&Laboratory) -> Result<Findings>,
}

impl fmt::Debug for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Experiment").field(&self.name).finish()
    }
}

impl Experiment {
    /// Runs the experiment, or a small part of it if the laboratory is quick.
    ///
    /// # Errors
    ///
    /// If a search fails, if the literature has no figures for the experiment,
    /// or if the user interrupts it.
    pub fn run(&self, laboratory: &Laboratory) -> Result<Findings> {
        (self.run)(laboratory)
    }

    /// The sources of the figures.
    ///
    /// # Errors
    ///
    /// If the literature has no part for this experiment.
    pub fn sources(&self) -> Result<Vec<Source>> {
        literature::sources(self.name)
    }
}

/// An experiment that was run again.
#[derive(Debug)]
pub struct Reproduction {
    /// The experiment.
    pub experiment: &'static Experiment,
    /// The sources of its figures.
    pub sources: Vec<Source>,
    /// The comparison.
    pub findings: Findings,
    /// The time it took, and the number of threads.
    pub took: (Duration, usize),
}

impl Reproduction {
    /// The time it took, as text.
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
