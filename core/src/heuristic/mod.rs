use std::fmt::Debug;

use crate::{AnyEvaluator, Board, Meter, Moves, Size, Slide, State, Stop};

/// An admissible heuristic: a lower bound on the moves to the goal.
///
/// This is the recipe; [`Heuristic::toward`] makes of it an estimator for one
/// size and one goal. Searches hold both as objects, so that no search is
/// compiled for a heuristic unless it asks for that.
pub trait Heuristic: Debug + Send + Sync {
    /// Whether there is an estimator for boards of this size at all. Limits of
    /// memory do not belong here.
    fn supports(&self, size: Size) -> bool {
        let _ = size;
        true
    }

    /// Whether an estimator needs tables of its own goal that take long to
    /// build. A search that has many goals does without such a heuristic.
    fn has_tables(&self) -> bool {
        false
    }

    /// The estimator for the goal with its tiles in order and the blank at
    /// `goal_blank`: any type with the trait [`Estimator`], boxed. Tables that
    /// it needs are made here, unless they are at hand already, within the
    /// limits of `meter`.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended the making of its tables, which is
    /// [`Stop::Unsupported`] where [`Heuristic::supports`] denies the size.
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Box<dyn AnyEvaluator>, Stop>;
}

/// A heuristic toward one goal, carried along a path by a small value per node.
///
/// The value is whatever makes the next one cheap to get: the estimate itself
/// for Manhattan distance, table indices for pattern databases. Each method
/// that meets a state is generic over its board, and compiled for each type of
/// board.
pub trait Estimator: Send + Sync + 'static {
    /// What a node carries.
    type Value: Copy + Debug + Default + PartialEq + Send + Sync;

    /// Whether the estimate never falls by more than the cost of a move. A*
    /// need not reopen nodes then.
    fn is_consistent(&self) -> bool;

    /// The value of a state, from nothing.
    fn root<B: Board>(&self, state: &State<B>) -> Self::Value;

    /// The value of `state`, which `slide` has just made of a state that had
    /// `value`. Must equal `self.root(state)`; the default is just that.
    #[inline(always)]
    fn step<B: Board>(&self, value: Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        let _ = (value, slide);
        self.root(state)
    }

    /// As [`Estimator::step`], if the estimate is then below `limit`, else
    /// `None`. For estimators that can tell the latter by a part of their work.
    #[inline(always)]
    fn step_below<B: Board>(
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
    fn fetch<B: Board>(&self, value: Self::Value, slide: Slide, state: &State<B>) {
        let _ = (value, slide, state);
    }

    /// The estimate, in moves; 0 for the goal.
    fn estimate(&self, value: Self::Value) -> u32;

    /// The value of a state whose estimate is known because it was stored.
    /// Overridden where the estimate tells something of the value.
    #[inline(always)]
    fn resume<B: Board>(&self, state: &State<B>, estimate: u32) -> Self::Value {
        let _ = estimate;
        self.root(state)
    }

    /// Whether [`Estimator::lowering`] may tell anything. What is made for that
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
    fn lowering<B: Board>(&self, board: B, tile: usize, cell: usize) -> Option<Moves> {
        let _ = (board, tile, cell);
        None
    }
}
