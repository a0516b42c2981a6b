//! Heuristics that are sums over the tiles. Searches are compiled for their type.

use std::sync::Arc;

use crate::{
    AnyEstimator, Board, Estimator, Move, Moves, Shape, Size, Slide, State, goal_cell, simple,
};

/// The sum of the row and column distances from each tile to its goal cell. It
/// would be exact if tiles could pass through each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manhattan;

impl Manhattan {
    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(self, size: Size, goal_blank: usize) -> Box<TileSum> {
        let mut sum = TileSum::new(size, goal_blank, |shape, cell, place| {
            let rows = shape.row(cell).abs_diff(shape.row(place));
            let columns = shape.column(cell).abs_diff(shape.column(place));
            (rows + columns) as u32
        });
        sum.is_manhattan = true;
        sum
    }
}

simple!(Manhattan);

/// A sum over the tiles in which a tile's part depends only on its cell, toward
/// one goal: [`Manhattan`], the number of misplaced tiles, or nothing.
///
/// One type serves all of them, so a search that is compiled for it has them
/// all. A slide changes a part by at most one, so the estimate is consistent.
#[derive(Clone, Debug)]
pub struct TileSum {
    /// The part of a tile on a cell. Indexed by `[tile][cell]`. Rows are 32
    /// long, and there are 32 of them, so that a packed tile and a cell are
    /// always valid indices and hot loops check no index.
    parts: [[u8; 32]; 32],
    /// How a slide changes the sum: 1, 0 or -1. Indexed by the direction of the
    /// slide, the tile and the cell it goes to. This is one lookup instead of
    /// two in `parts`. In searches with a constant move, all parts of the
    /// address except the tile are known.
    change: [[[i8; 32]; 32]; 32],
    /// Whether parts are the steps from the tile to its place, for [`TileSum::lowering`].
    is_manhattan: bool,
}

/// A number below 32 for the direction of a slide: the difference of its cells
/// modulo 32. On boards of up to 12 columns, the four directions have different
/// numbers.
#[inline(always)]
fn direction(from: usize, to: usize) -> usize {
    from.wrapping_sub(to) & 31
}

impl TileSum {
    /// The sum of these parts, which are given for a tile's cell and the cell
    /// where it belongs.
    pub fn new(
        size: Size,
        goal_blank: usize,
        part: impl Fn(&Shape, usize, usize) -> u32,
    ) -> Box<Self> {
        let shape = Shape::of(size);
        let mut sum = Box::new(Self {
            parts: [[0; 32]; 32],
            change: [[[0; 32]; 32]; 32],
            is_manhattan: false,
        });
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

    /// The sum without the parts of the tiles from 1 to `last`.
    #[must_use]
    pub fn without(mut self: Box<Self>, last: usize) -> Box<Self> {
        for tile in (1..32).take(last) {
            self.parts[tile] = [0; 32];
            for change in &mut self.change {
                change[tile] = [0; 32];
            }
            self.is_manhattan = false;
        }
        self
    }

    /// The sum in which each tile has the parts of another: `tile` has those of
    /// `labels[tile]`. If the labels rename the tiles of a state so that they
    /// are in order, this is the estimator toward that state.
    #[must_use]
    pub fn relabelled(&self, labels: &[u8; 32]) -> Arc<dyn AnyEstimator> {
        let mut sum = Box::new(self.clone());
        for (tile, &label) in labels.iter().enumerate() {
            let label = usize::from(label) & 31;
            sum.parts[tile] = self.parts[label];
            for (to, from) in sum.change.iter_mut().zip(&self.change) {
                to[tile] = from[label];
            }
        }
        // The moves that lower it are known only for goals in order.
        sum.is_manhattan = false;
        Arc::<Self>::from(sum)
    }

    /// The part of `tile` on `cell`; 0 for the blank.
    #[inline(always)]
    fn part(&self, tile: usize, cell: usize) -> u32 {
        self.parts[tile & 31][cell & 31].into()
    }
}

impl Estimator for TileSum {
    /// The estimate itself.
    type Value = u32;
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
        // The tile goes to the blank's old cell.
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
    use super::*;

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
