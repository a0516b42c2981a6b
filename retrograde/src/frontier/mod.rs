//! Counting all states of a space, layer by layer, on one rank or on several.
//!
//! `layer.rs` is the search, `moves.rs` says what a move does to words, and `rounds.rs` is what
//! is added among several ranks.
//!
//! Each rank owns a [`Partition`]'s share of the words, for every cell of the blank. Most moves
//! stay inside a part. Those between the first cells and the ones below them move whole blocks
//! of words between parts. A block that leaves a rank is sent as it is, whether its states
//! exist or not. So no message says what is in it: both ranks number the blocks alike.

mod crossing;
mod error;
mod layer;
mod moves;
mod partition;
mod rounds;
mod threads;
mod words;

use std::sync::Mutex;

use optile_core::{Interrupt, Size, reachable};
use optile_ranks::Communicator;
use rayon::ThreadPool;

use self::crossing::Shipment;
use self::moves::Moves;
use self::rounds::AHEAD;
use self::threads::{Room, pool};
use self::words::Part;
use crate::turned::Turned;

pub use self::error::ExplorationError;
pub use self::layer::Layer;
pub use self::partition::Partition;

/// Breadth-first search of a whole state space at **one bit per state**, for counting. It gives
/// the number of states at each distance from the goal, and the states of the last two
/// distances.
///
/// A move takes the blank to a cell of the other colour of a chequerboard. So layers of even and
/// of odd distances never have their blank at the same cell. A neighbour of a layer's state is
/// in the previous or in the next layer, never in the same one. So the next layer consists of
/// the neighbours of the last layer that are not in the layer before it. It replaces that
/// earlier layer, part by part. (R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier search,
/// 2005, keeps two layers of lists for the same reason.)
///
/// Boards may be larger than those of a [`crate::Table`]: 2x7 has 43,589,145,600 states and
/// takes 6 GB. All threads work on one layer, each on another part of it.
///
/// ```
/// use optile_core::Interrupt;
/// use optile_retrograde::Exploration;
///
/// let mut exploration = Exploration::alone("3x3".parse()?, 8, 2)?;
/// exploration.finish(&Interrupt::default())?;
/// assert_eq!(exploration.depth_counts().len() - 1, 31);
/// // Two 8-puzzles are farthest from this goal.
/// let mut farthest = Vec::new();
/// exploration.for_each_last(&mut |_, tiles| farthest.push(tiles.to_vec()));
/// assert_eq!(farthest, [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Several ranks have the same arguments, and call the methods that take a [`Communicator`] in
/// the same order. `examples/ranks.rs` shows it.
pub struct Exploration {
    turned: Turned,
    partition: Partition,
    rank: usize,
    moves: Moves,
    /// Those that this rank owns, by the cell of the blank of the turned board.
    parts: Vec<Vec<Part>>,
    depth_counts: Vec<u64>,
    /// `None` if one thread is enough.
    pool: Option<ThreadPool>,
    /// For each thread.
    rooms: Mutex<Vec<Room>>,
}

impl Exploration {
    /// The most cells of a board whose words can be numbered. Boards that fit in memory are much
    /// smaller.
    pub const MOST_CELLS: usize = 20;

    /// Checks that there is such a space.
    ///
    /// # Errors
    ///
    /// [`ExplorationError::Size`] and [`ExplorationError::Cell`].
    pub fn check(size: Size, goal_blank: usize) -> Result<(), ExplorationError> {
        let cells = size.cells();
        if cells > Self::MOST_CELLS {
            return Err(ExplorationError::Size(size));
        }
        if goal_blank >= cells {
            return Err(ExplorationError::Cell { cell: goal_blank, cells });
        }
        Ok(())
    }

    /// An exploration that begins at the goal with its tiles in order and its blank at
    /// `goal_blank`, on one rank with `threads` threads.
    ///
    /// It takes [`Exploration::rank_bytes`] of memory. Check beforehand whether this memory is
    /// available.
    ///
    /// # Errors
    ///
    /// When there is no such space, or memory or threads cannot be had.
    pub fn alone(size: Size, goal_blank: usize, threads: usize) -> Result<Self, ExplorationError> {
        Self::check(size, goal_blank)?;
        Self::begin(Turned::new(size, goal_blank), threads, 0, 1)
    }

    /// This rank's share of an exploration that begins at such a goal.
    ///
    /// # Errors
    ///
    /// When there is no such space, there are too many ranks, or memory or threads cannot be had.
    pub fn new(
        size: Size,
        goal_blank: usize,
        threads: usize,
        ranks: &Communicator,
    ) -> Result<Self, ExplorationError> {
        Self::check(size, goal_blank)?;
        Self::begin(Turned::new(size, goal_blank), threads, ranks.rank(), ranks.ranks())
    }

    /// The share of a rank in an exploration of a board as it is turned.
    pub(crate) fn begin(
        turned: Turned,
        threads: usize,
        rank: usize,
        ranks: usize,
    ) -> Result<Self, ExplorationError> {
        let partition = Partition::of(&turned, ranks)?;
        let mut moves = Moves::new(&turned, &partition)?;
        moves.crossings.iter_mut().try_for_each(|crossing| crossing.ship_from(&partition, rank))?;
        let part_words = partition.part_words();
        let cell = |_| partition.parts_of(rank).map(|_| Part::new(part_words)).collect();
        let parts = (0..turned.cells()).map(cell).collect::<Result<_, _>>()?;
        let rooms = (0..threads.max(1)).map(|_| Room::new(part_words));
        let rooms = Mutex::new(rooms.collect::<Result<_, _>>()?);
        let pool = pool(threads)?;
        let own =
            Self { turned, partition, rank, moves, parts, depth_counts: vec![1], pool, rooms };
        // In order, the tiles have rank 0.
        own.put(own.turned.goal_blank(), 0, &[1]);
        Ok(own)
    }

    /// Bytes of memory that the rank with the most parts holds at most.
    ///
    /// # Errors
    ///
    /// When there is no such space, it cannot be divided among the ranks, or the system has no
    /// memory for the lists of moves.
    pub fn rank_bytes(size: Size, ranks: usize, threads: usize) -> Result<u128, ExplorationError> {
        Self::check(size, 0)?;
        Self::bytes_of(&Turned::new(size, 0), ranks, threads)
    }

    /// [`Exploration::rank_bytes`] for a board as it is turned.
    pub(crate) fn bytes_of(
        turned: &Turned,
        ranks: usize,
        threads: usize,
    ) -> Result<u128, ExplorationError> {
        let partition = Partition::of(turned, ranks)?;
        let moves = Moves::new(turned, &partition)?;
        let (cells, parts) = (turned.cells() as u128, partition.most_parts() as u128);
        let part = 8 * partition.part_words() as u128;
        // The words, and each part's lock, allocation and count.
        let words = cells * parts * (part + 72);
        let rooms = threads.max(1) as u128 * 2 * part;
        let mut sent = 0;
        if ranks > 1 {
            // What was received of a round, and messages on their way at both ends.
            sent += rounds::parts_of_round(&partition) as u128 * part * (3 + 2 * AHEAD as u128);
            for crossing in &moves.crossings {
                let shipments = 2 * (parts * part).div_ceil(8 * crossing.piece as u128);
                sent += shipments * size_of::<Shipment>() as u128;
            }
        }
        Ok(words + rooms + sent + moves.bytes() as u128)
    }

    /// Makes of an exploration that has just begun one that had found `depth_counts`. Give its
    /// words back by [`Exploration::put`], and call [`Exploration::verify`] then.
    pub fn resume(&mut self, depth_counts: Vec<u64>) {
        self.depth_counts = depth_counts;
        self.put(self.turned.goal_blank(), 0, &[0]);
    }

    /// Builds all layers that are left, on this rank alone.
    ///
    /// # Errors
    ///
    /// As for [`Exploration::advance`], and when the interrupt asks it to end.
    pub fn finish(&mut self, interrupt: &Interrupt) -> Result<(), ExplorationError> {
        let mut ranks = Communicator::alone();
        while !self.is_over() {
            self.advance(&mut ranks, interrupt)?;
            interrupt.check()?;
        }
        Ok(())
    }

    /// States at each distance reached, on all ranks.
    pub fn depth_counts(&self) -> &[u64] {
        &self.depth_counts
    }

    /// States reached so far, on all ranks.
    pub fn stored(&self) -> u64 {
        self.depth_counts.iter().sum()
    }

    /// Whether every state was reached. The last layer then holds the farthest states.
    pub fn is_over(&self) -> bool {
        u128::from(self.stored()) == reachable(self.turned.size)
    }

    /// How the space is divided.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }
}
