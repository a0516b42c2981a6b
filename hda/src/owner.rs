//! Which thread owns a state.
//!
//! A hash of all tiles would give all threads equal shares of the work, but almost every
//! successor would belong to another thread: with two threads half of them, and with many nearly
//! all. So the owner is a hash of an abstraction of the state (E. Burns, S. Lemons, W. Ruml and
//! R. Zhou, Best-first heuristic search for multicore machines, 2010), in which most moves change
//! nothing. The hash has a random part for each abstract feature (Y. Jinnai and A. Fukunaga,
//! Abstract Zobrist hashing: an efficient work distribution method for parallel best-first search,
//! 2016). The parts are added up modulo the number of threads, so the owner of a successor follows
//! from that of its parent.
//!
//! **The abstraction** keeps the cells of the first two tiles, and for each other tile only the
//! quarter of the board on which it is. So a move changes the owner only if the tile crosses one of
//! the middle lines of the board, or is one of the two. Measured on three of Korf's instances in
//! steps with the Manhattan distance, as the successors that are sent, and as the expansions of all
//! threads divided by those of the busiest thread in each step:
//!
//! | the owner depends on | sent by 2, 8, 64 threads | work by 2, 8, 64 threads |
//! | --- | --- | --- |
//! | all cells | 47, 84, 94 % | 1.99, 7.9, 61 |
//! | the cells of seven tiles | 20, 39, 46 % | 1.97, 7.6, 56 |
//! | the quarters of all tiles | 16, 30, 30 % | 1.97, 7.6, 54 |
//! | the same, and the cells of two tiles | 16, 36, 40 % | 1.98, 7.8, 58 |
//! | the same, and the cells of five tiles | 25, 50, 54 % | 1.99, 7.8, 60 |

use std::array::from_fn;
use std::ops::Range;

use optile_core::{Board, Size, Slide, Word};

/// Tiles whose cells matter, from 1 on. Of the others, only their quarter of the board matters.
const BY_CELL: usize = 2;

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
#[derive(Debug)]
pub(crate) struct Owners {
    pub(crate) threads: Threads,
    /// The part of each tile on each cell, below the number of threads. Indexed by `[tile][cell]`.
    /// That of the blank is 0.
    parts: [[u32; 32]; 32],
}

impl Owners {
    pub(crate) fn new(threads: Threads, size: Size) -> Self {
        let part = |tile, cell| if tile == 0 { 0 } else { part(tile, cell, threads.all(), size) };
        Self { threads, parts: from_fn(|tile| from_fn(|cell| part(tile, cell))) }
    }

    /// The thread that owns a state.
    pub(crate) fn of<B: Board>(&self, board: B, word: B::Word) -> usize {
        let cells = 0..board.cells();
        let sum: usize = cells.map(|cell| self.parts[word.get(cell)][cell] as usize).sum();
        sum % self.threads.all()
    }

    /// The thread that owns a successor of a state that thread `own` owns. `None` for the same
    /// thread.
    #[inline(always)]
    pub(crate) fn of_successor(&self, own: usize, slide: Slide) -> Option<usize> {
        let parts = &self.parts[slide.tile & 31];
        let (left, reached) = (parts[slide.from & 31] as usize, parts[slide.to & 31] as usize);
        if left == reached {
            return None;
        }
        let threads = self.threads.all();
        let (behind, more) = (own + reached, own + reached + threads - left);
        let owner = if behind >= left { behind - left } else { more };
        Some(if owner >= threads { owner - threads } else { owner })
    }
}

/// What a tile on a cell adds to the number of the owner, modulo `threads`.
fn part(tile: usize, cell: usize, threads: usize, size: Size) -> u32 {
    let place = if tile <= BY_CELL { cell } else { quarter(cell, size) };
    let word = random((tile << 8 | place) as u64);
    // The word is read as a fraction.
    ((u128::from(word) * threads as u128) >> 64) as u32
}

/// The quarter of the board that has a cell.
fn quarter(cell: usize, size: Size) -> usize {
    let (row, column) = (cell / size.width(), cell % size.width());
    let is_low = 2 * row >= size.height();
    let is_right = 2 * column >= size.width();
    usize::from(is_low) << 1 | usize::from(is_right)
}

/// A random word for each number: the generator SplitMix64 (G. L. Steele, D. Lea and
/// C. H. Flood, Fast splittable pseudorandom number generators, 2014).
fn random(number: u64) -> u64 {
    let mut word = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use optile_core::{Meter, Rect, Shaped, State, Word};
    use optile_store::{ClosedList, Encoding, Hashed};
    use optile_testkit::random_problems;

    use super::*;

    /// States of which all are equally likely.
    fn random_states<B: Board>(board: B) -> Vec<State<B>> {
        let problems = random_problems(board.size(), 0, 20_000, 1);
        problems.iter().map(|problem| State::of(problem.start()).unwrap()).collect()
    }

    fn owners<B: Board>(board: B, all: usize) -> Owners {
        Owners::new(Threads { rank: 0, ranks: 1, each: all }, board.size())
    }

    /// Whether counts are equal apart from chance and a hundredth, with a wide margin for chance.
    fn are_even(counts: &[u32]) -> bool {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        let margin = 8.0 * mean.sqrt() + mean / 100.0;
        counts.iter().all(|&count| (f64::from(count) - mean).abs() < margin)
    }

    fn check<B: Board>(board: B) {
        let (states, encoding) = (random_states(board), Hashed::new(board));
        for threads in [1, 2, 3, 7, 1024] {
            let owners = owners(board, threads);
            let mut counts = vec![0; threads];
            for state in &states {
                let own = owners.of(board, state.word());
                counts[own] += 1;
                for successor in encoding.successors(encoding.root(state)) {
                    let expected = owners.of(board, encoding.state(successor.node).word());
                    let owner = owners.of_successor(own, successor.slide);
                    assert_eq!(owner, Some(expected).filter(|&owner| owner != own));
                }
            }
            assert!(are_even(&counts), "{board:?} on {threads}: {counts:?}");
        }
        // The states of a thread fill a closed list evenly, where the top of the key decides.
        let table = encoding.closed_list(&mut Meter::default()).unwrap();
        for thread in 0..2 {
            let mut counts = [0; 16];
            let owners = owners(board, 2);
            for state in states.iter().filter(|state| owners.of(board, state.word()) == thread) {
                let key = table.key(encoding.root(state)).widen();
                counts[(key >> (8 * size_of::<B::Word>() - 12)) as usize] += 1;
            }
            assert!(are_even(&counts), "{board:?} in thread {thread}: {counts:?}");
        }
    }

    #[test]
    fn threads_own_equal_shares_spread_over_their_tables() {
        check(Rect::<4, 4>);
        check(Rect::<5, 5>);
        check(Shaped::<u64>::of(Size::new(3, 4).unwrap()).unwrap());
    }
}
