use optile_core::{Board, Estimator, Heuristic, Slide, State};

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
}

impl Heuristic for Manhattan {
    const CONSISTENT: bool = true;
    type Estimator<B: Board> = ManhattanEstimator;

    fn toward<B: Board>(&self, goal_blank: usize) -> ManhattanEstimator {
        let mut steps = [[0; 32]; 32];
        for (tile, row) in steps.iter_mut().enumerate().take(B::CELLS).skip(1) {
            let place = State::<B>::goal_cell(tile, goal_blank);
            for (cell, steps) in row.iter_mut().enumerate().take(B::CELLS) {
                *steps = B::distance(cell, place) as u8;
            }
        }
        ManhattanEstimator { steps }
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

    #[inline]
    fn root(&self, state: &State<B>) -> u32 {
        (0..B::CELLS).map(|cell| self.steps(state.tile(cell), cell)).sum()
    }

    #[inline(always)]
    fn step(&self, value: u32, slide: Slide, _state: &State<B>) -> u32 {
        value + self.steps(slide.tile, slide.to) - self.steps(slide.tile, slide.from)
    }

    #[inline(always)]
    fn estimate(&self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn resume(&self, _state: &State<B>, estimate: u32) -> u32 {
        estimate
    }
}
