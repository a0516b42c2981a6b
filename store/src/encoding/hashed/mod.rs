//! The encoding of boards of any size.

mod closed_list;

use optile_core::{Board, Meter, Move, Moves, Slide, State, Stop, Task, Word};

use super::visit_expanded;
use crate::closed::{EntryTable, Fill};
use crate::{ClosedEntry, Encoding, Successor};

pub use closed_list::HashedClosedList;

/// The encoding for any size. Nodes are packed states, which are found again by
/// hashing.
#[derive(Clone, Copy, Debug)]
pub struct Hashed<B> {
    board: B,
}

/// A node of the encoding [`Hashed`]: a packed state, with the moves to try in
/// the top four bits. If the last cell of a full board would use these bits, it
/// is left out. The tiles on the other cells determine which one is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashedNode<W>(pub(in crate::encoding) W);

/// Bits of a word.
const fn bits<W>() -> u32 {
    8 * size_of::<W>() as u32
}

/// All bits of the lowest `cells` cells.
#[inline(always)]
fn low_cells<W: Word>(cells: usize) -> u128 {
    (1 << (cells as u32 * W::CELL_BITS)) - 1
}

/// Whether `cells` cells leave `free` bits of a word free.
#[inline(always)]
fn leaves<W: Word>(cells: usize, free: u32) -> bool {
    cells as u32 * W::CELL_BITS + free <= bits::<W>()
}

/// How many of a board's cells are kept beside the moves to try.
#[inline(always)]
fn kept<W: Word>(cells: usize) -> usize {
    if leaves::<W>(cells, 4) { cells } else { cells - 1 }
}

impl<W: Word> HashedNode<W> {
    #[inline(always)]
    fn new(word: W, moves: usize, cells: usize) -> Self {
        let tiles = word.widen() & low_cells::<W>(kept::<W>(cells));
        Self(W::narrow(tiles | (moves as u128) << (bits::<W>() - 4)))
    }

    #[inline(always)]
    fn moves(self) -> usize {
        (self.0.widen() >> (bits::<W>() - 4)) as usize & 15
    }

    #[inline(always)]
    fn word(self, cells: usize) -> W {
        let kept = kept::<W>(cells);
        let tiles = self.0.widen() & low_cells::<W>(kept);
        let word = W::narrow(tiles);
        if kept == cells {
            return word;
        }
        // All tiles but the last one cancel out, by halves.
        let (mut fold, mut left) = (tiles, kept.next_multiple_of(8));
        while left > 3 {
            left /= 2;
            fold ^= fold >> (left as u32 * W::CELL_BITS);
        }
        if left == 3 {
            fold ^= fold >> W::CELL_BITS ^ fold >> (2 * W::CELL_BITS);
        } else {
            fold ^= fold >> W::CELL_BITS;
        }
        let mask = (1 << W::CELL_BITS) - 1;
        word.put(kept, (fold as usize & mask) ^ all_tiles(cells))
    }

    /// Whether the states are the same, on a board of `cells` cells.
    #[inline(always)]
    pub(crate) fn is_state_of(self, other: Self, cells: usize) -> bool {
        (self.0 ^ other.0).widen() & low_cells::<W>(kept::<W>(cells)) == 0
    }

    /// This node, with only the moves to try that it has in common with another
    /// node of the same state.
    #[inline(always)]
    pub(crate) fn merged(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// A word that no other state of a search has, with its top byte free.
    ///
    /// If all cells would not fit, the first and the last cell are left out.
    /// The other cells determine which two tiles are on these two, one of which
    /// may be the blank. Exchanging the two tiles changes the parity of the
    /// permutation. The blank stays where it is or moves an even number of
    /// steps, which [`has_keys`] checks. So no path leads from one of the two
    /// states to the other.
    #[inline(always)]
    pub(crate) fn key(self, cells: usize) -> W {
        let tiles = self.0.widen();
        W::narrow(if leaves::<W>(cells, 8) {
            tiles & low_cells::<W>(cells)
        } else {
            tiles >> W::CELL_BITS & low_cells::<W>(cells - 2)
        })
    }
}

/// The state of a key, among those that reach the goal with its blank at
/// `goal_blank`.
fn state_of_key<B: Board>(board: B, key: B::Word, goal_blank: usize) -> State<B> {
    let cells = board.cells();
    if leaves::<B::Word>(cells, 8) {
        return State::from_word(board, key);
    }
    let (bits, mask) = (B::Word::CELL_BITS, low_cells::<B::Word>(1));
    let mut kept = 0u32;
    // A bit above the cells ends the loop, which is too long to be unrolled.
    let mut rest = key.widen() | 1 << (bits * (cells as u32 - 2));
    while rest != 1 {
        kept |= 1 << (rest & mask);
        rest >>= bits;
    }
    let left_out = !kept & ((1 << cells) - 1);
    let one = left_out.trailing_zeros() as usize;
    let other = (left_out & (left_out - 1)).trailing_zeros() as usize;
    let word = B::Word::narrow(key.widen() << bits);
    let state = State::from_word(board, word.put(0, one).put(cells - 1, other));
    if state.reaches(goal_blank) {
        return state;
    }
    State::from_word(board, word.put(0, other).put(cells - 1, one))
}

/// The exclusive or of all tiles.
#[inline(always)]
fn all_tiles(cells: usize) -> usize {
    // Four numbers of which the first is divisible by four cancel out.
    (cells & !3..cells).fold(0, |all, tile| all ^ tile)
}

/// Whether [`HashedNode::key`] tells the states of a board apart: where it
/// leaves out two cells, they must be an even number of steps apart.
fn has_keys<B: Board>(board: B) -> bool {
    leaves::<B::Word>(board.cells(), 8) || board.distance(0, board.cells() - 1).is_multiple_of(2)
}

impl<B: Board> Hashed<B> {
    /// The encoding of a board.
    ///
    /// # Panics
    ///
    /// When a word has no room for the board's states. Every [`Size`] has that
    /// room.
    ///
    /// [`Size`]: optile_core::Size
    #[inline]
    pub fn new(board: B) -> Self {
        assert!(has_keys(board), "states of {size} boards have no keys", size = board.size());
        Self { board }
    }

    /// The last move to the state of a node, which leaves out the move that takes it back. A
    /// [root](Encoding::root) has none.
    #[inline(always)]
    pub fn last_move(self, node: HashedNode<B::Word>) -> Option<Move> {
        // One lookup, and no search for the bit.
        const LAST: [Option<Move>; 16] = {
            let mut last = [None; 16];
            let mut place = 0;
            while place < 4 {
                let back = Move::ALL[place];
                last[Moves::NONE.with(back).bits()] = Some(back.inverse());
                place += 1;
            }
            last
        };
        LAST[self.state(node).moves().bits() & !node.moves() & 15]
    }

    /// An empty closed list for a search with so many sides, one or two, or with
    /// [wide entries](crate::WideEntry).
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below its size.
    pub fn closed_list_with<const SIDES: usize>(
        self,
        fill: Fill,
        meter: &mut Meter,
    ) -> Result<HashedClosedList<B, SIDES>, Stop> {
        let table = EntryTable::new(fill, meter)?;
        Ok(HashedClosedList { board: self.board, table })
    }
}

impl<B: Board> Encoding<B> for Hashed<B> {
    type Node = HashedNode<B::Word>;
    type ClosedList = HashedClosedList<B>;

    #[inline(always)]
    fn root(self, state: &State<B>) -> Self::Node {
        HashedNode::new(state.word(), state.moves().bits(), self.board.cells())
    }

    #[inline(always)]
    fn state(self, node: Self::Node) -> State<B> {
        State::from_word(self.board, node.word(self.board.cells()))
    }

    #[inline(always)]
    fn successors(self, node: Self::Node) -> impl Iterator<Item = Successor<Self::Node>> {
        let parent = self.state(node);
        let (word, to, cells) = (parent.word(), parent.blank(), self.board.cells());
        let expansion = self.board.shape().expansion(to, node.moves());
        expansion.steps().iter().map(move |step| {
            let from = step.from();
            let tile = word.get(from);
            let node = HashedNode::new(word.slide(tile, from, to), step.onward(), cells);
            Successor { node, m: step.m(), slide: Slide { tile, from, to } }
        })
    }

    fn closed_list(self, meter: &mut Meter) -> Result<Self::ClosedList, Stop> {
        self.closed_list_with(Fill::ONE_SIDE, meter)
    }

    fn for_each_expanded(
        self,
        closed: &Self::ClosedList,
        task: &Task<B>,
        visit: &mut dyn FnMut(&State<B>, u32),
    ) {
        closed.table.for_each(|key, [entry]| {
            let state = state_of_key(self.board, key, task.goal_blank);
            visit_expanded(&state, ClosedEntry(entry), task, visit);
        });
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Size, with_board, with_shaped_board};
    use proptest::prelude::*;

    use super::*;

    /// Walks at random, and looks at nodes and keys on the way.
    fn check<B: Board>(board: B, steps: &[u8]) {
        let (encoding, cells) = (Hashed::new(board), board.cells());
        for goal_blank in [0, cells - 1] {
            let mut state = State::goal(board, goal_blank);
            let mut keys = std::collections::HashMap::new();
            for &step in steps {
                for bits in 0..16 {
                    let moves = Move::ALL
                        .into_iter()
                        .filter(|&m| bits >> m as usize & 1 == 1)
                        .fold(Moves::NONE, Moves::with);
                    let node = HashedNode::new(state.word(), moves.bits(), cells);
                    assert_eq!(encoding.state(node), state);
                    assert_eq!(node.moves(), moves.bits());
                    let key = node.key(cells);
                    assert_eq!(key, encoding.root(&state).key(cells));
                    assert_eq!(key.widen() >> (8 * size_of::<B::Word>() - 8), 0);
                    assert_ne!(key, B::Word::EMPTY);
                    assert_eq!(state_of_key(board, key, goal_blank), state);
                    let word = *keys.entry(key).or_insert(state.word());
                    assert_eq!(word, state.word());
                }
                let moves: Vec<Move> = state.moves().into_iter().collect();
                state.apply(moves[usize::from(step) % moves.len()]);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn nodes_keep_state_and_moves_and_keys_tell_states_apart(
            steps in proptest::collection::vec(any::<u8>(), 0..200)
        ) {
            for size in Size::all() {
                with_board!(size, board => check(board, &steps));
                with_shaped_board!(size, board => check(board, &steps));
            }
        }
    }
}
