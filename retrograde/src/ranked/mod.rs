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
mod moves;
mod partition;
mod probe;
mod rounds;
mod store;

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use optile_core::{Interrupt, filled};
use optile_ranks::Communicator;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use self::moves::Moves;
use crate::exploration::{Exploration, ExplorationError};
use crate::turned::Turned;

pub use self::error::RankedError;
pub use self::forecast::Forecast;
pub use self::partition::{Partition, PartitionError};
pub use self::probe::Probe;
pub use self::store::{MemoryStore, WordStore};

/// Rounds that are sent before they are needed.
const AHEAD: usize = 2;

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
///                 RankedExploration::new([3, 3], 8, 1, Box::new(store), &mut ranks).unwrap();
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

/// A layer that has been built on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedLayer {
    /// Its states on all ranks.
    pub states: u64,
    /// Whether the interrupt of some rank asks all to end.
    pub is_interrupted: bool,
}

/// What a rank tells the others at the end of a layer.
const GO_ON: u64 = 0;
const INTERRUPTED: u64 = 1;
const FAILED: u64 = 2;

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
        ranks: &mut Communicator,
    ) -> Result<Self, RankedError> {
        let mut own = Self::empty(sides, goal_blank, threads, store, ranks)?;
        own.depth_counts = vec![1];
        // In order, the tiles have rank 0.
        if own.rank == 0 {
            let cell = own.turned.goal_blank();
            own.store.update(cell, 0..1, &mut |words| words[0] = 1)?;
            let place = own.place(cell, 0);
            *own.counts[place].get_mut() = 1;
        }
        Ok(own)
    }

    /// This rank's share of an exploration that had found `depth_counts`. `store` holds the
    /// words that it had then. Collective.
    ///
    /// # Errors
    ///
    /// As for [`RankedExploration::new`], and [`RankedError::Damaged`] when the words on all
    /// ranks are not those of the last two layers.
    pub fn resume(
        sides: [usize; 2],
        goal_blank: usize,
        threads: usize,
        depth_counts: Vec<u64>,
        store: Box<dyn WordStore>,
        ranks: &mut Communicator,
    ) -> Result<Self, RankedError> {
        let mut own = Self::empty(sides, goal_blank, threads, store, ranks)?;
        let mut sums = [0; 2];
        for cell in 0..own.turned.cells() {
            for part in 0..own.parts() {
                let mut count = 0;
                let words = part * own.part_words()..(part + 1) * own.part_words();
                own.store.read(cell, words, &mut |words| {
                    count = words.iter().map(|word| u64::from(word.count_ones())).sum();
                })?;
                sums[own.turned.colour(cell)] += count;
                let place = own.place(cell, part);
                *own.counts[place].get_mut() = count;
            }
        }
        own.depth_counts = depth_counts;
        let last = own.colour_at(own.depth_counts.len() - 1);
        let shared = ranks.share(&[sums[last], sums[1 - last]])?;
        let mut counts = own.depth_counts.iter().rev().copied();
        for place in 0..2 {
            let found: u64 = shared.iter().map(|sums| sums[place]).sum();
            if found != counts.next().unwrap_or(0) {
                return Err(RankedError::Damaged);
            }
        }
        Ok(own)
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
        let parts = turned.cells() * partition.parts_of(rank).len();
        let spares = (0..threads.max(1)).map(|_| filled(partition.part_words(), 0));
        let pool = match threads {
            0 | 1 => None,
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|_| ExplorationError::Threads { threads })?)
            }
        };
        Ok(Self {
            turned,
            partition,
            rank,
            wraps: false,
            moves,
            store,
            counts: (0..parts).map(|_| AtomicU64::new(0)).collect(),
            depth_counts: Vec::new(),
            pool,
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
        let states = Exploration::states([self.turned.width(), self.turned.height()]);
        u128::from(self.stored()) == states
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

    fn parts(&self) -> usize {
        self.partition.parts_of(self.rank).len()
    }

    fn part_words(&self) -> usize {
        self.partition.part_words()
    }

    /// The place of a part's count.
    fn place(&self, cell: usize, part: usize) -> usize {
        cell * self.parts() + part
    }

    fn count(&self, cell: usize, part: usize) -> u64 {
        // Only one thread writes it, and others read it in other layers.
        self.counts[self.place(cell, part)].load(Ordering::Relaxed)
    }

    /// The colour of the cells where a layer has its blanks.
    fn colour_at(&self, depth: usize) -> usize {
        (self.turned.colour(self.turned.goal_blank()) + depth) % 2
    }

    fn cells_of(&self, colour: usize) -> impl Iterator<Item = usize> {
        (0..self.turned.cells()).filter(move |&cell| self.turned.colour(cell) == colour)
    }

    /// Builds the next layer. Collective.
    ///
    /// If a store fails, the layer is finished on the other ranks, and all learn of it.
    ///
    /// # Errors
    ///
    /// When a store fails or a rank has ended. After that the exploration cannot continue.
    pub fn advance(
        &mut self,
        ranks: &mut Communicator,
        interrupt: &Interrupt,
    ) -> Result<RankedLayer, RankedError> {
        let colour = self.colour_at(self.depth_counts.len());
        let mut failure = None;
        self.build(colour, ranks, &mut failure)?;
        let own: u64 = self
            .cells_of(colour)
            .map(|cell| (0..self.parts()).map(|part| self.count(cell, part)).sum::<u64>())
            .sum();
        let sign = match failure {
            Some(_) => FAILED,
            None if interrupt.check().is_err() => INTERRUPTED,
            None => GO_ON,
        };
        let shared = ranks.share(&[own, sign])?;
        if let Some(error) = failure {
            return Err(RankedError::Store(error));
        }
        if let Some(rank) = shared.iter().position(|words| words[1] == FAILED) {
            return Err(RankedError::Other { rank });
        }
        let states = shared.iter().map(|words| words[0]).sum();
        self.depth_counts.push(states);
        Ok(RankedLayer {
            states,
            is_interrupted: shared.iter().any(|words| words[1] == INTERRUPTED),
        })
    }

    /// Replaces the layer before the last on this rank. The first failure of the store is kept
    /// in `failure`.
    fn build(
        &self,
        colour: usize,
        ranks: &mut Communicator,
        failure: &mut Option<io::Error>,
    ) -> Result<(), RankedError> {
        let (sent, alone): (Vec<usize>, Vec<usize>) = self
            .cells_of(colour)
            .partition(|&cell| self.partition.ranks() > 1 && self.moves.crosses(cell));
        let rounds = self.rounds(&sent);
        for round in rounds.iter().take(AHEAD) {
            self.post(round, ranks, failure)?;
        }
        let parts = self.parts();
        let work = |place: usize| {
            let (cell, part) = (alone[place / parts], place % parts);
            self.renew(cell, part)
        };
        let places = 0..alone.len() * parts;
        keep(failure, || match &self.pool {
            Some(pool) => pool.install(|| places.into_par_iter().try_for_each(work)),
            None => places.into_iter().try_for_each(work),
        });
        let mut room = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            self.receive(round, ranks, &mut room)?;
            if let Some(later) = rounds.get(number + AHEAD) {
                self.post(later, ranks, failure)?;
            }
            let work = |(part, next): (usize, &mut [u64])| {
                self.replace(round.cell, round.parts.start + part, true, next)
            };
            let size = self.part_words();
            keep(failure, || match &self.pool {
                Some(pool) => {
                    pool.install(|| room.par_chunks_mut(size).enumerate().try_for_each(work))
                }
                None => room.chunks_mut(size).enumerate().try_for_each(work),
            });
        }
        Ok(())
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
        for cell in self.cells_of(self.colour_at(self.depth_counts.len() - 1)) {
            for part in (0..self.parts()).filter(|&part| self.count(cell, part) > 0) {
                let begin = part * self.part_words();
                self.store.read(cell, begin..begin + self.part_words(), &mut |words| {
                    let visit = &mut |board: &[u8]| visit(cell, board);
                    self.turned.for_each_board(cell, first + begin, words, visit);
                })?;
            }
        }
        Ok(())
    }

    /// Replaces a part to which nothing comes from other ranks.
    fn renew(&self, cell: usize, part: usize) -> io::Result<()> {
        let mut next = self.spare()?;
        next.fill(0);
        let result = self.replace(cell, part, false, &mut next);
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).push(next);
        result
    }

    /// Room for a part. Its words have any value.
    fn spare(&self) -> io::Result<Vec<u64>> {
        let spare = self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.map_or_else(|| filled(self.part_words(), 0).map_err(error::no_memory), Ok)
    }
}

/// Does work unless something has failed already, and keeps its failure.
fn keep(failure: &mut Option<io::Error>, work: impl FnOnce() -> io::Result<()>) {
    if failure.is_none() {
        *failure = work().err();
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
