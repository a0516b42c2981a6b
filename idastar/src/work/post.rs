//! The messages of a rank that searches, over its communicator.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use optile_ranks::{Communicator, Gone, Message as Words, decode, encode};

use super::message::Message;

/// Sends and receives messages of a search. One thread at a time uses it.
///
/// Without the other ranks the search has no result, and it was not stopped
/// either. So all methods panic when a rank has ended early. Whoever started the
/// ranks reports the lost one.
pub(crate) struct Post {
    ranks: Arc<Mutex<Communicator>>,
    /// This rank.
    pub(crate) rank: usize,
    /// How many ranks there are.
    pub(crate) all: usize,
}

/// A message that has arrived.
pub(crate) struct Arrived {
    pub(crate) from: usize,
    /// The iteration in which it was sent.
    pub(crate) iteration: u64,
    pub(crate) message: Message,
}

impl Post {
    pub(crate) fn new(ranks: Arc<Mutex<Communicator>>) -> Self {
        let [rank, all] = {
            let ranks = ranks.lock().unwrap_or_else(PoisonError::into_inner);
            [ranks.rank(), ranks.ranks()]
        };
        Self { ranks, rank, all }
    }

    pub(crate) fn send(&self, to: usize, iteration: u64, message: &Message) {
        present(self.ranks().send(to, encode(&(iteration, message))));
    }

    pub(crate) fn poll(&self) -> Option<Arrived> {
        present(self.ranks().poll()).map(read)
    }

    pub(crate) fn wait(&self) -> Arrived {
        read(present(self.ranks().wait()))
    }

    pub(crate) fn wait_for(&self, longest: Duration) -> Option<Arrived> {
        present(self.ranks().wait_for(longest)).map(read)
    }

    pub(crate) fn receive(&self, from: usize) -> Message {
        let words = present(self.ranks().receive(from));
        read(Words { from, words }).message
    }

    fn ranks(&self) -> MutexGuard<'_, Communicator> {
        self.ranks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(Words { from, words }: Words) -> Arrived {
    let (iteration, message) = decode(&words);
    Arrived { from, iteration, message }
}

fn present<T>(result: Result<T, Gone>) -> T {
    result.unwrap_or_else(|gone| panic!("{gone}"))
}
