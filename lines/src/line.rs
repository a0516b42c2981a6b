//! Rows and columns.

use optile_core::{Board, Shape, Shaped, Size, Slide, State, Word};

/// The rows of a board, or its columns. Bounds that have a part for rows and a
/// part for columns are written once for both.
pub(crate) trait Lines: Send + Sync + 'static {
    /// Whether they are rows.
    const ARE_ROWS: bool;

    /// How many there are.
    #[inline(always)]
    fn count<B: Board>(board: B) -> usize {
        if Self::ARE_ROWS { board.height() } else { board.width() }
    }

    /// The cells of each.
    #[inline(always)]
    fn length<B: Board>(board: B) -> usize {
        if Self::ARE_ROWS { board.width() } else { board.height() }
    }

    /// The line that a cell is on.
    #[inline(always)]
    fn line<B: Board>(board: B, cell: usize) -> usize {
        if Self::ARE_ROWS { board.row(cell) } else { board.column(cell) }
    }

    /// The cell at a place of a line.
    #[inline(always)]
    fn cell<B: Board>(board: B, line: usize, place: usize) -> usize {
        let (row, column) = if Self::ARE_ROWS { (line, place) } else { (place, line) };
        row * board.width() + column
    }

    /// Where on its line a cell is.
    #[inline(always)]
    fn place<B: Board>(board: B, cell: usize) -> usize {
        if Self::ARE_ROWS { board.column(cell) } else { board.row(cell) }
    }
}

/// A board's rows, which tiles change by going up and down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows;

impl Lines for Rows {
    const ARE_ROWS: bool = true;
}

/// A board's columns, which tiles change by going left and right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns;

impl Lines for Columns {
    const ARE_ROWS: bool = false;
}

/// Whether a tile goes to another row, and not to another column. A constant in
/// searches with constant moves.
#[inline(always)]
pub(crate) fn is_vertical(slide: Slide) -> bool {
    slide.from.wrapping_sub(slide.to).wrapping_add(1) > 2
}

/// Whether a tile goes to a line of a higher number.
#[inline(always)]
pub(crate) fn is_ahead(slide: Slide) -> bool {
    // The cells are not compared, because only their difference is a constant.
    (slide.to.wrapping_sub(slide.from) as isize) > 0
}

/// Calls `visit` with each place of a line and the tile that is there.
#[inline(always)]
pub(crate) fn for_each_tile<B: Board, L: Lines>(
    state: &State<B>,
    line: usize,
    mut visit: impl FnMut(usize, usize),
) {
    let board = state.board();
    // With the line lowest, all other shifts are constants on constant boards.
    let word = state.word().rotate_down(L::cell(board, line, 0));
    let (length, stride) = (L::length(board), L::cell(board, 0, 1));
    if B::SHAPE.is_some() {
        for place in 0..length {
            visit(place, word.get(place * stride));
        }
        return;
    }
    // A loop of constant length has no branches.
    match length {
        2 => for_each_of::<B, 2>(word, stride, visit),
        3 => for_each_of::<B, 3>(word, stride, visit),
        4 => for_each_of::<B, 4>(word, stride, visit),
        5 => for_each_of::<B, 5>(word, stride, visit),
        _ => (0..length).for_each(|place| visit(place, word.get(place * stride))),
    }
}

/// Visits a line of `LENGTH` cells that begins at cell 0 of the word.
#[inline(always)]
fn for_each_of<B: Board, const LENGTH: usize>(
    mut word: B::Word,
    stride: usize,
    mut visit: impl FnMut(usize, usize),
) {
    if stride == 1 {
        // A row fits in a small word.
        let mut row = word.widen() as u64;
        for place in 0..LENGTH {
            visit(place, row as usize & ((1 << B::Word::CELL_BITS) - 1));
            row >>= B::Word::CELL_BITS;
        }
        return;
    }
    for place in 0..LENGTH {
        visit(place, word.get(0));
        word = word.rotate_down(stride);
    }
}

/// Every slide that a tile can make, for filling tables.
pub(crate) fn slides(size: Size) -> impl Iterator<Item = Slide> {
    let shape = Shape::of(size);
    let ends = (0..size.cells())
        .flat_map(move |to| shape.legal(to).map(move |m| (to.wrapping_add(shape.step(m)), to)));
    ends.flat_map(move |(from, to)| (1..size.cells()).map(move |tile| Slide { tile, from, to }))
}

/// A board for making tables, where speed does not matter.
pub(crate) fn any_board(size: Size) -> Shaped<u128> {
    let board = Shaped::of(size);
    board.unwrap_or_else(|| unreachable!("a word of 128 bits holds every board"))
}
