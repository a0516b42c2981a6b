//! Intervals by the bootstrap: how much an average would vary with other
//! instances or other samples.
//!
//! # The main decision
//!
//! **What is averaged is drawn again, and nothing within it.** Each resample
//! draws as many values as there are, with replacement. For the median of a
//! pair's times these are its samples; for a geometric mean of ratios they are
//! the instances, each with the ratio of its medians. The noise of the clock
//! has moved those ratios already, so it is in the interval. Drawing samples
//! again within the instances would count it twice (A. C. Davison, D. V.
//! Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8), and
//! because clocks err to one side, it would also bias the average. On simulated
//! times of 100 instances, such intervals contain the truth in 80 % of all
//! cases. The intervals used here contain it in 93 %.
//!
//! The middle 95 % of the resampled averages, the plain percentile interval, is
//! too narrow for few values: resampling gives a variance that is short by a
//! factor of (n − 1)/n, and knows nothing of the tails of Student's t. The ends
//! taken here lie farther out, at the share that makes up for both (the
//! expanded percentile interval: T. C. Hesterberg, "What Teachers Should Know
//! About the Bootstrap", The American Statistician 69, 2015, section 5). Tests
//! measure how often intervals of 6 to 31 values hold the truth: 93 % and more.
//! Plain ones came down to 86 %. Where a few values lie far off to one side,
//! any interval of ten knows too little: there it was 83 %.

use std::collections::BTreeSet;

use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::average::{mean, median};

/// The number of resamples for an interval.
///
/// One less than ten thousand, so that a share of 2.5 % ends on the 250th value
/// from either side (Davison and Hinkley, section 2.4). The chance in the
/// resampling itself then moves that share by 0.16 %: less than what the method
/// is off by anyway. It moves the ends for docs/bihs by less than 0.02, and by
/// 0.03 with 1,999 resamples.
pub const RESAMPLES: usize = 9999;

/// The seed of all resamples.
const SEED: u64 = 1;

/// The share of cases in which an interval should contain the truth.
pub const CONFIDENCE: f64 = 0.95;

/// The fewest values that have an interval.
///
/// The widest that resampling can give reaches from the least value to the
/// largest, and misses the middle of the distribution whenever all values fall
/// on one side of it: of five values in 2 · 2⁻⁵ = 6.3 % of all cases, more
/// than the 5 % that are allowed.
pub const FEWEST: usize = 6;

/// A range that holds the truth in 95 % of all cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The widest interval of a factor with which it is shown.
const WIDEST: f64 = 0.1;

/// An average and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The average of what was measured.
    pub value: f64,
    /// The interval; `None` for fewer than [`FEWEST`] values.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// Whether the interval is so narrow that a factor can be read to its first decimal.
    pub fn is_certain(&self) -> bool {
        self.interval.is_some_and(|Interval { low, high }| high - low < WIDEST)
    }
}

/// The median of samples, with its interval. `None` for an empty sample.
pub fn median_estimate(samples: &[f64]) -> Option<Estimate> {
    let middle = |drawn: &mut [f64]| {
        drawn.sort_unstable_by(f64::total_cmp);
        let (below, above) = (drawn[(drawn.len() - 1) / 2], drawn[drawn.len() / 2]);
        // The mean of two infinities is infinite.
        if below == above { below } else { f64::midpoint(below, above) }
    };
    Some(Estimate { value: median(samples)?, interval: interval(samples, middle) })
}

/// The geometric means of samples of values above zero, such as the ratios of several strategies,
/// with their intervals. `None` for an empty sample, and where a value is not above zero. Samples of
/// the same length are drawn together, which takes little longer than one of them.
pub fn geometric_mean_estimates(samples: &[&[f64]]) -> Vec<Option<Estimate>> {
    // A value that is not above zero has no logarithm, and makes its own mean one that is none.
    let logs = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = samples.iter().map(|values| logs(values)).collect();
    let lengths: BTreeSet<usize> = columns.iter().map(Vec::len).collect();
    let mut intervals = vec![None; columns.len()];
    for length in lengths.into_iter().filter(|&length| length >= FEWEST) {
        let places: Vec<usize> =
            (0..columns.len()).filter(|&place| columns[place].len() == length).collect();
        let own: Vec<&[f64]> = places.iter().map(|&place| &*columns[place]).collect();
        for (place, interval) in places.iter().zip(intervals_of_means(&own, length)) {
            intervals[*place] = Some(interval);
        }
    }
    let estimate = |((values, logs), interval): ((&&[f64], &Vec<f64>), Option<Interval>)| {
        let value = mean(logs)?.exp();
        let exp = |Interval { low, high }| Interval { low: f64::exp(low), high: f64::exp(high) };
        let is_positive = values.iter().all(|&value| value > 0.0);
        is_positive.then(|| Estimate { value, interval: interval.map(exp) })
    };
    samples.iter().zip(&columns).zip(intervals).map(estimate).collect()
}

/// The interval of the mean of each column. Each has `length` values.
fn intervals_of_means(columns: &[&[f64]], length: usize) -> Vec<Interval> {
    // The values of one instance stand together, because they are drawn together.
    let rows: Vec<f64> =
        (0..length).flat_map(|place| columns.iter().map(move |column| column[place])).collect();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut means = vec![Vec::with_capacity(RESAMPLES); columns.len()];
    let mut sums = vec![0.0; columns.len()];
    for _ in 0..RESAMPLES {
        sums.fill(0.0);
        for _ in 0..length {
            let row = &rows[below(length, &mut dice) * columns.len()..];
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        means.iter_mut().zip(&sums).for_each(|(means, sum)| means.push(sum / length as f64));
    }
    means.into_iter().map(|means| middle(means, length)).collect()
}

/// The interval of an average, which may change the order of what it is given.
fn interval(values: &[f64], average: impl Fn(&mut [f64]) -> f64) -> Option<Interval> {
    if values.len() < FEWEST {
        return None;
    }
    // All intervals use one seed. So the same values have the same interval in
    // every table, and all ratios of strategies are drawn over the same
    // instances.
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut drawn = vec![0.0; values.len()];
    let averages = (0..RESAMPLES)
        .map(|_| {
            drawn.iter_mut().for_each(|slot| *slot = values[below(values.len(), &mut dice)]);
            average(&mut drawn)
        })
        .collect();
    Some(middle(averages, values.len()))
}

/// The interval from the averages of all resamples of `count` values.
fn middle(mut averages: Vec<f64>, count: usize) -> Interval {
    let place = low_end(count);
    let (_, &mut low, above) = averages.select_nth_unstable_by(place, f64::total_cmp);
    let between = RESAMPLES - 2 * (place + 1);
    let (_, &mut high, _) = above.select_nth_unstable_by(between, f64::total_cmp);
    Interval { low, high }
}

/// The place of the lower end of an interval among the averages of resamples of `count` values.
fn low_end(count: usize) -> usize {
    ((tail(count) * (RESAMPLES + 1) as f64).floor() as usize).max(1) - 1
}

/// What a script needs to draw the same resamples of up to so many values.
#[derive(Debug, Serialize)]
pub struct Resampling {
    /// The state of the dice: the low and the high half of each word.
    state: Vec<u32>,
    resamples: usize,
    /// The fewest values with which the ends of an interval lie on each place from either side; first
    /// the fewest that have one.
    ends: Vec<usize>,
}

impl Resampling {
    /// For up to so many values.
    pub fn of(most: usize) -> Self {
        let mut seeds = SplitMix64::seed_from_u64(SEED);
        let halves = |word: u64| [word as u32, (word >> 32) as u32];
        let state = (0..4).flat_map(|_| halves(seeds.next_u64())).collect();
        let mut ends = Vec::new();
        for count in FEWEST..=most.max(FEWEST) {
            ends.resize(low_end(count) + 1, count);
        }
        Self { state, resamples: RESAMPLES, ends }
    }
}

/// A number below `count`.
///
/// Multiplying instead of rejecting is off by less than 2⁻³² for any number of
/// rows that a file can have, and does not change with versions of a library as
/// ranges of `rand` may.
fn below(count: usize, dice: &mut Xoshiro256PlusPlus) -> usize {
    ((u128::from(dice.next_u64()) * count as u128) >> 64) as usize
}

/// The share on each side of the expanded percentile interval of an average of
/// `count` values.
fn tail(count: usize) -> f64 {
    let count = count as f64;
    let student = StudentsT::new(0.0, 1.0, count - 1.0);
    // An error would mean less than one degree of freedom, which does not occur.
    student.map_or(0.0, |student| {
        let end = 1.0 - (1.0 - CONFIDENCE) / 2.0;
        let reach = student.inverse_cdf(end) * (count / (count - 1.0)).sqrt();
        Normal::standard().cdf(-reach)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::RngExt;

    use super::*;
    use crate::average::geometric_mean;

    fn geometric(values: &[f64]) -> Estimate {
        geometric_mean_estimates(&[values])[0].unwrap()
    }

    /// Normally distributed with mean 0 and variance 1 (Box and Muller).
    fn normal(dice: &mut Xoshiro256PlusPlus) -> f64 {
        let (a, b): (f64, f64) = (1.0 - dice.random::<f64>(), dice.random());
        (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }

    /// The percentage of trials that hold, each with its own random numbers.
    fn coverage(trials: u64, holds: impl Fn(&mut Xoshiro256PlusPlus) -> bool) -> f64 {
        let held =
            (0..trials).filter(|&t| holds(&mut Xoshiro256PlusPlus::seed_from_u64(t))).count();
        100.0 * held as f64 / trials as f64
    }

    fn holds(estimate: Estimate, truth: f64) -> bool {
        estimate.interval.is_some_and(|interval| interval.low <= truth && truth <= interval.high)
    }

    // With as many trials, the plain percentile intervals would hold the truth of six values in less
    // than 93 % of them.

    #[test]
    fn intervals_of_medians_hold_the_truth() {
        for (samples, trials) in [(6, 150), (31, 100)] {
            // Values like times: none below a minimum, and with a long tail.
            let held = coverage(trials, |dice| {
                let times: Vec<f64> = (0..samples).map(|_| 100.0 + normal(dice).exp()).collect();
                holds(median_estimate(&times).unwrap(), 101.0)
            });
            assert!(held >= 93.0, "{samples} samples: {held} %");
        }
    }

    #[test]
    fn intervals_of_geometric_means_hold_the_truth() {
        for (instances, trials) in [(6, 200), (10, 200), (30, 100)] {
            let held = coverage(trials, |dice| {
                let ratios: Vec<f64> = (0..instances).map(|_| (0.3 * normal(dice)).exp()).collect();
                holds(geometric(&ratios), 1.0)
            });
            assert!(held >= 93.0, "{instances} instances: {held} %");
        }
    }

    /// Each pair has three samples a side, of which some are disturbed, and
    /// disturbances only ever make a run longer.
    #[test]
    fn intervals_of_ratios_of_noisy_times_hold_the_truth() {
        let disturbed = |dice: &mut Xoshiro256PlusPlus| {
            let factor = if dice.random_bool(0.2) { 1.0 + 3.0 * dice.random::<f64>() } else { 1.0 };
            factor * (0.02 * normal(dice)).exp()
        };
        let held = coverage(80, |dice| {
            let ratios: Vec<f64> = (0..100)
                .map(|_| {
                    let own = (0.1 * normal(dice)).exp();
                    let mut time = || median(&[(); 3].map(|()| disturbed(dice))).unwrap();
                    own * time() / time()
                })
                .collect();
            holds(geometric(&ratios), 1.0)
        });
        assert!(held >= 93.0, "{held} %");
    }

    #[test]
    fn few_values_have_no_interval_and_no_values_no_estimate() {
        assert_eq!(median_estimate(&[]), None);
        assert_eq!(geometric_mean_estimates(&[&[]])[0], None);
        assert_eq!(geometric_mean_estimates(&[&[1.0, 0.0]])[0], None);
        for (values, has) in [(&[2.0; 5][..], false), (&[2.0; 6], true)] {
            assert_eq!(median_estimate(values).unwrap().interval.is_some(), has);
            assert_eq!(geometric(values).interval.is_some(), has);
        }
    }

    #[test]
    fn equal_values_have_an_interval_without_width() {
        assert_eq!(
            geometric(&[1.0; 9]),
            Estimate { value: 1.0, interval: Some(Interval { low: 1.0, high: 1.0 }) }
        );
        let infinite = median_estimate(&[f64::INFINITY; 9]).unwrap();
        assert_eq!(infinite.interval.unwrap().high, f64::INFINITY);
    }

    /// The ends are in files and must not change between versions.
    #[test]
    fn the_same_values_have_the_same_interval() {
        let values: Vec<f64> = (1..20).map(f64::from).collect();
        let ends = |estimate: Estimate| {
            let Interval { low, high } = estimate.interval.unwrap();
            format!("{low:.6} {high:.6}")
        };
        assert_eq!(ends(median_estimate(&values).unwrap()), "6.000000 14.000000");
        assert_eq!(ends(geometric(&values)), "5.258529 11.345185");
    }

    /// Tables of Student's t: 2.570582 for 5 degrees of freedom, 2.045230 for 29.
    #[test]
    fn tails_are_those_of_the_definition() {
        for (count, student) in [(6, 2.570_582), (30, 2.045_23)] {
            let reach = student * (f64::from(count) / f64::from(count - 1)).sqrt();
            let tail = Normal::standard().cdf(-reach);
            assert!((super::tail(count as usize) - tail).abs() < 1e-5);
        }
        assert!((super::tail(1_000_000) - 0.025).abs() < 1e-4);
    }

    /// The averages of all resamples of `values`.
    fn all_averages(values: &[f64], average: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let all = values.len().pow(values.len() as u32);
        let of_number = |number: usize| {
            let places = (0..values.len() as u32).map(|digit| values.len().pow(digit));
            let drawn: Vec<f64> =
                places.map(|power| values[number / power % values.len()]).collect();
            average(&drawn)
        };
        (0..all).map(of_number).collect()
    }

    /// The shares of these averages that are at most `end`, and below `end`.
    fn shares(averages: &[f64], end: f64) -> (f64, f64) {
        let share = |is_in: &dyn Fn(f64) -> bool| {
            averages.iter().filter(|&&average| is_in(average)).count() as f64
                / averages.len() as f64
        };
        let (most, least) = (end * (1.0 + 1e-9), end * (1.0 - 1e-9));
        (share(&|average| average <= most), share(&|average| average < least))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// The right share of all 46,656 resamples is beyond each end. The slack is
        /// four standard errors of 9,999 draws.
        #[test]
        fn ends_as_by_listing_every_resample(
            values in prop::collection::vec((1u32..50).prop_map(f64::from), 6)
        ) {
            let median = |drawn: &[f64]| median(drawn).unwrap();
            let geometric = |drawn: &[f64]| geometric_mean(drawn).unwrap();
            let tail = tail(values.len());
            let check = |estimate: Estimate, average: &dyn Fn(&[f64]) -> f64| {
                let Interval { low, high } = estimate.interval.unwrap();
                let slack = 4.0 * (tail * (1.0 - tail) / RESAMPLES as f64).sqrt() + 1.0 / 10000.0;
                let averages = all_averages(&values, average);
                let (at_most, below) = shares(&averages, low);
                let lower = below <= tail + slack && at_most >= tail - slack;
                let (at_most, below) = shares(&averages, high);
                lower && 1.0 - at_most <= tail + slack && 1.0 - below >= tail - slack
            };
            prop_assert!(check(median_estimate(&values).unwrap(), &median));
            prop_assert!(check(self::geometric(&values), &geometric));
        }

        #[test]
        fn estimates_are_the_averages_and_within_their_intervals(
            values in prop::collection::vec((1u32..1000).prop_map(f64::from), 6..40)
        ) {
            let mean = geometric(&values);
            let plain = geometric_mean(&values).unwrap();
            prop_assert!((mean.value / plain - 1.0).abs() < 1e-12);
            prop_assert!(holds(mean, mean.value));
            let middle = median_estimate(&values).unwrap();
            prop_assert_eq!(Some(middle.value), median(&values));
            prop_assert!(holds(middle, middle.value));
        }
    }
}
