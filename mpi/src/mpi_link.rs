//! Ranks that are processes, over MPI.

use std::fmt;
use std::thread;

use mpi::Threading;
use mpi::environment::Universe;
use mpi::point_to_point::MatchedReceiveVec;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Source};
use optile_ranks::{Gone, Link, Message};
use optile_results::text::terminal::say;

use crate::outbox::{Outbox, TAG};
use crate::overdue::OVERDUE;

/// The link of a rank that is a process.
///
/// When a process ends early, MPI ends all others, so no method returns an error.
pub(crate) struct MpiLink {
    rank: usize,
    ranks: usize,
    outbox: Outbox,
}

/// How often a rank looks for a message before it gives its core to others.
const LOOKS: u32 = 1 << 10;

/// Starts MPI. `None` if the library cannot be called from several
/// threads, one at a time, or has been started before.
pub(crate) fn start() -> Option<(Universe, MpiLink)> {
    let (universe, threading) = mpi::initialize_with_threading(Threading::Serialized)?;
    if threading < Threading::Serialized {
        return None;
    }
    let world = universe.world();
    let (rank, ranks) = (world.rank() as usize, world.size() as usize);
    Some((universe, MpiLink { rank, ranks, outbox: Outbox::default() }))
}

/// Ends all ranks at once.
pub(crate) fn abort(status: i32) -> ! {
    SimpleCommunicator::world().abort(status)
}

impl Link for MpiLink {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn send(&mut self, to: usize, words: Vec<u64>) -> Result<(), Gone> {
        assert!(to != self.rank && to < self.ranks, "rank {to} of {}", self.ranks);
        self.outbox.clear();
        self.outbox.send(to as i32, words);
        Ok(())
    }

    fn poll(&mut self) -> Result<Option<Message>, Gone> {
        self.outbox.clear();
        if OVERDUE.check().is_err() {
            say(&format!(
                "error: rank {} has waited for another rank until long after the time limit: one \
                 of them is stopped or hangs. Rows that are written are kept",
                self.rank
            ));
            abort(1);
        }
        let world = SimpleCommunicator::world();
        let found = world.any_process().immediate_matched_probe_with_tag(TAG);
        Ok(found.map(|found| {
            let (words, status) = found.matched_receive_vec();
            Message { from: status.source_rank() as usize, words }
        }))
    }

    fn wait(&mut self) -> Result<Message, Gone> {
        let mut looks = 0;
        loop {
            if let Some(message) = self.poll()? {
                return Ok(message);
            }
            looks += 1;
            if looks > LOOKS {
                thread::yield_now();
            }
        }
    }
}

impl fmt::Debug for MpiLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank, self.ranks)
    }
}
