//! Misplaced tiles.

use std::sync::Arc;

use optile_core::{AnyEstimator, Heuristic, Meter, Size, Stop};

use crate::TileSum;

/// The number of tiles that are not at their goal cells, without the blank
/// (Hamming distance).
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl Misplaced {
    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(self, size: Size, goal_blank: usize) -> Box<TileSum> {
        TileSum::new(size, goal_blank, false, |_, cell, place| u32::from(cell != place))
    }
}

impl Heuristic for Misplaced {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::<TileSum>::from(self.estimator(size, goal_blank)))
    }
}
