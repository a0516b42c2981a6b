//! The number of tiles that are not in their rows, as a lower bound on the moves to the goal.
//!
//! What it uses is explained in `optile_heuristics::for_heuristics`.
use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Estimator, Heuristic, HeuristicEntry, Meter, Size, Slide, State, Stop,
    goal_cell,
};

/// The number of tiles that are not in their rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct WrongRows;

/// [`WrongRows`] toward one goal.
pub struct WrongRowsEstimator {
    goal_blank: usize,
}

impl WrongRowsEstimator {
    /// What a tile on a cell adds.
    fn part<B: Board>(&self, board: B, tile: usize, cell: usize) -> u32 {
        u32::from(board.row(cell) != board.row(goal_cell(tile, self.goal_blank)))
    }
}

impl Estimator for WrongRowsEstimator {
    /// What a node carries. Here it is the estimate itself.
    type Value = u32;

    fn is_consistent(&self) -> bool {
        true
    }

    /// The value of a state, from all of its tiles.
    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        let board = state.board();
        let cells = (0..board.cells()).filter(|&cell| cell != state.blank());
        cells.map(|cell| self.part(board, state.tile(cell), cell)).sum()
    }

    /// The value after a slide, from the value before it. Without this method, each value is a `root`.
    fn step<B: Board>(&self, value: u32, slide: Slide, state: &State<B>) -> u32 {
        let part = |cell| self.part(state.board(), slide.tile, cell);
        value + part(slide.to) - part(slide.from)
    }

    /// The value of a state whose estimate a search has stored. Without this method, it is a `root`.
    fn resume<B: Board>(&self, _: &State<B>, estimate: u32) -> u32 {
        estimate
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}

impl Heuristic for WrongRows {
    fn toward(
        &self,
        _: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::new(WrongRowsEstimator { goal_blank }))
    }
}

/// What this crate adds to the registry.
pub static HEURISTIC: HeuristicEntry = HeuristicEntry {
    name: "wrong-rows",
    about: "number of tiles that are not in their rows",
    make: || Arc::new(WrongRows),
};
