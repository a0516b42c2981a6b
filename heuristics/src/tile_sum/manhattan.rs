//! Manhattan distance.

use std::sync::Arc;

use optile_core::{AnyEstimator, Heuristic, Meter, Size, Stop};

use crate::TileSum;

/// The sum of the row and column distances from each tile to its goal cell. It
/// would be exact if tiles could pass through each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manhattan;

impl Manhattan {
    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(self, size: Size, goal_blank: usize) -> Box<TileSum> {
        TileSum::new(size, goal_blank, true, |shape, cell, place| {
            let rows = shape.row(cell).abs_diff(shape.row(place));
            let columns = shape.column(cell).abs_diff(shape.column(place));
            (rows + columns) as u32
        })
    }
}

impl Heuristic for Manhattan {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::<TileSum>::from(self.estimator(size, goal_blank)))
    }
}
