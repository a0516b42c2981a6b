//! Where a solver is tried: its processes, and how long it is tried.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use optile_core::{Problem, Stop};
use optile_results::limits::RunLimits;
use optile_runner::interruption::Interruption;
use optile_runner::run::{End, Measurement};
use optile_runner::solver::Solver;
use optile_runner::supervisor::Supervisor;

/// The user has interrupted the examination.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// How much is examined. An empty field is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The time for the boards of one kind.
    pub time: Option<Duration>,
    /// The number of 8-puzzles.
    pub boards: Option<u64>,
}

impl Extent {
    /// Whether this many boards since this moment are enough.
    pub(crate) fn is_used_up(&self, boards: u64, since: Instant) -> bool {
        self.boards.is_some_and(|most| boards >= most)
            || self.time.is_some_and(|time| since.elapsed() > time)
    }
}

/// A solver under examination.
#[derive(Debug)]
pub struct Bench<'a> {
    /// The solver.
    pub solver: &'a Solver,
    /// The limits of each run.
    pub limits: RunLimits,
    /// How much is examined.
    pub extent: Extent,
    /// The folder of pattern databases.
    pub tables: Option<&'a Path>,
    /// Whether the user wants to stop.
    pub interruption: &'a Interruption,
}

impl<'a> Bench<'a> {
    /// Whether the solver is a strategy of the registry. A program may ignore some limits.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.solver, Solver::BuiltIn(_))
    }

    /// The processes of new runs.
    pub(crate) fn open(&self, limits: RunLimits) -> Runs<'a> {
        let interruption = self.interruption;
        Runs {
            supervisor: Supervisor::new(limits, None, interruption).with_tables(self.tables),
            solver: self.solver,
            interruption,
        }
    }
}

/// The processes in which a solver runs.
pub(crate) struct Runs<'a> {
    supervisor: Supervisor<'a>,
    solver: &'a Solver,
    interruption: &'a Interruption,
}

impl Runs<'_> {
    /// Makes a run.
    pub(crate) fn run(&mut self, problem: &Problem) -> Result<Measurement> {
        let measurement = self.supervisor.run(self.solver, problem)?;
        if self.interruption.is_asked() || measurement.end == End::Stop(Stop::Interrupted) {
            return Err(Interrupted.into());
        }
        Ok(measurement)
    }
}
