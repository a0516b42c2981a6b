//! How searches ask their heuristics.

use crate::{Board, Estimator, PathEstimates, Slide, State};

/// The values by which one search asks its heuristic, one successor at a time.
///
/// A search is written for any `V: Values<B>`. If that is a reference to an
/// estimator, the search is compiled for the estimator's type, and values are in
/// registers. If it is a [`PathEstimates`] in a box, there is one copy of the
/// search for all heuristics, values are in memory, and each step is a dynamic
/// call. A copy of its own is worth it where a node takes a few nanoseconds: for
/// cheap heuristics on the boards that people compare.
pub trait Values<B: Board> {
    /// The value of one node. It may be used until a value that is as far from
    /// the root is computed.
    type Value: Copy;

    /// See [`Estimator::is_consistent`].
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

    /// Whether [`Values::fetch`] may do anything.
    const FETCHES: bool = false;

    /// Prefetches what [`Values::step_below`] will read.
    #[inline(always)]
    fn fetch(&self, _value: Self::Value, _slide: Slide, _state: &State<B>) {}
}

/// An estimator of a known type.
impl<B: Board, E: Estimator> Values<B> for &E {
    type Value = E::Value;

    fn is_consistent(&self) -> bool {
        E::is_consistent(self)
    }

    #[inline(always)]
    fn root(&mut self, state: &State<B>) -> E::Value {
        E::root(self, state)
    }

    #[inline(always)]
    fn resume(&mut self, state: &State<B>, estimate: u32) -> E::Value {
        E::resume(self, state, estimate)
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
    fn step(&mut self, value: E::Value, slide: Slide, state: &State<B>) -> E::Value {
        E::step(self, value, slide, state)
    }

    #[inline(always)]
    fn h(&self, value: E::Value) -> u32 {
        E::estimate(self, value)
    }

    const FETCHES: bool = E::FETCHES;

    #[inline(always)]
    fn fetch(&self, value: E::Value, slide: Slide, state: &State<B>) {
        E::fetch(self, value, slide, state);
    }
}

/// The place of a node's value, and its estimate.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    number: u32,
    h: u32,
}

/// An object.
impl<B: Board> Values<B> for Box<dyn PathEstimates<B> + '_> {
    type Value = Place;

    fn is_consistent(&self) -> bool {
        PathEstimates::is_consistent(&**self)
    }

    fn root(&mut self, state: &State<B>) -> Place {
        Place { number: 0, h: self.begin(0, state) }
    }

    #[inline(always)]
    fn resume(&mut self, state: &State<B>, h: u32) -> Place {
        PathEstimates::resume(&mut **self, 0, state, h);
        Place { number: 0, h }
    }

    #[inline(always)]
    fn step_below(
        &mut self,
        Place { number, .. }: Place,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Place> {
        let (from, to) = (number as usize, number as usize + 1);
        let h = PathEstimates::step(&mut **self, from, to, slide, state, limit)?;
        Some(Place { number: number + 1, h })
    }

    #[inline(always)]
    fn h(&self, Place { h, .. }: Place) -> u32 {
        h
    }
}
