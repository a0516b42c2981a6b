//! The published experiments, one module each.

mod depth_tables;
mod felner2004;
mod korf1985;
mod mean_heuristics;
mod reinefeld1993;
mod siag2025;
mod textbook;

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;

use crate::comparison::table::Findings;
use crate::comparison::verdict::Kind;
use crate::laboratory::Laboratory;
use crate::literature::{Article, LITERATURE};

/// Every experiment, in the order of listings.
pub static EXPERIMENTS: &[Experiment] = &[
    Experiment { name: "korf1985", run: korf1985::run },
    Experiment { name: "textbook-8-puzzle", run: textbook::run },
    Experiment { name: "reinefeld1993", run: reinefeld1993::run },
    Experiment { name: "depth-tables", run: depth_tables::run },
    Experiment { name: "mean-heuristics", run: mean_heuristics::run },
    Experiment { name: "felner2004", run: felner2004::run },
    Experiment { name: "siag2025", run: siag2025::run },
];

/// A published experiment that can be run again.
#[derive(Debug)]
pub struct Experiment {
    /// The name on the command line and in `literature.toml`.
    pub name: &'static str,
    /// Measures, and compares with the figures.
    run: fn(&Experiment, &Laboratory) -> Result<Findings>,
}

impl Experiment {
    /// Runs the experiment, or a small part of it if the laboratory is quick.
    ///
    /// # Errors
    ///
    /// If a search fails, or if the user interrupts it.
    pub fn run(&'static self, laboratory: &Laboratory) -> Result<Reproduction> {
        let begin = Instant::now();
        let mut findings = (self.run)(self, laboratory).context(self.name)?;
        let rows = findings.tables.iter_mut().flat_map(|table| &mut table.rows);
        rows.for_each(|row| self.article().explain(row));
        let took = (begin.elapsed(), laboratory.threads);
        Ok(Reproduction { experiment: self, findings, took })
    }

    /// The approximate processor time.
    pub fn cost(&self) -> &'static str {
        &self.article().cost
    }

    /// What the literature says about it.
    pub(crate) fn article(&self) -> &'static Article {
        &LITERATURE[self.name]
    }

    /// The published figures in the form of the experiment.
    fn figures<T: DeserializeOwned>(&self) -> T {
        // The file is part of the program.
        let figures = T::deserialize(&self.article().figures);
        figures.unwrap_or_else(|error| panic!("[{}.figures]: {error}", self.name))
    }
}

/// An experiment that was run again.
#[derive(Debug)]
pub struct Reproduction {
    /// The experiment.
    pub(crate) experiment: &'static Experiment,
    /// The comparison.
    pub(crate) findings: Findings,
    /// The time it took, and the number of threads.
    pub(crate) took: (Duration, usize),
}

impl Reproduction {
    /// Whether every difference from the published figures is explained.
    pub fn is_explained(&self) -> bool {
        self.findings.rows().all(|row| row.verdict.kind() != Some(Kind::Unexplained))
    }

    /// The time it took, as text.
    pub(crate) fn time(&self) -> String {
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
