//! The threads of a rank, together or in turn.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{Builder, scope};

use optile_core::room_for_threads;
use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use crate::gate::{Broken, Gate, Guard};
use crate::mailboxes::lock;
use crate::plan::{Plan, Report};
use crate::post::Post;
use crate::ranks::lost;
use crate::worker::AnyWorker;

/// The threads of a rank, which share memory.
///
/// A step has the same results whether its workers take it at the same time or
/// one after the other. So a search begins on one thread, because most short
/// searches would be over before other threads are awake. Then each worker gets
/// a thread. Near the limit of expansions the workers take turns again. Each may
/// make the expansions that those before it have left. Ranks pass that number
/// from one to the next.
pub(crate) struct Team<'a, N> {
    pub(crate) workers: Vec<&'a mut dyn AnyWorker<N>>,
    pub(crate) post: Post<N>,
    pub(crate) ranks: &'a mut Communicator,
    /// Expansions after which threads are started.
    pub(crate) alone: u64,
}

impl<N: PackedNode + Send> Team<'_, N> {
    /// Searches to the end, and returns the last plan.
    pub(crate) fn search(&mut self, mut plan: Plan) -> Plan {
        if self.workers.len() == 1 {
            // A single worker needs no threads.
            self.alone = u64::MAX;
        }
        while plan.end.is_none() {
            let threads = if plan.takes_turns(self.alone) { 1 } else { self.workers.len() };
            if self.search_on(threads, &mut plan).is_none() {
                // The system gives no threads.
                self.alone = u64::MAX;
            }
        }
        plan
    }

    /// Searches on one thread, or on one for each worker, as long as the plan
    /// says so. `None` if the system gives no threads. Nothing was done in this
    /// case.
    fn search_on(&mut self, threads: usize, plan: &mut Plan) -> Option<()> {
        let Self { workers, post, ranks, alone } = self;
        let share = workers.len() / threads;
        if threads > 1 {
            room_for_threads(threads - 1).ok()?;
        }
        let crew = &Crew {
            post,
            gate: Gate::new(threads),
            plan: Mutex::new(*plan),
            others: threads - 1,
            alone: *alone,
        };
        let end = scope(|scope| {
            // If a thread cannot be started, those before it find the gate broken.
            let _guard = Guard(&crew.gate);
            let mut shares = workers.chunks_mut(share).zip((0..).step_by(share));
            let first = shares.next();
            let mut threads = Vec::new();
            for (workers, own) in shares {
                let steps = move || crew.take_steps(workers, own, None);
                threads.push(Builder::new().name("hda".into()).spawn_scoped(scope, steps).ok()?);
            }
            let (workers, own) = first?;
            let end = crew.take_steps(workers, own, Some(ranks));
            for thread in threads {
                let _ = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            end.ok()
        });
        *plan = *lock(&crew.plan);
        end
    }
}

/// What the threads of a rank share while their number is the same.
struct Crew<'a, N> {
    post: &'a Post<N>,
    gate: Gate,
    /// The plan of the next step.
    plan: Mutex<Plan>,
    /// How many threads there are besides the first.
    others: usize,
    /// See [`Team::alone`].
    alone: u64,
}

impl<N: PackedNode> Crew<'_, N> {
    /// Takes steps with some workers of this rank, from number `first` on, which
    /// take turns on this thread. The first thread has `ranks`, and makes the
    /// plans when the others have arrived.
    fn take_steps(
        &self,
        workers: &mut [&mut dyn AnyWorker<N>],
        first: usize,
        mut ranks: Option<&mut Communicator>,
    ) -> Result<(), Broken> {
        let _guard = Guard(&self.gate);
        // Nobody begins before all threads are started.
        match ranks {
            Some(_) => self.gate.open(),
            None => self.gate.pass(1)?,
        }
        let mut plan = *lock(&self.plan);
        for step in 1.. {
            if plan.end.is_some() || plan.takes_turns(self.alone) != (self.others == 0) {
                break;
            }
            let mut left = match &mut ranks {
                Some(ranks) => left_before(ranks, &plan).unwrap_or_else(|gone| lost(gone)),
                None => Some(plan.left),
            };
            for (own, worker) in (first..).zip(&mut *workers) {
                // Workers after one that was stopped do nothing.
                let report = left.map_or_else(Report::default, |most| worker.step(&plan, most));
                left = left.filter(|_| !report.is_stopped).map(|most| most - report.expanded);
                self.post.hand_over(own, step, report, worker.mailboxes());
            }
            if let Some(ranks) = &mut ranks {
                pass_on(ranks, &plan, left).unwrap_or_else(|gone| lost(gone));
                self.gate.gather(self.others)?;
                self.post.exchange(ranks, &mut plan).unwrap_or_else(|gone| lost(gone));
                *lock(&self.plan) = plan;
                self.gate.open();
            } else {
                self.gate.arrive();
                self.gate.pass(step + 1)?;
                plan = *lock(&self.plan);
            }
            for (own, worker) in (first..).zip(&mut *workers) {
                self.post.collect(own, step, worker.mailboxes());
            }
        }
        Ok(())
    }
}

/// The expansions that the ranks before this one have left for it, near the limit. `None` if one
/// of their workers was stopped. Far from the limit, no rank has to wait for those before it.
fn left_before(ranks: &mut Communicator, plan: &Plan) -> Result<Option<u64>, Gone> {
    match ranks.rank().checked_sub(1) {
        Some(before) if plan.is_near_the_limit() => Ok(ranks.receive(before)?.first().copied()),
        _ => Ok(Some(plan.left)),
    }
}

/// Tells the next rank what this one has left, if that rank waits for it.
fn pass_on(ranks: &mut Communicator, plan: &Plan, left: Option<u64>) -> Result<(), Gone> {
    let next = ranks.rank() + 1;
    if plan.is_near_the_limit() && next < ranks.ranks() {
        ranks.send(next, left.into_iter().collect())?;
    }
    Ok(())
}
