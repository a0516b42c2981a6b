//! The heuristics whose estimators are made at once.

use std::sync::Arc;

use optile_core::{Admissibility, AnyEstimator, Heuristic, Meter, Size, Stop};

use crate::{InversionDistance, LinearConflict, Manhattan, ManhattanWithout, Misplaced, Zero};

/// Makes heuristics of types whose `estimator` takes next to no time and
/// memory.
macro_rules! simple {
    ($($heuristic:ty),*) => {$(
        impl Heuristic for $heuristic {
            fn admissibility(&self) -> Admissibility {
                Admissibility::Proved
            }

            fn toward(
                &self,
                size: Size,
                goal_blank: usize,
                _: &mut Meter,
            ) -> Result<Arc<dyn AnyEstimator>, Stop> {
                let estimator: Box<dyn AnyEstimator> = self.estimator(size, goal_blank);
                Ok(estimator.into())
            }
        }
    )*};
}

simple!(Zero, Misplaced, Manhattan, ManhattanWithout, InversionDistance, LinearConflict);
