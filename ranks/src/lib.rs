//! Messages between the ranks of a search. A rank is a process, as in MPI, and may be on
//! another machine.
//!
//! # The main decision
//!
//! Searches know only the small trait [`Link`]: send a message, and take the next one that
//! has arrived. MPI is one implementation, in the package `optile-mpi`. [`ThreadLink`] is
//! another, in which every rank is a thread of one process. So everything that runs on a
//! cluster is tested without one, and nobody needs MPI to build it. In a third one, for tests, the
//! time of messages and expansions is computed and not measured, so that a search on a
//! thousand ranks can be studied on one machine. All pass the same test of conformance, which is in
//! the package `optile-testkit`.
//!
//! A message is a list of 64-bit words. All machines of a run have the same byte order, and
//! `optile-mpi` checks this at the start. Messages are large: a rank collects nodes, and
//! sends them together.
//!
//! [`encode`] and [`decode`] make words of any value that serde knows, and the value again.
//!
//! [`Communicator`] builds on a link what ranks do together: sums of numbers, values of all ranks,
//! and a message from every rank to every other. All but the last go through a tree of ranks. With
//! [`agreement`], all ranks fail together, and say why.
//!
//! # Example
//!
//! ```
//! use optile_ranks::{Communicator, thread_links};
//!
//! std::thread::scope(|scope| {
//!     for link in thread_links(3) {
//!         scope.spawn(|| {
//!             let mut ranks = Communicator::new(Box::new(link));
//!             let own = ranks.rank() as u64;
//!             let all = ranks.share(&[own])?;
//!             assert_eq!(all, [[0], [1], [2]]);
//!             Ok::<(), optile_ranks::Gone>(())
//!         });
//!     }
//! });
//! ```
#![forbid(unsafe_code)]

pub mod agreement;
mod codec;
mod collective;
mod communicator;
mod interval;
mod thread_link;

use std::thread;
use std::time::{Duration, Instant};

pub use codec::{decode, encode};
pub use communicator::{Communicator, Traffic};
pub use interval::Interval;
pub use thread_link::{ThreadLink, thread_links};

/// The connection of one rank to all others.
///
/// Messages from one rank to another arrive in the order in which they were sent. Nothing is
/// guaranteed about the order of messages from different ranks. No message is lost.
pub trait Link: Send {
    /// This rank, from 0.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn ranks(&self) -> usize;

    /// Sends a message to another rank. Never waits for the receiver.
    ///
    /// # Panics
    ///
    /// When `to` is this rank or no rank.
    fn send(&mut self, to: usize, words: Vec<u64>) -> Result<(), Gone>;

    /// The next message that has arrived, from any rank. `None` if there is none now.
    fn poll(&mut self) -> Result<Option<Message>, Gone>;

    /// Waits for the next message, from any rank.
    fn wait(&mut self) -> Result<Message, Gone>;

    /// Waits for the next message, from any rank, but no longer than this. `None` if none has
    /// arrived by then.
    fn wait_for(&mut self, longest: Duration) -> Result<Option<Message>, Gone> {
        let begin = Instant::now();
        let mut message = self.poll()?;
        while message.is_none() && begin.elapsed() < longest {
            thread::yield_now();
            message = self.poll()?;
        }
        Ok(message)
    }

    /// Learns that this rank has expanded nodes since it was told so the last time. Only a
    /// simulation needs to know.
    fn work(&mut self, nodes: u64) {
        let _ = nodes;
    }

    /// The time, as this rank measures it. In a simulation, it is simulated.
    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// A message that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The rank that sent it.
    pub from: usize,
    /// What it says.
    pub words: Vec<u64>,
}

/// A rank has ended early, and the run cannot go on. Every message and every collective operation
/// may find that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rank {rank} has ended early")]
pub struct Gone {
    /// The rank that has ended.
    pub rank: usize,
}
