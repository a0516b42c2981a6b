//! The layer that a breadth-first search is building.

use optile_core::{Board, Meter, Stop, Word};

use super::index::Index;
use crate::{HashedNode, Queue};

/// The layer that a breadth-first search is building. It holds each state once,
/// in the order in which they were first reached. The moves to try from a state
/// leave out the inverse of *every* move that has reached it.
///
/// So a layer never leads back to the previous one, which need not be kept to
/// recognise its states (R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier
/// search, 2005). The moves to try are part of a node's word and take no extra
/// memory.
///
/// States are found again by an index. Only the layer that is being built needs
/// one, and [`NextLayer::take`] returns the layer without it. A state of up to
/// 16 cells takes 8 bytes, plus 4 for each slot of the index.
#[derive(Debug)]
pub struct NextLayer<B: Board> {
    board: B,
    nodes: Queue<HashedNode<B::Word>>,
    index: Index,
}

impl<B: Board> NextLayer<B> {
    /// An empty layer with room for some hundreds of states.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below its size.
    pub fn new(board: B, meter: &mut Meter) -> Result<Self, Stop> {
        Ok(Self { board, nodes: Queue::default(), index: Index::new(meter)? })
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

    /// The hash by which a node's state is found.
    #[inline(always)]
    pub fn hash(&self, node: HashedNode<B::Word>) -> u64 {
        let hash = node.key(self.board.cells()).hash();
        // Its low bits, which tell the items of a line apart, need another step.
        (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }

    /// Begins to fetch the memory that [`NextLayer::insert`] will read first.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Makes sure that `more` states can be added. `likely` is an estimate of
    /// how many states the finished layer will have: the better the estimate,
    /// the less memory is taken.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit.
    #[inline(always)]
    pub fn make_room(&mut self, more: usize, likely: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.nodes.make_room(more, meter)?;
        if self.nodes.len() + more <= self.index.room() {
            return Ok(());
        }
        self.grow(more, likely, meter)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize, likely: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.index.grow(self.nodes.len() + more, likely, meter)?;
        for number in 0..self.nodes.len() {
            let node = self.nodes.get(number);
            if let Err(free) = self.index.find(self.hash(node), |_| false) {
                self.index.fill(&free, number);
            }
        }
        Ok(())
    }

    /// Inserts a node that has this hash, and says whether its state is new. If
    /// it is not, the moves to try become those that both nodes have. There
    /// must be room.
    #[inline(always)]
    pub fn insert(&mut self, node: HashedNode<B::Word>, hash: u64) -> bool {
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

    /// Takes the layer out. The index keeps room for as many states.
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
    use crate::{Encoding, Hashed};

    /// The layers from a goal, with the moves to try from each state.
    fn layers<B: Board>(board: B, depths: usize) -> Vec<Vec<(State<B>, Moves)>> {
        let encoding = Hashed::new(board);
        let mut meter = Meter::default();
        let mut next_layer = NextLayer::new(board, &mut meter).unwrap();
        next_layer.make_room(1, 1, &mut meter).unwrap();
        let start = encoding.root(&State::goal(board, 0));
        assert!(next_layer.insert(start, next_layer.hash(start)));
        let mut layers = Vec::new();
        for _ in 0..depths {
            let layer = next_layer.take();
            let mut seen = Vec::new();
            for node in (0..layer.len()).map(|number| layer.get(number)) {
                let mut moves = Moves::NONE;
                next_layer.make_room(4, 1000, &mut meter).unwrap();
                for successor in encoding.successors(node) {
                    moves = moves.with(successor.m);
                    let hash = next_layer.hash(successor.node);
                    next_layer.prefetch(hash);
                    next_layer.insert(successor.node, hash);
                }
                seen.push((encoding.state(node), moves));
            }
            layers.push(seen);
            layer.end(&mut meter);
        }
        layers
    }

    /// Compares with a map from all states to their depths.
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
    fn growth_stops_below_the_limit_for_any_estimate() {
        const BOARD: Rect<4, 4> = Rect;
        const LIMIT: u64 = 300_000;
        let encoding = Hashed::new(BOARD);
        let node = |number: usize| encoding.root(&State::from_index(BOARD, number as u128, 15));
        for likely in [0, 1_000_000] {
            let limits = Limits { bytes: Some(LIMIT), ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            let mut next_layer = NextLayer::new(BOARD, &mut meter).unwrap();
            let stop = (0..).find_map(|number| {
                let stop = next_layer.make_room(1, likely, &mut meter).err();
                if stop.is_none() {
                    let hash = next_layer.hash(node(number));
                    assert!(next_layer.insert(node(number), hash));
                }
                stop
            });
            assert_eq!(stop, Some(Stop::Memory));
            assert!(meter.counters().peak_bytes <= LIMIT);
            // Nodes and slots that are full take most of it.
            assert!(next_layer.len() * (8 + 4) > LIMIT as usize / 4 * 3, "{}", next_layer.len());
            for number in 0..next_layer.len() {
                let hash = next_layer.hash(node(number));
                assert!(!next_layer.insert(node(number), hash));
            }
        }
    }
}
