//! What a type of board asks of a heuristic.

use std::any::Any;

use crate::{Board, Moves, Rect, Shaped, Slide, State};

/// An estimator for one type of board, as an object. Every
/// [`Estimator`](crate::Estimator) has this trait for every board.
///
/// It answers questions about single states. A search asks the
/// [`PathEstimates`] that it makes once, with one call per successor.
pub trait Estimates<B: Board>: Send + Sync {
    /// See [`Estimator::is_consistent`](crate::Estimator::is_consistent).
    fn is_consistent(&self) -> bool;

    /// The estimate of one state, computed from the whole state.
    fn of_state(&self, state: &State<B>) -> u32;

    /// See [`Estimator::lowering`](crate::Estimator::lowering).
    fn lowering(&self, board: B, tile: usize, cell: usize) -> Option<Moves>;

    /// `places` places for the values of a path.
    fn path(&self, places: usize) -> Box<dyn PathEstimates<B> + '_>;

    /// Two places, for the values of a node and of its successors. This is for
    /// searches that store states; see
    /// [`Estimator::kept`](crate::Estimator::kept).
    fn kept(&self) -> Box<dyn PathEstimates<B> + '_>;
}

/// The values of the nodes of one path, each at a numbered place, for a
/// heuristic whose type the search does not know.
///
/// A place must be filled before it is used.
pub trait PathEstimates<B: Board>: Send {
    /// See [`Estimator::is_consistent`](crate::Estimator::is_consistent).
    fn is_consistent(&self) -> bool;

    /// Computes the value of a state, puts it at a place, and returns the
    /// estimate.
    fn begin(&mut self, place: usize, state: &State<B>) -> u32;

    /// Puts the value of a state whose estimate is known at a place.
    fn resume(&mut self, place: usize, state: &State<B>, estimate: u32);

    /// Computes the value of `state`, which `slide` has made from the state at
    /// one place, puts it at another place, and returns the estimate. `None` if
    /// the estimate is not below `limit`.
    fn step(
        &mut self,
        from: usize,
        to: usize,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<u32>;
}

/// An [`Estimator`](crate::Estimator) as an object, for boards of every type:
/// [`Board::estimates`] picks one.
///
/// Every estimator has this trait. [`downcast_ref`](#method.downcast_ref) gives
/// the estimator's own type.
pub trait AnyEstimator:
    Any
    + Estimates<Rect<3, 3>>
    + Estimates<Rect<4, 4>>
    + Estimates<Rect<5, 5>>
    + Estimates<Shaped<u64>>
    + Estimates<Shaped<u128>>
{
}

impl dyn AnyEstimator {
    /// The estimator, if it is of this type.
    pub fn downcast_ref<E: AnyEstimator>(&self) -> Option<&E> {
        (self as &dyn Any).downcast_ref()
    }
}
