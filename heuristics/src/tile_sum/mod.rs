use optile_core::{Board, Estimator, Move, Moves, Shape, Size, Slide, State, goal_cell};

/// A sum over the tiles in which a tile's part depends on its cell alone:
/// [`crate::Zero`], [`crate::Misplaced`] and [`crate::Manhattan`] toward one
/// goal.
///
/// One type serves the three, so that a search that is compiled for it has all
/// of them. A part changes by at most one with a slide, so the estimate is
/// consistent.
#[derive(Clone, Debug)]
pub struct TileSum {
    /// By tile and cell, the tile's part. Rows are 32 long, and there are 32 of
    /// them, so that a packed tile and a cell are always valid indices and no
    /// bound is checked in hot loops.
    parts: [[u8; 32]; 32],
    /// By the direction of a slide, the tile and the cell it goes to, what the
    /// slide changes: 1, 0 or -1. One look instead of two at `parts`, at an
    /// address that searches with a constant move know but for the tile.
    change: [[[i8; 32]; 32]; 32],
    /// Whether every slide changes the sum by one.
    is_manhattan: bool,
}

/// A number below 32 for the direction of a slide: the difference of its cells
/// modulo 32, which tells all four apart on boards up to 12 wide.
#[inline(always)]
fn direction(from: usize, to: usize) -> usize {
    from.wrapping_sub(to) & 31
}

impl TileSum {
    /// The sum of these parts, by a tile's cell and the cell where it belongs;
    /// for [`TileSum::lowering`] it is told whether they are the steps between
    /// the two.
    pub(crate) fn new(
        size: Size,
        goal_blank: usize,
        is_manhattan: bool,
        part: impl Fn(&Shape, usize, usize) -> u32,
    ) -> Box<Self> {
        let shape = Shape::of(size);
        let mut sum =
            Box::new(Self { parts: [[0; 32]; 32], change: [[[0; 32]; 32]; 32], is_manhattan });
        for tile in 1..size.cells() {
            let place = goal_cell(tile, goal_blank);
            for cell in 0..size.cells() {
                sum.parts[tile][cell] = part(shape, cell, place) as u8;
            }
        }
        for to in 0..size.cells() {
            for m in shape.legal(to) {
                let from = to.wrapping_add(shape.step(m));
                for tile in 1..size.cells() {
                    let parts = &sum.parts[tile];
                    sum.change[direction(from, to)][tile][to] = parts[to] as i8 - parts[from] as i8;
                }
            }
        }
        sum
    }

    /// Whether all parts are 0, as those of [`crate::Zero`] are.
    pub fn is_zero(&self) -> bool {
        self.parts.as_flattened().iter().all(|&part| part == 0)
    }

    /// The part of `tile` on `cell`; 0 for the blank.
    #[inline(always)]
    pub fn part(&self, tile: usize, cell: usize) -> u32 {
        self.parts[tile & 31][cell & 31].into()
    }
}

impl Estimator for TileSum {
    /// The estimate itself.
    type Value = u32;
    const LOWERS: bool = true;

    fn is_consistent(&self) -> bool {
        true
    }

    #[inline]
    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        (0..state.board().cells()).map(|cell| self.part(state.tile(cell), cell)).sum()
    }

    #[inline(always)]
    fn step<B: Board>(&self, value: u32, slide: Slide, _state: &State<B>) -> u32 {
        let change = &self.change[direction(slide.from, slide.to)];
        value.wrapping_add_signed(change[slide.tile & 31][slide.to & 31].into())
    }

    #[inline(always)]
    fn estimate(&self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn resume<B: Board>(&self, _state: &State<B>, estimate: u32) -> u32 {
        estimate
    }

    fn lowering<B: Board>(&self, board: B, tile: usize, cell: usize) -> Option<Moves> {
        // The tile goes where the blank comes from.
        let lowers = |m: &Move| {
            let way = m.inverse();
            board.legal(cell).contains(way)
                && self.part(tile, board.neighbour(cell, way)) < self.part(tile, cell)
        };
        let lowering = || Move::ALL.into_iter().filter(lowers).fold(Moves::NONE, Moves::with);
        self.is_manhattan.then(lowering)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::with_board;

    use super::*;
    use crate::Manhattan;

    fn check<B: Board>(board: B) {
        for goal_blank in 0..board.cells() {
            let estimator = Manhattan.estimator(board.size(), goal_blank);
            for to in 0..board.cells() {
                for from in board.legal(to).map(|m| board.neighbour(to, m)) {
                    for tile in 1..board.cells() {
                        let slide = Slide { tile, from, to };
                        let value = estimator.step(100, slide, &State::goal(board, from));
                        let place = goal_cell(tile, goal_blank);
                        let expected =
                            100 + board.distance(to, place) - board.distance(from, place);
                        assert_eq!(value, expected, "{slide:?} on {}", board.size());
                    }
                }
            }
        }
    }

    #[test]
    fn slides_change_the_estimate_by_the_way_of_their_tile() {
        for size in Size::all() {
            with_board!(size, board => check(board));
        }
    }
}
