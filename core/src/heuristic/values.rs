//! Estimators as values of a known type.

use crate::{Board, Estimator, Slide, State, Values};

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

    #[inline(always)]
    fn fetches(&self) -> bool {
        E::FETCHES
    }

    #[inline(always)]
    fn fetch(&self, value: E::Value, slide: Slide, state: &State<B>) {
        E::fetch(self, value, slide, state);
    }
}
