//! How the successor of a node is made.

use optile_core::{Board, Move, Slide, State, Word};

/// A successor: its word, the slide that made it, and its state.
pub(super) struct Made<B: Board> {
    pub(super) word: B::Word,
    pub(super) slide: Slide,
    pub(super) state: State<B>,
}

/// The word of a node.
#[inline(always)]
pub(super) fn turned<B: Board>(state: State<B>) -> B::Word {
    match B::SHAPE {
        Some(_) => state.word().rotate_down(state.blank()),
        None => state.word(),
    }
}

/// The state of a node.
#[inline(always)]
pub(super) fn turned_back<B: Board>(board: B, word: B::Word, blank: usize) -> State<B> {
    let word = match B::SHAPE {
        Some(_) => word.rotate_up(blank),
        None => word,
    };
    State::from_parts(board, word, blank)
}

/// The successor by `m` of a node of this word and blank.
#[inline(always)]
pub(super) fn make<B: Board>(board: B, word: B::Word, blank: usize, m: Move) -> Made<B> {
    // For moves to the left and right, this is a constant on every board.
    let step = match m {
        Move::Left | Move::Right => 1,
        Move::Up | Move::Down => board.width(),
    };
    let (from, lower) = match m {
        Move::Left | Move::Up => (blank.wrapping_sub(step), blank.wrapping_sub(step)),
        Move::Right | Move::Down => (blank + step, blank),
    };
    let (tile, word) = match B::SHAPE {
        Some(_) => slide(word, m, step),
        None => {
            let tile = word.get(from);
            (tile, word.slide_by(tile, lower, step))
        }
    };
    // If a heuristic does not use the state, the compiler removes this.
    let state = turned_back(board, word, from);
    Made { word, slide: Slide { tile, from, to: blank }, state }
}

/// The tile that `m` exchanges with the blank, and the word after that. The two
/// are `step` cells apart. Both words are rotated so that the blank is at cell
/// 0.
#[inline(always)]
pub(super) fn slide<W: Word>(word: W, m: Move, step: usize) -> (usize, W) {
    match m {
        Move::Right | Move::Down => {
            let tile = word.get(step);
            (tile, word.slide(tile, step, 0).rotate_down(step))
        }
        Move::Left | Move::Up => {
            let word = word.rotate_up(step);
            let tile = word.get(0);
            (tile, word.slide(tile, 0, step))
        }
    }
}
