use std::fmt::Debug;

use crate::{Board, Meter, Moves, Size, Slide, State, Stop};

/// An admissible heuristic: a lower bound on the moves to the goal.
///
/// This is the recipe; [`Heuristic::toward`] makes of it an [`Estimator`] for
/// one board and one goal, which is what searches use per node.
pub trait Heuristic: Send + Sync + 'static {
    /// Whether the bound never falls by more than the cost of a move. A* need
    /// not reopen nodes then.
    const CONSISTENT: bool;

    /// The estimator for one board.
    type Estimator<B: Board>: Estimator<B>;

    /// Whether there is an estimator for boards of this size at all. Limits of
    /// memory do not belong here.
    fn supports(&self, size: Size) -> bool {
        let _ = size;
        true
    }

    /// The estimator for the goal with its tiles in order and the blank at
    /// `goal_blank`. Tables that it needs are made here, unless they are at
    /// hand already, within the limits of `meter`.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended the making of its tables, which is
    /// [`Stop::Unsupported`] where [`Heuristic::supports`] denies the size.
    fn toward<B: Board>(
        &self,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Self::Estimator<B>, Stop>;
}

/// A heuristic toward one goal, carried along a path by a small value a node.
///
/// The value is whatever makes the next one cheap to get: the bound itself for
/// Manhattan distance, table indices for pattern databases.
pub trait Estimator<B: Board>: Send + Sync {
    /// What a node carries.
    type Value: Copy + Debug + Default + PartialEq + Send + Sync;

    /// The value of a state, from nothing.
    fn root(&self, state: &State<B>) -> Self::Value;

    /// The value of `state`, which `slide` has just made of a state that had
    /// `value`. Must equal `self.root(state)`; the default is just that.
    #[inline(always)]
    fn step(&self, value: Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        let _ = (value, slide);
        self.root(state)
    }

    /// As [`Estimator::step`], if the bound is then below `limit`, else `None`.
    /// For estimators that can tell the latter by a part of their work.
    #[inline(always)]
    fn step_below(
        &self,
        value: Self::Value,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Self::Value> {
        let value = self.step(value, slide, state);
        (self.estimate(value) < limit).then_some(value)
    }

    /// Whether [`Estimator::fetch`] may do anything.
    const FETCHES: bool = false;

    /// Asks for the memory that [`Estimator::step`] with the same arguments
    /// will look at, where it is likely to be far away. Changes nothing else.
    #[inline(always)]
    fn fetch(&self, value: Self::Value, slide: Slide, state: &State<B>) {
        let _ = (value, slide, state);
    }

    /// The bound, in moves; 0 for the goal.
    fn estimate(&self, value: Self::Value) -> u32;

    /// The value of a state whose bound is known because it was stored.
    /// Overridden where the value is the bound.
    #[inline(always)]
    fn resume(&self, state: &State<B>, estimate: u32) -> Self::Value {
        let _ = estimate;
        self.root(state)
    }

    /// Whether [`Estimator::lowering`] tells anything. What is made for that
    /// need not be compiled for any other estimator.
    const LOWERS: bool = false;

    /// For estimates that are sums over the tiles, where a tile's part depends
    /// on its cell alone and every slide changes it by one, up or down: the
    /// moves of the blank that lower the estimate when they slide `tile` off
    /// `cell`. `None` for all other estimates, whatever tile and cell.
    ///
    /// Searches may take what follows for granted: a move in this set can be
    /// made whenever the blank is beside the tile, and a state in which no
    /// tile has any is the goal.
    fn lowering(&self, tile: usize, cell: usize) -> Option<Moves> {
        let _ = (tile, cell);
        None
    }
}
