//! The heuristic that is always 0.

use std::sync::Arc;

use optile_core::{AnyEstimator, Board, Estimator, Heuristic, Meter, Size, Slide, State, Stop};

use crate::TileSum;

/// Always 0, which makes A* uniform-cost search.
///
/// As an object it is a [`TileSum`]. For searches that are compiled without any
/// heuristic, the type itself is an estimator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl Heuristic for Zero {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::<TileSum>::from(TileSum::new(size, goal_blank, false, |_, _, _| 0)))
    }
}

impl Estimator for Zero {
    type Value = ();

    fn is_consistent(&self) -> bool {
        true
    }

    #[inline(always)]
    fn root<B: Board>(&self, _: &State<B>) {}

    #[inline(always)]
    fn step<B: Board>(&self, (): (), _: Slide, _: &State<B>) {}

    #[inline(always)]
    fn estimate(&self, (): ()) -> u32 {
        0
    }

    #[inline(always)]
    fn resume<B: Board>(&self, _: &State<B>, _: u32) {}
}
