//! One rank's share of the pieces, and its messages to the others.

use std::collections::VecDeque;
use std::time::Duration;

use optile_core::{Counters, Interrupt, Path, Stop};

use super::message::{Assignment, Message, PieceResult, Subtree};
use super::post::{Arrived, Post};
use super::results::Results;
use super::steal_policy::StealPolicy;
use crate::count::Count;
use crate::search::Outcome;

/// Results that a rank collects before it sends them, while it has work.
const BATCH: usize = 64;

/// How long a rank without work waits for a message before it looks for a
/// signal.
const MOMENT: Duration = Duration::from_micros(100);

/// The first rank, which cuts iterations and adds up their counts.
pub(crate) const FIRST: usize = 0;

/// What the threads of a rank share. It is used for one search.
pub(crate) struct WorkQueue {
    pub(crate) post: Post,
    interrupt: Interrupt,
    /// Threads of this rank, and those of them that search a piece.
    threads: usize,
    busy: usize,
    /// The number of the current iteration, or of the last one. Messages of
    /// other iterations are not answered.
    iteration: u64,
    is_over: bool,
    /// Whether this rank has told the first one that a signal was given.
    has_halted: bool,
    queue: VecDeque<Subtree>,
    /// The last piece that counts, as far as this rank knows.
    bound: usize,
    /// Not sent yet.
    unsent: Vec<PieceResult>,
    policy: StealPolicy,
    /// Ranks that asked in an iteration that has not begun here.
    early: Vec<(usize, u64)>,
    /// By rank: whether its last message has arrived. It may come before the
    /// message of the first rank that the search is over.
    pub(crate) has_left: Vec<bool>,
    /// On the first rank, while an iteration lasts.
    results: Option<Results>,
    /// On the other ranks, when the search is over.
    finish: Option<(Result<Path, Stop>, Counters)>,
}

/// What a rank does next.
pub(crate) enum Next {
    Search(Subtree),
    /// There is no piece now, but another thread has one.
    Wait,
    /// The iteration is over.
    Over,
}

impl WorkQueue {
    pub(crate) fn new(post: Post, threads: usize, interrupt: Interrupt) -> Self {
        Self {
            has_left: vec![false; post.all],
            post,
            interrupt,
            threads,
            busy: 0,
            iteration: 0,
            is_over: true,
            has_halted: false,
            queue: VecDeque::new(),
            bound: usize::MAX,
            unsent: Vec::new(),
            policy: StealPolicy::new(0),
            early: Vec::new(),
            results: None,
            finish: None,
        }
    }

    pub(crate) fn is_first(&self) -> bool {
        self.post.rank == FIRST
    }

    pub(crate) fn send(&self, to: usize, message: &Message) {
        self.post.send(to, self.iteration, message);
    }

    pub(crate) fn send_all(&self, message: &Message) {
        for to in (0..self.post.all).filter(|&to| to != self.post.rank) {
            self.send(to, message);
        }
    }

    /// On the first rank: begins an iteration, and deals the pieces out. Pieces
    /// that come early in the order of the search are dealt out first, because
    /// the last iteration ends at the goal.
    pub(crate) fn deal(&mut self, assignment: &Assignment, subtrees: Vec<Subtree>) {
        let mut hands = vec![Vec::new(); self.post.all];
        let pieces = subtrees.len();
        for subtree in subtrees {
            hands[subtree.place % self.post.all].push(subtree);
        }
        self.iteration += 1;
        for (to, hand) in hands.iter_mut().enumerate().skip(1) {
            let hand = std::mem::take(hand);
            self.send(to, &Message::Begin(assignment.clone(), hand));
        }
        self.results = Some(Results::new(pieces, assignment.limit));
        self.begin(self.iteration, hands.swap_remove(FIRST));
    }

    fn begin(&mut self, iteration: u64, hand: Vec<Subtree>) {
        self.iteration = iteration;
        (self.is_over, self.has_halted) = (false, false);
        self.queue = hand.into();
        self.bound = usize::MAX;
        self.unsent.clear();
        self.policy = StealPolicy::new(self.post.all - 1);
        for (from, iteration) in std::mem::take(&mut self.early) {
            if iteration >= self.iteration {
                self.answer(from, iteration);
            }
        }
    }

    /// On the other ranks: waits for the next iteration. `None` when the search
    /// is over.
    pub(crate) fn assignment(&mut self) -> Option<Assignment> {
        while self.finish.is_none() {
            let message = self.post.wait();
            let begun = self.handle(message);
            if begun.is_some() {
                return begun;
            }
        }
        None
    }

    /// On the other ranks: waits for the end of the search.
    pub(crate) fn finish(&mut self) -> (Result<Path, Stop>, Counters) {
        let begun = self.assignment();
        assert!(begun.is_none(), "an iteration began although a rank was not ready");
        self.finish.take().unwrap_or_else(|| unreachable!("the search is over"))
    }

    /// Reads the messages that have arrived.
    fn attend(&mut self) {
        // What comes after the end belongs to the next iteration.
        while !self.is_over {
            let Some(message) = self.post.poll() else { return };
            self.handle(message);
        }
    }

    /// Does what a message demands. Returns what the iteration needs that it
    /// has begun.
    fn handle(&mut self, arrived: Arrived) -> Option<Assignment> {
        let Arrived { from, iteration, message } = arrived;
        let is_current = iteration == self.iteration && !self.is_over;
        match message {
            Message::Begin(assignment, hand) => {
                self.begin(iteration, hand);
                return Some(assignment);
            }
            Message::Finish(result, counters) => self.finish = Some((result, counters)),
            Message::Ask => self.answer(from, iteration),
            Message::Bye => self.has_left[from] = true,
            _ if !is_current => {}
            Message::Give(subtrees) => self.receive(subtrees),
            Message::Results(results) => results.into_iter().for_each(|result| self.record(result)),
            Message::Bound(bound) => self.lower(bound),
            Message::Halt(stop) => self.halt_all(&stop),
            Message::Over => self.is_over = true,
            Message::Ready(_) => unreachable!("{message:?} while ranks search"),
        }
        None
    }

    /// Gives a rank that has no pieces half of those that wait here, the last
    /// ones in the order of the search. Those that a thread will take now stay:
    /// otherwise ranks could pass a piece on for ever.
    fn answer(&mut self, from: usize, iteration: u64) {
        if iteration > self.iteration {
            self.early.push((from, iteration));
        } else if iteration == self.iteration && !self.is_over {
            let kept = (self.queue.len() / 2).max(self.threads - self.busy);
            let given = self.queue.split_off(kept.min(self.queue.len()));
            self.send(from, &Message::Give(given.into()));
        }
    }

    fn receive(&mut self, subtrees: Vec<Subtree>) {
        self.policy.end(!subtrees.is_empty());
        let bound = self.bound;
        self.queue.extend(subtrees.into_iter().filter(|subtree| subtree.place <= bound));
    }

    /// Asks another rank for pieces, unless an answer is awaited or all ranks
    /// have just refused.
    fn ask(&mut self) {
        if self.has_halted || !self.policy.begin() {
            return;
        }
        let to = (self.post.rank + self.policy.distance()) % self.post.all;
        self.send(to, &Message::Ask);
    }

    /// What a thread of this rank does next. If no other thread has work
    /// either, it waits here.
    pub(crate) fn next(&mut self) -> Next {
        loop {
            self.attend();
            if let Err(stop) = self.interrupt.check()
                && !self.is_over
            {
                self.halt(stop);
            }
            if self.is_over {
                return Next::Over;
            }
            let subtree = self.queue.pop_front();
            if self.queue.is_empty() {
                self.ask();
            }
            if let Some(subtree) = subtree {
                self.busy += 1;
                return Next::Search(subtree);
            }
            self.send_results();
            if self.is_over {
                return Next::Over;
            }
            if self.busy > 0 {
                return Next::Wait;
            }
            if let Some(message) = self.post.wait_for(MOMENT) {
                self.handle(message);
            }
        }
    }

    /// Whether a piece that is being searched still counts.
    pub(crate) fn counts(&mut self, place: usize) -> bool {
        self.attend();
        !self.is_over && place <= self.bound
    }

    /// Takes the result of a piece, unless it does not count any more.
    pub(crate) fn report(&mut self, result: PieceResult) {
        self.busy -= 1;
        if self.is_over || result.place > self.bound {
            return;
        }
        if let Outcome::Stop(stop @ (Stop::Time | Stop::Interrupted), _) = result.outcome {
            return self.halt(stop);
        }
        let is_urgent = result.outcome != Outcome::Complete;
        self.unsent.push(result);
        if is_urgent || self.queue.is_empty() || self.unsent.len() >= BATCH {
            self.send_results();
        }
    }

    fn send_results(&mut self) {
        let results = std::mem::take(&mut self.unsent);
        if self.is_first() {
            results.into_iter().for_each(|result| self.record(result));
        } else if !results.is_empty() {
            self.send(FIRST, &Message::Results(results));
        }
    }

    /// On the first rank: adds a result, and tells the others what follows.
    fn record(&mut self, result: PieceResult) {
        let Some(results) = self.results.as_mut().filter(|_| !self.is_over) else { return };
        let before = results.bound();
        results.add(result);
        let (bound, are_complete) = (results.bound(), results.are_complete());
        if are_complete {
            self.end();
        } else if bound < before {
            self.send_all(&Message::Bound(bound));
            self.lower(bound);
        }
    }

    fn lower(&mut self, bound: usize) {
        self.bound = bound;
        self.queue.retain(|subtree| subtree.place <= bound);
    }

    /// A signal was given here.
    fn halt(&mut self, stop: Stop) {
        self.queue.clear();
        if self.is_first() {
            self.halt_all(&stop);
        } else if !self.has_halted {
            self.has_halted = true;
            self.send(FIRST, &Message::Halt(stop));
        }
    }

    /// On the first rank: a signal was given somewhere. It becomes a signal
    /// here, which ends the search with the right reason.
    fn halt_all(&mut self, stop: &Stop) {
        match stop {
            Stop::Time => self.interrupt.time_is_up(),
            _ => self.interrupt.interrupt(),
        }
        self.end();
    }

    fn end(&mut self) {
        self.is_over = true;
        self.queue.clear();
        self.send_all(&Message::Over);
    }

    /// On the first rank, after an iteration: its results.
    pub(crate) fn results(&mut self) -> Vec<Option<(Outcome, Count)>> {
        self.results.take().map(Results::into_vec).unwrap_or_default()
    }
}
