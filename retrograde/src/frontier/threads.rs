//! The threads of a rank.

use std::sync::PoisonError;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use optile_core::{Stop, filled};
use optile_ranks::{Communicator, Gone};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Exploration, ExplorationError};

/// How long the threads of a rank work before the next look for messages.
const INTERVAL: Duration = Duration::from_micros(50);

/// What a thread needs to build a part of the next layer.
pub(super) struct Room {
    /// The next layer.
    pub(super) next: Vec<u64>,
    /// Words that a move changes before they are added.
    pub(super) moved: Vec<u64>,
}

impl Room {
    /// Room for a part of so many words.
    pub(super) fn new(words: usize) -> Result<Self, Stop> {
        Ok(Self { next: filled(words, 0)?, moved: filled(words, 0)? })
    }
}

/// The threads of an exploration; `None` if one is enough.
pub(super) fn pool(threads: usize) -> Result<Option<ThreadPool>, ExplorationError> {
    if threads <= 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some).map_err(|_| ExplorationError::Threads { threads })
}

impl Exploration {
    /// Does work for all numbers up to `count` on the threads of this rank. Meanwhile messages
    /// arrive.
    pub(super) fn for_each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) + Sync),
        ranks: &mut Communicator,
    ) -> Result<(), Gone> {
        let Some(pool) = &self.pool else {
            return (0..count).try_for_each(|number| {
                work(number);
                ranks.progress()
            });
        };
        let (sender, receiver) = channel::<()>();
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // The channel closes after the work.
                let _sender = sender;
                (0..count).into_par_iter().for_each(work);
            });
            while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                ranks.progress()?;
            }
            Ok(())
        })
    }

    /// Does work with the room of a thread.
    pub(super) fn with_room(&self, work: impl FnOnce(&mut Room)) {
        let lock = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = lock().pop();
        let mut room = room.unwrap_or_else(|| unreachable!("each thread has a room"));
        work(&mut room);
        lock().push(room);
    }
}
