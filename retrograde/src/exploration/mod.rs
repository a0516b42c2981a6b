//! Counting all states of a space, layer by layer.

use optile_core::{MAX_CELLS, Meter, Stop, factorial};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bit_layers::{BitLayers, CellLayer};
use crate::turned::Turned;

/// Breadth-first search of a whole state space at **one bit per state**, for
/// counting. It gives the number of states at each distance from the goal, and
/// the states of the last two distances.
///
/// Boards may be larger than those of a [`crate::Table`]: 2x7 has
/// 43,589,145,600 states and takes 6 GB. All threads work on one layer, each on
/// the states with their blank at a different cell.
///
/// ```
/// use optile_core::Meter;
/// use optile_retrograde::Exploration;
///
/// let mut exploration = Exploration::new([3, 3], 8, 2)?;
/// let mut meter = Meter::default();
/// while !exploration.is_over() {
///     exploration.advance(&mut meter)?;
/// }
/// assert_eq!(exploration.depth_counts().len() - 1, 31);
/// // Two 8-puzzles are farthest from this goal.
/// let mut farthest = Vec::new();
/// exploration.for_each_last(|tiles| farthest.push(tiles.to_vec()));
/// assert_eq!(farthest, [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Exploration {
    bit_layers: BitLayers,
    threads: usize,
    /// `None` if one thread is enough.
    pool: Option<ThreadPool>,
}

/// Why a space cannot be explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExplorationError {
    /// A side is too short or the board too large.
    #[error(
        "boards of size {width}x{height} cannot be explored: sides are at least 2, and cells at \
         most {}",
        Exploration::MOST_CELLS
    )]
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The goal's blank is not on the board.
    #[error("the goal's blank cannot be at cell {cell}: cells are 0 to {}", cells - 1)]
    Cell {
        /// The cell asked for.
        cell: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// The system has no memory for it.
    #[error(
        "the system gives less memory than the {bytes} bytes that {width}x{height} takes: free \
         some, or raise the limit of address space"
    )]
    Memory {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// The bytes that it needs.
        bytes: u128,
    },
    /// Threads could not be started.
    #[error("{threads} threads could not be started")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
}

impl Exploration {
    /// The most cells of a board whose memory can be computed. Boards that fit
    /// in memory are much smaller.
    pub const MOST_CELLS: usize = MAX_CELLS;

    /// Checks that there is such a space.
    ///
    /// # Errors
    ///
    /// [`ExplorationError::Size`] and [`ExplorationError::Cell`].
    pub fn check([width, height]: [usize; 2], goal_blank: usize) -> Result<(), ExplorationError> {
        let cells = width.saturating_mul(height);
        if width < 2 || height < 2 || cells > Self::MOST_CELLS {
            return Err(ExplorationError::Size { width, height });
        }
        if goal_blank >= cells {
            return Err(ExplorationError::Cell { cell: goal_blank, cells });
        }
        Ok(())
    }

    /// States that reach a goal, on a board of a size that passes
    /// [`Exploration::check`].
    pub fn states([width, height]: [usize; 2]) -> u128 {
        factorial(width * height) / 2
    }

    /// Bytes that the search holds with `threads` threads, for such a board.
    pub fn bytes(sides: [usize; 2], threads: usize) -> u128 {
        BitLayers::bytes(&Turned::new(sides, 0), threads)
    }

    /// An exploration that begins at the goal with its tiles in order and its
    /// blank at `goal_blank`, on `threads` threads.
    ///
    /// It takes [`Exploration::bytes`] of memory at once. Check beforehand
    /// whether this memory is available.
    ///
    /// # Errors
    ///
    /// Those of [`Exploration::check`], [`ExplorationError::Memory`] and
    /// [`ExplorationError::Threads`].
    pub fn new(
        sides: [usize; 2],
        goal_blank: usize,
        threads: usize,
    ) -> Result<Self, ExplorationError> {
        let mut own = Self::empty(sides, goal_blank, threads)?;
        own.bit_layers.begin();
        Ok(own)
    }

    /// An exploration that continues where an earlier one had found
    /// `depth_counts`. `fill` is called with the slices of
    /// [`Exploration::layers`] in order, zeroed, and must fill in their words.
    ///
    /// # Errors
    ///
    /// Those of `fill`, and those of [`Exploration::new`].
    pub fn resume<E: From<ExplorationError>>(
        sides: [usize; 2],
        goal_blank: usize,
        threads: usize,
        depth_counts: Vec<u64>,
        fill: impl FnMut(&mut [u64]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut own = Self::empty(sides, goal_blank, threads)?;
        own.bit_layers.resume(depth_counts, fill)?;
        Ok(own)
    }

    fn empty(
        sides: [usize; 2],
        goal_blank: usize,
        threads: usize,
    ) -> Result<Self, ExplorationError> {
        Self::check(sides, goal_blank)?;
        let [width, height] = sides;
        let bit_layers = BitLayers::empty(Turned::new(sides, goal_blank), threads);
        let bit_layers = bit_layers.map_err(|_| {
            let bytes = Self::bytes(sides, threads);
            ExplorationError::Memory { width, height, bytes }
        })?;
        Ok(Self { bit_layers, threads, pool: pool(threads)? })
    }

    /// States at each distance reached.
    pub fn depth_counts(&self) -> &[u64] {
        &self.bit_layers.depth_counts
    }

    /// States reached so far.
    pub fn stored(&self) -> u64 {
        self.bit_layers.stored()
    }

    /// Whether every state was reached. The last layer then holds the farthest
    /// states.
    pub fn is_over(&self) -> bool {
        u128::from(self.stored()) == Self::states(self.bit_layers.turned.sides())
    }

    /// Builds the next layer and returns how many states it has.
    ///
    /// Counts every state of the last layer as expanded. A layer is built
    /// completely or not at all.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for. After that the exploration cannot
    /// continue.
    pub fn advance(&mut self, meter: &mut Meter) -> Result<u64, Stop> {
        let bytes = BitLayers::bytes(&self.bit_layers.turned, self.threads);
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        meter.allow(bytes)?;
        let count = self.bit_layers.advance(self.pool.as_ref(), meter)?;
        meter.hold(self.stored(), bytes);
        Ok(count)
    }

    /// What must be stored, besides [`Exploration::depth_counts`], to continue
    /// later: one slice of words per cell of the board, all of the same length.
    /// At the beginning and at the end, most words are 0.
    pub fn layers(&self) -> impl Iterator<Item = &[u64]> {
        let cells = 0..self.bit_layers.turned.cells();
        cells.map(|cell| &self.bit_layers.cell_layer(cell).words[..])
    }

    /// How many states the two layers have, the last layer first.
    pub fn last_layers(&self) -> [u64; 2] {
        self.bit_layers.last_layers().map(|layer| layer.map(|(_, layer)| layer.count).sum())
    }

    /// Calls `visit` with each board at the greatest distance reached: its
    /// tiles in reading order, 0 for the blank.
    pub fn for_each_last(&self, mut visit: impl FnMut(&[u8])) {
        let [last, _] = self.bit_layers.last_layers();
        for (blank, CellLayer { words, .. }) in last {
            self.bit_layers.turned.for_each_board(blank, 0, words, &mut visit);
        }
    }
}

/// The threads of an exploration; `None` if one is enough.
pub(crate) fn pool(threads: usize) -> Result<Option<ThreadPool>, ExplorationError> {
    if threads <= 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some).map_err(|_| ExplorationError::Threads { threads })
}

#[cfg(test)]
mod tests;
