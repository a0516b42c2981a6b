//! The path of a finished search.

use optile_core::{Board, Move, Path};
use optile_store::{ClosedList, Encoding, any_path};

use super::{Engine, Meeting, Node};

impl<B: Board> Engine<'_, B> {
    /// A path through the state in which the two sides met.
    pub(super) fn path_through(&self, meeting: &Meeting<Node<B>>) -> Path {
        let mut moves = self.half(0, meeting);
        moves.extend(self.half(1, meeting).into_iter().rev().map(Move::inverse));
        Path::new(moves)
    }

    /// The moves from the root of a side to the meeting.
    #[inline(never)]
    fn half(&self, side: usize, meeting: &Meeting<Node<B>>) -> Vec<Move> {
        let closed = &self.lists[side].closed;
        let is_at = |node, g| closed.is_at(node, g);
        any_path(self.encoding, meeting.node, meeting.costs[side], &is_at)
    }

    /// The lexicographically smallest path of this cost. The backward side must
    /// know the exact distance from the goal of each state on such a path. It
    /// does if no node that may be on one is open, for the reason that
    /// [`optile_store::shortest_path`] gives.
    #[inline(never)]
    pub(super) fn smallest_path(&self, cost: u32) -> Path {
        let closed = &self.lists[1].closed;
        let mut node = self.encoding.root(&self.task.start);
        let moves = (0..cost).rev().map(|rest| {
            let mut successors = self.encoding.successors(node);
            let Some(next) = successors.find(|next| closed.is_at(next.node, rest)) else {
                unreachable!("a shortest path goes on from each of its states");
            };
            node = next.node;
            next.m
        });
        Path::new(moves.collect())
    }
}
