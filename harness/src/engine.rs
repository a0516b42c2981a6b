//! Makes the runs of an experiment, in this process or in others, one after
//! the other or several at once.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::{Context, Result, anyhow};
use optile_core::{PathChoice, Stop};

use crate::contestant::Contestant;
use crate::experiment::{Experiment, Pending};
use crate::instance::Instance;
use crate::interruption::Interruption;
use crate::run::{End, Outcome, Runner};
use crate::supervisor::Supervisor;

/// Whether runs have processes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// They share this process and are made one after the other: quicker for
    /// tiny instances, but a strategy that aborts takes the rest along.
    Shared,
    /// They are made by other processes.
    Processes {
        /// How many at once.
        jobs: NonZeroU32,
        /// Whether each has a core of its own; one job may use them all.
        pinned: bool,
    },
}

impl Isolation {
    /// Runs made at once.
    pub fn jobs(self) -> u32 {
        match self {
            Self::Shared => 1,
            Self::Processes { jobs, .. } => jobs.get(),
        }
    }

    /// Whether this process may do so.
    ///
    /// # Errors
    ///
    /// When there are fewer cores than jobs.
    pub fn check(self) -> Result<()> {
        self.cores().map(|_| ())
    }

    /// The cores that jobs are bound to; none where they are not bound.
    fn cores(self) -> Result<Vec<Option<usize>>> {
        let Self::Processes { jobs, pinned: true } = self else {
            return Ok(vec![None; self.jobs() as usize]);
        };
        let set = rustix::thread::sched_getaffinity(None)?;
        let cores: Vec<_> = (0..rustix::thread::CpuSet::MAX_CPU)
            .filter(|&core| set.is_set(core))
            .map(Some)
            .take(jobs.get() as usize)
            .collect();
        match cores.len() == jobs.get() as usize {
            true => Ok(cores),
            false => Err(anyhow!(
                "{jobs} jobs are more than the {} cores that this process may use: each job has \
                 a core of its own",
                cores.len()
            )),
        }
    }
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
    experiment: &Experiment,
    pending: &[Pending],
    isolation: Isolation,
    interruption: &Interruption,
    mut report: impl FnMut(&Pending, Event) -> Result<()>,
) -> Result<()> {
    let cores = isolation.cores()?;
    let queue = Queue { pending, next: AtomicUsize::new(0), closed: AtomicBool::new(false) };
    thread::scope(|scope| {
        let (events, told) = mpsc::channel();
        let mut result = Ok(());
        for core in cores {
            let (events, queue) = (events.clone(), &queue);
            let started = thread::Builder::new().spawn_scoped(scope, move || {
                let mut job = Job::new(experiment, isolation, core, interruption);
                job.work(queue, &events);
            });
            if let Err(error) = started {
                result = Err(error).context("cannot start a thread that makes runs");
                queue.closed.store(true, Ordering::SeqCst);
                break;
            }
        }
        drop(events);
        for (place, event) in told {
            let told = event.and_then(|event| report(&pending[place], event));
            if result.is_ok() && told.is_err() {
                result = told;
                queue.closed.store(true, Ordering::SeqCst);
                interruption.interrupt().interrupt();
            }
        }
        result
    })
}

/// The pending runs, from which jobs take the next.
struct Queue<'a> {
    pending: &'a [Pending],
    next: AtomicUsize,
    closed: AtomicBool,
}

impl<'a> Queue<'a> {
    fn take(&self) -> Option<(usize, &'a Pending)> {
        if self.closed.load(Ordering::SeqCst) {
            return None;
        }
        let place = self.next.fetch_add(1, Ordering::SeqCst);
        self.pending.get(place).map(|pending| (place, pending))
    }
}

/// One of the runs made at once, and the processes it makes them in.
struct Job<'a> {
    experiment: &'a Experiment,
    interruption: &'a Interruption,
    /// For strategies of the registry, where they share this process.
    runner: Option<Runner>,
    supervisor: Supervisor<'a>,
}

impl<'a> Job<'a> {
    fn new(
        experiment: &'a Experiment,
        isolation: Isolation,
        core: Option<usize>,
        interruption: &'a Interruption,
    ) -> Self {
        let limits = experiment.limits;
        let runner =
            (isolation == Isolation::Shared).then(|| Runner::new(limits, interruption.interrupt()));
        let supervisor = Supervisor::new(limits, core, interruption);
        Self { experiment, interruption, runner, supervisor }
    }

    fn work(&mut self, queue: &Queue<'_>, events: &Sender<(usize, Result<Event>)>) {
        while !self.interruption.is_asked()
            && let Some((place, pending)) = queue.take()
        {
            // Nobody listens only when the harness itself is at its end.
            let _ = events.send((place, Ok(Event::Begun)));
            let event = match self.run(pending) {
                Ok(Outcome { end: End::Stop(Stop::Interrupted), .. }) => break,
                Ok(outcome) => Ok(Event::Ended(Box::new(outcome))),
                Err(error) => Err(error),
            };
            let _ = events.send((place, event));
        }
    }

    /// Makes a run, the warming up before it included.
    fn run(&mut self, pending: &Pending) -> Result<Outcome> {
        let instance = &self.experiment.instances[pending.run.instance];
        let contestant = &self.experiment.contestants[pending.run.strategy];
        for _ in 0..self.experiment.suite.warmup {
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
