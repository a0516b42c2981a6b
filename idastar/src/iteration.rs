//! One iteration: the nodes within a threshold.

use optile_core::{Board, Meter, Move};

use crate::branch::Branch;
use crate::count::Count;
use crate::search::{DecreasingMoves, Engine, Outcome};

/// An iteration, and what all iterations of a search share.
pub(crate) struct Iteration<'a, B: Board> {
    engine: &'a dyn Engine<B>,
    /// Present if subtrees without slack can be counted in any order.
    tiles: Option<DecreasingMoves>,
    pub(crate) root: Branch<B::Word>,
    pub(crate) threshold: u32,
    /// Expansions of the iteration before.
    pub(crate) last: u64,
}

impl<'a, B: Board> Iteration<'a, B> {
    /// No iteration yet: its threshold is still to be set.
    pub(crate) fn new(engine: &'a dyn Engine<B>) -> Self {
        let variant = engine.variant();
        let tiles = DecreasingMoves::new(variant.task.board(), variant.estimates());
        Self { engine, tiles, root: Branch::root(variant.task.start), threshold: 0, last: 0 }
    }

    /// Searches the whole iteration. Returns how that ended, and how many
    /// successors were generated.
    pub(crate) fn search_whole(&self, meter: &mut Meter) -> (Outcome, u64) {
        let (outcome, count) = self.search(&self.root, meter);
        (outcome, count.generated)
    }

    /// Searches the nodes of a branch that are within the threshold, in order.
    /// Returns how that ended and what was counted, as [`Engine::depth_first`]
    /// does.
    pub(crate) fn search(&self, branch: &Branch<B::Word>, meter: &mut Meter) -> (Outcome, Count) {
        let zero_slack_from = self.engine.variant().zero_slack_from;
        let Some(tiles) = self.tiles.as_ref().filter(|_| self.last >= zero_slack_from) else {
            return self.engine.depth_first(self.threshold, branch, meter);
        };
        let (moves, mut count) = self.engine.slack_search(self.threshold, tiles, branch, meter);
        let Some(moves) = moves else { return (Outcome::Complete, count) };
        let rest = self.unvisited(branch, &moves);
        let depth_first =
            |branch: &Branch<B::Word>| self.engine.depth_first(self.threshold, branch, meter);
        let (outcome, more) = in_turn(&rest, depth_first);
        count.add(more);
        (outcome, count)
    }

    /// The moves that the search makes at a node, in its order.
    pub(crate) fn choices(&self, node: &Branch<B::Word>) -> Vec<Move> {
        self.engine.choices(node)
    }

    /// The board, as a value.
    pub(crate) fn board(&self) -> B {
        self.engine.variant().task.board()
    }

    /// The node that `m` leads to.
    pub(crate) fn successor(&self, node: &Branch<B::Word>, m: Move) -> Branch<B::Word> {
        node.successor(self.board(), m)
    }

    /// Whether f is within the threshold.
    pub(crate) fn is_within(&self, node: &Branch<B::Word>) -> bool {
        node.moves.len() as u32 + self.engine.estimate(node) <= self.threshold
    }

    /// The subtrees that a depth-first search of `branch` still has to visit
    /// when it has come to the node at the end of these moves from the root. The
    /// subtree of this node is the first.
    pub(crate) fn unvisited(
        &self,
        branch: &Branch<B::Word>,
        moves: &[Move],
    ) -> Vec<Branch<B::Word>> {
        let mut unvisited = Vec::new();
        let last = self.walk(branch, &moves[branch.moves.len()..], |successor| {
            if self.is_within(&successor) {
                unvisited.push(successor);
            }
        });
        unvisited.push(last);
        unvisited.reverse();
        unvisited
    }

    /// How many successors a search that ends at the end of `path` has counted
    /// but not made. They come after the steps of the path. They were counted
    /// when their parents were expanded.
    pub(crate) fn unmade(&self, path: &[Move]) -> u64 {
        let mut unmade = 0;
        self.walk(&self.root, path, |_| unmade += 1);
        unmade
    }

    /// Follows `path` from `branch`, calls `visit` with the successors that
    /// come after each of its steps, last one first, and returns its end.
    fn walk(
        &self,
        branch: &Branch<B::Word>,
        path: &[Move],
        mut visit: impl FnMut(Branch<B::Word>),
    ) -> Branch<B::Word> {
        path.iter().fold(branch.clone(), |node, &step| {
            let later = self.choices(&node).into_iter().rev().take_while(|&m| m != step);
            later.for_each(|m| visit(self.successor(&node, m)));
            self.successor(&node, step)
        })
    }
}

/// Searches branches one after the other until one ends the search.
pub(crate) fn in_turn<N>(
    branches: &[N],
    mut search: impl FnMut(&N) -> (Outcome, Count),
) -> (Outcome, Count) {
    let mut count = Count::default();
    for branch in branches {
        let (outcome, more) = search(branch);
        count.add(more);
        if outcome != Outcome::Complete {
            return (outcome, count);
        }
    }
    (Outcome::Complete, count)
}
