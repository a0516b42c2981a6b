//! Copies of a search that are compiled for the types of estimators.

use crate::{AnyEstimator, Board, Estimates, Estimator};

/// Runs a search with the copy of it that is compiled for the type of the
/// estimator, where there is one. The line that uses this macro is the only
/// place that says for which types and boards a search is compiled:
///
/// ```
/// # use optile_core::{AnyEstimator, Board, Estimates, Rect, Shaped, State, TileSum, with_estimates};
/// fn estimate<B: Board>(estimator: &dyn AnyEstimator, state: &State<B>) -> u32 {
///     with_estimates!(estimator, B;
///         TileSum: [Rect<4, 4>, Shaped<u64>];
///         estimates => estimates.of_state(state))
/// }
/// ```
///
/// The first type on the list that the estimator has is taken, if the board's
/// type is on the list behind it. Everything else takes the copy for objects,
/// `dyn Estimates<B>`, which is always compiled. There may be several lists,
/// each with a search, and then `else` and a search for everything else. In
/// place of one estimator, there may be an array of two.
#[macro_export]
macro_rules! with_estimates {
    (
        $estimator:expr, $board:ty;
        $($known:ty: [$($on:ty),+]),+;
        $estimates:ident => $search:expr
    ) => {
        $crate::with_estimates!($estimator, $board;
            $($known: [$($on),+]),+; $estimates => $search;
            else {
                let $estimates = $crate::Chosen::object::<$board>($estimator);
                $search
            })
    };
    (
        $estimator:expr, $board:ty;
        $($($known:ty: [$($on:ty),+]),+; $estimates:ident => $search:expr;)+
        else $other:expr
    ) => {
        'copies: {
            $($(
                if const { $($crate::is_board::<$board, $on>())||+ }
                    && let Some($estimates) = $crate::Chosen::known::<$known>($estimator)
                {
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

/// What [`with_estimates!`] chooses a copy for: an estimator or two.
pub trait Chosen<'a>: Copy {
    /// The same by a type of estimates.
    type By<V: ?Sized + 'a>;

    /// By the estimators' type, if it is this one.
    fn known<K: Estimator>(self) -> Option<Self::By<K>>;

    /// As objects.
    fn object<B: Board>(self) -> Self::By<dyn Estimates<B> + 'a>;
}

impl<'a> Chosen<'a> for &'a dyn AnyEstimator {
    type By<V: ?Sized + 'a> = &'a V;

    fn known<K: Estimator>(self) -> Option<&'a K> {
        self.downcast_ref()
    }

    fn object<B: Board>(self) -> &'a (dyn Estimates<B> + 'a) {
        B::estimates(self)
    }
}

impl<'a> Chosen<'a> for [&'a dyn AnyEstimator; 2] {
    type By<V: ?Sized + 'a> = [&'a V; 2];

    fn known<K: Estimator>(self) -> Option<[&'a K; 2]> {
        let [one, other] = self.map(|estimator| estimator.downcast_ref());
        Some([one?, other?])
    }

    fn object<B: Board>(self) -> [&'a (dyn Estimates<B> + 'a); 2] {
        self.map(B::estimates)
    }
}
