//! The encoding of small boards, by a dense number for each state.

mod tables;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use optile_core::{Board, Meter, Move, Size, Slide, State, Stop, Task, Word, filled, reachable};

use super::visit_expanded;
use crate::{ClosedEntry, ClosedList, ClosedSlot, Encoding, Memory, StateMap, Successor};

use tables::{CLASS, NUMBER, THREE_BY_THREE, TILES, Tables, class};

/// The encoding for at most nine cells: nodes carry a number among all states,
/// and the closed list is an array.
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
/// along a row changes no digit. A move along a column takes a tile past
/// `width - 1` others. For each such pair only the larger tile's digit changes,
/// by one.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<B> {
    board: B,
    /// The tables of this size. Unused if the type determines the size.
    tables: &'static Tables,
}

/// The most cells of a board with this encoding.
const MOST_CELLS: usize = 9;

/// A node of the encoding [`Numbered`]. From the lowest bit on, it holds the
/// tiles as in a packed state, the blank's cell with the moves to try, and the
/// number. One addition changes the last two together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberedNode(pub(super) u64);

impl<B: Board> Numbered<B> {
    /// Whether boards of this type can be small enough. If not, no code is
    /// compiled for them with this encoding.
    pub const MAY_FIT: bool = match B::SHAPE {
        Some(shape) => shape.size().cells() <= MOST_CELLS,
        None => MOST_CELLS as u32 * B::Word::CELL_BITS <= u64::BITS && B::Word::LANES == 16,
    };
    /// Whether all boards of this type are small enough. If so, no code is
    /// compiled for them with the other encoding.
    pub const ALWAYS_FITS: bool = Self::MAY_FIT && B::SHAPE.is_some();

    /// The tables if the type determines the shape, which is only so for 3x3. A
    /// static is stored once. A constant would be stored again in each crate
    /// that is compiled for this type.
    const CONSTANT: &'static Tables = {
        if let Some(shape) = B::SHAPE {
            let (width, height) = (shape.size().width(), shape.size().height());
            assert!(!Self::MAY_FIT || width == 3 && height == 3);
        }
        &THREE_BY_THREE
    };

    /// The encoding of a board; `None` if the board has more than nine cells.
    ///
    /// The array of the closed list is cleared before each search. For nine
    /// cells it has 181,440 entries, and clearing them costs less than hashing
    /// a thousand states.
    pub fn of(board: B) -> Option<Self> {
        static SHARED: [OnceLock<Box<Tables>>; Size::COUNT] =
            [const { OnceLock::new() }; Size::COUNT];
        if board.cells() > MOST_CELLS {
            return None;
        }
        let tables = match B::SHAPE {
            Some(_) => Self::CONSTANT,
            None => SHARED[board.size().number()]
                .get_or_init(|| Box::new(Tables::new(Some(board.shape())))),
        };
        Some(Self { board, tables })
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables {
        match B::SHAPE {
            Some(_) => Self::CONSTANT,
            None => self.tables,
        }
    }

    /// A state's number, computed from the whole state.
    fn number(self, state: &State<B>) -> u64 {
        let mut number = state.blank() as u64;
        // A set: the tiles after the current one.
        let mut after = 0u32;
        for cell in (0..self.board.cells()).rev() {
            let tile = state.tile(cell);
            let smaller = (after & ((1 << tile) - 1)).count_ones();
            number += u64::from(smaller) * self.tables().weights[tile & 15];
            after |= u32::from(tile != 0) << tile;
        }
        number
    }
}

impl<B: Board> Encoding<B> for Numbered<B> {
    type Node = NumberedNode;
    type StateMap<V: Copy + Default> = NumberedTable<V>;
    type ClosedList = NumberedTable<u8>;

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
        let (tables, width) = (self.tables(), self.board.width());
        let expansion = &tables.expansions[(node >> CLASS & 255) as usize];
        expansion.steps[..expansion.count & 7].iter().map(move |step| {
            let tile = node >> (4 * step.from) & 15;
            let mut successor = (node ^ (tile * step.cells)).wrapping_add(step.change);
            let row = usize::from(step.direction) << 8 | (tile as usize) << 4;
            let passed = node >> step.passed;
            for place in 0..width - 1 {
                let other = (passed >> (4 * place) & 15) as usize;
                successor = successor.wrapping_add(tables.passes[row | other]);
            }
            let slide = Slide { tile: tile as usize, from: step.from.into(), to: step.to.into() };
            Successor {
                node: NumberedNode(successor),
                m: Move::ALL[usize::from(step.m & 3)],
                slide,
            }
        })
    }

    fn state_map<V: Copy + Default>(
        self,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<NumberedTable<V>, Stop> {
        let states = reachable(self.board.size()) as usize;
        memory.take(states * size_of::<V>(), meter)?;
        Ok(NumberedTable(filled(states, V::default())?))
    }

    fn closed_list(self, memory: &mut Memory, meter: &mut Meter) -> Result<Self::ClosedList, Stop> {
        self.state_map(memory, meter)
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

/// The state map and the closed list of the encoding [`Numbered`]: an array of
/// values, indexed by the state's number.
#[derive(Debug)]
pub struct NumberedTable<V>(Vec<V>);

impl<V: Copy + Default> StateMap<NumberedNode, V> for NumberedTable<V> {
    #[inline(always)]
    fn make_room(&mut self, _: usize, _: &mut Memory, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn entry(&mut self, node: NumberedNode) -> &mut V {
        &mut self.0[(node.0 >> NUMBER) as usize]
    }

    #[inline(always)]
    fn get(&self, node: NumberedNode) -> V {
        self.0[(node.0 >> NUMBER) as usize]
    }
}

impl ClosedList<NumberedNode> for NumberedTable<u8> {
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
        ClosedSlot::new(std::array::from_mut(self.entry(node)))
    }

    #[inline(always)]
    fn entries(&self, node: NumberedNode) -> [ClosedEntry; 1] {
        [ClosedEntry(self.get(node))]
    }

    #[inline(always)]
    fn make_room(&mut self, _: usize, _: &mut Memory, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }
}
