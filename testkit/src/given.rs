//! Strategies of a family with any heuristic, also one that has no name, and the counters of their
//! runs that tests pin.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Counters, Estimator, Family, Heuristic, HeuristicInfo, Heuristics, Meter,
    Rect, Size, SpecError, State, Stop, Strategy,
};

/// Knows one heuristic, by every name, and lists those that other heuristics list.
pub(crate) struct Only<'a>(pub(crate) Arc<dyn Heuristic>, pub(crate) &'a dyn Heuristics);

impl Heuristics for Only<'_> {
    fn list(&self) -> Vec<HeuristicInfo> {
        self.1.list()
    }

    fn named(&self, _: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
        Ok(Arc::clone(&self.0))
    }
}

/// The strategy of a family with this heuristic and these options, such as `ties=larger-g-fifo`, or none.
///
/// The family has made the object, so that its search is not compiled again in the crate that
/// calls this.
///
/// # Panics
///
/// When the family has no such option.
pub fn given(family: &Family, heuristic: Arc<dyn Heuristic>, options: &str) -> Box<dyn Strategy> {
    let comma = if options.is_empty() { "" } else { "," };
    let name = format!("{}:given{comma}{options}", family.name);
    let strategy = name.parse().and_then(|spec| (family.build)(&spec, &Only(heuristic, &())));
    strategy.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Iterations, expanded, expanded before the last iteration, generated, evaluated, duplicates, and
/// peak stored.
pub fn figures(counters: &Counters) -> [u64; 7] {
    [
        counters.layers,
        counters.expanded,
        counters.expanded_before_last,
        counters.generated,
        counters.evaluated,
        counters.duplicates,
        counters.peak_stored,
    ]
}

/// A heuristic behind a type for which no search is compiled. It computes its estimates from the
/// whole state.
#[derive(Clone, Debug)]
pub struct Veiled(pub Arc<dyn Heuristic>);

struct VeiledEstimator(Arc<dyn AnyEstimator>);

impl Heuristic for Veiled {
    fn supports(&self, size: Size) -> bool {
        self.0.supports(size)
    }

    fn has_tables(&self) -> bool {
        self.0.has_tables()
    }

    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::new(VeiledEstimator(self.0.toward(size, goal_blank, meter)?)))
    }
}

impl Estimator for VeiledEstimator {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        Rect::<3, 3>::estimates(&*self.0).is_consistent()
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        B::estimates(&*self.0).of_state(state)
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}
