//! The order in which the runs of a plan are made.

use anyhow::{Result, bail};
use optile_results::record::MOST_RUNS;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// In which order the runs of a suite are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The seed shuffles the instances, and for each of them the strategies. So a run that is
    /// stopped has done whole instances, and a machine that slows down affects all strategies
    /// alike.
    #[default]
    Shuffled,
    /// Instances in the order of their files, each with all strategies. So a run that is stopped
    /// has done the first instances.
    Listed,
}

/// A run to be made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlannedRun {
    /// The stable id.
    pub(crate) id: String,
    /// The position in the plan, from 0.
    pub(crate) order: u64,
    /// The position of the instance in its list.
    pub(crate) instance: usize,
    /// The position of the strategy in its list.
    pub(crate) strategy: usize,
    /// The number of the sample of the pair, from 0.
    pub(crate) sample: u32,
}

/// The number of runs of a plan, with those before each sample.
///
/// # Errors
///
/// When it is zero or more than [`MOST_RUNS`].
pub fn runs(instances: usize, strategies: usize, repeat: u32, warmup: u32) -> Result<u64> {
    let pairs = (instances as u64).checked_mul(strategies as u64);
    let samples = pairs.and_then(|pairs| pairs.checked_mul(repeat.into()));
    match samples.and_then(|samples| samples.checked_mul(1 + u64::from(warmup))) {
        Some(0) => bail!(
            "nothing to run: expected at least one instance, strategy and sample, found \
             {instances}, {strategies} and {repeat}"
        ),
        Some(runs) if runs <= MOST_RUNS => Ok(runs),
        _ => bail!(
            "instances, strategies, samples and unrecorded runs before a sample are {instances}, \
             {strategies}, {repeat} and {warmup}, which makes more runs than a plan can hold: expected at \
             most {MOST_RUNS}; choose a smaller repeat or warmup, or several suites"
        ),
    }
}

/// The positions of every instance with every strategy, and the number of the sample, `repeat`
/// times. The samples of a pair are in ascending order. The seed alone decides what is shuffled.
///
/// The list takes some tens of bytes per run. Check with [`runs`] first that
/// there are not too many runs.
pub(crate) fn arranged(
    order: Order,
    instances: usize,
    strategies: usize,
    repeat: u32,
    seed: u64,
) -> Vec<(usize, usize, u32)> {
    match order {
        Order::Shuffled => {
            let random = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            rounds(instances, strategies, repeat, random)
        }
        Order::Listed => {
            let pairs = (0..instances).flat_map(|i| (0..strategies).map(move |s| (i, s)));
            pairs.flat_map(|(i, s)| (0..repeat).map(move |sample| (i, s, sample))).collect()
        }
    }
}

/// Each run with a strategy and the one behind it, where each of the two is first in half of their
/// runs: what comes second may find the machine warmer.
pub(crate) fn in_turn(runs: &[(usize, usize, u32)]) -> Vec<(usize, usize, u32)> {
    let strategies = runs.iter().map(|run| run.1 + 1).max().unwrap_or_default();
    let mut first = vec![0; strategies];
    let both = |&(instance, strategy, sample): &(usize, usize, u32)| {
        let one = first[strategy];
        first[strategy] = 1 - one;
        [one, 1 - one].map(|which| (instance, 2 * strategy + which, sample))
    };
    runs.iter().flat_map(both).collect()
}

/// A round for each sample, with the instances one after the other, each with all strategies. So
/// the samples of a pair are far apart in time, and show whether the machine became slower.
fn rounds(
    instances: usize,
    strategies: usize,
    repeat: u32,
    random: &mut Xoshiro256PlusPlus,
) -> Vec<(usize, usize, u32)> {
    let mut shuffled = |count: usize| {
        let mut places: Vec<usize> = (0..count).collect();
        places.shuffle(random);
        places
    };
    let mut runs = Vec::with_capacity(instances * strategies * repeat as usize);
    for sample in 0..repeat {
        for instance in shuffled(instances) {
            runs.extend(shuffled(strategies).into_iter().map(|s| (instance, s, sample)));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_is_planned_once_and_the_seed_decides_the_order() {
        let one = arranged(Order::Shuffled, 5, 4, 3, 1);
        assert_eq!(one, arranged(Order::Shuffled, 5, 4, 3, 1));
        assert_ne!(one, arranged(Order::Shuffled, 5, 4, 3, 2));
        let mut sorted = one.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 5 * 4 * 3);
        let first = |instance| one.iter().find(|run| run.0 == instance).unwrap().1;
        assert!((0..5).any(|instance| first(instance) != first(0)), "one strategy runs first");
    }

    /// Wherever a run stops, all strategies can be compared on all of its instances but the last.
    #[test]
    fn a_stopped_run_has_the_same_instances_for_all_strategies() {
        let (instances, strategies, repeat) = (7, 5, 3);
        for seed in 0..20 {
            let runs = arranged(Order::Shuffled, instances, strategies, repeat, seed);
            for done in 0..=runs.len() {
                let answered = |instance: usize| {
                    let has = |s| runs[..done].iter().any(|run| (run.0, run.1) == (instance, s));
                    (0..strategies).all(has)
                };
                let whole = (0..instances).filter(|&instance| answered(instance)).count();
                assert!(whole >= (done / strategies).min(instances), "seed {seed}, {done} runs");
            }
        }
        let runs = arranged(Order::Shuffled, 300, 4, 1, 1);
        for place in 0..4 {
            let first = runs.chunks(4).filter(|turn| turn[0].1 == place).count();
            assert!((50..100).contains(&first), "strategy {place} is first {first} times of 300");
        }
    }

    #[test]
    fn two_builds_run_in_turn_and_each_is_first_in_half_of_the_runs() {
        let runs = in_turn(&arranged(Order::Shuffled, 20, 3, 2, 1));
        let mut sorted = runs.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 20 * 6 * 2);
        for pair in runs.chunks(2) {
            assert_eq!((pair[0].0, pair[0].2), (pair[1].0, pair[1].2));
            assert_eq!(pair[0].1 / 2, pair[1].1 / 2);
        }
        for strategy in 0..6 {
            let first = runs.chunks(2).filter(|pair| pair[0].1 == strategy).count();
            assert_eq!(first, 20);
        }
    }

    #[test]
    fn a_listed_order_ends_an_instance_before_the_next() {
        let runs = arranged(Order::Listed, 2, 2, 2, 1);
        assert!(runs.is_sorted(), "{runs:?}");
        assert_eq!(runs.len(), 2 * 2 * 2);
    }

    #[test]
    fn a_plan_with_too_many_runs_is_refused_before_it_is_made() {
        assert_eq!(runs(5, 4, 3, 1).unwrap(), 120);
        assert_eq!(runs(100, 100, 1000, 0).unwrap(), MOST_RUNS);
        for (instances, strategies, repeat, warmup) in [
            (1, 1, u32::MAX, 0),
            (usize::MAX, usize::MAX, u32::MAX, 0),
            (5001, 1, 2000, 0),
            (1, 1, 1, u32::MAX),
            (0, 4, 1, 0),
        ] {
            let error = runs(instances, strategies, repeat, warmup).unwrap_err().to_string();
            assert!(error.contains("expected at"), "{error}");
        }
    }

    #[test]
    fn samples_of_a_pair_ascend() {
        let runs = arranged(Order::Shuffled, 2, 2, 10, 7);
        for pair in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let samples: Vec<u32> =
                runs.iter().filter(|run| (run.0, run.1) == pair).map(|run| run.2).collect();
            assert_eq!(samples, (0..10).collect::<Vec<_>>());
        }
    }
}
