//! A strategy or a program, in processes that can be ended.

use std::path::Path;

use anyhow::Result;
use optile_core::{Problem, Profile, Stop};
use optile_results::limits::RunLimits;
use optile_results::profile::sides;
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
}

impl<'a> Processes<'a> {
    /// The processes of a solver, whose pattern databases are in the folder `tables`.
    pub(super) fn new(
        solver: &'a Solver,
        limits: RunLimits,
        tables: Option<&'a Path>,
        interruption: &'a Interruption,
    ) -> Self {
        let supervisor = Supervisor::new(limits, None, interruption).with_tables(tables);
        Self { solver, limits, tables, interruption, supervisor }
    }

    fn supervisor(&self, limits: RunLimits) -> Supervisor<'a> {
        Supervisor::new(limits, None, self.interruption).with_tables(self.tables)
    }
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
        let measurement = match limits == self.limits {
            true => self.supervisor.run(self.solver, problem)?,
            false => self.supervisor(limits).run(self.solver, problem)?,
        };
        if self.interruption.is_asked() || measurement.end == End::Stop(Stop::Interrupted) {
            return Err(Interrupted.into());
        }
        Ok(run_of(measurement))
    }

    fn renew(&mut self) {
        self.supervisor = self.supervisor(self.limits);
    }
}

/// A measurement as requirements see it.
pub(in crate::command) fn run_of(measurement: Measurement) -> Run {
    let Measurement { end, tally, profile, prepare, search, .. } = measurement;
    let end = match end {
        End::Path(path) => requirement::End::Path(path),
        End::Stop(stop) => requirement::End::Stop(stop),
        End::Killed(stop, reason) => requirement::End::Killed(stop, reason),
        End::Crash(reason) => requirement::End::Crash(reason),
    };
    let counters = tally.reported().collect();
    let lists = |text: Option<String>| text.and_then(|text| sides(&text)).unwrap_or_default();
    let [by_g, by_f] = [profile.expanded_by_g, profile.expanded_by_f].map(lists);
    let profile = Profile { by_g, by_f, meeting: profile.meeting };
    Run { end, counters, profile, prepare, search }
}
