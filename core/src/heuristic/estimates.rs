//! Estimators as objects.

use crate::{AnyEstimator, Board, Estimates, Estimator, Moves, PathEstimates, Slide, State};

struct Places<'a, E: Estimator> {
    estimator: &'a E,
    values: Vec<E::Value>,
}

impl<B: Board, E: Estimator> PathEstimates<B> for Places<'_, E> {
    fn is_consistent(&self) -> bool {
        self.estimator.is_consistent()
    }

    fn begin(&mut self, place: usize, state: &State<B>) -> u32 {
        let value = self.estimator.root(state);
        self.values[place] = value;
        self.estimator.estimate(value)
    }

    fn resume(&mut self, place: usize, state: &State<B>, estimate: u32) {
        self.values[place] = self.estimator.resume(state, estimate);
    }

    fn step(
        &mut self,
        from: usize,
        to: usize,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<u32> {
        let value = self.estimator.step_below(self.values[from], slide, state, limit)?;
        self.values[to] = value;
        Some(self.estimator.estimate(value))
    }
}

impl<B: Board, E: Estimator> Estimates<B> for E {
    fn is_consistent(&self) -> bool {
        Estimator::is_consistent(self)
    }

    fn of_state(&self, state: &State<B>) -> u32 {
        Estimator::estimate(self, self.root(state))
    }

    fn lowering(&self, board: B, tile: usize, cell: usize) -> Option<Moves> {
        Estimator::lowering(self, board, tile, cell)
    }

    fn path(&self, places: usize) -> Box<dyn PathEstimates<B> + '_> {
        Box::new(Places { estimator: self, values: vec![E::Value::default(); places] })
    }

    fn kept(&self) -> Box<dyn PathEstimates<B> + '_> {
        Estimator::kept(self).unwrap_or_else(|| self.path(2))
    }
}

impl<E: Estimator> AnyEstimator for E {}
