//! A published experiment, and what came of making it again.

use std::fmt;
use std::time::Duration;

use anyhow::Result;

use crate::comparison::findings::Findings;
use crate::laboratory::Laboratory;
use crate::literature::{self, Source};

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
    pub(crate) run: fn(&Laboratory) -> Result<Findings>,
}

impl fmt::Debug for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Experiment").field(&self.name).finish()
    }
}

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
