use std::marker::PhantomData;

use optile_core::{Board, Meter, Move, MoveOrder, Slide, State, Stop, Word};

use crate::cost_table::{CostSlot, CostTable};
use crate::table::ClosedTable;
use crate::{Closed, Costs, Mark, Memory, Space, Successor};

/// A space of any size: nodes are packed states, found again by hashing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed<B>(PhantomData<B>);

/// A node of a [`Hashed`] space: a packed state, with the moves to try in the
/// top four bits. Where the last cell of a full board would stand there, it is
/// left out; the tiles on the others tell which one is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashedNode<B: Board>(B::Word);

/// Bits of a word of this board.
const fn bits<B: Board>() -> u32 {
    8 * size_of::<B::Word>() as u32
}

/// All bits of the lowest `cells` cells.
const fn low_cells<B: Board>(cells: usize) -> u128 {
    (1 << (cells as u32 * B::Word::CELL_BITS)) - 1
}

/// Whether the cells of this board leave so many bits of a word free.
const fn leaves<B: Board>(free: u32) -> bool {
    B::CELLS as u32 * B::Word::CELL_BITS + free <= bits::<B>()
}

impl<B: Board> HashedNode<B> {
    /// Cells that are kept beside the moves to try.
    const CELLS: usize = if leaves::<B>(4) { B::CELLS } else { B::CELLS - 1 };
    /// Whether a key has all cells, and not all but the first and the last.
    const KEY_IS_WHOLE: bool = leaves::<B>(8);
    /// The exclusive or of all tiles.
    const TILES: usize = {
        let (mut all, mut tile) = (0, 0);
        while tile < B::CELLS {
            all ^= tile;
            tile += 1;
        }
        all
    };

    #[inline(always)]
    fn new(word: B::Word, moves: usize) -> Self {
        let cells = word.widen() & low_cells::<B>(Self::CELLS);
        Self(B::Word::narrow(cells | (moves as u128) << (bits::<B>() - 4)))
    }

    #[inline(always)]
    fn moves(self) -> usize {
        (self.0.widen() >> (bits::<B>() - 4)) as usize & 15
    }

    #[inline(always)]
    fn word(self) -> B::Word {
        let cells = self.0.widen() & low_cells::<B>(Self::CELLS);
        let word = B::Word::narrow(cells);
        if Self::CELLS == B::CELLS {
            return word;
        }
        // All tiles but the last one cancel out, by halves.
        let (mut fold, mut left) = (cells, Self::CELLS.next_multiple_of(8));
        while left > 3 {
            left /= 2;
            fold ^= fold >> (left as u32 * B::Word::CELL_BITS);
        }
        if left == 3 {
            fold ^= fold >> B::Word::CELL_BITS ^ fold >> (2 * B::Word::CELL_BITS);
        } else {
            fold ^= fold >> B::Word::CELL_BITS;
        }
        let mask = (1 << B::Word::CELL_BITS) - 1;
        word.put(Self::CELLS, (fold as usize & mask) ^ Self::TILES)
    }

    /// Whether the states are the same.
    #[inline(always)]
    pub(crate) fn is_state_of(self, other: Self) -> bool {
        (self.0 ^ other.0).widen() & low_cells::<B>(Self::CELLS) == 0
    }

    /// This node with only those moves to try that the other one of the same
    /// state has as well.
    #[inline(always)]
    pub(crate) fn merged(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// A word that no other state of a search has, with its top byte free.
    ///
    /// Where all cells would not fit, the first and the last are left out.
    /// The others tell which two tiles are on them, one of which may be the
    /// blank. To exchange these two changes the parity of the permutation, and
    /// leaves the blank where it was or takes it an even number of steps on.
    /// No path leads from one such state to the other.
    #[inline(always)]
    pub(crate) fn key(self) -> B::Word {
        let cells = self.0.widen();
        B::Word::narrow(if Self::KEY_IS_WHOLE {
            cells & low_cells::<B>(B::CELLS)
        } else {
            const { assert!(Self::KEY_IS_WHOLE || (B::WIDTH + B::HEIGHT).is_multiple_of(2)) };
            cells >> B::Word::CELL_BITS & low_cells::<B>(B::CELLS - 2)
        })
    }
}

/// The moves to try from a node with its blank at one cell.
#[derive(Clone, Copy)]
struct Expansion {
    steps: [Step; 4],
    count: u8,
}

/// One move from such a node.
#[derive(Clone, Copy)]
struct Step {
    m: u8,
    /// Where the tile comes from, and so where the blank gets to.
    from: u8,
    /// The moves to try afterwards.
    moves: u8,
}

impl<B: Board> Hashed<B> {
    /// By the blank's cell and the set of moves, those moves in alphabetical
    /// order.
    const EXPANSIONS: &[[Expansion; 16]; 32] = &Self::expansions();

    const fn expansions() -> [[Expansion; 16]; 32] {
        let none = Expansion { steps: [Step { m: 0, from: 0, moves: 0 }; 4], count: 0 };
        let mut expansions = [[none; 16]; 32];
        let mut blank = 0;
        while blank < B::CELLS {
            let mut set = 0;
            while set < 16 {
                let mut i = 0;
                while i < 4 {
                    let m = MoveOrder::LEXICOGRAPHIC.moves()[i];
                    if set >> m as usize & 1 == 1 && B::LEGAL[blank].contains(m) {
                        let from = blank.wrapping_add(B::STEPS[m as usize]);
                        let moves = B::LEGAL[from].without(m.inverse()).bits() as u8;
                        let expansion = &mut expansions[blank][set];
                        expansion.steps[expansion.count as usize] =
                            Step { m: m as u8, from: from as u8, moves };
                        expansion.count += 1;
                    }
                    i += 1;
                }
                set += 1;
            }
            blank += 1;
        }
        expansions
    }
}

impl<B: Board> Space<B> for Hashed<B> {
    type Node = HashedNode<B>;
    type Closed<V: Copy + Default> = HashedTable<B, V>;
    type Costs = HashedCosts<B>;

    #[inline(always)]
    fn root(self, state: &State<B>) -> Self::Node {
        HashedNode::new(state.word(), state.moves().bits())
    }

    #[inline(always)]
    fn state(self, node: Self::Node) -> State<B> {
        State::from_word(node.word())
    }

    #[inline(always)]
    fn successors(self, node: Self::Node) -> impl Iterator<Item = Successor<Self::Node>> {
        let parent = self.state(node);
        let (word, to) = (parent.word(), parent.blank());
        let expansion = &Self::EXPANSIONS[to & 31][node.moves()];
        expansion.steps[..usize::from(expansion.count & 7)].iter().map(move |step| {
            let from = usize::from(step.from & 31);
            let tile = word.get(from);
            let node = HashedNode::new(word.slide(tile, from, to), step.moves.into());
            Successor {
                node,
                m: Move::ALL[usize::from(step.m & 3)],
                slide: Slide { tile, from, to },
            }
        })
    }

    fn closed<V: Copy + Default>(
        self,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<Self::Closed<V>, Stop> {
        ClosedTable::new(memory, meter).map(HashedTable)
    }

    fn costs(self, memory: &mut Memory, meter: &mut Meter) -> Result<Self::Costs, Stop> {
        CostTable::new(memory, meter).map(HashedCosts)
    }
}

/// The closed table of a [`Hashed`] space.
#[derive(Debug)]
pub struct HashedTable<B: Board, V>(ClosedTable<B::Word, V>);

impl<B: Board, V: Copy + Default> Closed<HashedNode<B>, V> for HashedTable<B, V> {
    #[inline(always)]
    fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.0.make_room(more, memory, meter)
    }

    #[inline(always)]
    fn entry(&mut self, node: HashedNode<B>) -> &mut V {
        self.0.entry(node.key())
    }

    #[inline(always)]
    fn get(&self, node: HashedNode<B>) -> V {
        self.0.get(node.key())
    }
}

/// The closed table of a search by cost in a [`Hashed`] space.
#[derive(Debug)]
pub struct HashedCosts<B: Board>(CostTable<B::Word>);

impl<B: Board> Costs<HashedNode<B>> for HashedCosts<B> {
    const BATCH: usize = 32;
    /// A line.
    type Home = u32;
    type Slot<'a> = CostSlot<'a>;

    #[inline(always)]
    fn home(&self, node: HashedNode<B>) -> u32 {
        self.0.home(node.key().widen()) as u32
    }

    #[inline(always)]
    fn prefetch(&self, home: u32) {
        self.0.prefetch(home as usize);
    }

    #[inline(always)]
    fn prefetch_behind(&self, home: u32) {
        self.0.prefetch_behind(home as usize);
    }

    #[inline(always)]
    fn slot(&mut self, node: HashedNode<B>, home: u32) -> CostSlot<'_> {
        self.0.slot_of(node.key().widen(), home as usize)
    }

    #[inline(always)]
    fn mark(&self, node: HashedNode<B>) -> Mark {
        self.0.mark(node.key().widen())
    }

    #[inline(always)]
    fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.0.make_room(more, memory, meter)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Moves, Size, with_board};
    use proptest::prelude::*;

    use super::*;

    /// Walks at random, and looks at nodes and keys on the way.
    fn check<B: Board>(steps: &[u8]) {
        let space = Hashed::<B>::default();
        for goal_blank in [0, B::CELLS - 1] {
            let mut state = State::<B>::goal(goal_blank);
            let mut keys = std::collections::HashMap::new();
            for &step in steps {
                for bits in 0..16 {
                    let moves = Move::ALL
                        .into_iter()
                        .filter(|&m| bits >> m as usize & 1 == 1)
                        .fold(Moves::NONE, Moves::with);
                    let node = HashedNode::<B>::new(state.word(), moves.bits());
                    assert_eq!(space.state(node), state);
                    assert_eq!(node.moves(), moves.bits());
                    assert_eq!(node.key(), space.root(&state).key());
                    assert_eq!(node.key().widen() >> (8 * size_of::<B::Word>() - 8), 0);
                    assert_ne!(node.key(), B::Word::EMPTY);
                    let word = *keys.entry(node.key()).or_insert(state.word());
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
            steps in proptest::collection::vec(any::<u8>(), 0..300)
        ) {
            for size in Size::all() {
                with_board!(size, B => check::<B>(&steps));
            }
        }
    }
}
