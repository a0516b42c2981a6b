//! Inversion distance.

use optile_core::{Board, Estimator, Size, Slide, State, goal_cell, simple};

use crate::line::{Columns, Lines, Rows, any_board, is_ahead, is_vertical};

/// The moves that are needed to bring the tiles into the goal's order (K.
/// Takahashi, known as takaken, How to write a 15-puzzle solver, on the
/// author's web site).
///
/// Read the board row by row, without the blank. An *inversion* is a pair of
/// tiles whose order is not the goal's. A tile that goes up or down on a board
/// of width w passes w - 1 others, so it changes the number of inversions by at
/// most w - 1. A tile that goes left or right passes none. So the number of
/// moves up and down is at least the number of inversions divided by w - 1.
/// Reading column by column gives the same bound for moves to the left and
/// right.
///
/// The rows of the blank and of the goal's blank determine whether the number
/// of moves up and down is odd or even. On boards of even width this also
/// follows from the number of inversions, and the bound was first described in
/// that way. On other boards the parity improves the bound.
///
/// # Step by step
///
/// A node carries both numbers of inversions and both bounds. Only the tiles
/// that are passed have to be compared. A move up or down changes the bound
/// from the inversions alone by at most one. It also changes the required
/// parity. So it changes the bound by exactly one, and the bound is consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct InversionDistance;

/// [`InversionDistance`] toward one goal.
#[derive(Clone, Debug)]
pub struct InversionDistanceEstimator {
    goal_blank: usize,
    /// The rank of each tile in the goal, read column by column. Read row by
    /// row, the rank is the tile itself.
    ranks: [u8; 32],
}

/// What a node carries for inversion distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inversions {
    /// The reading row by row, for moves up and down.
    rows: Order,
    /// The reading column by column, for moves to the sides.
    columns: Order,
}

/// One reading of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Order {
    /// Pairs in the wrong order, at most 276.
    inversions: u16,
    /// The least number of moves.
    moves: u16,
}

impl Order {
    fn root<B: Board, L: Lines>(
        state: &State<B>,
        goal_blank: usize,
        rank: impl Fn(usize) -> usize,
    ) -> Self {
        // In the order of reading.
        let board = state.board();
        let cells = (0..L::count(board))
            .flat_map(|line| (0..L::length(board)).map(move |place| L::cell(board, line, place)));
        let cells = cells.filter(|&cell| cell != state.blank());
        let (mut met, mut inversions) = (0u32, 0);
        for rank in cells.map(|cell| rank(state.tile(cell))) {
            inversions += (met >> rank).count_ones();
            met |= 1 << rank;
        }
        let [here, there] = [state.blank(), goal_blank].map(|cell| L::line(board, cell));
        let moves = inversions.div_ceil(L::length(board) as u32 - 1);
        let moves = moves + ((moves ^ here.abs_diff(there) as u32) & 1);
        Self { inversions: inversions as u16, moves: moves as u16 }
    }

    /// After a slide to another line.
    #[inline(always)]
    fn step<B: Board, L: Lines>(
        self,
        slide: Slide,
        state: &State<B>,
        rank: impl Fn(usize) -> usize,
    ) -> Self {
        let board = state.board();
        let (length, own) = (L::length(board), rank(slide.tile));
        let first = if is_ahead(slide) { slide.from } else { slide.to };
        let (line, place) = (L::line(board, first), L::place(board, first));
        // The tiles between the two cells: the rest of a line, then the
        // beginning of the next one.
        let is_higher = |place: usize| {
            let wraps = usize::from(place >= length);
            let cell = L::cell(board, line + wraps, place - wraps * length);
            u16::from(rank(state.tile(cell)) > own)
        };
        let passed = length as u16 - 1;
        let higher: u16 = (1..length).map(|distance| is_higher(place + distance)).sum();
        let lower = passed - higher;
        let (made, undone) = if is_ahead(slide) { (higher, lower) } else { (lower, higher) };
        let inversions = self.inversions + made - undone;
        let fewer = self.moves.wrapping_sub(1);
        let is_enough = self.moves > 0 && fewer * passed >= inversions;
        Self { inversions, moves: if is_enough { fewer } else { self.moves + 1 } }
    }
}

impl InversionDistance {
    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(self, size: Size, goal_blank: usize) -> Box<InversionDistanceEstimator> {
        let (board, mut ranks) = (any_board(size), [0; 32]);
        for (tile, rank) in ranks.iter_mut().enumerate().take(size.cells()).skip(1) {
            let cell = goal_cell(tile, goal_blank);
            let line = Columns::line(board, cell);
            *rank = (line * size.height() + Columns::place(board, cell)) as u8;
        }
        Box::new(InversionDistanceEstimator { goal_blank, ranks })
    }
}

simple!(InversionDistance);

impl Estimator for InversionDistanceEstimator {
    type Value = Inversions;

    fn is_consistent(&self) -> bool {
        true
    }

    fn root<B: Board>(&self, state: &State<B>) -> Inversions {
        let by_column = |tile| usize::from(self.ranks[tile]);
        Inversions {
            rows: Order::root::<B, Rows>(state, self.goal_blank, |tile| tile),
            columns: Order::root::<B, Columns>(state, self.goal_blank, by_column),
        }
    }

    #[inline(always)]
    fn step<B: Board>(&self, value: Inversions, slide: Slide, state: &State<B>) -> Inversions {
        if is_vertical(slide) {
            Inversions { rows: value.rows.step::<B, Rows>(slide, state, |tile| tile), ..value }
        } else {
            let by_column = |tile| usize::from(self.ranks[tile & 31]);
            let columns = value.columns.step::<B, Columns>(slide, state, by_column);
            Inversions { columns, ..value }
        }
    }

    #[inline(always)]
    fn estimate(&self, value: Inversions) -> u32 {
        u32::from(value.rows.moves + value.columns.moves)
    }
}
