//! Why an exploration cannot begin or go on.

use optile_core::{Size, Stop};
use optile_ranks::Gone;

use super::Exploration;

/// Why an exploration cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplorationError {
    /// The board is too large.
    #[error("boards of size {0} cannot be explored: expected at most {most} cells", most = Exploration::MOST_CELLS)]
    Size(Size),
    /// The goal's blank is not on the board.
    #[error("the goal's blank cannot be at cell {cell}: cells are 0 to {}", cells - 1)]
    Cell {
        /// The cell asked for.
        cell: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// Some ranks would own nothing.
    #[error("the space has {most} parts, which is too few for {ranks} ranks: start at most {most}")]
    Ranks {
        /// How many ranks were asked for.
        ranks: usize,
        /// How many ranks can share the space.
        most: usize,
    },
    /// The system has no memory for it.
    #[error(
        "the system gives less memory than the exploration takes: free some, raise the limit of \
         address space, or use more ranks"
    )]
    Memory,
    /// Threads could not be started.
    #[error("{threads} threads could not be started")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
    /// The words are not those of the layers that had been counted.
    #[error("the layers do not have the states that were counted")]
    Damaged,
    /// The interrupt asks it to end.
    #[error("the exploration was interrupted")]
    Interrupted,
    /// A rank has ended.
    #[error(transparent)]
    Gone(#[from] Gone),
}

impl From<Stop> for ExplorationError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Memory => Self::Memory,
            _ => Self::Interrupted,
        }
    }
}
