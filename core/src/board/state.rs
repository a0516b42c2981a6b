//! States, packed in a word.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::{Arrangement, Board, MAX_CELLS, Move, Moves, Word};

/// The tiles of a board at one moment, packed in a word, and the blank's cell.
///
/// Two states of a board are equal exactly if their words are. The blank's cell
/// is kept because finding it costs more than keeping it.
#[derive(Clone, Copy)]
pub struct State<B: Board> {
    word: B::Word,
    board: B,
    blank: u8,
}

/// The cell of `tile` in the goal with its tiles in order and its blank at
/// `blank`.
#[inline]
pub const fn goal_cell(tile: usize, blank: usize) -> usize {
    if tile <= blank { tile - 1 } else { tile }
}

/// One tile's step, as [`State::apply`] made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The tile, from 1.
    pub tile: usize,
    /// The cell it left, where the blank is now.
    pub from: usize,
    /// The cell it is on, where the blank was.
    pub to: usize,
}

impl<B: Board> State<B> {
    /// The state with its tiles in order and the blank at `blank`.
    ///
    /// # Panics
    ///
    /// When `blank` is not a cell of the board.
    pub fn goal(board: B, blank: usize) -> Self {
        assert!(blank < board.cells(), "cell {blank} is not on a {} board", board.size());
        let mut word = B::Word::default();
        for tile in 1..board.cells() {
            word = word.put(goal_cell(tile, blank), tile);
        }
        Self { word, board, blank: blank as u8 }
    }

    /// The state of an arrangement; `None` if the type of board is not for its
    /// size.
    pub fn of(arrangement: &Arrangement) -> Option<Self> {
        B::of(arrangement.size()).map(|board| Self::of_tiles(board, arrangement.tiles()))
    }

    /// The state of tiles that are known to be a permutation of 0 to the last
    /// tile; callers in this crate have checked that.
    #[inline]
    pub(crate) fn of_tiles(board: B, tiles: &[u8]) -> Self {
        let mut word = B::Word::default();
        let mut blank = 0;
        for (cell, &tile) in tiles.iter().enumerate().take(board.cells()) {
            word = word.put(cell, tile.into());
            if tile == 0 {
                blank = cell;
            }
        }
        Self { word, board, blank: blank as u8 }
    }

    /// The state of a word that [`State::word`] gave.
    #[inline(always)]
    pub fn from_word(board: B, word: B::Word) -> Self {
        Self { word, board, blank: word.zero_cell() as u8 }
    }

    /// The state of a word that [`State::word`] gave, and of the blank's cell.
    #[inline(always)]
    pub fn from_parts(board: B, word: B::Word, blank: usize) -> Self {
        debug_assert_eq!(word.zero_cell(), blank);
        Self { word, board, blank: blank as u8 }
    }

    /// The board.
    #[inline(always)]
    pub fn board(&self) -> B {
        self.board
    }

    /// The packed form.
    #[inline(always)]
    pub fn word(&self) -> B::Word {
        self.word
    }

    /// The blank's cell.
    #[inline(always)]
    pub fn blank(&self) -> usize {
        self.blank.into()
    }

    /// The tile at `cell`, 0 for the blank.
    #[inline(always)]
    pub fn tile(&self, cell: usize) -> usize {
        self.word.get(cell)
    }

    /// The moves that the blank can make.
    #[inline(always)]
    pub fn moves(&self) -> Moves {
        self.board.legal(self.blank())
    }

    /// Makes a legal move in place.
    #[inline(always)]
    pub fn apply(&mut self, m: Move) -> Slide {
        debug_assert!(self.moves().contains(m));
        let to = self.blank();
        let from = self.board.neighbour(to, m);
        let tile = self.tile(from);
        self.word = self.word.slide(tile, from, to);
        self.blank = from as u8;
        Slide { tile, from, to }
    }

    /// The successor that this slide makes. The slide must be possible in this
    /// state.
    #[inline(always)]
    #[must_use]
    pub fn after(mut self, slide: Slide) -> Self {
        debug_assert_eq!(self.blank(), slide.to);
        self.word = self.word.slide(slide.tile, slide.from, slide.to);
        self.blank = slide.from as u8;
        self
    }

    /// Undoes the move `m` that led here.
    #[inline(always)]
    pub fn undo(&mut self, m: Move) {
        self.apply(m.inverse());
    }

    /// The state to which a legal move leads.
    #[inline(always)]
    #[must_use]
    pub fn successor(mut self, m: Move) -> Self {
        self.apply(m);
        self
    }

    /// The same tiles as a value whose size is not in its type.
    pub fn arrangement(&self) -> Arrangement {
        let mut tiles = [0; MAX_CELLS];
        for (cell, tile) in tiles.iter_mut().enumerate().take(self.board.cells()) {
            *tile = self.tile(cell) as u8;
        }
        Arrangement::of_checked(self.board.size(), tiles)
    }
}

impl<B: Board> PartialEq for State<B> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl<B: Board> Eq for State<B> {}

impl<B: Board> Hash for State<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&self.word, state);
    }
}

impl<B: Board> fmt::Debug for State<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.arrangement())
    }
}
