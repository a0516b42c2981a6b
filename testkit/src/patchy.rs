use optile_core::{Board, Estimator, Heuristic, Meter, State, Stop, Word};

/// Manhattan distance for one state in three and nothing for the others:
/// admissible, and as inconsistent as can be.
#[derive(Clone, Copy, Debug)]
pub struct Patchy;

/// [`Patchy`] toward one goal.
#[derive(Clone, Copy, Debug)]
pub struct PatchyEstimator {
    goal_blank: usize,
}

impl Heuristic for Patchy {
    const CONSISTENT: bool = false;
    type Estimator<B: Board> = PatchyEstimator;

    fn toward<B: Board>(&self, goal_blank: usize, _: &mut Meter) -> Result<PatchyEstimator, Stop> {
        Ok(PatchyEstimator { goal_blank })
    }
}

impl<B: Board> Estimator<B> for PatchyEstimator {
    type Value = u32;

    fn root(&self, state: &State<B>) -> u32 {
        if !state.word().hash().is_multiple_of(3) {
            return 0;
        }
        let place = |tile| State::<B>::goal_cell(tile, self.goal_blank);
        let tiles = (0..B::CELLS).map(|cell| (cell, state.tile(cell)));
        let tiles = tiles.filter(|&(_, tile)| tile != 0);
        tiles.map(|(cell, tile)| B::distance(cell, place(tile))).sum()
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}
