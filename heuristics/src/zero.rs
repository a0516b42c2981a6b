use optile_core::{Board, Estimator, Heuristic, Meter, Slide, State, Stop};

/// Always 0: turns A* into uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

/// [`Zero`] toward one goal.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroEstimator;

impl Heuristic for Zero {
    const CONSISTENT: bool = true;
    type Estimator<B: Board> = ZeroEstimator;

    fn toward<B: Board>(&self, _: usize, _: &mut Meter) -> Result<ZeroEstimator, Stop> {
        Ok(ZeroEstimator)
    }
}

impl<B: Board> Estimator<B> for ZeroEstimator {
    type Value = ();

    #[inline(always)]
    fn root(&self, _state: &State<B>) {}

    #[inline(always)]
    fn step(&self, (): (), _slide: Slide, _state: &State<B>) {}

    #[inline(always)]
    fn estimate(&self, (): ()) -> u32 {
        0
    }
}
