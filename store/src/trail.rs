use optile_core::{Board, Move, State};

use crate::Space;

/// The moves from `root` to `state`, in that order, where `last_move` tells of
/// every node on the way but the root by which move it was met first.
///
/// This is how paths come out of a closed table: a move beside each state is
/// two bits where a pointer to the parent would be thirty-two, and taking the
/// move back gives the parent itself.
///
/// # Panics
///
/// When the moves told lead back and forth, which shortest paths never do.
pub fn trail<B: Board, S: Space<B>>(
    space: S,
    root: &State<B>,
    state: &State<B>,
    last_move: impl Fn(S::Node) -> Move,
) -> Vec<Move> {
    let mut node = space.root(state);
    let mut moves = Vec::new();
    while space.state(node) != *root {
        let m = last_move(node);
        let Some(parent) = space.successors(node).find(|parent| parent.m == m.inverse()) else {
            unreachable!("a shortest path goes back and forth");
        };
        moves.push(m);
        node = parent.node;
    }
    moves.reverse();
    moves
}
