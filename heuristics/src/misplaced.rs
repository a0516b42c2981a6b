//! Misplaced tiles.

use optile_core::{Size, TileSum, simple};

/// The number of tiles that are not at their goal cells, without the blank
/// (Hamming distance).
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl Misplaced {
    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(self, size: Size, goal_blank: usize) -> Box<TileSum> {
        TileSum::new(size, goal_blank, |_, cell, place| u32::from(cell != place))
    }
}

simple!(Misplaced);
