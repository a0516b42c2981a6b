//! Ranks that do not wait for each other, as in the original algorithm (A. Kishimoto,
//! A. Fukunaga and A. Botea, 2009).
//!
//! A rank expands its own node with the least f, whatever the least f of other ranks is. It
//! collects nodes for other ranks and sends them some kilobytes at a time, while it expands.
//! The first goal that is taken out may not be the best. Its g is a bound for all ranks, and
//! the search ends when no node with a lower f is open or on its way.
//!
//! **The end** is found by the four-counter method (F. Mattern, Algorithms for distributed
//! termination detection, 1987). When the first rank has nothing to do, it sends a token round
//! the ring. Each rank keeps it until it has nothing to do either, and then adds the numbers
//! of messages that it has sent and received. If in one round as many messages had been
//! received as have been sent in the *next* round, none was on its way in between, so every
//! rank still had nothing to do.
//!
//! The path has the same length each time, but counts depend on the speed of ranks and of the
//! network. A limit of expansions is divided among the ranks, so the search may end before
//! the sum reaches it.

use std::time::Duration;

use optile_core::PathChoice;
use optile_ranks::{Communicator, Gone, Message};
use optile_store::PackedNode;

use super::{pack, packed_length, unpack};
use crate::plan::{End, Plan};
use crate::worker::{AnyWorker, Node};

/// Nodes that a rank expands before it looks for messages.
const QUOTA: usize = 32;

/// A message is sent when it has this number of words, four kilobytes.
const FULL: usize = 512;

/// Steps after which messages are sent even if they are not full, so that no rank waits long
/// for a rank that has few nodes for it. In simulations of 256 ranks, twice or half as many
/// steps made a search slower: ranks expanded more nodes that were not needed, or sent more
/// messages.
const PATIENCE: u32 = 64;

/// How long a rank that has nothing to do waits before it looks whether it is interrupted.
const PAUSE: Duration = Duration::from_millis(1);

/// What the first word of a message says.
const NODES: u64 = 0;
const COST: u64 = 1;
const STOP: u64 = 2;
const TOKEN: u64 = 3;
const END: u64 = 4;

/// One rank of an asynchronous search.
pub(crate) struct Agent<'a, N> {
    worker: &'a mut dyn AnyWorker<N>,
    ranks: &'a mut Communicator,
    choice: PathChoice,
    /// The expansions that are left for this rank.
    left: u64,
    /// For each rank, the nodes that wait to be sent.
    outgoing: Vec<Vec<Node<N>>>,
    steps: u32,
    /// The least g of a goal that was found so far on any rank.
    cost: Option<u32>,
    is_stopped: bool,
    has_mail: bool,
    /// Messages with nodes, costs or stops.
    sent: u64,
    received: u64,
    token: Token,
    /// On the first rank: how many messages had been received in the last round of the token.
    round: Option<u64>,
    /// By f: expansions.
    by_f: Vec<u64>,
}

/// Where the token is, as this rank knows it.
enum Token {
    /// On its way, or with another rank.
    Elsewhere,
    /// Here. It has counted messages sent and received by earlier ranks.
    Here { sent: u64, received: u64 },
    /// With the first rank, which may send it round.
    Home,
    /// The search has ended.
    Ended,
}

impl<'a, N: PackedNode> Agent<'a, N> {
    pub(crate) fn new(
        worker: &'a mut dyn AnyWorker<N>,
        ranks: &'a mut Communicator,
        choice: PathChoice,
        limit: Option<u64>,
    ) -> Self {
        let token = match ranks.rank() {
            0 => Token::Home,
            _ => Token::Elsewhere,
        };
        Self {
            choice,
            left: limit.map_or(u64::MAX, |limit| limit / ranks.ranks() as u64),
            outgoing: vec![Vec::new(); ranks.ranks()],
            worker,
            ranks,
            steps: 0,
            cost: None,
            is_stopped: false,
            has_mail: true,
            sent: 0,
            received: 0,
            token,
            round: None,
            by_f: Vec::new(),
        }
    }

    /// Searches to the end, and returns a plan with the counts of all ranks.
    pub(crate) fn search(mut self, mut plan: Plan) -> Result<Plan, Gone> {
        loop {
            // After the end, what arrives is for `leave`.
            while !matches!(self.token, Token::Ended)
                && let Some(message) = self.ranks.poll()?
            {
                self.open(&message)?;
            }
            if matches!(self.token, Token::Ended) {
                break;
            }
            if self.has_mail || self.next_f().is_some() {
                self.step(&mut plan)?;
            } else {
                self.rest(&mut plan)?;
            }
        }
        self.leave()?;
        self.conclude(plan)
    }

    /// Waits until all ranks know that the search has ended. A message of what comes next must
    /// not reach a rank that still takes every message for one of the search.
    fn leave(&mut self) -> Result<(), Gone> {
        if self.ranks.rank() > 0 {
            self.ranks.send(0, vec![END])?;
            return self.ranks.receive(0).map(drop);
        }
        let others = 1..self.ranks.ranks();
        others.clone().try_for_each(|from| self.ranks.receive(from).map(drop))?;
        others.into_iter().try_for_each(|to| self.ranks.send(to, vec![END]))
    }

    /// The f of the next node to expand.
    fn next_f(&mut self) -> Option<u32> {
        let is_useful = |&f: &u32| match (self.cost, self.choice) {
            (None, _) => true,
            (Some(cost), PathChoice::Any) => f < cost,
            (Some(cost), PathChoice::LexicographicallySmallest) => f <= cost,
        };
        if self.is_stopped { None } else { self.worker.least_open().filter(is_useful) }
    }

    /// Takes in the nodes that have arrived, or expands some.
    fn step(&mut self, plan: &mut Plan) -> Result<(), Gone> {
        if self.is_stopped {
            self.worker.mailboxes().iter_mut().for_each(Vec::clear);
            self.has_mail = false;
            return Ok(());
        }
        // Nodes that have arrived are taken in first, because they may have a lower f. Then a
        // step expands nodes with one f, so that expansions can be counted by f.
        let next = if self.has_mail { None } else { self.next_f() };
        self.has_mail = false;
        plan.bound = next.unwrap_or(0);
        plan.quota = if next.is_some() { QUOTA } else { 0 };
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
        for (outgoing, nodes) in self.outgoing.iter_mut().zip(self.worker.mailboxes()) {
            outgoing.append(nodes);
        }
        self.steps += 1;
        let full = 2 * FULL / (2 * N::WORDS + 1);
        self.send(if self.steps.is_multiple_of(PATIENCE) { 1 } else { full })
    }

    /// Sends the nodes for each rank that has at least this number.
    fn send(&mut self, least: usize) -> Result<(), Gone> {
        for (to, nodes) in self.outgoing.iter_mut().enumerate() {
            if nodes.len() >= least {
                let mut words = Vec::with_capacity(1 + packed_length::<N>(nodes.len()));
                words.push(NODES);
                pack(nodes, &mut words);
                self.ranks.count_nodes(nodes.len() as u64);
                nodes.clear();
                self.sent += 1;
                self.ranks.send(to, words)?;
            }
        }
        Ok(())
    }

    fn tell_all(&mut self, words: &[u64]) -> Result<(), Gone> {
        let own = self.ranks.rank();
        for to in (0..self.ranks.ranks()).filter(|&to| to != own) {
            self.sent += 1;
            self.ranks.send(to, words.to_vec())?;
        }
        Ok(())
    }

    /// Does what a rank does that has nothing to expand.
    fn rest(&mut self, plan: &mut Plan) -> Result<(), Gone> {
        // A step without nodes only looks whether the worker is interrupted.
        self.step(plan)?;
        self.send(1)?;
        self.pass_the_token()?;
        if matches!(self.token, Token::Ended) {
            return Ok(());
        }
        if let Some(message) = self.ranks.wait_for(PAUSE)? {
            self.open(&message)?;
        }
        Ok(())
    }

    fn pass_the_token(&mut self) -> Result<(), Gone> {
        let next = (self.ranks.rank() + 1) % self.ranks.ranks();
        let (sent, received) = match self.token {
            Token::Elsewhere | Token::Ended => return Ok(()),
            Token::Home if next == 0 => {
                self.token = Token::Ended;
                return Ok(());
            }
            Token::Home => (self.sent, self.received),
            Token::Here { sent, received } => (sent + self.sent, received + self.received),
        };
        self.token = Token::Elsewhere;
        self.ranks.send(next, vec![TOKEN, sent, received])
    }

    fn open(&mut self, message: &Message) -> Result<(), Gone> {
        let words = &message.words[1..];
        match message.words[0] {
            NODES => {
                self.received += 1;
                let mut words = words;
                unpack(&mut words, &mut self.worker.mailboxes()[message.from]);
                self.has_mail = true;
            }
            COST => {
                self.received += 1;
                let cost = words[0] as u32;
                self.cost = Some(self.cost.map_or(cost, |known| known.min(cost)));
            }
            STOP => {
                self.received += 1;
                self.is_stopped = true;
            }
            TOKEN if self.ranks.rank() > 0 => {
                self.token = Token::Here { sent: words[0], received: words[1] };
            }
            // What had been received in the round before has been sent in this one.
            TOKEN if self.round == Some(words[0]) => {
                let ranks = self.ranks.ranks();
                (1..ranks).try_for_each(|to| self.ranks.send(to, vec![END]))?;
                self.token = Token::Ended;
            }
            TOKEN => {
                self.round = Some(words[1]);
                self.token = Token::Home;
            }
            _ => self.token = Token::Ended,
        }
        Ok(())
    }

    /// Adds up the expansions of all ranks.
    fn conclude(self, mut plan: Plan) -> Result<Plan, Gone> {
        let mut by_f: Vec<u64> = Vec::new();
        for counts in self.ranks.share(&self.by_f)? {
            by_f.resize(by_f.len().max(counts.len()), 0);
            by_f.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
        }
        let end = match (self.is_stopped, self.cost) {
            (true, _) => End::Stopped,
            (false, Some(cost)) => End::Found(cost),
            (false, None) => End::Nothing,
        };
        plan.conclude(end, &by_f);
        Ok(plan)
    }
}
