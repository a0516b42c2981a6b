//! Makes the pending runs of a plan, in this process or in others.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::slice;
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Result, anyhow};
use optile_core::{PathChoice, Pulse, Session, Stage, Strategy};
use optile_results::rows::row::{Outcome, Status};
use optile_results::text::lines::{kept, visible_lines};
use optile_results::text::quantity::counted;

use crate::instances::instance::Instance;
use crate::interruption::Interruption;
use crate::plan::Plan;
use crate::plan::order::PlannedRun;
use crate::plan::solver::Solver;
use crate::progress::Progress;
use crate::run::Runner;
use crate::supervision::supervisor::Supervisor;
use crate::system::cores::Cores;

/// Whether runs have separate processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// All runs are made in this process, one after the other. This is faster for tiny
    /// instances, but a strategy that aborts ends all runs.
    InProcess,
    /// Runs are made in other processes.
    Processes {
        /// The number of runs at the same time.
        jobs: NonZeroU32,
        /// Whether each job is bound to its own core.
        pinned: bool,
    },
}

impl Isolation {
    /// The number of runs at the same time.
    pub fn jobs(self) -> u32 {
        match self {
            Self::InProcess => 1,
            Self::Processes { jobs, .. } => jobs.get(),
        }
    }

    /// Checks whether there are enough cores.
    ///
    /// # Errors
    ///
    /// When there are fewer cores than jobs.
    pub fn check(self) -> Result<()> {
        self.cores().map(|_| ())
    }

    /// A sentence, if jobs share physical cores.
    pub fn caution(self) -> Option<String> {
        let (Self::Processes { jobs, pinned: true }, cores) = (self, Cores::own().ok()?) else {
            return None;
        };
        let is_shared = jobs.get() as usize > cores.physical;
        let cores = counted(cores.physical, "physical core");
        is_shared.then(|| {
            format!("{jobs} jobs share {cores}: searches take longer than with a core each.")
        })
    }

    /// The core of each job; `None` for a job that is not bound to a core.
    ///
    /// # Errors
    ///
    /// When there are fewer cores than jobs.
    pub fn cores(self) -> Result<Vec<Option<usize>>> {
        let Self::Processes { jobs, pinned: true } = self else {
            return Ok(vec![None; self.jobs() as usize]);
        };
        let own = Cores::own()?;
        // The system has just put this process where there is room. So two programs with a single
        // job each seldom have the same core.
        let here = Some(Cores::here()).filter(|core| jobs.get() == 1 && own.all.contains(core));
        let all = here.into_iter().chain(own.all);
        let cores: Vec<_> = all.map(Some).take(jobs.get() as usize).collect();
        match cores.len() == jobs.get() as usize {
            true => Ok(cores),
            false => Err(anyhow!(
                "{jobs} jobs are more than the {} that this process may use: each job has its own core",
                counted(cores.len(), "core")
            )),
        }
    }
}

/// The runs that no job has begun.
pub(super) struct Queue<'a>(pub(super) Mutex<slice::Iter<'a, PlannedRun>>);

impl<'a> Queue<'a> {
    fn lock(&self) -> MutexGuard<'_, slice::Iter<'a, PlannedRun>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<&'a PlannedRun> {
        self.lock().next()
    }

    /// Leaves no runs.
    pub(super) fn close(&self) {
        *self.lock() = [].iter();
    }
}

/// A program that did not start so often in a row is not started again: each time may take a
/// minute.
const MOST_STARTS: u32 = 3;

/// One of the jobs that make runs at the same time, with its processes.
pub(crate) struct Job<'a> {
    plan: &'a Plan,
    /// Makes the runs of built-in strategies if they share this process.
    runner: Option<Runner>,
    /// The sessions of these runs, by the names of their strategies.
    sessions: HashMap<&'a str, Session<&'a dyn Strategy>>,
    supervisor: Supervisor<'a>,
    /// How often in a row programs did not start, and why.
    unstarted: HashMap<&'a str, (u32, String)>,
    pulse: Pulse,
    interruption: &'a Interruption,
}

impl<'a> Job<'a> {
    /// A job whose processes stay on `core` and take pattern databases from `tables`.
    pub(crate) fn new(
        plan: &'a Plan,
        isolation: Isolation,
        core: Option<usize>,
        tables: Option<&'a Path>,
        interruption: &'a Interruption,
    ) -> Self {
        let limits = plan.limits;
        let runner = (isolation == Isolation::InProcess)
            .then(|| Runner::new(limits, interruption.interrupt()));
        let pulse = runner.as_ref().map(|runner| runner.pulse().clone()).unwrap_or_default();
        let mut supervisor = Supervisor::new(limits, interruption);
        (supervisor.core, supervisor.tables) = (core, tables);
        supervisor.pulse = Some(pulse.clone());
        supervisor.is_in_turn = plan.is_in_turn();
        supervisor.programs = &plan.suite.heuristics;
        let (sessions, unstarted) = (HashMap::new(), HashMap::new());
        Self { plan, runner, sessions, supervisor, unstarted, pulse, interruption }
    }

    /// Makes runs of the queue and sends their outcomes, until the queue is empty, the user
    /// interrupts, or nobody receives them.
    pub(super) fn work<'q>(
        &mut self,
        queue: &Queue<'q>,
        progress: &Progress,
        ended: &SyncSender<(&'q PlannedRun, Result<Outcome>)>,
    ) {
        while !self.interruption.is_asked()
            && let Some(run) = queue.take()
        {
            let (instance, solver) = self.plan.pair(run);
            let what = format!("{} with {}", instance.id, solver.name());
            self.interruption.work_on(format!("the run of {what}"));
            self.pulse.set(Stage::default());
            progress.begin(|| what, Some(self.pulse.clone()));
            let Some(outcome) = self.run(run).transpose() else { return queue.close() };
            if ended.send((run, outcome)).is_err() {
                return;
            }
        }
    }

    /// Makes the warm-up runs and the run itself. `None` if the user interrupts it.
    ///
    /// # Errors
    ///
    /// When a process cannot be started.
    fn run(&mut self, run: &PlannedRun) -> Result<Option<Outcome>> {
        let (instance, solver) = self.plan.pair(run);
        // The run finds prepared what a warm-up run has prepared, and would seem to cost
        // nothing.
        let mut prepare_ns = 0;
        for _ in 0..self.plan.suite.warmup {
            let Some(warm) = self.once(solver, instance)? else { return Ok(None) };
            prepare_ns = warm.prepare_ns.max(prepare_ns);
        }
        let outcome = self.once(solver, instance)?;
        self.supervisor.retire_after(solver, &instance.problem);
        Ok(outcome.map(|own| Outcome { prepare_ns: own.prepare_ns.max(prepare_ns), ..own }))
    }

    fn once(&mut self, solver: &'a Solver, instance: &Instance) -> Result<Option<Outcome>> {
        match (solver, &self.runner) {
            (Solver::BuiltIn(entry), Some(runner)) => {
                let session = self.sessions.entry(&entry.name).or_insert_with(|| entry.open());
                Ok(runner.run(session, &instance.problem, PathChoice::Any))
            }
            (Solver::External(program), _) => {
                let name = program.name.as_str();
                if let Some((MOST_STARTS, reason)) = self.unstarted.get(name) {
                    return Ok(Some(Outcome::new(Status::Crashed, Some(reason.clone()))));
                }
                let ran = self.supervisor.run(solver, &instance.problem);
                let Err(error) = ran else {
                    self.unstarted.remove(name);
                    return ran;
                };
                // It costs its own runs.
                let reason = kept(&visible_lines(&format!("{error:#}")));
                let (starts, last) = self.unstarted.entry(name).or_default();
                *starts += 1;
                last.clone_from(&reason);
                Ok(Some(Outcome::new(Status::Crashed, Some(reason))))
            }
            _ => self.supervisor.run(solver, &instance.problem),
        }
    }
}
