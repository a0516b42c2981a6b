//! Heuristics with faults: one is inconsistent, one is no bound, one makes more than it supports.

use std::sync::Arc;

use optile_core::{
    Admissibility, AnyEstimator, Board, Estimator, Heuristic, Meter, Size, State, Stop, Word,
    goal_cell,
};

/// Manhattan distance for one state in three, and 0 for the others. It is
/// admissible and very inconsistent.
#[derive(Clone, Copy, Debug)]
pub struct Patchy;

/// Manhattan distance, and twice that for one state in twenty, as a learned function may be. It says of
/// itself what it is told to say.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge(pub Admissibility);

/// A heuristic for boards of 2x5 and 5x2, which makes estimators for all others, too.
#[derive(Clone, Copy, Debug)]
pub struct TwoFives;

/// One of these toward one goal: Manhattan distance by a factor that the hash of a state decides.
#[derive(Clone, Copy, Debug)]
pub struct FaultyEstimator {
    goal_blank: usize,
    factor: fn(u64) -> u32,
}

fn faulty(goal_blank: usize, factor: fn(u64) -> u32) -> Result<Arc<dyn AnyEstimator>, Stop> {
    Ok(Arc::new(FaultyEstimator { goal_blank, factor }))
}

impl Heuristic for Patchy {
    fn toward(
        &self,
        _: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        faulty(goal_blank, |hash| u32::from(hash.is_multiple_of(3)))
    }
}

impl Heuristic for TooLarge {
    fn admissibility(&self) -> Admissibility {
        self.0
    }

    fn toward(
        &self,
        _: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        faulty(goal_blank, |hash| 1 + u32::from(hash.is_multiple_of(20)))
    }
}

impl Heuristic for TwoFives {
    fn supports(&self, size: Size) -> bool {
        size.cells() == 10
    }

    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        TooLarge(Admissibility::Claimed).toward(size, goal_blank, meter)
    }
}

impl Estimator for FaultyEstimator {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        false
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        let board = state.board();
        let tiles = (0..board.cells()).map(|cell| (cell, state.tile(cell)));
        let tiles = tiles.filter(|&(_, tile)| tile != 0);
        let away = |(cell, tile)| board.distance(cell, goal_cell(tile, self.goal_blank));
        (self.factor)(state.word().hash()) * tiles.map(away).sum::<u32>()
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}
