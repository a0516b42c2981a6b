//! Copies of a search that are compiled for the types of estimators.

use crate::Board;

/// Runs a search with the copy of it that is compiled for the type of the
/// estimator, where there is one. The line that uses this macro is the only
/// place that says for which types and boards a search is compiled:
///
/// ```
/// # use optile_core::{AnyEstimator, Board, Rect, Shaped, State, TileSum, Values, with_estimates};
/// fn estimate<B: Board>(estimator: &dyn AnyEstimator, state: &State<B>) -> u32 {
///     with_estimates!(estimator, B;
///         TileSum: [Rect<4, 4>, Shaped<u64>];
///         values => {
///             let mut values = values();
///             let value = values.root(state);
///             Values::<B>::h(&values, value)
///         })
/// }
/// ```
///
/// The first type on the list that the estimator has is taken, if the board's
/// type is on the list behind it. Everything else takes the copy for objects,
/// `dyn Estimates<B>`, which is always compiled. There may be several lists,
/// each with a search, and then `else` and a search for everything else.
///
/// The name after the lists is that of a closure. Each call makes
/// [`Values`](crate::Values), for one search or for one of its threads.
#[macro_export]
macro_rules! with_estimates {
    (
        $estimator:expr, $board:ty;
        $($known:ty: [$($on:ty),+]),+;
        $values:ident => $search:expr
    ) => {
        $crate::with_estimates!($estimator, $board;
            $($known: [$($on),+]),+; $values => $search;
            else {
                let object = <$board as $crate::Board>::estimates($estimator);
                let $values = move || object.kept();
                $search
            })
    };
    (
        $estimator:expr, $board:ty;
        $($($known:ty: [$($on:ty),+]),+; $values:ident => $search:expr;)+
        else $other:expr
    ) => {
        'copies: {
            $($(
                if const { $($crate::is_board::<$board, $on>())||+ }
                    && let Some(known) = $estimator.downcast_ref::<$known>()
                {
                    let $values = move || known;
                    break 'copies $search;
                }
            )+)+
            $other
        }
    };
}

/// Whether two types of boards are the same.
pub const fn is_board<B: Board, Other: Board>() -> bool {
    match (B::SHAPE, Other::SHAPE) {
        (Some(shape), Some(other)) => {
            let (size, other) = (shape.size(), other.size());
            size.width() == other.width() && size.height() == other.height()
        }
        (None, None) => size_of::<B::Word>() == size_of::<Other::Word>(),
        _ => false,
    }
}
