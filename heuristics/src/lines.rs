use optile_core::{Board, Move, Slide, Word};

/// The rows of a board, or its columns: what holds for one holds for the
/// other, so bounds that have a part for each are written once.
pub(crate) trait Lines: Send + Sync + 'static {
    /// How many there are.
    fn count<B: Board>() -> usize;
    /// The cells of each.
    fn length<B: Board>() -> usize;
    /// The line that a cell is on.
    fn line<B: Board>(cell: usize) -> usize;
    /// The cell at a place of a line.
    fn cell<B: Board>(line: usize, place: usize) -> usize;
    /// Where on its line a cell is.
    fn place<B: Board>(cell: usize) -> usize;
}

/// A board's rows, which tiles change by going up and down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows;

/// A board's columns, which tiles change by going left and right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns;

impl Lines for Rows {
    #[inline(always)]
    fn count<B: Board>() -> usize {
        B::HEIGHT
    }

    #[inline(always)]
    fn length<B: Board>() -> usize {
        B::WIDTH
    }

    #[inline(always)]
    fn line<B: Board>(cell: usize) -> usize {
        cell / B::WIDTH
    }

    #[inline(always)]
    fn cell<B: Board>(line: usize, place: usize) -> usize {
        line * B::WIDTH + place
    }

    #[inline(always)]
    fn place<B: Board>(cell: usize) -> usize {
        cell % B::WIDTH
    }
}

impl Lines for Columns {
    #[inline(always)]
    fn count<B: Board>() -> usize {
        B::WIDTH
    }

    #[inline(always)]
    fn length<B: Board>() -> usize {
        B::HEIGHT
    }

    #[inline(always)]
    fn line<B: Board>(cell: usize) -> usize {
        cell % B::WIDTH
    }

    #[inline(always)]
    fn cell<B: Board>(line: usize, place: usize) -> usize {
        place * B::WIDTH + line
    }

    #[inline(always)]
    fn place<B: Board>(cell: usize) -> usize {
        cell / B::WIDTH
    }
}

/// Whether a tile goes to another row; if not, to another column. Known when a
/// search with constant moves is compiled.
#[inline(always)]
pub(crate) fn is_vertical(slide: Slide) -> bool {
    slide.from.wrapping_sub(slide.to).wrapping_add(1) > 2
}

/// Whether a tile goes to a line of a higher number.
#[inline(always)]
pub(crate) fn is_ahead(slide: Slide) -> bool {
    // Not by comparing the cells: only their difference is a constant.
    (slide.to.wrapping_sub(slide.from) as isize) > 0
}

/// Calls `visit` with each place of a line and the tile that is there, in a
/// state with this word.
#[inline(always)]
pub(crate) fn for_each_tile<B: Board, L: Lines>(
    word: B::Word,
    line: usize,
    mut visit: impl FnMut(usize, usize),
) {
    // With the line first all other shifts are constants.
    let word = word.rotate_down(L::cell::<B>(line, 0));
    for place in 0..L::length::<B>() {
        visit(place, word.get(L::cell::<B>(0, place)));
    }
}

/// Every slide that a tile can make, as tables by slides are filled.
pub(crate) fn slides<B: Board>() -> impl Iterator<Item = Slide> {
    let ends =
        (0..B::CELLS).flat_map(|to| B::LEGAL[to].map(move |m: Move| (B::neighbour(to, m), to)));
    ends.flat_map(|(from, to)| (1..B::CELLS).map(move |tile| Slide { tile, from, to }))
}
