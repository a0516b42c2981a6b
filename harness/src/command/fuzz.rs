//! `optile fuzz`: random cases, for developers.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use optile_runner::interruption::Interruption;
use optile_runner::registry::Registry;

use super::Exit;
use crate::fuzz::{self, BoundedCache, Case, Outcome, Until};
use crate::registry;

/// Test random boards, strategies, options and limits against an oracle
///
/// Cases are numbered from 0. A seed and a number give the same case on every
/// machine. Each case is solved by a strategy of the registry and by plain
/// breadth-first searches that share no code with it. Each fault is printed
/// with the command that repeats it. Tables are built in memory. Nothing is
/// read from disk or written to it.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// Minutes to run
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with_all = ["cases", "case"])]
    minutes: u64,
    /// Stop after this many cases instead
    #[arg(long, value_name = "N", conflicts_with = "case")]
    cases: Option<u64>,
    /// Run only this case
    #[arg(long, value_name = "K")]
    case: Option<u64>,
    /// Seed of all cases
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Cases at the same time [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let jobs =
            self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        ensure!((1..=1024).contains(&jobs), "{jobs} jobs: expected 1 to 1024");
        let registry = registry::with_tables(Arc::new(BoundedCache::default()));
        if let Some(number) = self.case {
            return one(self.seed, number, &registry);
        }
        let until = match self.cases {
            Some(count) => Until::Count(count),
            None => Until::Time(Duration::from_secs(self.minutes.saturating_mul(60))),
        };
        let interruption = Interruption::listen(1)?;
        let outcomes =
            fuzz::hunt(self.seed, until, jobs, &registry, &interruption, |number, fault| {
                // If this fails, there is no way to say so.
                let _ = writeln!(io::stdout(), "case {number}: {fault}");
            })?;
        writeln!(io::stdout(), "{outcomes} (seed {})", self.seed)?;
        if interruption.is_asked() {
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::of(outcomes.faults.is_empty()))
    }
}

fn one(seed: u64, number: u64, registry: &Registry) -> Result<Exit> {
    let case = Case::new(seed, number);
    let outcome = case.judge(registry);
    match &outcome {
        Outcome::Well(word) => writeln!(io::stdout(), "{word}: {case}")?,
        Outcome::Wrong(fault) => writeln!(io::stdout(), "WRONG: {fault}")?,
    }
    Ok(Exit::of(matches!(outcome, Outcome::Well(_))))
}
