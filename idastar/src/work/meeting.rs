//! How the ranks begin and end a search together.

use optile_core::{Meter, Path, Stop};

use super::message::Message;
use super::work_queue::{FIRST, WorkQueue};

impl WorkQueue {
    /// Tells the first rank whether this one can begin. Fails if it cannot. On
    /// the first rank, it also fails if another one cannot.
    pub(crate) fn agree(&mut self, own: Option<Stop>) -> Result<(), Stop> {
        let mut reason = own;
        if !self.is_first() {
            self.send(FIRST, &Message::Ready(reason.clone()));
        }
        let others = if self.is_first() { 1..self.post.all } else { 0..0 };
        for from in others {
            match self.post.receive(from) {
                Message::Ready(stop) => reason = reason.or(stop),
                message => panic!("rank {from} sent {message:?} before it was ready"),
            }
        }
        reason.map_or(Ok(()), Err)
    }

    /// Ends the search on all ranks with the result and the counts of the first
    /// one. Receives all messages that are still on their way to this rank.
    /// Those of a later search stay for it.
    pub(crate) fn leave(
        mut self,
        own: Result<Path, Stop>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let mut result = own;
        if self.is_first() {
            self.send_all(&Message::Finish(result.clone(), *meter.counters()));
        } else {
            let (first, counters) = self.finish();
            meter.take_over(counters);
            result = first;
        }
        self.send_all(&Message::Bye);
        self.has_left[self.post.rank] = true;
        for from in 0..self.post.all {
            while !self.has_left[from] {
                self.has_left[from] = matches!(self.post.receive(from), Message::Bye);
            }
        }
        result
    }
}
