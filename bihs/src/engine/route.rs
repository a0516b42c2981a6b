//! The path of a finished search.

use optile_core::{Board, Move, Path, Values};
use optile_store::{ClosedList, Encoding};

use super::{Engine, Meeting, Node};
use crate::policy::Side;

impl<B: Board, V: Values<B>> Engine<'_, B, V> {
    /// The first move from a state, in the order of letters, to a state that a
    /// side has reached at exactly this cost.
    #[inline(never)]
    fn nearer(&self, side: Side, node: Node<B>, cost: u32) -> (Node<B>, Move) {
        let is_at = |node| self.closed.entries(node)[side as usize].is_at(cost);
        // A node may leave out a move.
        let node = self.encoding.root(&self.encoding.state(node));
        let mut successors = self.encoding.successors(node);
        match successors.find(|next| is_at(next.node)) {
            Some(next) => (next.node, next.m),
            None => unreachable!("a parent of a state on a shortest path keeps its cost"),
        }
    }

    /// The moves from a state to the root of a side, which has reached the state
    /// at this cost.
    fn way(&self, side: Side, mut node: Node<B>, cost: u32) -> Vec<Move> {
        let moves = (0..cost).rev().map(|cost| {
            let (next, m) = self.nearer(side, node, cost);
            node = next;
            m
        });
        moves.collect()
    }

    /// A path through the state in which the two sides met.
    pub(super) fn path_through(&self, meeting: &Meeting<Node<B>>) -> Path {
        let Meeting { node, costs: [forward, backward] } = *meeting;
        let mut moves = self.way(Side::Forward, node, forward);
        moves.reverse();
        moves.iter_mut().for_each(|m| *m = m.inverse());
        moves.extend(self.way(Side::Backward, node, backward));
        Path::new(moves)
    }

    /// The lexicographically smallest path of this cost. The backward side must
    /// know the exact distance from the goal of each state on such a path. It
    /// does if no node that may be on one is open, for the reason that
    /// [`optile_store::shortest_path`] gives.
    pub(super) fn smallest_path(&self, cost: u32) -> Path {
        Path::new(self.way(Side::Backward, self.encoding.root(&self.task.start), cost))
    }
}
