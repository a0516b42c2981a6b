//! Manhattan distance without some tiles.

use optile_core::{Manhattan, Size, TileSum, simple};

/// Manhattan distance in which the first K tiles of the goal are ignored, where
/// K is the number given. It shows how searches behave as a heuristic becomes
/// weaker.
///
/// If the goal has its tiles in order, these are the tiles 1, 2 and so on. A
/// search from the goal estimates the moves toward the start. It ignores the
/// first tiles of the start, because a heuristic is always told the goal with
/// its tiles renamed so that they are in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct ManhattanWithout(pub usize);

impl ManhattanWithout {
    /// The most tiles that a name may leave out.
    pub(crate) const MOST: usize = 8;

    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(self, size: Size, goal_blank: usize) -> Box<TileSum> {
        Manhattan.estimator(size, goal_blank).without(self.0)
    }
}

simple!(ManhattanWithout);
