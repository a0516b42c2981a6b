//! Heuristics, and their estimators by type.

mod copies;
mod estimates;
mod simple;
mod tile_sum;
mod values;

pub use copies::is_board;
pub use tile_sum::{Manhattan, TileSum};

use std::fmt::Debug;
use std::sync::Arc;

use crate::{AnyEstimator, Board, Meter, Moves, PathValues, Size, Slide, State, Stop};

/// What is known of whether no estimate is above the distance to the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Admissibility {
    /// A proof shows it. Only then may a program call an estimate a bound.
    Proved,
    /// Its author says so. Estimates along each path that is found are compared with what is left
    /// of the path.
    #[default]
    Claimed,
    /// Estimates may be too large. Only a search that promises nothing of the length of its paths
    /// takes such a heuristic.
    Inadmissible,
}

/// A heuristic: an estimate of the moves to the goal, which is a lower bound unless
/// [`Heuristic::admissibility`] says otherwise.
///
/// This is the recipe. [`Heuristic::toward`] makes an estimator from it, for
/// one size and one goal. Searches hold both as objects, so no search is
/// compiled for a heuristic unless it asks for that.
pub trait Heuristic: Debug + Send + Sync {
    /// Whether there is an estimator for boards of this size. Limits of memory
    /// do not belong here.
    fn supports(&self, size: Size) -> bool {
        let _ = size;
        true
    }

    /// Whether its estimates are lower bounds.
    fn admissibility(&self) -> Admissibility {
        Admissibility::default()
    }

    /// Whether an estimator needs tables for its goal that take long to build.
    /// A search with many goals does not use such a heuristic.
    fn has_tables(&self) -> bool {
        false
    }

    /// The estimator toward the goal with its tiles in order and the blank at
    /// `goal_blank`: any type with the trait [`Estimator`]. Tables that it needs
    /// are built here within the limits of `meter`, unless they exist already.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended the building of tables. It is
    /// [`Stop::Unsupported`] if the size is not supported.
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop>;
}

/// A heuristic toward one goal. Each node of a path carries a small value for
/// it.
///
/// The value makes the value of the next node cheap to compute. For Manhattan
/// distance it is the estimate itself, for pattern databases it holds table
/// indices. Each method with a state is generic over its board, and compiled
/// for each type of board.
pub trait Estimator: Send + Sync + 'static {
    /// The value that a node carries.
    type Value: Copy + Debug + Default + PartialEq + Send + Sync;

    /// Whether the estimate never falls by more than the cost of a move. Then
    /// A* never reopens nodes.
    fn is_consistent(&self) -> bool;

    /// The value of a state, computed from the whole state.
    fn root<B: Board>(&self, state: &State<B>) -> Self::Value;

    /// The value of `state`, which `slide` has made from a state with `value`.
    /// It must equal `self.root(state)`, which is the default.
    #[inline(always)]
    fn step<B: Board>(&self, value: Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        let _ = (value, slide);
        self.root(state)
    }

    /// Like [`Estimator::step`], but `None` if the new estimate is not below
    /// `limit`. Override it if a part of the work is enough to find that out.
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

    /// Whether [`Estimator::fetch`] does anything.
    const FETCHES: bool = false;

    /// Prefetches the memory that [`Estimator::step`] with the same arguments
    /// will read, if it is probably not in the caches. Changes nothing else.
    #[inline(always)]
    fn fetch<B: Board>(&self, value: Self::Value, slide: Slide, state: &State<B>) {
        let _ = (value, slide, state);
    }

    /// The estimate, in moves; 0 for the goal.
    fn estimate(&self, value: Self::Value) -> u32;

    /// The value of a state whose estimate is known because it was stored.
    /// Override it if the estimate helps to find the value.
    #[inline(always)]
    fn resume<B: Board>(&self, state: &State<B>, estimate: u32) -> Self::Value {
        let _ = estimate;
        self.root(state)
    }

    /// Two places for a search that stores states, if values of states that it is
    /// likely to expand soon are worth keeping. Override it if values are costly
    /// to compute from states.
    fn kept<B: Board>(&self) -> Option<PathValues<'_, B>> {
        None
    }

    /// The h-decreasing moves of a tile: the moves of the blank that lower the
    /// estimate when they slide `tile` off `cell`. Only for estimates that are
    /// sums over the tiles, where a tile's part depends only on its cell and
    /// every slide changes it by one. All other estimates return `None` for
    /// every tile and cell.
    ///
    /// Searches may rely on two things. A move in this set can be made whenever
    /// the blank is beside the tile. A state in which no tile has such a move
    /// is the goal.
    fn lowering<B: Board>(&self, board: B, tile: usize, cell: usize) -> Option<Moves> {
        let _ = (board, tile, cell);
        None
    }
}
