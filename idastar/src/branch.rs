//! Single nodes of the search tree, where a search is cut or resumed.

use optile_core::{Board, Move, State, Word};

/// A node of the tree and the moves that led to it. A search can begin there.
///
/// Code that cuts, resumes and counts sees boards by their word ([`Board::Shaped`]), so that it is compiled
/// twice and not for each board.
#[derive(Clone)]
pub(crate) struct Branch<W> {
    word: W,
    /// The moves from the root of the tree.
    pub(crate) moves: Vec<Move>,
}

impl<W: Word> Branch<W> {
    /// The root of the tree of `start`.
    pub(crate) fn root<B: Board<Word = W>>(start: State<B>) -> Self {
        Self { word: start.word(), moves: Vec::new() }
    }

    pub(crate) fn state<B: Board<Word = W>>(&self, board: B) -> State<B> {
        State::from_word(board, self.word)
    }

    /// The node that `m` leads to.
    pub(crate) fn successor<B: Board<Word = W>>(&self, board: B, m: Move) -> Self {
        let mut moves = Vec::with_capacity(self.moves.len() + 1);
        moves.extend_from_slice(&self.moves);
        moves.push(m);
        Self { word: self.state(board).successor(m).word(), moves }
    }
}
