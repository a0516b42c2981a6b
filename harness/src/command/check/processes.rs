//! A strategy or a program, in processes that can be ended.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use optile_core::{PathChoice, Problem, Profile, Stop};
use optile_requirement::{Conditions, End, Host, Run, Subject};
use optile_results::limits::RunLimits;
use optile_results::record::SHARED_CELLS;
use optile_results::rows::row::{Outcome, Status};
use optile_runner::interruption::Interruption;
use optile_runner::plan::solver::{External, Solver};
use optile_runner::supervision::supervisor::Supervisor;

use super::Interrupted;

/// What workers are given.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    /// The folder of pattern databases.
    pub(super) tables: Option<&'a Path>,
    /// The programs that compute heuristics.
    pub(super) programs: &'a [External],
}

/// The processes in which a solver runs.
pub(super) struct Processes<'a> {
    pub(super) solver: &'a Solver,
    /// The limits of each run.
    limits: RunLimits,
    given: Given<'a>,
    interruption: &'a Interruption,
    supervisor: Supervisor<'a>,
    /// It has little time.
    quick: Supervisor<'a>,
    /// Its workers are asked for the smallest path.
    smallest: Supervisor<'a>,
}

impl<'a> Processes<'a> {
    /// The processes of a solver, whose workers are given this.
    pub(super) fn new(
        solver: &'a Solver,
        limits: RunLimits,
        given: Given<'a>,
        interruption: &'a Interruption,
    ) -> Self {
        let with = |limits, choice| supervisor(limits, choice, given, interruption);
        let smallest = with(limits, PathChoice::LexicographicallySmallest);
        let (supervisor, quick) =
            (with(limits, PathChoice::Any), with(quick(limits), PathChoice::Any));
        Self { solver, limits, given, interruption, supervisor, quick, smallest }
    }
}

/// The time for boards that any search solves at once.
pub(super) const QUICK: Duration = Duration::from_secs(5);

/// These limits with that time.
fn quick(limits: RunLimits) -> RunLimits {
    RunLimits { time: Some(QUICK), ..limits }
}

fn supervisor<'a>(
    limits: RunLimits,
    choice: PathChoice,
    given: Given<'a>,
    interruption: &'a Interruption,
) -> Supervisor<'a> {
    let mut supervisor = Supervisor::new(limits, interruption);
    supervisor.choice = choice;
    (supervisor.tables, supervisor.programs) = (given.tables, given.programs);
    supervisor
}

impl Subject for Processes<'_> {
    type Error = anyhow::Error;

    fn host(&self) -> Host {
        match self.solver {
            Solver::BuiltIn(_) | Solver::Before(_) => Host::Process,
            Solver::External(_) => Host::Program,
        }
    }

    fn run(&mut self, problem: &Problem, conditions: &Conditions) -> Result<Run> {
        let limits = RunLimits {
            // A requirement that asks for a time judges by it, whatever the user allows.
            time: conditions.time.or(self.limits.time),
            cpu: self.limits.cpu,
            nodes: conditions.limits.expanded.or(self.limits.nodes),
            memory: conditions.limits.bytes.or(self.limits.memory),
        };
        let outcome = match (limits == self.limits, conditions.choice) {
            (true, PathChoice::Any) => self.supervisor.run(self.solver, problem)?,
            (true, _) => self.smallest.run(self.solver, problem)?,
            (_, PathChoice::Any) if limits == quick(self.limits) => {
                self.quick.run(self.solver, problem)?
            }
            (false, choice) => supervisor(limits, choice, self.given, self.interruption)
                .run(self.solver, problem)?,
        };
        let outcome = outcome.filter(|_| !self.interruption.is_asked()).ok_or(Interrupted)?;
        Ok(Run { resident: resident(problem, &outcome), ..run_of(outcome) })
    }

    fn renew(&mut self) {
        *self = Self::new(self.solver, self.limits, self.given, self.interruption);
    }
}

/// The resident memory of a process that made this run alone.
fn resident(problem: &Problem, outcome: &Outcome) -> Option<u64> {
    outcome.peak_rss.filter(|_| problem.size().cells() > SHARED_CELLS)
}

/// An outcome as requirements see it.
fn run_of(outcome: Outcome) -> Run {
    let (path, stop) = (outcome.path(), outcome.stop());
    let end = match (path, stop, outcome.reason) {
        (_, _, Some(reason)) if outcome.status == Status::Wrong => End::Wrong(reason),
        (Some(path), _, _) => End::Path(path),
        (_, Some(stop @ Stop::Unsupported(_)), _) | (_, Some(stop), None) => End::Stop(stop),
        (_, Some(stop), Some(reason)) => End::Killed(stop, reason),
        (_, None, reason) => End::Crash(reason.unwrap_or_default()),
    };
    Run {
        end,
        counters: outcome.counters.reported().collect(),
        // Processes do not tell where they expanded.
        profile: Profile::default(),
        resident: None,
        prepare: Duration::from_nanos(outcome.prepare_ns),
        search: Duration::from_nanos(outcome.search_ns),
    }
}
