//! Paths from closed lists that keep the last move to each state.

use optile_core::{Board, Move, State};

use crate::Encoding;

/// The moves from `root` to `state`, first move first. For every node on the
/// way but the root, `last_move` gives the move by which it was first met.
///
/// This is how a path is read from a closed list. The last move of each state
/// takes two bits, and a pointer to the parent would take thirty-two. Undoing
/// the move gives the parent itself.
///
/// # Panics
///
/// When the given moves lead back and forth, which shortest paths never do.
pub fn traced_path<B: Board, S: Encoding<B>>(
    encoding: S,
    root: &State<B>,
    state: &State<B>,
    last_move: impl Fn(S::Node) -> Move,
) -> Vec<Move> {
    let mut node = encoding.root(state);
    let mut moves = Vec::new();
    while encoding.state(node) != *root {
        let m = last_move(node);
        let Some(parent) = encoding.successors(node).find(|parent| parent.m == m.inverse()) else {
            unreachable!("a shortest path goes back and forth");
        };
        moves.push(m);
        node = parent.node;
    }
    moves.reverse();
    moves
}
