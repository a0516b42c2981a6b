//! The heuristic values of the nodes of a path.

use optile_core::{Board, Estimator, PathEstimates, Slide, State};

/// The heuristic values that a depth-first search carries from node to node.
///
/// A search has them from an estimator of a known type, or from an object. The
/// type is faster, and the search is compiled again for each type.
/// [`with_engine`](super::with_engine) says for which types this is done.
pub(crate) trait PathValues<B: Board> {
    /// The value of one node.
    type Value: Copy;

    /// Whether [`PathValues::fetch`] may do anything.
    const FETCHES: bool;

    /// The value of a state, computed from the whole state.
    fn root(&mut self, state: &State<B>) -> Self::Value;

    /// The value of `state`, which `slide` has made from the state with
    /// `value`. `None` if its estimate is not below `limit`. Calls must follow
    /// one path at a time.
    fn step_below(
        &mut self,
        value: Self::Value,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Self::Value>;

    /// See [`Estimator::fetch_first`].
    #[inline(always)]
    fn fetch(&self, _value: Self::Value, _slide: Slide, _state: &State<B>) {}
}

/// An estimator of a known type. Values are in registers.
impl<B: Board, E: Estimator> PathValues<B> for &E {
    type Value = E::Value;
    const FETCHES: bool = E::FETCHES;

    fn root(&mut self, state: &State<B>) -> E::Value {
        E::root(self, state)
    }

    #[inline(always)]
    fn step_below(
        &mut self,
        value: E::Value,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<E::Value> {
        E::step_below(self, value, slide, state, limit)
    }

    #[inline(always)]
    fn fetch(&self, value: E::Value, slide: Slide, state: &State<B>) {
        E::fetch_first(self, value, slide, state);
    }
}

/// An object. A node carries its depth, and the values of its path are in
/// memory.
impl<B: Board> PathValues<B> for Box<dyn PathEstimates<B> + '_> {
    type Value = u32;
    const FETCHES: bool = false;

    fn root(&mut self, state: &State<B>) -> u32 {
        self.begin(0, state);
        0
    }

    #[inline(always)]
    fn step_below(
        &mut self,
        depth: u32,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<u32> {
        let from = depth as usize;
        self.step(from, from + 1, slide, state, limit).map(|_| depth + 1)
    }
}
