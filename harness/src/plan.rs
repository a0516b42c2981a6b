//! Which runs to make, and in which order.

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

/// Every instance with every strategy, `repeat` times, in an order that the
/// seed alone decides.
///
/// The order is shuffled as a whole, so that no strategy always runs first and
/// a machine that slows down slows all alike. Samples of a pair stay in
/// ascending order.
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
