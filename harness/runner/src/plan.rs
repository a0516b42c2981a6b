//! Which runs to make, and in which order.

use anyhow::{Result, bail};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A run to be made, by places in the lists of instances and strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlannedRun {
    /// The place of the instance.
    pub instance: usize,
    /// The place of the strategy.
    pub strategy: usize,
    /// Which sample of the pair, from 0.
    pub sample: u32,
}

/// A run of the plan that has no row yet.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    /// The stable id.
    pub(crate) id: String,
    /// The place in the plan.
    pub(crate) order: u64,
    /// What to run.
    pub(crate) run: PlannedRun,
}

/// The most runs of a plan. They take a few hundred megabytes before the first
/// of them is made, and at a millisecond a run three hours.
pub const MOST_RUNS: u64 = 10_000_000;

/// How many runs a plan would have.
///
/// # Errors
///
/// When there are none, or more than [`MOST_RUNS`].
pub fn runs(instances: usize, strategies: usize, repeat: u32) -> Result<u64> {
    let pairs = (instances as u64).checked_mul(strategies as u64);
    match pairs.and_then(|pairs| pairs.checked_mul(repeat.into())) {
        Some(0) => bail!(
            "nothing to run: expected at least one instance, strategy and sample, found \
             {instances}, {strategies} and {repeat}"
        ),
        Some(runs) if runs <= MOST_RUNS => Ok(runs),
        _ => bail!(
            "{instances} instances with {strategies} strategies, {repeat} samples each, are more \
             runs than a plan can hold: expected at most {MOST_RUNS}; take a smaller repeat, or \
             several suites"
        ),
    }
}

/// Every instance with every strategy, `repeat` times, in an order that the
/// seed alone decides.
///
/// The order is shuffled as a whole, so that no strategy always runs first and
/// a machine that slows down slows all alike. Samples of a pair stay in
/// ascending order.
///
/// Takes some tens of bytes a run: ask [`runs`] before whether they are too many.
pub fn plan(instances: usize, strategies: usize, repeat: u32, seed: u64) -> Vec<PlannedRun> {
    let pairs = (0..instances).flat_map(|i| (0..strategies).map(move |s| (i, s)));
    let mut runs: Vec<PlannedRun> = pairs
        .flat_map(|(instance, strategy)| {
            (0..repeat).map(move |sample| PlannedRun { instance, strategy, sample })
        })
        .collect();
    runs.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut samples = vec![0; instances * strategies];
    for run in &mut runs {
        let next = &mut samples[run.instance * strategies + run.strategy];
        run.sample = *next;
        *next += 1;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_is_planned_once_and_the_seed_decides_the_order() {
        let one = plan(5, 4, 3, 1);
        assert_eq!(one, plan(5, 4, 3, 1));
        assert_ne!(one, plan(5, 4, 3, 2));
        let mut sorted = one.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 5 * 4 * 3);
        let first = |instance| one.iter().find(|run| run.instance == instance).unwrap().strategy;
        assert!((0..5).any(|instance| first(instance) != first(0)), "one strategy runs first");
    }

    #[test]
    fn a_plan_that_nobody_can_hold_is_refused_before_it_is_made() {
        assert_eq!(runs(5, 4, 3).unwrap(), 60);
        assert_eq!(runs(100, 100, 1000).unwrap(), MOST_RUNS);
        for (instances, strategies, repeat) in
            [(1, 1, u32::MAX), (usize::MAX, usize::MAX, u32::MAX), (5001, 1, 2000), (0, 4, 1)]
        {
            let error = runs(instances, strategies, repeat).unwrap_err().to_string();
            assert!(error.contains("expected at"), "{error}");
        }
    }

    #[test]
    fn samples_of_a_pair_ascend() {
        let runs = plan(2, 2, 10, 7);
        for pair in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let samples: Vec<u32> = runs
                .iter()
                .filter(|run| (run.instance, run.strategy) == pair)
                .map(|run| run.sample)
                .collect();
            assert_eq!(samples, (0..10).collect::<Vec<_>>());
        }
    }
}
