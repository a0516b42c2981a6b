//! What a type of board asks of a heuristic.

use std::any::Any;

use super::values::PathValues;
use crate::{Board, Moves, Rect, Shaped, State};

/// An estimator for one type of board, as an object. Every
/// [`Estimator`](crate::Estimator) has this trait for every board.
///
/// It answers questions about single states. A search asks the
/// [`PathValues`] that it makes once, with one call per successor.
pub trait Estimates<B: Board>: Send + Sync {
    /// See [`Estimator::is_consistent`](crate::Estimator::is_consistent).
    fn is_consistent(&self) -> bool;

    /// The estimate of one state, computed from the whole state.
    fn of_state(&self, state: &State<B>) -> u32;

    /// See [`Estimator::lowering`](crate::Estimator::lowering).
    fn lowering(&self, board: B, tile: usize, cell: usize) -> Option<Moves>;

    /// The values of a path of at most `places` states.
    fn path(&self, places: usize) -> PathValues<'_, B>;

    /// The values of a node and of its successors. This is for
    /// searches that store states; see
    /// [`Estimator::kept`](crate::Estimator::kept).
    fn kept(&self) -> PathValues<'_, B>;
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
