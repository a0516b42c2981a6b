//! A strategy or a program, in processes that can be ended.

use std::path::Path;

use anyhow::Result;
use optile_core::{PathChoice, Problem, Profile, Stop};
use optile_results::limits::RunLimits;
use optile_runner::interruption::Interruption;
use optile_runner::plan::solver::Solver;
use optile_runner::run::{End, Measurement};
use optile_runner::supervision::supervisor::Supervisor;
use optile_testkit::requirement::{self, Conditions, Host, Run, Subject};

use super::Interrupted;

/// The processes in which a solver runs.
pub(super) struct Processes<'a> {
    pub(super) solver: &'a Solver,
    /// The limits of each run.
    limits: RunLimits,
    tables: Option<&'a Path>,
    interruption: &'a Interruption,
    supervisor: Supervisor<'a>,
    /// Its workers are asked for the smallest path.
    smallest: Supervisor<'a>,
}

impl<'a> Processes<'a> {
    /// The processes of a solver, whose pattern databases are in the folder `tables`.
    pub(super) fn new(
        solver: &'a Solver,
        limits: RunLimits,
        tables: Option<&'a Path>,
        interruption: &'a Interruption,
    ) -> Self {
        let [supervisor, smallest] =
            CHOICES.map(|choice| supervisor(limits, tables, interruption).asking_for(choice));
        Self { solver, limits, tables, interruption, supervisor, smallest }
    }
}

/// Which optimal paths are asked for.
const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

fn supervisor<'a>(
    limits: RunLimits,
    tables: Option<&'a Path>,
    interruption: &'a Interruption,
) -> Supervisor<'a> {
    Supervisor::new(limits, None, interruption).with_tables(tables)
}

impl Subject for Processes<'_> {
    type Error = anyhow::Error;

    fn host(&self) -> Host {
        match self.solver {
            Solver::BuiltIn(_) => Host::Process,
            Solver::External(_) => Host::Program,
        }
    }

    fn run(&mut self, problem: &Problem, conditions: &Conditions) -> Result<Run> {
        let limits = RunLimits {
            time: conditions.time.or(self.limits.time),
            cpu: self.limits.cpu,
            nodes: conditions.limits.expanded.or(self.limits.nodes),
            memory: conditions.limits.bytes.or(self.limits.memory),
        };
        let measurement = match (limits == self.limits, conditions.choice) {
            (true, PathChoice::Any) => self.supervisor.run(self.solver, problem)?,
            (true, _) => self.smallest.run(self.solver, problem)?,
            (false, choice) => supervisor(limits, self.tables, self.interruption)
                .asking_for(choice)
                .run(self.solver, problem)?,
        };
        if self.interruption.is_asked() || measurement.end == End::Stop(Stop::Interrupted) {
            return Err(Interrupted.into());
        }
        Ok(run_of(measurement))
    }

    fn renew(&mut self) {
        *self = Self::new(self.solver, self.limits, self.tables, self.interruption);
    }
}

/// A measurement as requirements see it.
fn run_of(measurement: Measurement) -> Run {
    let Measurement { end, tally, prepare, search, .. } = measurement;
    let end = match end {
        End::Path(path) => requirement::End::Path(path),
        End::Stop(stop) => requirement::End::Stop(stop),
        End::Killed(stop, reason) => requirement::End::Killed(stop, reason),
        End::Crash(reason) => requirement::End::Crash(reason),
    };
    let counters = tally.reported().collect();
    // Processes do not tell where they expanded.
    Run { end, counters, profile: Profile::default(), prepare, search }
}
