//! The larger of two estimates.

use optile_core::{Board, Estimator, Slide, State};

/// The larger of two estimates whose types are constants of a search.
///
/// It is for pairs that need their own type for speed. A maximum of objects takes any heuristics,
/// but is slower.
#[derive(Clone, Copy, Debug)]
pub struct Pair<D, E>(D, E);

impl<D: Estimator, E: Estimator> Pair<D, E> {
    /// The larger estimate of two estimators toward one goal.
    pub fn new(one: D, other: E) -> Self {
        Self(one, other)
    }
}

impl<D: Estimator, E: Estimator> Estimator for Pair<D, E> {
    /// The values of both.
    type Value = (D::Value, E::Value);

    fn is_consistent(&self) -> bool {
        self.0.is_consistent() && self.1.is_consistent()
    }

    fn root<B: Board>(&self, state: &State<B>) -> Self::Value {
        (self.0.root(state), self.1.root(state))
    }

    #[inline(always)]
    fn step<B: Board>(
        &self,
        (one, other): Self::Value,
        slide: Slide,
        state: &State<B>,
    ) -> Self::Value {
        (self.0.step(one, slide, state), self.1.step(other, slide, state))
    }

    #[inline(always)]
    fn estimate(&self, (one, other): Self::Value) -> u32 {
        self.0.estimate(one).max(self.1.estimate(other))
    }
}
