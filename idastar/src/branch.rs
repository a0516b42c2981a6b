//! Single nodes of the search tree, where a search is cut or resumed.

use optile_core::{Board, Move, State};

/// A node of the tree and the moves that led to it. A search can begin there.
#[derive(Clone)]
pub(crate) struct Branch<B: Board> {
    pub(crate) state: State<B>,
    /// The moves from the root of the tree.
    pub(crate) moves: Vec<Move>,
}

/// The tree that one iteration searches.
///
/// It is used as an object, because only few nodes are handled in this way, and
/// code for every heuristic and order would take long to compile.
pub(crate) trait Tree<B: Board>: Sync {
    /// The moves that the search makes at a node, in its order.
    fn choices(&self, node: &Branch<B>) -> Vec<Move>;

    /// Whether f is within the threshold.
    fn is_within(&self, node: &Branch<B>) -> bool;
}

impl<B: Board> Branch<B> {
    /// The root of the tree of `start`.
    pub(crate) fn root(start: State<B>) -> Self {
        Self { state: start, moves: Vec::new() }
    }

    /// The node that `m` leads to.
    pub(crate) fn successor(&self, m: Move) -> Self {
        let mut moves = Vec::with_capacity(self.moves.len() + 1);
        moves.extend_from_slice(&self.moves);
        moves.push(m);
        Self { state: self.state.successor(m), moves }
    }

    /// The subtrees that a depth-first search of this branch still has to visit
    /// when it has come to the node at the end of `path`. The subtree of this
    /// node is the first.
    pub(crate) fn rest(&self, path: &[Move], tree: &dyn Tree<B>) -> Vec<Self> {
        let mut node = self.clone();
        let mut rest = Vec::new();
        for &step in path {
            let later = tree.choices(&node).into_iter().rev().take_while(|&m| m != step);
            let later = later.map(|m| node.successor(m));
            rest.extend(later.filter(|branch| tree.is_within(branch)));
            node = node.successor(step);
        }
        rest.push(node);
        rest.reverse();
        rest
    }

    /// How many successors a search that ends at the end of `path` has counted
    /// but not made. They come after the steps of the path. They were counted
    /// when their parents were expanded.
    pub(crate) fn unmade(&self, path: &[Move], tree: &dyn Tree<B>) -> u64 {
        let mut node = self.clone();
        let mut unmade = 0;
        for &step in path {
            unmade += tree.choices(&node).into_iter().rev().take_while(|&m| m != step).count();
            node = node.successor(step);
        }
        unmade as u64
    }
}
