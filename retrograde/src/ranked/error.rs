//! Why an exploration on several ranks cannot begin or go on.

use std::io;

use optile_core::Stop;
use optile_ranks::Gone;

use super::partition::PartitionError;
use crate::exploration::ExplorationError;

/// Why an exploration on several ranks cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RankedError {
    /// There is no such space, or threads could not be started.
    #[error(transparent)]
    Space(#[from] ExplorationError),
    /// The space cannot be divided among the ranks.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// The system has no memory for it.
    #[error(
        "the system gives less memory than the exploration takes: free some, or use more ranks"
    )]
    Memory,
    /// This rank's words cannot be read or written.
    #[error("the words of this rank cannot be kept: {0}")]
    Store(#[from] io::Error),
    /// Another rank's words cannot be read or written.
    #[error("the words of rank {rank} cannot be kept")]
    Other {
        /// The first such rank.
        rank: usize,
    },
    /// The words are not those of the layers that had been counted.
    #[error("the layers do not have the states that were counted")]
    Damaged,
    /// A rank has ended.
    #[error(transparent)]
    Gone(#[from] Gone),
}

impl From<Stop> for RankedError {
    fn from(_: Stop) -> Self {
        Self::Memory
    }
}

/// The error of a store for a lack of memory.
pub(crate) fn no_memory(_: Stop) -> io::Error {
    io::ErrorKind::OutOfMemory.into()
}
