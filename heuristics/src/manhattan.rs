use optile_core::{Board, Estimator, Heuristic, Meter, Move, Moves, Slide, State, Stop};

/// The rows and columns from each tile to its place, summed: exact if tiles
/// could pass through each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manhattan;

/// [`Manhattan`] toward one goal.
#[derive(Clone, Debug)]
pub struct ManhattanEstimator {
    /// By tile and cell, the steps between them. Rows are 32 long, and there
    /// are 32 of them, so that a packed tile and a cell are always valid
    /// indices and no bound is checked in hot loops.
    steps: [[u8; 32]; 32],
    /// By the direction of a slide, the tile and the cell it goes to, what the
    /// slide changes: 1 or -1. One look instead of two at `steps`, at an
    /// address that searches with a constant move know but for the tile.
    change: [[[i8; 32]; 32]; 16],
}

/// A number below 16 for the direction of a slide: the difference of its cells
/// modulo 16, which tells all four apart on boards 2 to 5 wide.
#[inline(always)]
fn direction(from: usize, to: usize) -> usize {
    from.wrapping_sub(to) & 15
}

impl Heuristic for Manhattan {
    const CONSISTENT: bool = true;
    type Estimator<B: Board> = ManhattanEstimator;

    fn toward<B: Board>(
        &self,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<ManhattanEstimator, Stop> {
        let mut steps = [[0; 32]; 32];
        for (tile, row) in steps.iter_mut().enumerate().take(B::CELLS).skip(1) {
            let place = State::<B>::goal_cell(tile, goal_blank);
            for (cell, steps) in row.iter_mut().enumerate().take(B::CELLS) {
                *steps = B::distance(cell, place) as u8;
            }
        }
        let mut change = [[[0; 32]; 32]; 16];
        for to in 0..B::CELLS {
            for m in B::LEGAL[to] {
                let from = B::neighbour(to, m);
                for (tile, steps) in steps.iter().enumerate().take(B::CELLS).skip(1) {
                    change[direction(from, to)][tile][to] = steps[to] as i8 - steps[from] as i8;
                }
            }
        }
        Ok(ManhattanEstimator { steps, change })
    }
}

impl ManhattanEstimator {
    /// The steps from `cell` to where `tile` belongs; 0 for the blank.
    #[inline(always)]
    pub fn steps(&self, tile: usize, cell: usize) -> u32 {
        self.steps[tile & 31][cell & 31].into()
    }
}

impl<B: Board> Estimator<B> for ManhattanEstimator {
    /// The bound itself.
    type Value = u32;
    const LOWERS: bool = true;

    #[inline]
    fn root(&self, state: &State<B>) -> u32 {
        (0..B::CELLS).map(|cell| self.steps(state.tile(cell), cell)).sum()
    }

    #[inline(always)]
    fn step(&self, value: u32, slide: Slide, _state: &State<B>) -> u32 {
        let change = &self.change[direction(slide.from, slide.to)];
        value.wrapping_add_signed(change[slide.tile & 31][slide.to & 31].into())
    }

    #[inline(always)]
    fn estimate(&self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn resume(&self, _state: &State<B>, estimate: u32) -> u32 {
        estimate
    }

    fn lowering(&self, tile: usize, cell: usize) -> Option<Moves> {
        // The tile goes where the blank comes from.
        let lowers = |m: &Move| {
            let way = m.inverse();
            B::LEGAL[cell].contains(way)
                && self.steps(tile, B::neighbour(cell, way)) < self.steps(tile, cell)
        };
        Some(Move::ALL.into_iter().filter(lowers).fold(Moves::NONE, Moves::with))
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Size, with_board};

    use super::*;

    fn check<B: Board>() {
        for goal_blank in 0..B::CELLS {
            let toward = Manhattan.toward::<B>(goal_blank, &mut Meter::default()).unwrap();
            for to in 0..B::CELLS {
                for from in B::LEGAL[to].map(|m| B::neighbour(to, m)) {
                    for tile in 1..B::CELLS {
                        let slide = Slide { tile, from, to };
                        let value = toward.step(100, slide, &State::<B>::goal(from));
                        let place = State::<B>::goal_cell(tile, goal_blank);
                        let expected = 100 + B::distance(to, place) - B::distance(from, place);
                        assert_eq!(value, expected, "{slide:?} on {}", B::SIZE);
                    }
                }
            }
        }
    }

    #[test]
    fn slides_change_the_bound_by_the_way_of_their_tile() {
        for size in Size::all() {
            with_board!(size, B => check::<B>());
        }
    }
}
