//! Makes the runs of an experiment, in this process or in others, one after
//! the other or several at once.

use std::sync::mpsc::Sender;

use anyhow::Result;
use optile_core::{PathChoice, Stop};
use optile_instances::instance::Instance;
use optile_results::limits::RunLimits;

use crate::contestant::Contestant;
use crate::interruption::Interruption;
use crate::isolation::Isolation;
use crate::plan::Pending;
use crate::pool::{self, Queue};
use crate::run::{End, Outcome, Runner};
use crate::supervisor::Supervisor;

/// What the pending runs are made of, and within what limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work<'a> {
    /// By [`crate::plan::PlannedRun::instance`].
    pub(crate) instances: &'a [Instance],
    /// By [`crate::plan::PlannedRun::strategy`].
    pub(crate) contestants: &'a [Contestant],
    /// Limits of each run.
    pub(crate) limits: RunLimits,
    /// Runs of a pair before each that counts.
    pub(crate) warmup: u32,
}

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
    work: Work<'_>,
    pending: &[Pending],
    isolation: Isolation,
    interruption: &Interruption,
    mut report: impl FnMut(&Pending, Event) -> Result<()>,
) -> Result<()> {
    let queue = Queue::new(pending.len() as u64);
    let make = |core, events: &Sender<(usize, Result<Event>)>| {
        Job::new(work, isolation, core, interruption).work(&queue, pending, events);
    };
    pool::run(&queue, isolation.cores()?, make, |events| {
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
    work: Work<'a>,
    interruption: &'a Interruption,
    /// For strategies of the registry, where they share this process.
    runner: Option<Runner>,
    supervisor: Supervisor<'a>,
}

impl<'a> Job<'a> {
    fn new(
        work: Work<'a>,
        isolation: Isolation,
        core: Option<usize>,
        interruption: &'a Interruption,
    ) -> Self {
        let limits = work.limits;
        let runner =
            (isolation == Isolation::Shared).then(|| Runner::new(limits, interruption.interrupt()));
        let supervisor = Supervisor::new(limits, core, interruption);
        Self { work, interruption, runner, supervisor }
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
        let instance = &self.work.instances[pending.run.instance];
        let contestant = &self.work.contestants[pending.run.strategy];
        for _ in 0..self.work.warmup {
            let outcome = self.once(contestant, instance)?;
            if outcome.end == End::Stop(Stop::Interrupted) {
                return Ok(outcome);
            }
        }
        let outcome = self.once(contestant, instance)?;
        self.supervisor.retire_after(contestant, &instance.problem);
        Ok(outcome)
    }

    fn once(&mut self, contestant: &Contestant, instance: &Instance) -> Result<Outcome> {
        match (contestant, &self.runner) {
            (Contestant::BuiltIn(entry), Some(runner)) => {
                Ok(runner.run(entry.strategy.as_ref(), &instance.problem, PathChoice::Any))
            }
            _ => self.supervisor.run(contestant, &instance.problem),
        }
    }
}
