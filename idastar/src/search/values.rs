//! The heuristic values of the nodes of a path.

use optile_core::{Board, Estimator, PathEstimates, Slide, State};
use optile_pdb::{CollectionPath, Sums};

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

    /// Takes back the last step, which returned a value, when the search returns
    /// from the state that `slide` has made.
    #[inline(always)]
    fn step_back(&mut self, _slide: Slide) {}

    /// Prefetches what [`PathValues::step_below`] will read.
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
        E::fetch(self, value, slide, state);
    }
}

/// A path in a collection of pattern databases. A node carries its sums.
impl<B: Board, const SUMS: usize> PathValues<B> for CollectionPath<'_, SUMS> {
    type Value = Sums<SUMS>;
    const FETCHES: bool = true;

    fn root(&mut self, state: &State<B>) -> Sums<SUMS> {
        self.begin(state)
    }

    #[inline(always)]
    fn step_below(
        &mut self,
        value: Sums<SUMS>,
        slide: Slide,
        _: &State<B>,
        limit: u32,
    ) -> Option<Sums<SUMS>> {
        CollectionPath::step_below(self, &value, slide, limit)
    }

    #[inline(always)]
    fn step_back(&mut self, slide: Slide) {
        CollectionPath::step_back(self, slide);
    }

    #[inline(always)]
    fn fetch(&self, _: Sums<SUMS>, slide: Slide, _: &State<B>) {
        CollectionPath::fetch(self, slide);
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
