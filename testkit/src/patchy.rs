//! An inconsistent heuristic.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Estimator, Heuristic, Meter, Size, State, Stop, Word, goal_cell,
};

/// Manhattan distance for one state in three, and 0 for the others. It is
/// admissible and very inconsistent.
#[derive(Clone, Copy, Debug)]
pub struct Patchy;

/// [`Patchy`] toward one goal.
#[derive(Clone, Copy, Debug)]
pub struct PatchyEstimator {
    goal_blank: usize,
}

/// Manhattan distance, from all tiles.
pub(crate) fn manhattan<B: Board>(state: &State<B>, goal_blank: usize) -> u32 {
    let board = state.board();
    let tiles = (0..board.cells()).map(|cell| (cell, state.tile(cell)));
    let tiles = tiles.filter(|&(_, tile)| tile != 0);
    tiles.map(|(cell, tile)| board.distance(cell, goal_cell(tile, goal_blank))).sum()
}

impl Heuristic for Patchy {
    fn toward(
        &self,
        _: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::new(PatchyEstimator { goal_blank }))
    }
}

impl Estimator for PatchyEstimator {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        false
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        if !state.word().hash().is_multiple_of(3) {
            return 0;
        }
        manhattan(state, self.goal_blank)
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}
