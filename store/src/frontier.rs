use optile_core::{Board, Meter, Stop, Word};

use crate::cost_table::hash;
use crate::index::Index;
use crate::{HashedNode, Memory, Queue};

/// The layer that a breadth-first search is making: each state once, in the
/// order in which they were first reached, with the moves to try that *no* way
/// to it takes back.
///
/// So a layer never leads back to the one before, which need not be kept to
/// recognise it (R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier search,
/// 2005). A node has these moves in its own word, and they cost nothing.
///
/// States are found again by an index, of which only the layer that is being
/// made has need: [`Frontier::take`] gives the layer away without it. A state of
/// up to 16 cells takes 8 bytes, and 4 more for each slot of the index.
#[derive(Debug)]
pub struct Frontier<B: Board> {
    board: B,
    nodes: Queue<HashedNode<B::Word>>,
    index: Index,
}

impl<B: Board> Frontier<B> {
    /// A layer without states, with room for some hundreds.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below even that.
    pub fn new(board: B, memory: &mut Memory, meter: &mut Meter) -> Result<Self, Stop> {
        Ok(Self { board, nodes: Queue::default(), index: Index::new(memory, meter)? })
    }

    /// How many states were reached.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no state was reached.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a node's state is found by.
    #[inline(always)]
    pub fn hash(&self, node: HashedNode<B::Word>) -> u64 {
        hash::<B::Word>(node.key(self.board.cells()).widen())
    }

    /// Begins to fetch what [`Frontier::reach`] will read first.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Makes sure that `more` states can be added to a layer that is likely to
    /// have so many in the end. The closer that is, the less memory is taken.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit.
    #[inline(always)]
    pub fn make_room(
        &mut self,
        more: usize,
        likely: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.nodes.make_room(more, memory, meter)?;
        if self.nodes.len() + more <= self.index.room() {
            return Ok(());
        }
        self.grow(more, likely, memory, meter)
    }

    #[cold]
    #[inline(never)]
    fn grow(
        &mut self,
        more: usize,
        likely: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.index.grow(self.nodes.len() + more, likely, memory, meter)?;
        for number in 0..self.nodes.len() {
            let node = self.nodes.get(number);
            if let Err(free) = self.index.find(self.hash(node), |_| false) {
                self.index.fill(&free, number);
            }
        }
        Ok(())
    }

    /// Notes that a node, which has this hash, was reached; says whether its
    /// state was not before. There must be room.
    #[inline(always)]
    pub fn reach(&mut self, node: HashedNode<B::Word>, hash: u64) -> bool {
        let cells = self.board.cells();
        let is_same = |number| self.nodes.get(number).is_state_of(node, cells);
        match self.index.find(hash, is_same) {
            Ok(number) => {
                let known = self.nodes.get_mut(number);
                *known = known.merged(node);
                false
            }
            Err(free) => {
                self.index.fill(&free, self.nodes.len());
                self.nodes.push(node);
                true
            }
        }
    }

    /// Takes the layer out. The index keeps as much room as that needed.
    pub fn take(&mut self) -> Queue<HashedNode<B::Word>> {
        let nodes = std::mem::take(&mut self.nodes);
        self.index.clear(nodes.len());
        nodes
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use optile_core::{Interrupt, Limits, Moves, Rect, Size, State, with_shaped_board};

    use super::*;
    use crate::{Hashed, Space};

    /// Layers from a goal, with the moves to try from each state.
    fn layers<B: Board>(board: B, depths: usize) -> Vec<Vec<(State<B>, Moves)>> {
        let space = Hashed::new(board);
        let (mut memory, mut meter) = (Memory::default(), Meter::default());
        let mut frontier = Frontier::new(board, &mut memory, &mut meter).unwrap();
        frontier.make_room(1, 1, &mut memory, &mut meter).unwrap();
        let start = space.root(&State::goal(board, 0));
        assert!(frontier.reach(start, frontier.hash(start)));
        let mut layers = Vec::new();
        for _ in 0..depths {
            let layer = frontier.take();
            let mut seen = Vec::new();
            for node in (0..layer.len()).map(|number| layer.get(number)) {
                let mut moves = Moves::NONE;
                frontier.make_room(4, 1000, &mut memory, &mut meter).unwrap();
                for successor in space.successors(node) {
                    moves = moves.with(successor.m);
                    let hash = frontier.hash(successor.node);
                    frontier.prefetch(hash);
                    frontier.reach(successor.node, hash);
                }
                seen.push((space.state(node), moves));
            }
            layers.push(seen);
            layer.end(&mut memory);
        }
        layers
    }

    /// The same by a map of all states, with the depth of each.
    fn check<B: Board>(board: B, depths: usize) {
        let goal = State::goal(board, 0);
        let mut depth_of = HashMap::from([(goal, 0)]);
        let mut layer = vec![goal];
        for (depth, seen) in layers(board, depths).into_iter().enumerate() {
            let mut next = Vec::new();
            let mut expected = Vec::new();
            for state in layer {
                let mut moves = Moves::NONE;
                // In the order down, left, right, up.
                for m in optile_core::MoveOrder::LEXICOGRAPHIC.moves() {
                    if !state.moves().contains(m) {
                        continue;
                    }
                    let successor = state.successor(m);
                    let met = *depth_of.entry(successor).or_insert_with(|| {
                        next.push(successor);
                        depth + 1
                    });
                    if met > depth {
                        moves = moves.with(m);
                    }
                }
                expected.push((state, moves));
            }
            assert_eq!(seen, expected, "depth {depth} on {}", board.size());
            layer = next;
        }
    }

    #[test]
    fn layers_have_each_state_once_and_never_lead_back() {
        for size in Size::all() {
            with_shaped_board!(size, board => check(board, 12));
        }
        // The whole space, several growths of the index and back again.
        check(Rect::<3, 3>, 33);
        check(Rect::<4, 4>, 12);
        check(Rect::<5, 5>, 10);
    }

    #[test]
    fn growth_stops_below_the_limit_whatever_is_likely() {
        const BOARD: Rect<4, 4> = Rect;
        const LIMIT: u64 = 300_000;
        let space = Hashed::new(BOARD);
        let node = |number: usize| space.root(&State::from_index(BOARD, number as u128, 15));
        for likely in [0, 1_000_000] {
            let limits = Limits { bytes: Some(LIMIT), ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            let mut memory = Memory::default();
            let mut frontier = Frontier::new(BOARD, &mut memory, &mut meter).unwrap();
            let stop = (0..).find_map(|number| {
                let stop = frontier.make_room(1, likely, &mut memory, &mut meter).err();
                if stop.is_none() {
                    let hash = frontier.hash(node(number));
                    assert!(frontier.reach(node(number), hash));
                }
                stop
            });
            assert_eq!(stop, Some(Stop::Memory));
            assert!(meter.counters().peak_bytes <= LIMIT);
            // Nodes and slots that are full take most of it.
            assert!(frontier.len() * (8 + 4) > LIMIT as usize / 4 * 3, "{}", frontier.len());
            for number in 0..frontier.len() {
                let hash = frontier.hash(node(number));
                assert!(!frontier.reach(node(number), hash));
            }
        }
    }
}
