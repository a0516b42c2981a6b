//! The largest of several heuristics.

use std::sync::Arc;

use optile_core::{
    Admissibility, AnyEstimator, Board, Estimates, Heuristic, Meter, Moves, PathValues, Place,
    Size, Slide, State, Stop, Values,
};
use optile_lines::{LinearConflictEstimator, Pair, WalkingDistanceEstimator};

/// The largest of the bounds of some heuristics.
///
/// If no bound ever falls by more than the cost of a move, the largest bound
/// does not either. So the maximum is consistent if all its parts are.
///
/// The parts are objects, so any heuristics can be parts. The strongest pair,
/// linear conflict and then walking distance, has its own type, which is faster.
#[derive(Clone, Debug)]
pub struct Maximum(Vec<Arc<dyn Heuristic>>);

impl Maximum {
    /// The largest bound of these heuristics, or 0 if there are none.
    pub fn of(parts: impl IntoIterator<Item = Arc<dyn Heuristic>>) -> Self {
        Self(parts.into_iter().collect())
    }
}

impl Heuristic for Maximum {
    fn supports(&self, size: Size) -> bool {
        self.0.iter().all(|part| part.supports(size))
    }

    /// That of the part of which the least is known.
    fn admissibility(&self) -> Admissibility {
        let parts = self.0.iter().map(|part| part.admissibility());
        parts.max().unwrap_or(Admissibility::Proved)
    }

    fn has_tables(&self) -> bool {
        self.0.iter().any(|part| part.has_tables())
    }

    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        let parts = self.0.iter().map(|part| part.toward(size, goal_blank, meter));
        let parts = parts.collect::<Result<Vec<_>, Stop>>()?;
        if let [conflict, walking] = &parts[..]
            && let Some(conflict) = conflict.downcast_ref::<LinearConflictEstimator>()
            && let Some(walking) = walking.downcast_ref::<WalkingDistanceEstimator>()
        {
            return Ok(Arc::new(Pair::new(conflict.clone(), walking.clone())));
        }
        Ok(Arc::new(MaximumEstimator(parts)))
    }
}

/// [`Maximum`] toward one goal.
pub struct MaximumEstimator(Vec<Arc<dyn AnyEstimator>>);

impl MaximumEstimator {
    fn parts<B: Board>(&self) -> impl Iterator<Item = &dyn Estimates<B>> {
        self.0.iter().map(|part| B::estimates(&**part))
    }
}

impl AnyEstimator for MaximumEstimator {}

impl<B: Board> Estimates<B> for MaximumEstimator {
    fn is_consistent(&self) -> bool {
        self.parts::<B>().all(Estimates::is_consistent)
    }

    fn of_state(&self, state: &State<B>) -> u32 {
        self.parts().map(|part| part.of_state(state)).max().unwrap_or_default()
    }

    fn lowering(&self, _: B, _: usize, _: usize) -> Option<Moves> {
        None
    }

    fn path(&self, places: usize) -> PathValues<'_, B> {
        Box::new(Paths(self.parts().map(|part| part.path(places)).collect()))
    }

    fn kept(&self) -> PathValues<'_, B> {
        Box::new(Paths(self.parts().map(|part| part.kept()).collect()))
    }
}

/// The values of one path for each part.
struct Paths<'a, B>(Vec<PathValues<'a, B>>);

impl<B: Board> Values<B> for Paths<'_, B> {
    type Value = Place;

    fn is_consistent(&self) -> bool {
        self.0.iter().all(Values::is_consistent)
    }

    fn root(&mut self, state: &State<B>) -> Place {
        let h = self.0.iter_mut().map(|part| part.root(state).h()).max();
        Place::first(h.unwrap_or_default())
    }

    /// Which part has the known estimate is not known.
    fn resume(&mut self, state: &State<B>, _: u32) -> Place {
        self.root(state)
    }

    #[inline]
    fn step_below(
        &mut self,
        from: Place,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Place> {
        let mut largest = 0;
        for part in &mut self.0 {
            largest = largest.max(part.step_below(from, slide, state, limit)?.h());
        }
        Some(from.next(largest))
    }

    fn h(&self, place: Place) -> u32 {
        place.h()
    }
}
