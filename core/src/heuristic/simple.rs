//! The heuristics whose estimators are made at once.

/// Makes [`Heuristic`](crate::Heuristic)s of types that have a proof, and whose `estimator` takes
/// next to no time and memory.
#[macro_export]
macro_rules! simple {
    ($($heuristic:ty),*) => {$(
        impl $crate::Heuristic for $heuristic {
            fn admissibility(&self) -> $crate::Admissibility {
                $crate::Admissibility::Proved
            }

            fn toward(
                &self,
                size: $crate::Size,
                goal_blank: usize,
                _: &mut $crate::Meter,
            ) -> Result<std::sync::Arc<dyn $crate::AnyEstimator>, $crate::Stop> {
                let estimator: Box<dyn $crate::AnyEstimator> = self.estimator(size, goal_blank);
                Ok(estimator.into())
            }
        }
    )*};
}
