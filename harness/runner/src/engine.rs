//! Makes the runs of a plan, in this process or in others, one after
//! the other or several at once.

use std::sync::mpsc::Sender;

use anyhow::Result;
use optile_core::{PathChoice, Stop};
use optile_instances::instance::Instance;

use crate::interruption::Interruption;
use crate::isolation::Isolation;
use crate::plan::{Pending, Plan};
use crate::pool::{self, Queue};
use crate::run::{End, Outcome, Runner};
use crate::solver::Solver;
use crate::supervisor::Supervisor;

/// What becomes of a pending run.
pub(crate) enum Event {
    /// It begins.
    Begun,
    /// It came to this.
    Ended(Box<Outcome>),
}

/// Makes the runs that are pending, in order, and tells `report` of each. Runs
/// that the user interrupts are not told of.
///
/// # Errors
///
/// The first error of `report`, or that a process cannot be started. What is
/// under way then is abandoned.
pub(crate) fn each(
    plan: &Plan,
    pending: &[Pending],
    isolation: Isolation,
    interruption: &Interruption,
    mut report: impl FnMut(&Pending, Event) -> Result<()>,
) -> Result<()> {
    let queue = Queue::new(pending.len() as u64);
    let work = |core, events: &Sender<(usize, Result<Event>)>| {
        Job::new(plan, isolation, core, interruption).work(&queue, pending, events);
    };
    pool::run(&queue, isolation.cores()?, work, |events| {
        let mut result = Ok(());
        for (place, event) in events {
            let told = event.and_then(|event| report(&pending[place], event));
            if result.is_ok() && told.is_err() {
                result = told;
                queue.close();
                interruption.interrupt().interrupt();
            }
        }
        result
    })
}

/// One of the runs made at once, and the processes it makes them in.
struct Job<'a> {
    plan: &'a Plan,
    interruption: &'a Interruption,
    /// For strategies of the registry, where they share this process.
    runner: Option<Runner>,
    supervisor: Supervisor<'a>,
}

impl<'a> Job<'a> {
    fn new(
        plan: &'a Plan,
        isolation: Isolation,
        core: Option<usize>,
        interruption: &'a Interruption,
    ) -> Self {
        let limits = plan.limits;
        let runner =
            (isolation == Isolation::Shared).then(|| Runner::new(limits, interruption.interrupt()));
        let supervisor = Supervisor::new(limits, core, interruption);
        Self { plan, interruption, runner, supervisor }
    }

    fn work(
        &mut self,
        queue: &Queue,
        pending: &[Pending],
        events: &Sender<(usize, Result<Event>)>,
    ) {
        while !self.interruption.is_asked()
            && let Some(number) = queue.take()
        {
            let place = number as usize;
            // Nobody listens only when the harness itself is at its end.
            let _ = events.send((place, Ok(Event::Begun)));
            let event = match self.run(&pending[place]) {
                Ok(Outcome { end: End::Stop(Stop::Interrupted), .. }) => break,
                Ok(outcome) => Ok(Event::Ended(Box::new(outcome))),
                Err(error) => Err(error),
            };
            let _ = events.send((place, event));
        }
    }

    /// Makes a run, the warming up before it included.
    fn run(&mut self, pending: &Pending) -> Result<Outcome> {
        let instance = &self.plan.instances[pending.run.instance];
        let solver = &self.plan.solvers[pending.run.strategy];
        for _ in 0..self.plan.suite.warmup {
            let outcome = self.once(solver, instance)?;
            if outcome.end == End::Stop(Stop::Interrupted) {
                return Ok(outcome);
            }
        }
        let outcome = self.once(solver, instance)?;
        self.supervisor.retire_after(solver, &instance.problem);
        Ok(outcome)
    }

    fn once(&mut self, solver: &Solver, instance: &Instance) -> Result<Outcome> {
        match (solver, &self.runner) {
            (Solver::BuiltIn(entry), Some(runner)) => {
                Ok(runner.run(entry.strategy.as_ref(), &instance.problem, PathChoice::Any))
            }
            _ => self.supervisor.run(solver, &instance.problem),
        }
    }
}
