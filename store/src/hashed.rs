use std::marker::PhantomData;

use optile_core::{Board, Meter, Move, MoveOrder, Moves, State, Stop, Word};

use crate::{Closed, ClosedTable, Memory, Space, Successor};

/// A space of any size: nodes are packed states, found again by hashing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed<B>(PhantomData<B>);

/// A node of a [`Hashed`] space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashedNode<W> {
    word: W,
    moves: Moves,
}

/// By set of moves, the moves in alphabetical order: a nibble each, the first
/// one lowest, with a bit set above the move so that zero is the end.
static SEQUENCES: [u16; 16] = {
    let order = MoveOrder::LEXICOGRAPHIC.moves();
    let mut sequences = [0; 16];
    let mut set = 0;
    while set < sequences.len() {
        let mut place = order.len();
        while place > 0 {
            place -= 1;
            let m = order[place] as u16;
            if set >> m & 1 == 1 {
                sequences[set] = sequences[set] << 4 | 4 | m;
            }
        }
        set += 1;
    }
    sequences
};

impl<B: Board> Space<B> for Hashed<B> {
    type Node = HashedNode<B::Word>;
    type Closed<V: Copy + Default> = ClosedTable<B::Word, V>;

    #[inline(always)]
    fn root(self, state: &State<B>) -> Self::Node {
        HashedNode { word: state.word(), moves: state.moves() }
    }

    #[inline(always)]
    fn state(self, node: Self::Node) -> State<B> {
        State::from_word(node.word)
    }

    #[inline(always)]
    fn successors(self, node: Self::Node) -> impl Iterator<Item = Successor<Self::Node>> {
        let parent = self.state(node);
        let mut sequence = SEQUENCES[node.moves.bits() & 15];
        std::iter::from_fn(move || {
            if sequence == 0 {
                return None;
            }
            let m = Move::ALL[usize::from(sequence & 3)];
            sequence >>= 4;
            let mut state = parent;
            let slide = state.apply(m);
            let moves = state.moves().without(m.inverse());
            Some(Successor { node: HashedNode { word: state.word(), moves }, m, slide })
        })
    }

    fn closed<V: Copy + Default>(
        self,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<Self::Closed<V>, Stop> {
        ClosedTable::new(memory, meter)
    }
}

impl<W: Word, V: Copy + Default> Closed<HashedNode<W>, V> for ClosedTable<W, V> {
    #[inline(always)]
    fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        Self::make_room(self, more, memory, meter)
    }

    #[inline(always)]
    fn entry(&mut self, node: HashedNode<W>) -> &mut V {
        Self::entry(self, node.word)
    }

    #[inline(always)]
    fn get(&self, node: HashedNode<W>) -> V {
        Self::get(self, node.word)
    }
}
