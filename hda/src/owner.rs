//! Which thread owns a state.

use std::ops::Range;

use optile_core::{Board, Word};

/// How states are assigned to threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ownership {
    /// By a hash of all tiles. All threads have equal shares of the work, and almost every
    /// successor belongs to another thread.
    #[default]
    Hash,
    /// By a hash of the cells of the first tiles, which is an abstraction of the state
    /// (E. Burns, S. Lemons, W. Ruml and R. Zhou, Best-first heuristic search for multicore
    /// machines, 2010; Y. Jinnai and A. Fukunaga, On hash-based work distribution methods for
    /// parallel best-first search, 2017). A move of another tile stays with its thread, so
    /// fewer nodes are sent, and the shares of the threads are less equal.
    Tiles,
}

/// The tiles whose cells determine the owner, from 1 on. With seven, half of a thread's successors
/// on a 4x4 board stay with it. With three tiles, four fifths stay, but some threads own more of the
/// nodes with a low f than others, and 64 ranks wait for more than half of the time.
const TILES: usize = 7;

/// How threads are numbered: those of rank 0 come first, then those of rank 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Threads {
    /// This rank, and how many there are.
    pub(crate) rank: usize,
    pub(crate) ranks: usize,
    /// Threads of each rank.
    pub(crate) each: usize,
}

impl Threads {
    /// How many threads all ranks have.
    pub(crate) fn all(self) -> usize {
        self.ranks * self.each
    }

    /// The numbers of the threads of this rank.
    pub(crate) fn own(self) -> Range<usize> {
        self.rank * self.each..(self.rank + 1) * self.each
    }
}

/// Which thread owns which state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owners {
    pub(crate) threads: Threads,
    pub(crate) ownership: Ownership,
}

impl Owners {
    /// The thread that owns a state.
    pub(crate) fn of<B: Board>(self, board: B, word: B::Word) -> usize {
        match self.ownership {
            Ownership::Hash => by_hash(word, self.threads.all()),
            Ownership::Tiles => by_tiles(word, board.cells(), self.threads.all()),
        }
    }

    /// The thread that owns a successor of a state of thread `own`, in which `tile` has moved.
    #[inline(always)]
    pub(crate) fn of_successor<B: Board>(
        self,
        board: B,
        word: B::Word,
        tile: usize,
        own: usize,
    ) -> usize {
        match self.ownership {
            Ownership::Hash => by_hash(word, self.threads.all()),
            Ownership::Tiles if tile <= TILES => self.of(board, word),
            Ownership::Tiles => own,
        }
    }
}

/// The thread that owns a state by [`Ownership::Tiles`]: a Zobrist hash of the cells of the
/// first tiles (A. L. Zobrist, A new hashing method with application for game playing, 1970),
/// read as a fraction, times the number of threads.
fn by_tiles<W: Word>(word: W, cells: usize, threads: usize) -> usize {
    let hash = (0..cells).fold(0, |hash, cell| hash ^ RANDOM[word.get(cell) & 31][cell & 31]);
    ((u128::from(hash) * threads as u128) >> 64) as usize
}

/// A random word for each tile that is counted and each cell, and 0 for the other tiles.
/// Indexed by `[tile][cell]`.
static RANDOM: [[u64; 32]; 32] = {
    let mut all = [[0; 32]; 32];
    let mut tile = 1;
    while tile <= TILES {
        let mut cell = 0;
        while cell < 32 {
            all[tile][cell] = random((tile << 5 | cell) as u64);
            cell += 1;
        }
        tile += 1;
    }
    all
};

/// A random word for each number: the generator SplitMix64 (G. L. Steele, D. Lea and
/// C. H. Flood, Fast splittable pseudorandom number generators, 2014).
const fn random(number: u64) -> u64 {
    let mut word = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// The thread that owns a state by [`Ownership::Hash`]: a hash of its word, read as a fraction,
/// times the number of threads.
///
/// The multiplier and the shift differ from those of the closed lists, whose
/// index is the top of a hash too. If both hashes had the same top, the states
/// of a thread would fill only one part of its closed list.
#[inline(always)]
fn by_hash<W: Word>(word: W, threads: usize) -> usize {
    const ODD: u64 = 0xD1B5_4A32_D192_ED03;
    let word = word.widen();
    let mut hash = word as u64;
    if size_of::<W>() > size_of::<u64>() {
        hash = (hash ^ hash >> 31).wrapping_mul(ODD) ^ (word >> 64) as u64;
    }
    hash = (hash ^ hash >> 27).wrapping_mul(ODD);
    ((u128::from(hash) * threads as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use optile_core::{Meter, Rect, Shaped, Size, State, Word};
    use optile_store::{ClosedList, Encoding, Hashed, Memory};

    use super::*;

    /// States within `moves` moves of a goal, each once for every path to it.
    fn near<B: Board>(board: B, goal_blank: usize, moves: usize) -> Vec<State<B>> {
        let mut layer = vec![State::goal(board, goal_blank)];
        let mut all = layer.clone();
        for _ in 0..moves {
            let next = layer.iter().flat_map(|state| state.moves().map(|m| state.successor(m)));
            layer = next.collect();
            layer.sort_by_key(State::word);
            layer.dedup();
            all.extend(&layer);
        }
        all
    }

    /// Whether counts differ from their mean by no more than chance explains,
    /// with a wide margin.
    fn are_even(counts: &[u32]) -> bool {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().all(|&count| (f64::from(count) - mean).abs() < 8.0 * mean.sqrt())
    }

    fn check<B: Board>(board: B, moves: usize) {
        let states = near(board, 0, moves);
        assert!(states.len() > 20_000);
        for threads in [1, 2, 3, 7, 1024] {
            let mut counts = vec![0; threads];
            for state in &states {
                counts[by_hash(state.word(), threads)] += 1;
            }
            assert!(are_even(&counts), "{board:?} on {threads}: {counts:?}");
        }
        // The states of a thread fill a closed list evenly, where the top of the key decides.
        let encoding = Hashed::new(board);
        let table = encoding.closed_list(&mut Memory::default(), &mut Meter::default()).unwrap();
        for thread in 0..2 {
            let mut counts = [0; 16];
            for state in states.iter().filter(|state| by_hash(state.word(), 2) == thread) {
                let key = table.key(encoding.root(state)).widen();
                counts[(key >> (8 * size_of::<B::Word>() - 12)) as usize] += 1;
            }
            assert!(are_even(&counts), "{board:?} in thread {thread}: {counts:?}");
        }
    }

    #[test]
    fn threads_own_equal_shares_spread_over_their_tables() {
        check(Rect::<4, 4>, 14);
        check(Rect::<5, 5>, 13);
        check(Shaped::<u64>::of(Size::new(3, 4).unwrap()).unwrap(), 16);
    }
}
