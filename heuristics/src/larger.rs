use optile_core::{Board, Estimator, Heuristic, Meter, Size, Slide, State, Stop};

/// The larger of two bounds, both known when a search is compiled.
///
/// For pairs that are worth a type of their own; [`crate::Maximum`] takes any
/// heuristics, but more time. It is consistent if both are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Larger<G, H>(pub G, pub H);

/// [`Larger`] toward one goal.
#[derive(Clone, Copy, Debug)]
pub struct LargerEstimator<D, E>(D, E);

impl<G: Heuristic, H: Heuristic> Heuristic for Larger<G, H> {
    const CONSISTENT: bool = G::CONSISTENT && H::CONSISTENT;
    type Estimator<B: Board> = LargerEstimator<G::Estimator<B>, H::Estimator<B>>;

    fn supports(&self, size: Size) -> bool {
        self.0.supports(size) && self.1.supports(size)
    }

    fn toward<B: Board>(
        &self,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Self::Estimator<B>, Stop> {
        let first = self.0.toward::<B>(goal_blank, meter)?;
        Ok(LargerEstimator(first, self.1.toward::<B>(goal_blank, meter)?))
    }
}

impl<B: Board, D: Estimator<B>, E: Estimator<B>> Estimator<B> for LargerEstimator<D, E> {
    /// Those of both.
    type Value = (D::Value, E::Value);

    fn root(&self, state: &State<B>) -> Self::Value {
        (self.0.root(state), self.1.root(state))
    }

    #[inline(always)]
    fn step(&self, (one, other): Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        (self.0.step(one, slide, state), self.1.step(other, slide, state))
    }

    #[inline(always)]
    fn estimate(&self, (one, other): Self::Value) -> u32 {
        self.0.estimate(one).max(self.1.estimate(other))
    }
}
