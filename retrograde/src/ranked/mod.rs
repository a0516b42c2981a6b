//! Exploring a whole space on several ranks.
//!
//! Each rank owns a [`Partition`]'s share of the words, for every cell of the blank. Most moves
//! stay inside a part, as in an exploration on one machine. Those between the first cells and
//! the ones below them move whole blocks of words between parts. A block that leaves a rank is
//! sent as it is, whether its states exist or not. So the bytes of a layer are known
//! beforehand ([`Forecast`]), and no message says what is in it: both ranks number the blocks
//! alike.
//!
//! Blocks are sent in rounds of bounded size. A rank sends the first rounds, does the work for
//! which it needs nobody, and then works with one round while the next ones are on their way.

mod crossing;
mod error;
mod forecast;
mod layer;
mod moves;
mod partition;
mod probe;
mod rounds;
mod store;

use std::io;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use optile_core::filled;
use optile_ranks::Communicator;
use rayon::ThreadPool;

use self::moves::Moves;
use crate::exploration::{Exploration, pool};
use crate::turned::Turned;

pub use self::error::RankedError;
pub use self::forecast::Forecast;
pub use self::layer::RankedLayer;
pub use self::partition::{Partition, PartitionError};
pub use self::probe::Probe;
pub use self::store::{MemoryStore, WordStore};

/// One rank's share of a breadth-first search of a whole state space, at one bit per state.
///
/// All ranks have the same arguments, and call the methods that take a [`Communicator`] in the
/// same order. The counts are those of an [`Exploration`].
///
/// ```
/// use optile_core::Interrupt;
/// use optile_ranks::{Communicator, thread_links};
/// use optile_retrograde::{MemoryStore, Partition, RankedExploration};
///
/// let partition = Partition::new([3, 3], 2)?;
/// let links = thread_links(2).into_iter();
/// std::thread::scope(|scope| {
///     for mut ranks in links.map(|link| Communicator::new(Box::new(link))) {
///         scope.spawn(move || {
///             let parts = partition.parts_of(ranks.rank()).len();
///             let store = MemoryStore::new(9, parts, partition.part_words()).unwrap();
///             let mut exploration =
///                 RankedExploration::new([3, 3], 8, 1, Box::new(store), &ranks).unwrap();
///             while !exploration.is_over() {
///                 exploration.advance(&mut ranks, &Interrupt::default()).unwrap();
///             }
///             assert_eq!(exploration.depth_counts().len() - 1, 31);
///         });
///     }
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RankedExploration {
    turned: Turned,
    partition: Partition,
    rank: usize,
    /// How many parts this rank owns.
    parts: usize,
    /// Whether parts of other ranks are taken for parts of this one, to measure time.
    wraps: bool,
    moves: Moves,
    store: Box<dyn WordStore>,
    /// The states of each part, by cell and then by part.
    counts: Vec<AtomicU64>,
    depth_counts: Vec<u64>,
    /// `None` if one thread is enough.
    pool: Option<ThreadPool>,
    /// Room for the next layer of a part, for each thread.
    spares: Mutex<Vec<Vec<u64>>>,
}

impl RankedExploration {
    /// This rank's share of an exploration that begins at the goal with its tiles in order and
    /// its blank at `goal_blank`, on `threads` threads. `store` holds the parts that the
    /// [`Partition`] gives this rank. Its words are 0.
    ///
    /// # Errors
    ///
    /// When there is no such space, there are too many ranks, or memory, threads or words
    /// cannot be had.
    pub fn new(
        sides: [usize; 2],
        goal_blank: usize,
        threads: usize,
        store: Box<dyn WordStore>,
        ranks: &Communicator,
    ) -> Result<Self, RankedError> {
        let mut own = Self::empty(sides, goal_blank, threads, store, ranks)?;
        own.depth_counts = vec![1];
        // In order, the tiles have rank 0.
        if own.rank == 0 {
            let cell = own.turned.goal_blank();
            own.store.update(cell, 0..1, &mut |words| words[0] = 1)?;
            own.set_count(cell, 0, 1);
        }
        Ok(own)
    }

    /// This rank's share of an exploration that had found `depth_counts`. `store` holds the
    /// words that it had then. Call [`RankedExploration::verify`] next.
    ///
    /// # Errors
    ///
    /// As for [`RankedExploration::new`].
    pub fn resume(
        sides: [usize; 2],
        goal_blank: usize,
        threads: usize,
        depth_counts: Vec<u64>,
        store: Box<dyn WordStore>,
        ranks: &Communicator,
    ) -> Result<Self, RankedError> {
        let mut own = Self::empty(sides, goal_blank, threads, store, ranks)?;
        own.depth_counts = depth_counts;
        for cell in 0..own.turned.cells() {
            for part in 0..own.parts {
                let mut count = 0;
                own.store.read(cell, own.words_of_part(part), &mut |words| {
                    count = words.iter().map(|word| u64::from(word.count_ones())).sum();
                })?;
                own.set_count(cell, part, count);
            }
        }
        Ok(own)
    }

    /// Checks that the words of all ranks are those of the last two layers. Collective.
    ///
    /// # Errors
    ///
    /// [`RankedError::Damaged`] when they are not, and when a rank has ended.
    pub fn verify(&self, ranks: &mut Communicator) -> Result<(), RankedError> {
        let last = self.turned.colour_at(self.depth_counts.len() - 1);
        let shared = ranks.share(&[self.states(last), self.states(1 - last)])?;
        let mut counts = self.depth_counts.iter().rev().copied();
        for place in 0..2 {
            let found: u64 = shared.iter().map(|states| states[place]).sum();
            if found != counts.next().unwrap_or(0) {
                return Err(RankedError::Damaged);
            }
        }
        Ok(())
    }

    /// This rank's states with their blank at a cell of a colour.
    fn states(&self, colour: usize) -> u64 {
        let of_cell = |cell| (0..self.parts).map(move |part| self.count(cell, part)).sum::<u64>();
        self.turned.cells_of(colour).map(of_cell).sum()
    }

    fn empty(
        sides: [usize; 2],
        goal_blank: usize,
        threads: usize,
        store: Box<dyn WordStore>,
        ranks: &Communicator,
    ) -> Result<Self, RankedError> {
        let partition = Partition::new(sides, ranks.ranks())?;
        Exploration::check(sides, goal_blank)?;
        let turned = Turned::new(sides, goal_blank);
        Self::empty_share(turned, partition, threads, store, ranks.rank())
    }

    fn empty_share(
        turned: Turned,
        partition: Partition,
        threads: usize,
        store: Box<dyn WordStore>,
        rank: usize,
    ) -> Result<Self, RankedError> {
        let moves = Moves::new(&turned, &partition, rank)?;
        let parts = partition.parts_of(rank).len();
        let counts = (0..turned.cells() * parts).map(|_| AtomicU64::new(0)).collect();
        let spares = (0..threads.max(1)).map(|_| filled(partition.part_words(), 0));
        Ok(Self {
            turned,
            partition,
            rank,
            parts,
            wraps: false,
            moves,
            store,
            counts,
            depth_counts: Vec::new(),
            pool: pool(threads)?,
            spares: Mutex::new(spares.collect::<Result<_, _>>()?),
        })
    }

    /// States at each distance reached, on all ranks.
    pub fn depth_counts(&self) -> &[u64] {
        &self.depth_counts
    }

    /// States reached so far, on all ranks.
    pub fn stored(&self) -> u64 {
        self.depth_counts.iter().sum()
    }

    /// Whether every state was reached.
    pub fn is_over(&self) -> bool {
        u128::from(self.stored()) == Exploration::states(self.turned.sides())
    }

    /// This rank's words.
    pub fn store(&self) -> &dyn WordStore {
        &*self.store
    }

    /// How the space is divided.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The cells of a turned board, for which the store has words.
    pub fn cells(&self) -> usize {
        self.turned.cells()
    }

    fn part_words(&self) -> usize {
        self.partition.part_words()
    }

    fn words_of_part(&self, part: usize) -> Range<usize> {
        part * self.part_words()..(part + 1) * self.part_words()
    }

    fn count(&self, cell: usize, part: usize) -> u64 {
        // Only one thread writes it, and others read it in other layers.
        self.counts[cell * self.parts + part].load(Ordering::Relaxed)
    }

    fn set_count(&self, cell: usize, part: usize, count: u64) {
        self.counts[cell * self.parts + part].store(count, Ordering::Relaxed);
    }

    /// Calls `visit` with each board of this rank at the greatest distance reached: the cell of
    /// the turned board where its blank is, and its tiles in reading order, 0 for the blank.
    /// For each cell, the boards of all ranks follow each other in the order of the ranks.
    ///
    /// # Errors
    ///
    /// When the words cannot be read.
    pub fn for_each_last(&self, visit: &mut dyn FnMut(usize, &[u8])) -> io::Result<()> {
        let first = self.partition.words_of(self.rank).start;
        for cell in self.turned.cells_of(self.turned.colour_at(self.depth_counts.len() - 1)) {
            for part in (0..self.parts).filter(|&part| self.count(cell, part) > 0) {
                let words = self.words_of_part(part);
                let first = first + words.start;
                self.store.read(cell, words, &mut |words| {
                    let visit = &mut |board: &[u8]| visit(cell, board);
                    self.turned.for_each_board(cell, first, words, visit);
                })?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for RankedExploration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RankedExploration")
            .field("partition", &self.partition)
            .field("rank", &self.rank)
            .field("depth_counts", &self.depth_counts)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
