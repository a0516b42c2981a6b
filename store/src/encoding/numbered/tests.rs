//! Numbers compared with a slow count, and with the other encoding.

use optile_core::{MoveOrder, Rect, factorial, goal_cell, with_board, with_shaped_board};

use super::*;
use crate::Hashed;

/// Counts, for each tile, the smaller ones after it, pair by pair.
fn number_slowly<B: Board>(state: &State<B>) -> u64 {
    let cells = state.board().cells();
    let mut number = state.blank() as u64;
    for cell in 0..cells {
        for after in cell + 1..cells {
            let (tile, other) = (state.tile(cell), state.tile(after));
            if tile >= 3 && 0 < other && other < tile {
                number += factorial(tile - 1) as u64 / 2 * cells as u64;
            }
        }
    }
    number
}

fn check<B: Board>(board: B) {
    let Some(numbered) = Numbered::of(board) else { panic!("{board:?} does not fit") };
    let hashed = Hashed::new(board);
    for goal_blank in [0, board.cells() - 1] {
        let mut seen = vec![false; reachable(board.size()) as usize];
        for index in 0..reachable(board.size()) {
            let state = State::from_index(board, index, goal_blank);
            let number = numbered.number(&state);
            assert_eq!(number, number_slowly(&state));
            assert!(!std::mem::replace(&mut seen[number as usize], true));
            let root = numbered.root(&state);
            assert_eq!(numbered.state(root), state);
            for (one, other) in
                numbered.successors(root).zip(hashed.successors(hashed.root(&state)))
            {
                assert_eq!((one.m, one.slide), (other.m, other.slide));
                let successor = state.successor(one.m);
                assert_eq!(numbered.state(one.node), successor);
                assert_eq!(hashed.state(other.node), successor);
                assert_eq!(one.node.0 >> NUMBER, numbered.number(&successor));
            }
            assert_eq!(numbered.successors(root).count(), state.moves().len());
        }
    }
}

#[test]
fn numbers_are_dense_and_kept_right_by_every_move() {
    check(Rect::<3, 3>);
    with_shaped_board!(Rect::<3, 3>.size(), board => check(board));
}

fn check_left_out<B: Board, S: Encoding<B>>(board: B, encoding: S) {
    for blank in 0..board.cells() {
        assert_eq!(State::goal(board, blank).tile(goal_cell(1, blank)), 1);
        let root = encoding.root(&State::goal(board, blank));
        for successor in encoding.successors(root) {
            let state = encoding.state(successor.node);
            let tried: Vec<Move> = encoding.successors(successor.node).map(|s| s.m).collect();
            let expected = MoveOrder::LEXICOGRAPHIC
                .moves()
                .into_iter()
                .filter(|&m| state.moves().contains(m) && m != successor.m.inverse());
            assert_eq!(tried, expected.collect::<Vec<_>>());
        }
    }
}

#[test]
fn moves_are_tried_in_alphabetical_order_without_the_one_back() {
    for size in Size::all() {
        with_board!(size, board => {
            check_left_out(board, Hashed::new(board));
            if let Some(encoding) = Numbered::of(board) {
                check_left_out(board, encoding);
            }
        });
    }
}
