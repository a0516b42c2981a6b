//! Single nodes of the search tree, where a search is cut or resumed.

use optile_core::{Board, Move, State};

/// A node of the tree and the moves that led to it. A search can begin there.
#[derive(Clone)]
pub(crate) struct Branch<B: Board> {
    pub(crate) state: State<B>,
    /// The moves from the root of the tree.
    pub(crate) moves: Vec<Move>,
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
}
