//! A link with what is kept and counted beside it.

use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::{Gone, Link, Message};

/// A link, with the messages that have arrived before anybody asked for them.
///
/// [`Communicator::exchange`] and its like are collective: every rank calls the same of them
/// in the same order. Between two of them, [`Communicator::send`] and
/// [`Communicator::wait`] may be used freely, as long as every message is received by the
/// algorithm that sent it.
pub struct Communicator {
    link: Box<dyn Link>,
    /// By sender: messages of a rank that is ahead of this one.
    early: Vec<VecDeque<Vec<u64>>>,
    /// How many there are. Almost always none, and then no queue is looked at.
    held: usize,
    traffic: Traffic,
}

/// What a rank has sent, and what this has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Messages to other ranks.
    pub messages: u64,
    /// Their bytes, without those that the network adds.
    pub bytes: u64,
    /// Nodes of a search in these messages, as the search has counted them.
    pub nodes: u64,
    /// The time in which the rank sent messages and took in those that had arrived.
    pub sending: Duration,
    /// The time in which it waited for messages, and did nothing else.
    pub waiting: Duration,
}

impl Traffic {
    /// The traffic since an earlier time.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            messages: self.messages - earlier.messages,
            bytes: self.bytes - earlier.bytes,
            nodes: self.nodes - earlier.nodes,
            sending: self.sending - earlier.sending,
            waiting: self.waiting - earlier.waiting,
        }
    }

    /// The sum, as of several ranks.
    #[must_use]
    pub fn plus(self, more: Self) -> Self {
        Self {
            messages: self.messages + more.messages,
            bytes: self.bytes + more.bytes,
            nodes: self.nodes + more.nodes,
            sending: self.sending + more.sending,
            waiting: self.waiting + more.waiting,
        }
    }
}

impl Communicator {
    /// A communicator over a link.
    pub fn new(link: Box<dyn Link>) -> Self {
        let early = vec![VecDeque::new(); link.ranks()];
        Self { link, early, held: 0, traffic: Traffic::default() }
    }

    /// A communicator of one rank, which has nobody to send to.
    pub fn alone() -> Self {
        let mut links = crate::thread_links(1);
        Self::new(Box::new(links.remove(0)))
    }

    /// This rank, from 0.
    pub fn rank(&self) -> usize {
        self.link.rank()
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.link.ranks()
    }

    /// What this rank has sent so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Counts nodes that a search sends.
    pub fn count_nodes(&mut self, nodes: u64) {
        self.traffic.nodes += nodes;
    }

    /// Says that this rank has expanded nodes since it was called the last time, for a
    /// simulation.
    pub fn work(&mut self, nodes: u64) {
        self.link.work(nodes);
    }

    /// The time, as this rank measures it. In a simulation, it is simulated.
    pub fn now(&self) -> Instant {
        self.link.now()
    }

    /// Sends a message to another rank. Never waits for the receiver.
    ///
    /// # Panics
    ///
    /// When `to` is this rank or no rank.
    pub fn send(&mut self, to: usize, words: Vec<u64>) -> Result<(), Gone> {
        self.traffic.messages += 1;
        self.traffic.bytes += 8 * words.len() as u64;
        self.timed(|traffic| &mut traffic.sending, |link| link.send(to, words))
    }

    /// The next message that has arrived, from any rank. `None` if there is none now.
    pub fn poll(&mut self) -> Result<Option<Message>, Gone> {
        match self.take_early() {
            Some(message) => Ok(Some(message)),
            None => self.look(),
        }
    }

    /// Waits for the next message, from any rank.
    pub fn wait(&mut self) -> Result<Message, Gone> {
        match self.take_early() {
            Some(message) => Ok(message),
            None => self.wait_for_any(),
        }
    }

    /// Waits for the next message, from any rank, but no longer than this. `None` if none has
    /// arrived by then.
    pub fn wait_for(&mut self, longest: Duration) -> Result<Option<Message>, Gone> {
        if let Some(message) = self.poll()? {
            return Ok(Some(message));
        }
        self.timed(|traffic| &mut traffic.waiting, |link| link.wait_for(longest))
    }

    /// What the link does, whose time is added to a part of the traffic.
    fn timed<T>(
        &mut self,
        part: fn(&mut Traffic) -> &mut Duration,
        work: impl FnOnce(&mut dyn Link) -> T,
    ) -> T {
        let begin = self.link.now();
        let result = work(&mut *self.link);
        *part(&mut self.traffic) += self.link.now() - begin;
        result
    }

    fn look(&mut self) -> Result<Option<Message>, Gone> {
        self.timed(|traffic| &mut traffic.sending, |link| link.poll())
    }

    fn wait_for_any(&mut self) -> Result<Message, Gone> {
        if let Some(message) = self.look()? {
            return Ok(message);
        }
        self.timed(|traffic| &mut traffic.waiting, |link| link.wait())
    }

    fn take_early(&mut self) -> Option<Message> {
        if self.held == 0 {
            return None;
        }
        self.held -= 1;
        let mut queues = self.early.iter_mut().enumerate();
        queues.find_map(|(from, queue)| Some(Message { from, words: queue.pop_front()? }))
    }

    /// Waits for the next message from one rank, and keeps those of the others.
    pub fn receive(&mut self, from: usize) -> Result<Vec<u64>, Gone> {
        loop {
            if let Some(words) = self.early[from].pop_front() {
                self.held -= 1;
                return Ok(words);
            }
            let message = self.wait_for_any()?;
            self.keep(message);
        }
    }

    /// Takes in the messages that have arrived, and keeps them. Some libraries move the data of
    /// a long message only while both ranks call them, so a rank that computes for long calls
    /// this from time to time.
    pub fn progress(&mut self) -> Result<(), Gone> {
        while let Some(message) = self.look()? {
            self.keep(message);
        }
        Ok(())
    }

    fn keep(&mut self, message: Message) {
        self.early[message.from].push_back(message.words);
        self.held += 1;
    }
}

impl fmt::Debug for Communicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Communicator")
            .field("rank", &self.rank())
            .field("ranks", &self.ranks())
            .field("traffic", &self.traffic)
            .finish_non_exhaustive()
    }
}
