//! How the ranks begin and end a search together.

use optile_core::{Counters, Path, Stop};

use super::message::Message;
use super::work_queue::{FIRST, WorkQueue, present};

impl WorkQueue<'_> {
    /// Tells the first rank whether this one can begin. The first rank learns
    /// why the search cannot begin, if so.
    pub(crate) fn agree(&mut self, stop: Option<Stop>) -> Option<Stop> {
        if !self.is_first() {
            self.send(FIRST, &Message::Ready(stop.clone()));
            return stop;
        }
        let mut first = stop;
        for from in 1..self.ranks() {
            match Message::decode(&present(self.ranks.receive(from))) {
                (_, Message::Ready(stop)) => first = first.or(stop),
                (_, message) => panic!("rank {from} sent {message:?} before it was ready"),
            }
        }
        first
    }

    /// On the first rank: tells the others that the search is over.
    pub(crate) fn finish(&mut self, result: &Result<Path, Stop>, counters: Counters) {
        self.send_all(&Message::Finish(result.clone(), counters));
    }

    /// Receives all messages that are still on their way to this rank. Those of
    /// a later search stay for it.
    pub(crate) fn leave(mut self) {
        self.send_all(&Message::Bye);
        self.has_left[self.ranks.rank()] = true;
        for from in (0..self.ranks()).filter(|&from| !self.has_left[from]) {
            while Message::decode(&present(self.ranks.receive(from))).1 != Message::Bye {}
        }
    }
}
