//! The threads of a rank, together or in turn.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread::{Builder, scope};

use optile_core::room_for_threads;
use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use crate::exchange::{Exchange, lock};
use crate::gate::{Broken, Gate, Guard};
use crate::plan::{Plan, Report};
use crate::ranks::lost;
use crate::worker::AnyWorker;

/// The threads of a rank, which share memory.
///
/// A step has the same results whether its threads take it at the same time or
/// one after the other. So a search begins on one thread, because most short
/// searches would be over before other threads are awake. Then each worker gets
/// a thread. Near the limit of expansions the workers take turns again. Each may
/// make the expansions that those before it have left. Ranks pass that number
/// from one to the next.
pub(crate) struct Team<'a, N> {
    pub(crate) workers: Vec<&'a mut dyn AnyWorker<N>>,
    pub(crate) exchange: Exchange<N>,
    pub(crate) ranks: &'a mut Communicator,
    /// Expansions after which threads are started.
    pub(crate) alone: u64,
}

impl<N: PackedNode + Send> Team<'_, N> {
    /// Searches to the end, and returns the last plan.
    pub(crate) fn search(&mut self, mut plan: Plan) -> Plan {
        // A single worker needs no threads.
        let mut alone = if self.workers.len() == 1 { u64::MAX } else { self.alone };
        while plan.end.is_none() {
            if plan.spent < alone || plan.is_near_the_limit() {
                self.step_in_turn(&mut plan).unwrap_or_else(|gone| lost(gone));
            } else if self.search_at_once(&mut plan).is_none() {
                // The system gives no threads.
                alone = u64::MAX;
            }
        }
        plan
    }

    /// One step, taken by one worker after the other.
    fn step_in_turn(&mut self, plan: &mut Plan) -> Result<(), Gone> {
        let (rank, ranks) = (self.ranks.rank(), self.ranks.ranks());
        // Far from the limit, no rank has to wait for those before it.
        let is_passed_on = plan.is_near_the_limit();
        let mut left = Some(plan.left);
        if is_passed_on && rank > 0 {
            left = self.ranks.receive(rank - 1)?.first().copied();
        }
        for (own, worker) in self.workers.iter_mut().enumerate() {
            // Workers after one that was stopped do nothing.
            let report = left.map_or_else(Report::default, |most| worker.step(plan, most));
            left = left.filter(|_| !report.is_stopped).map(|most| most - report.expanded);
            self.exchange.hand_over(own, 0, report, worker.mailboxes());
        }
        if is_passed_on && rank + 1 < ranks {
            self.ranks.send(rank + 1, left.into_iter().collect())?;
        }
        self.exchange.exchange(self.ranks, plan)?;
        for (own, worker) in self.workers.iter_mut().enumerate() {
            self.exchange.collect(own, 0, worker.mailboxes());
        }
        Ok(())
    }

    /// Searches with a thread for each worker, to the end or until a limit is
    /// near. `None` if the system gives no threads. Nothing was done in this
    /// case.
    fn search_at_once(&mut self, plan: &mut Plan) -> Option<()> {
        let Self { workers, exchange, ranks, .. } = self;
        let (first, others) = workers.split_first_mut()?;
        let count = others.len();
        room_for_threads(count).ok()?;
        let (gate, shared) = (Gate::new(count + 1), Mutex::new(*plan));
        let (exchange, gate, shared) = (&*exchange, &gate, &shared);
        scope(|scope| {
            // If a thread cannot be started, those before it find the gate broken.
            let guard = Guard(gate);
            let mut threads = Vec::new();
            for (own, worker) in (1..).zip(others) {
                let follow = move || follow(exchange, gate, shared, own, &mut **worker);
                threads.push(Builder::new().name("hda".into()).spawn_scoped(scope, follow).ok()?);
            }
            let end = lead(exchange, gate, shared, count, &mut **first, ranks, plan);
            drop(guard);
            for thread in threads {
                let _ = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            end.ok()
        })
    }
}

/// Takes the steps of the first worker of a rank until the plan ends or a limit is near, and
/// exchanges nodes with other ranks.
fn lead<N: PackedNode>(
    exchange: &Exchange<N>,
    gate: &Gate,
    shared: &Mutex<Plan>,
    others: usize,
    worker: &mut dyn AnyWorker<N>,
    ranks: &mut Communicator,
    plan: &mut Plan,
) -> Result<(), Broken> {
    gate.open();
    for step in 1.. {
        if plan.is_to_pause() {
            break;
        }
        let report = worker.step(plan, u64::MAX);
        exchange.hand_over(0, step, report, worker.mailboxes());
        gate.gather(others)?;
        exchange.exchange(ranks, plan).unwrap_or_else(|gone| lost(gone));
        *lock(shared) = *plan;
        gate.open();
        exchange.collect(0, step, worker.mailboxes());
    }
    Ok(())
}

/// Takes the steps of another worker.
fn follow<N: PackedNode>(
    exchange: &Exchange<N>,
    gate: &Gate,
    shared: &Mutex<Plan>,
    own: usize,
    worker: &mut dyn AnyWorker<N>,
) -> Result<(), Broken> {
    let _guard = Guard(gate);
    gate.pass(1)?;
    for step in 1.. {
        let plan = *lock(shared);
        if plan.is_to_pause() {
            break;
        }
        let report = worker.step(&plan, u64::MAX);
        exchange.hand_over(own, step, report, worker.mailboxes());
        gate.arrive();
        gate.pass(step + 1)?;
        exchange.collect(own, step, worker.mailboxes());
    }
    Ok(())
}
