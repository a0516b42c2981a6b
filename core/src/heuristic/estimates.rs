//! Estimators as objects.

use crate::{
    AnyEstimator, Board, Estimates, Estimator, Moves, PathValues, Place, Slide, State, Values,
};

struct Places<'a, E: Estimator> {
    estimator: &'a E,
    values: Vec<E::Value>,
}

impl<B: Board, E: Estimator> Values<B> for Places<'_, E> {
    type Value = Place;

    fn is_consistent(&self) -> bool {
        self.estimator.is_consistent()
    }

    fn root(&mut self, state: &State<B>) -> Place {
        self.values[0] = self.estimator.root(state);
        Place::first(self.estimator.estimate(self.values[0]))
    }

    fn resume(&mut self, state: &State<B>, estimate: u32) -> Place {
        self.values[0] = self.estimator.resume(state, estimate);
        Place::first(estimate)
    }

    fn step_below(
        &mut self,
        from: Place,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Place> {
        let parent = self.values[from.number()];
        let value = self.estimator.step_below(parent, slide, state, limit)?;
        let place = from.next(self.estimator.estimate(value));
        self.values[place.number()] = value;
        Some(place)
    }

    fn h(&self, place: Place) -> u32 {
        place.h()
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

    fn path(&self, places: usize) -> PathValues<'_, B> {
        Box::new(Places { estimator: self, values: vec![E::Value::default(); places] })
    }

    fn kept(&self) -> PathValues<'_, B> {
        Estimator::kept(self).unwrap_or_else(|| self.path(2))
    }
}

impl<E: Estimator> AnyEstimator for E {}
