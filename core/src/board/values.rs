//! How searches ask their heuristics.

use crate::{Board, Slide, State};

/// The values by which one search asks its heuristic, one successor at a time.
///
/// A search is written for any `V: Values<B>`. If that is a reference to an
/// estimator, the search is compiled for the estimator's type, and values are in
/// registers. If it is an object, [`PathValues`], there is one copy of the
/// search for all heuristics, values are in memory, and each step is a dynamic
/// call. A copy of its own is worth it where a node takes a few nanoseconds: for
/// cheap heuristics on the boards that people compare.
pub trait Values<B: Board> {
    /// The value of one node. It may be used until a value that is as far from
    /// the root is computed.
    type Value: Copy;

    /// See [`Estimator::is_consistent`](crate::Estimator::is_consistent).
    fn is_consistent(&self) -> bool;

    /// The value of a state, computed from the whole state.
    fn root(&mut self, state: &State<B>) -> Self::Value;

    /// The value of a state whose estimate is known, from which steps to its
    /// successors follow.
    fn resume(&mut self, state: &State<B>, estimate: u32) -> Self::Value;

    /// The value of `state`, which `slide` has made from the state with `value`.
    /// `None` if its estimate is not below `limit`.
    fn step_below(
        &mut self,
        value: Self::Value,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Self::Value>;

    /// Like [`Values::step_below`], without a limit.
    #[inline(always)]
    fn step(&mut self, value: Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        let below = self.step_below(value, slide, state, u32::MAX);
        below.unwrap_or_else(|| unreachable!("no estimate is as large"))
    }

    /// The estimate, in moves.
    fn h(&self, value: Self::Value) -> u32;

    /// Takes back the last step, which returned a value, when a depth-first
    /// search returns from the state that `slide` has made.
    #[inline(always)]
    fn step_back(&mut self, _slide: Slide) {}

    /// Whether [`Values::fetch`] may do anything. It is constant for each type.
    #[inline(always)]
    fn fetches(&self) -> bool {
        false
    }

    /// Prefetches what [`Values::step_below`] will read.
    #[inline(always)]
    fn fetch(&self, _value: Self::Value, _slide: Slide, _state: &State<B>) {}
}

/// The place of a node's value in a [`PathValues`], and its estimate.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    number: u32,
    h: u32,
}

impl Place {
    /// The first place, with this estimate.
    pub fn first(h: u32) -> Self {
        Self { number: 0, h }
    }

    /// The place behind this one, with this estimate.
    #[inline(always)]
    pub fn next(self, h: u32) -> Self {
        Self { number: self.number + 1, h }
    }

    /// How many places are before it: the node's distance from the root.
    #[inline(always)]
    pub fn number(self) -> usize {
        self.number as usize
    }

    /// The estimate.
    #[inline(always)]
    pub fn h(self) -> u32 {
        self.h
    }
}

/// The values of the nodes of one path, for a heuristic whose type the search
/// does not know. They stay in memory, and a search has their places.
pub type PathValues<'a, B> = Box<dyn Values<B, Value = Place> + Send + 'a>;

/// An object. The estimate is read from the place, without a call.
impl<B: Board> Values<B> for PathValues<'_, B> {
    type Value = Place;

    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }

    fn root(&mut self, state: &State<B>) -> Place {
        (**self).root(state)
    }

    #[inline(always)]
    fn resume(&mut self, state: &State<B>, h: u32) -> Place {
        (**self).resume(state, h)
    }

    #[inline(always)]
    fn step_below(
        &mut self,
        from: Place,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Place> {
        (**self).step_below(from, slide, state, limit)
    }

    #[inline(always)]
    fn h(&self, place: Place) -> u32 {
        place.h
    }
}
