//! Ranks that wait for each other only at the end of an f-layer.
//!
//! Within an f-layer, ranks work as in the original algorithm (A. Kishimoto, A. Fukunaga and
//! A. Botea, Scalable, Parallel Best-First Search for Optimal Sequential Planning, 2009): a rank
//! expands what it has, and sends nodes for other ranks while it expands. But it expands no node
//! with an f above the bound, which is the same for all ranks. When no node up to the bound is
//! open or on its way, the bound becomes the least f of all open nodes.
//!
//! Without a bound, a rank that has no node with a low f expands nodes with a higher f, most of
//! which are not needed: on a thousand ranks, a search made a dozen times as many expansions as on
//! one. Waiting costs less: 14 to 25 % of the time of 1,024 simulated ranks.
//!
//! **Nodes above the bound** are not needed before the next f-layer. So they are collected, and
//! sent when a message is full, or when their turn has come. Those that wait at the end of the search
//! are never sent.
//!
//! **The end of an f-layer** is found by the four-counter method (F. Mattern, Algorithms for
//! distributed termination detection, 1987). A rank that has nothing to do, like all ranks below
//! it in the tree of ranks, tells the rank above it how many messages all of these have sent and
//! received. So the first rank learns the sums over all ranks, and asks again. If as many messages
//! had been received the time before as have been sent *this* time, none was on its way in
//! between, and every rank still had nothing to do.
//!
//! The path has the same length each time, but some counts depend on the speed of ranks and of the
//! network: those of the last f-layer, and those of nodes that are reached at a higher cost first.
//! A limit of expansions is divided among the ranks, so the search may end before the sum reaches
//! it.

use std::time::Duration;

use optile_core::PathChoice;
use optile_ranks::{Communicator, Gone, Message};
use optile_store::PackedNode;

use super::outbox::{NODES, Outbox};
use super::unpack;
use crate::plan::{End, Plan};
use crate::worker::AnyWorker;

/// Nodes that a rank expands before it sends messages that are not full, so that no rank waits long
/// for a rank that has few nodes for it.
const PATIENCE: usize = 2048;

/// Bounds of the nodes that a rank expands before it looks for messages. The most suits a few ranks:
/// the work around a step takes two ranks a fifth of the time if each step has 32 nodes.
const LEAST_QUOTA: usize = 32;
const MOST_QUOTA: usize = 512;

/// How long a rank that has nothing to do waits before it looks whether it is interrupted.
const PAUSE: Duration = Duration::from_millis(1);

/// What the first word of a message says, if it is not [`NODES`]. A goal was found with this g.
const COST: u64 = 1;
const STOP: u64 = 2;
/// The counts of a rank and of those below it, none of which has anything to do.
const COUNTS: u64 = 3;
/// The counts are asked for again.
const AGAIN: u64 = 4;
/// The next f-layer has this bound.
const BOUND: u64 = 5;
const END: u64 = 6;

/// One rank of an asynchronous search.
pub(crate) struct Agent<'a, N> {
    worker: &'a mut dyn AnyWorker<N>,
    ranks: &'a mut Communicator,
    choice: PathChoice,
    /// The expansions that are left for this rank.
    left: u64,
    outbox: Outbox<N>,
    /// Nodes that a step expands.
    quota: usize,
    steps: usize,
    /// Nodes with an f up to this are expanded.
    bound: u32,
    /// The g of the goal, if it was found.
    cost: Option<u32>,
    is_stopped: bool,
    has_mail: bool,
    has_ended: bool,
    /// Messages with nodes, costs or stops.
    sent: u64,
    received: u64,
    /// The counts of this f-layer's end that have come from below.
    counts: Counts,
    /// Ranks below that these counts are from.
    heard: usize,
    /// Whether this rank has told the counts, and nobody has asked again.
    has_told: bool,
    /// On the first rank: how many messages had been received when it last knew all counts.
    round: Option<u64>,
    /// By f: expansions.
    by_f: Vec<u64>,
}

/// What ranks without work know together.
#[derive(Clone, Copy, Debug)]
struct Counts {
    sent: u64,
    received: u64,
    /// The least f of open nodes. The greatest number if there are none.
    least: u32,
}

impl Counts {
    const NONE: Self = Self { sent: 0, received: 0, least: u32::MAX };

    fn and(self, more: Self) -> Self {
        Self {
            sent: self.sent + more.sent,
            received: self.received + more.received,
            least: self.least.min(more.least),
        }
    }
}

impl<'a, N: PackedNode> Agent<'a, N> {
    /// The most bytes of nodes that wait to be sent.
    pub(crate) fn bytes(ranks: usize) -> usize {
        Outbox::<N>::bytes(ranks)
    }

    pub(crate) fn new(
        worker: &'a mut dyn AnyWorker<N>,
        ranks: &'a mut Communicator,
        plan: &Plan,
        choice: PathChoice,
        limit: Option<u64>,
    ) -> Self {
        Self {
            choice,
            left: limit.map_or(u64::MAX, |limit| limit / ranks.ranks() as u64),
            outbox: Outbox::new(ranks.ranks()),
            quota: (PATIENCE / ranks.ranks()).clamp(LEAST_QUOTA, MOST_QUOTA),
            worker,
            ranks,
            steps: 0,
            bound: plan.bound,
            cost: None,
            is_stopped: false,
            has_mail: false,
            has_ended: false,
            sent: 0,
            received: 0,
            counts: Counts::NONE,
            heard: 0,
            has_told: false,
            round: None,
            by_f: Vec::new(),
        }
    }

    /// Searches to the end, and returns a plan with the counts of all ranks.
    pub(crate) fn search(mut self, mut plan: Plan) -> Result<Plan, Gone> {
        while !self.has_ended {
            while !self.has_ended
                && let Some(message) = self.ranks.poll()?
            {
                self.open(&message)?;
            }
            if self.has_mail || self.has_work() {
                self.step(&mut plan)?;
            } else if !self.has_ended {
                self.rest(&mut plan)?;
            }
        }
        self.leave()?;
        self.conclude(plan)
    }

    /// Waits until all ranks know that the search has ended. A message of what comes next must
    /// not reach a rank that still takes every message for one of the search.
    fn leave(&mut self) -> Result<(), Gone> {
        self.ranks.add_up(Vec::new()).map(drop)
    }

    /// Whether no more nodes are needed.
    fn is_over(&self) -> bool {
        self.is_stopped || self.cost.is_some() && self.choice == PathChoice::Any
    }

    /// Whether a node is open that is expanded in this f-layer.
    fn has_work(&mut self) -> bool {
        !self.is_over() && self.worker.least_open().is_some_and(|f| f <= self.bound)
    }

    /// Takes in the nodes that have arrived, or expands some.
    fn step(&mut self, plan: &mut Plan) -> Result<(), Gone> {
        let Self { worker, .. } = self;
        if self.is_stopped {
            let mailboxes = worker.mailboxes();
            mailboxes.filled.drain(..).for_each(|from| mailboxes.nodes[from].clear());
            self.has_mail = false;
            return Ok(());
        }
        // Nodes that have arrived are taken in first, because they may have a lower f. Then a
        // step expands nodes with one f, so that expansions can be counted by f.
        let next = if self.has_mail || !self.has_work() { None } else { self.worker.least_open() };
        self.has_mail = false;
        plan.bound = next.unwrap_or(0);
        plan.quota = if next.is_some() { self.quota } else { 0 };
        let report = self.worker.step(plan, self.left);
        plan.most_closed = report.closed;
        self.ranks.work(report.expanded);
        self.left -= report.expanded;
        if report.expanded > 0 {
            let f = plan.bound as usize;
            self.by_f.resize(self.by_f.len().max(f + 1), 0);
            self.by_f[f] += report.expanded;
        }
        if let Some(goal) = report.goal.filter(|&g| self.cost.is_none_or(|cost| g < cost)) {
            self.cost = Some(goal);
            self.tell_all(&[COST, goal.into()])?;
        }
        if report.is_stopped {
            self.is_stopped = true;
            self.tell_all(&[STOP])?;
        }
        self.sent += self.outbox.collect(self.worker.mailboxes(), self.bound, self.ranks)?;
        self.steps += 1;
        self.send(self.steps.is_multiple_of(PATIENCE / self.quota))
    }

    /// Sends nodes that fill a message, and all nodes up to the bound if `is_due`.
    fn send(&mut self, is_due: bool) -> Result<(), Gone> {
        if !self.is_over() {
            self.sent += self.outbox.send(self.ranks, is_due)?;
        }
        Ok(())
    }

    /// Tells the first rank, which tells those below it, and so on.
    fn tell_all(&mut self, words: &[u64]) -> Result<(), Gone> {
        if self.ranks.rank() > 0 {
            self.sent += 1;
            return self.ranks.send(0, words.to_vec());
        }
        self.pass_on(words)
    }

    fn pass_on(&mut self, words: &[u64]) -> Result<(), Gone> {
        self.sent += self.ranks.below().len() as u64;
        self.ranks.send_down(words)
    }

    /// Does what a rank does that has nothing to expand.
    fn rest(&mut self, plan: &mut Plan) -> Result<(), Gone> {
        // A step without nodes only looks whether the worker is interrupted.
        self.step(plan)?;
        self.send(true)?;
        if !self.tell_counts()?
            && let Some(message) = self.ranks.wait_for(PAUSE)?
        {
            self.open(&message)?;
        }
        Ok(())
    }

    /// Tells the rank above that neither this rank nor one below it has anything to do, once all
    /// below have said so. The first rank then decides how to go on. Returns whether it has.
    fn tell_counts(&mut self) -> Result<bool, Gone> {
        if self.has_told || self.heard < self.ranks.below().len() {
            return Ok(false);
        }
        let least = self.worker.least_open().unwrap_or(u32::MAX).min(self.outbox.least());
        let Counts { sent, received, least } =
            self.counts.and(Counts { sent: self.sent, received: self.received, least });
        if let Some(above) = self.ranks.above() {
            self.has_told = true;
            self.ranks.send(above, vec![COUNTS, sent, received, least.into()])?;
            return Ok(false);
        }
        let is_quiet = self.round == Some(sent);
        self.round = Some(received);
        let is_next = match (self.cost, self.choice) {
            _ if self.is_stopped || least == u32::MAX => false,
            (None, _) => true,
            (Some(_), PathChoice::Any) => false,
            (Some(cost), PathChoice::LexicographicallySmallest) => least <= cost,
        };
        let order = match (is_quiet, is_next) {
            (false, _) => vec![AGAIN],
            (true, true) => vec![BOUND, least.into()],
            (true, false) => vec![END],
        };
        self.obey(&order)?;
        Ok(true)
    }

    /// Does what the first rank says, and passes it on.
    fn obey(&mut self, order: &[u64]) -> Result<(), Gone> {
        self.ranks.send_down(order)?;
        (self.counts, self.heard, self.has_told) = (Counts::NONE, 0, false);
        match order[0] {
            BOUND => {
                self.bound = order[1] as u32;
                self.outbox.raise(self.bound);
            }
            END => self.has_ended = true,
            _again => {}
        }
        Ok(())
    }

    fn open(&mut self, message: &Message) -> Result<(), Gone> {
        let words = &message.words[1..];
        match message.words[0] {
            NODES => {
                self.received += 1;
                let mailboxes = self.worker.mailboxes();
                if mailboxes.nodes[message.from].is_empty() {
                    mailboxes.filled.push(message.from);
                }
                unpack(&mut &*words, &mut mailboxes.nodes[message.from]);
                self.has_mail = true;
            }
            COST => {
                self.received += 1;
                let cost = words[0] as u32;
                self.cost = Some(self.cost.map_or(cost, |known| known.min(cost)));
                self.pass_on(&message.words)?;
            }
            STOP => {
                self.received += 1;
                self.is_stopped = true;
                self.pass_on(&message.words)?;
            }
            COUNTS => {
                let (sent, received, least) = (words[0], words[1], words[2] as u32);
                self.counts = self.counts.and(Counts { sent, received, least });
                self.heard += 1;
            }
            _order => self.obey(&message.words)?,
        }
        Ok(())
    }

    /// Adds up the expansions of all ranks.
    fn conclude(self, mut plan: Plan) -> Result<Plan, Gone> {
        let by_f = self.ranks.add_up(self.by_f)?;
        let end = match (self.is_stopped, self.cost) {
            (true, _) => End::Stopped,
            (false, Some(cost)) => End::Found(cost),
            (false, None) => End::Nothing,
        };
        plan.conclude(end, &by_f);
        Ok(plan)
    }
}
