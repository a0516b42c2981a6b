//! The heuristic values of the nodes of a path.

use optile_core::{Board, Estimates, Estimator, PathEstimates, Slide, State};

/// How a search asks for the estimates of the nodes of its paths: by the
/// estimator's own type, or as an object.
///
/// The type is faster, and the search is compiled again for each type.
/// [`with_engine`](super::with_engine) says for which types this is done.
pub(crate) trait EstimatorAccess<B: Board>: Copy + Send + Sync {
    /// The values of the nodes of one path at a time.
    type Values<'a>: Values<B>
    where
        Self: 'a;

    /// Values for paths of up to `moves` moves.
    fn values(&self, moves: usize) -> Self::Values<'_>;
}

/// The values that a depth-first search carries from node to node.
pub(crate) trait Values<B: Board> {
    /// The value of one node.
    type Value: Copy;

    /// Whether [`Values::fetch`] may do anything.
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

    /// See [`Estimator::fetch`].
    fn fetch(&self, value: Self::Value, slide: Slide, state: &State<B>);
}

/// An estimator by its type. Values are in registers.
pub(crate) struct Typed<'e, E>(pub(crate) &'e E);

impl<E> Clone for Typed<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Typed<'_, E> {}

impl<B: Board, E: Estimator> EstimatorAccess<B> for Typed<'_, E> {
    type Values<'a>
        = Self
    where
        Self: 'a;

    fn values(&self, _: usize) -> Self {
        *self
    }
}

impl<B: Board, E: Estimator> Values<B> for Typed<'_, E> {
    type Value = E::Value;
    const FETCHES: bool = E::FETCHES;

    fn root(&mut self, state: &State<B>) -> E::Value {
        self.0.root(state)
    }

    #[inline(always)]
    fn step_below(
        &mut self,
        value: E::Value,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<E::Value> {
        self.0.step_below(value, slide, state, limit)
    }

    #[inline(always)]
    fn fetch(&self, value: E::Value, slide: Slide, state: &State<B>) {
        self.0.fetch(value, slide, state);
    }
}

/// An estimator as an object. A node carries its depth, and the values of its
/// path are in memory.
pub(crate) struct Object<'e, B: Board>(pub(crate) &'e dyn Estimates<B>);

impl<B: Board> Clone for Object<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Board> Copy for Object<'_, B> {}

impl<B: Board> EstimatorAccess<B> for Object<'_, B> {
    type Values<'a>
        = Box<dyn PathEstimates<B> + 'a>
    where
        Self: 'a;

    fn values(&self, moves: usize) -> Self::Values<'_> {
        self.0.path(moves + 1)
    }
}

impl<B: Board> Values<B> for Box<dyn PathEstimates<B> + '_> {
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

    #[inline(always)]
    fn fetch(&self, _: u32, _: Slide, _: &State<B>) {}
}
