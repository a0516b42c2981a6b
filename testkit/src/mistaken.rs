//! Heuristics whose authors made a mistake, or know that they are no bounds.

use std::sync::Arc;

use optile_core::{
    Admissibility, AnyEstimator, Board, Estimator, Heuristic, Meter, Size, State, Stop, Word,
};

use crate::patchy::manhattan;

/// Manhattan distance, and twice that for one state in twenty, as a learned function may be. It says of
/// itself what it is told to say.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge(pub Admissibility);

/// [`TooLarge`] toward one goal.
#[derive(Clone, Copy, Debug)]
pub struct TooLargeEstimator {
    goal_blank: usize,
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
        Ok(Arc::new(TooLargeEstimator { goal_blank }))
    }
}

impl Estimator for TooLargeEstimator {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        false
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        let h = manhattan(state, self.goal_blank);
        if state.word().hash().is_multiple_of(20) { 2 * h } else { h }
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}

/// A heuristic for boards of 2x5 and 5x2, which makes estimators for all others, too.
#[derive(Clone, Copy, Debug)]
pub struct TwoFives;

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
