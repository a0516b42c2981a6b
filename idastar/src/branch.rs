use optile_core::{Board, Move, State};

/// A node of the tree and the moves that led to it: where a search may begin.
#[derive(Clone)]
pub(crate) struct Branch<B: Board> {
    pub(crate) state: State<B>,
    /// From the root of the tree.
    pub(crate) moves: Vec<Move>,
}

/// The tree that one round searches, as far as single nodes of it matter.
///
/// Used as an object: few nodes are met this way, and code that depends on
/// every heuristic and order would take long to compile.
pub(crate) trait Tree<B: Board>: Sync {
    /// The moves that the search makes at a node, in its order.
    fn choices(&self, node: &Branch<B>) -> Vec<Move>;

    /// Whether f is within the bound.
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

    /// What a depth-first search of this subtree still has to visit when it
    /// has come as far as the node at the end of `path`, that node included:
    /// whole subtrees, the next one first.
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
    /// without making them: those after each step, counted when their parent
    /// was expanded.
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
