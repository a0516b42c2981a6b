//! Makes the pending runs of a plan, in this process or in others, one after the other or
//! several at a time.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, SyncSender};
use std::time::Duration;

use anyhow::Result;
use optile_core::{PathChoice, Session, Stop, Strategy};
use optile_instances::instance::Instance;

use crate::interruption::Interruption;
use crate::plan::solver::Solver;
use crate::plan::{Pending, Plan};
use crate::run::{End, Measurement, Runner};
use crate::session::isolation::Isolation;
use crate::session::pool::{self, Queue};
use crate::supervision::supervisor::Supervisor;

/// What happens to a pending run.
pub(crate) enum Event {
    /// The run begins.
    Begun,
    /// The run has ended with this result.
    Ended(Box<Measurement>),
}

/// The time after which the caller hears that runs are still working.
const PULSE: Duration = Duration::from_secs(1);

/// Makes the pending runs in order and calls `report` for each event. A run that the user
/// interrupts has no end event. While nothing happens, it is called
/// each second without an event.
///
/// # Errors
///
/// The first error of `report`, or that a process or a thread cannot be started. The
/// current runs are then interrupted.
pub(crate) fn each(
    plan: &Plan,
    pending: &[Pending],
    isolation: Isolation,
    tables: Option<&Path>,
    interruption: &Interruption,
    mut report: impl FnMut(Option<(&Pending, Event)>) -> Result<()>,
) -> Result<()> {
    let queue = Queue::new(pending.len() as u64);
    let work = |core, events: &SyncSender<(usize, Result<Event>)>| {
        Job::new(plan, isolation, core, tables, interruption).work(&queue, pending, events);
    };
    pool::run(&queue, isolation.cores()?, work, |events| {
        let mut result = Ok(());
        loop {
            let told = match events.recv_timeout(PULSE) {
                Ok((place, event)) => {
                    event.and_then(|event| report(Some((&pending[place], event))))
                }
                Err(RecvTimeoutError::Timeout) => report(None),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if result.is_ok() && told.is_err() {
                result = told;
                queue.close();
                interruption.interrupt().interrupt();
            }
        }
        result
    })
}

/// One of the jobs that make runs at the same time, with its processes.
struct Job<'a> {
    plan: &'a Plan,
    interruption: &'a Interruption,
    /// Makes the runs of built-in strategies if they share this process.
    runner: Option<Runner>,
    /// The sessions of these runs, by the names of their strategies.
    sessions: HashMap<&'a str, Session<&'a dyn Strategy>>,
    supervisor: Supervisor<'a>,
}

impl<'a> Job<'a> {
    fn new(
        plan: &'a Plan,
        isolation: Isolation,
        core: Option<usize>,
        tables: Option<&'a Path>,
        interruption: &'a Interruption,
    ) -> Self {
        let limits = plan.limits;
        let runner = (isolation == Isolation::InProcess)
            .then(|| Runner::new(limits, interruption.interrupt()));
        let supervisor = Supervisor::new(limits, core, interruption).with_tables(tables);
        Self { plan, interruption, runner, sessions: HashMap::new(), supervisor }
    }

    fn work(
        &mut self,
        queue: &Queue,
        pending: &[Pending],
        events: &SyncSender<(usize, Result<Event>)>,
    ) {
        while !self.interruption.is_asked()
            && let Some(number) = queue.take()
        {
            let place = number as usize;
            // Results are received unless the harness itself is ending.
            let _ = events.send((place, Ok(Event::Begun)));
            let event = match self.run(&pending[place]) {
                Ok(Measurement { end: End::Stop(Stop::Interrupted), .. }) => break,
                Ok(measurement) => Ok(Event::Ended(Box::new(measurement))),
                Err(error) => Err(error),
            };
            let _ = events.send((place, event));
        }
    }

    /// Makes the warm-up runs and the run itself.
    fn run(&mut self, pending: &Pending) -> Result<Measurement> {
        let instance = &self.plan.instances[pending.run.instance];
        let solver = &self.plan.solvers[pending.run.strategy];
        // The run finds prepared what a warm-up run has prepared, and would seem to cost
        // nothing.
        let mut preparing = Duration::ZERO;
        for _ in 0..self.plan.suite.warmup {
            let measurement = self.once(solver, instance)?;
            preparing = preparing.max(measurement.prepare);
            if measurement.end == End::Stop(Stop::Interrupted) {
                return Ok(measurement);
            }
        }
        let mut measurement = self.once(solver, instance)?;
        measurement.prepare = measurement.prepare.max(preparing);
        self.supervisor.retire_after(solver, &instance.problem);
        Ok(measurement)
    }

    fn once(&mut self, solver: &'a Solver, instance: &Instance) -> Result<Measurement> {
        match (solver, &self.runner) {
            (Solver::BuiltIn(entry), Some(runner)) => {
                let session = self.sessions.entry(&entry.name).or_insert_with(|| entry.open());
                Ok(runner.run(session, &instance.problem, PathChoice::Any))
            }
            _ => self.supervisor.run(solver, &instance.problem),
        }
    }
}
