//! The encoding of 3x3 boards, by a dense number for each state.

mod tables;
#[cfg(test)]
mod tests;

use optile_core::{Board, Meter, Move, Size, Slide, State, Stop, Task, Word, filled, reachable};

use super::visit_expanded;
use crate::{ClosedEntry, ClosedList, ClosedSlot, Encoding, Successor};

use tables::{CELLS, CLASS, NUMBER, SIDE, TABLES, TILES, class};

/// The encoding for 3x3: nodes carry a number among all states, and the closed list is an array.
///
/// The number is the inversion table of the tiles in reading order (D. E.
/// Knuth, The Art of Computer Programming, volume 3, section 5.1.1), read as a
/// number of mixed radix, times the number of cells, plus the blank's cell.
/// Digit `t` counts the tiles below `t` that come after tile `t`. So it is
/// below `t`, and its weight is `(t - 1)!`. The parity of the digits' sum is
/// that of the permutation, and the blank's row determines it. So the digit of
/// tile 2 is left out, and all other weights are halved.
///
/// Unlike a rank by Cantor expansion, this number is cheap to update. A move
/// along a row changes no digit. A move along a column takes a tile past two
/// others. For each such pair only the larger tile's digit changes, by one.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<B> {
    board: B,
}

/// A node of the encoding [`Numbered`]. From the lowest bit on, it holds the
/// tiles as in a packed state, the blank's cell with the moves to try, and the
/// number. One addition changes the last two together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberedNode(pub(super) u64);

const fn is_three_by_three(size: Size) -> bool {
    size.width() == SIDE && size.height() == SIDE
}

impl<B: Board> Numbered<B> {
    /// Whether a board of this type can be 3x3. If not, no code is compiled for the type with this
    /// encoding.
    pub const MAY_FIT: bool = match B::SHAPE {
        Some(shape) => is_three_by_three(shape.size()),
        None => size_of::<B::Word>() == size_of::<u64>(),
    };
    /// Whether all boards of this type are 3x3. If so, no code is compiled for the type with the
    /// other encoding.
    pub const ALWAYS_FITS: bool = Self::MAY_FIT && B::SHAPE.is_some();

    /// The encoding of a board; `None` if the board is not 3x3.
    ///
    /// The array of the closed list has 181,440 entries and is cleared before each search. That
    /// costs less than hashing a thousand states.
    #[inline]
    pub fn of(board: B) -> Option<Self> {
        (Self::MAY_FIT && is_three_by_three(board.size())).then_some(Self { board })
    }

    /// A state's number, computed from the whole state.
    fn number(self, state: &State<B>) -> u64 {
        let mut number = state.blank() as u64;
        // A set: the tiles after the current one.
        let mut after = 0u32;
        for cell in (0..CELLS).rev() {
            let tile = state.tile(cell);
            let smaller = (after & ((1 << tile) - 1)).count_ones();
            number += u64::from(smaller) * TABLES.weights[tile & 15];
            after |= u32::from(tile != 0) << tile;
        }
        number
    }
}

impl<B: Board> Encoding<B> for Numbered<B> {
    type Node = NumberedNode;
    type ClosedList = NumberedClosedList;

    #[inline]
    fn root(self, state: &State<B>) -> NumberedNode {
        NumberedNode(
            state.word().widen() as u64
                | (class(state.blank(), state.moves()) as u64) << CLASS
                | self.number(state) << NUMBER,
        )
    }

    #[inline(always)]
    fn state(self, node: NumberedNode) -> State<B> {
        State::from_parts(
            self.board,
            B::Word::narrow((node.0 & TILES).into()),
            (node.0 >> (CLASS + 4) & 15) as usize,
        )
    }

    #[inline(always)]
    fn successors(self, node: NumberedNode) -> impl Iterator<Item = Successor<NumberedNode>> {
        let node = node.0;
        let expansion = &TABLES.expansions[(node >> CLASS & 255) as usize];
        expansion.steps[..expansion.count & 7].iter().map(move |step| {
            let tile = node >> (4 * step.from) & 15;
            let mut successor = (node ^ (tile * step.cells)).wrapping_add(step.change);
            let row = usize::from(step.direction) << 8 | (tile as usize) << 4;
            let passed = node >> step.passed;
            for place in 0..SIDE - 1 {
                let other = (passed >> (4 * place) & 15) as usize;
                successor = successor.wrapping_add(TABLES.passes[row | other]);
            }
            let slide = Slide { tile: tile as usize, from: step.from.into(), to: step.to.into() };
            Successor {
                node: NumberedNode(successor),
                m: Move::ALL[usize::from(step.m & 3)],
                slide,
            }
        })
    }

    fn closed_list(self, meter: &mut Meter) -> Result<Self::ClosedList, Stop> {
        let states = reachable(self.board.size()) as usize;
        meter.take(states)?;
        Ok(NumberedClosedList(filled(states, 0)?))
    }

    fn for_each_expanded(
        self,
        closed: &Self::ClosedList,
        task: &Task<B>,
        visit: &mut dyn FnMut(&State<B>, u32),
    ) {
        for index in 0..reachable(self.board.size()) {
            let state = State::from_index(self.board, index, task.goal_blank);
            let entry = ClosedEntry(closed.0[self.number(&state) as usize]);
            visit_expanded(&state, entry, task, visit);
        }
    }
}

/// The closed list of the encoding [`Numbered`]: an array of bytes, indexed by the state's number.
#[derive(Debug)]
pub struct NumberedClosedList(Vec<u8>);

impl ClosedList<NumberedNode> for NumberedClosedList {
    const BATCH: usize = 1;
    type Key = NumberedNode;

    #[inline(always)]
    fn key(&self, node: NumberedNode) -> NumberedNode {
        node
    }

    #[inline(always)]
    fn prefetch(&self, _: NumberedNode) {}

    #[inline(always)]
    fn prefetch_behind(&self, _: NumberedNode) {}

    #[inline(always)]
    fn slot(&mut self, node: NumberedNode) -> ClosedSlot<'_, 1> {
        ClosedSlot::new(std::array::from_mut(&mut self.0[(node.0 >> NUMBER) as usize]))
    }

    #[inline(always)]
    fn bytes(&self, node: NumberedNode) -> [u8; 1] {
        [self.0[(node.0 >> NUMBER) as usize]]
    }

    #[inline(always)]
    fn make_room(&mut self, _: usize, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }
}
