//! How fast a cost grows: a straight line through its logarithms.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::median;
use crate::resample::{CONFIDENCE, Estimate, FEWEST, Interval};

/// The slopes of both halves of a straight part differ by at most this share of its slope, or by no
/// more than so many standard errors of that difference.
const SHARE: f64 = 0.1;
const ERRORS: f64 = 1.0;

/// `cost ≈ start · factor^length`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// By which factor the cost grows with each move.
    pub factor: Estimate,
    /// The least and the greatest length of the straight part.
    pub lengths: [u32; 2],
}

/// The logarithms of the costs at a length.
struct AtLength {
    length: u32,
    count: f64,
    mean: f64,
    /// The sum of the squares of their distances from the mean.
    scatter: f64,
}

/// Fits `cost ≈ start · factor^length` to points of length and cost by least squares of the
/// logarithms, over the most lengths on which they are straight, of several parts the last. Points with
/// a cost of 0 have no logarithm and are left out, and lengths from the first one on whose median is
/// above `most`, where a search runs out of new states. `None` if six
/// lengths or more are nowhere straight.
///
/// The interval does not assume that costs scatter equally at each length: they scatter more
/// at large lengths (the sandwich estimator HC3: J. G. MacKinnon, H. White, "Some
/// heteroskedasticity-consistent covariance matrix estimators with improved finite sample
/// properties", Journal of Econometrics 29, 1985).
pub fn growth(points: &[(u32, f64)], most: f64) -> Option<Growth> {
    let mut costs: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for &(length, cost) in points.iter().filter(|(_, cost)| *cost > 0.0 && cost.is_finite()) {
        costs.entry(length).or_default().push(cost);
    }
    let free = costs.iter().take_while(|(_, costs)| median(costs).is_some_and(|cost| cost <= most));
    let all: Vec<AtLength> = free.map(|(&length, costs)| AtLength::of(length, costs)).collect();
    let parts = (FEWEST..=all.len()).rev().flat_map(|lengths| all.windows(lengths).rev());
    let part = parts.into_iter().find(|part| is_straight(part))?;
    let (slope, error) = line(part)?;
    let count: f64 = part.iter().map(|at| at.count).sum();
    let student = StudentsT::new(0.0, 1.0, count - 2.0).ok()?;
    let reach = student.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / 2.0) * error;
    let interval = Some(Interval { low: (slope - reach).exp(), high: (slope + reach).exp() });
    let lengths = [part.first()?.length, part.last()?.length];
    Some(Growth { factor: Estimate { value: slope.exp(), interval }, lengths })
}

impl AtLength {
    fn of(length: u32, costs: &[f64]) -> Self {
        let count = costs.len() as f64;
        let mean = costs.iter().map(|cost| cost.ln()).sum::<f64>() / count;
        let scatter = costs.iter().map(|cost| (cost.ln() - mean).powi(2)).sum();
        Self { length, count, mean, scatter }
    }
}

fn is_straight(part: &[AtLength]) -> bool {
    let (short, long) = part.split_at(part.len() / 2);
    let lines = line(short).zip(line(long)).zip(line(part));
    lines.is_some_and(|((short, long), (slope, _))| {
        let told_apart = (ERRORS * short.1.hypot(long.1)).max(SHARE * slope.abs());
        (short.0 - long.0).abs() <= told_apart + 1e-9
    })
}

/// The slope through all points at these lengths, and its standard error.
fn line(part: &[AtLength]) -> Option<(f64, f64)> {
    let sum = |of: &dyn Fn(&AtLength, f64) -> f64| {
        part.iter().map(|at| of(at, f64::from(at.length))).sum::<f64>()
    };
    let count = sum(&|at, _| at.count);
    let middle = sum(&|at, x| at.count * x) / count;
    let height = sum(&|at, _| at.count * at.mean) / count;
    let spread = sum(&|at, x| at.count * (x - middle).powi(2));
    // Without points, the middle is not a number, and the sum is 0.
    if spread.is_nan() || spread <= 0.0 {
        return None;
    }
    let slope = sum(&|at, x| at.count * (x - middle) * (at.mean - height)) / spread;
    let variance = sum(&|at, x| {
        let residual = at.mean - height - slope * (x - middle);
        let leverage = 1.0 / count + (x - middle).powi(2) / spread;
        let share = (x - middle) / spread / (1.0 - leverage).max(1e-9);
        share.powi(2) * (at.scatter + at.count * residual.powi(2))
    });
    Some((slope, variance.sqrt()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::SplitMix64;

    use super::*;

    #[test]
    fn an_exact_power_is_found() {
        let points: Vec<(u32, f64)> = (0..20).map(|d| (d, 3.0 * 1.5f64.powi(d as i32))).collect();
        let Growth { factor, lengths } = growth(&points, f64::INFINITY).unwrap();
        assert_eq!(lengths, [0, 19]);
        let interval = factor.interval.unwrap();
        for (found, expected) in [(factor.value, 1.5), (interval.low, 1.5), (interval.high, 1.5)] {
            assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
        }
    }

    /// With a good heuristic, a search first expands few nodes. At the end, a blind one has seen most states.
    #[test]
    fn only_the_straight_part_counts() {
        let start = |d: u32| f64::from(10 + d.min(15));
        let cost = |d: u32| start(d) * 1.22f64.powi(d.saturating_sub(15) as i32);
        let slow: Vec<(u32, f64)> = (0..40).map(|d| (d, cost(d))).collect();
        let found = growth(&slow, 1e9).unwrap();
        assert!((found.factor.value - 1.22).abs() < 0.015, "{found:?}");
        assert!((11..=15).contains(&found.lengths[0]) && found.lengths[1] == 39, "{found:?}");
        let blind = |d: u32| 181_440.0 / (1.0 + 181_440.0 * 1.65f64.powi(-(d as i32)));
        let blind: Vec<(u32, f64)> = (1..32).map(|d| (d, blind(d))).collect();
        let found = growth(&blind, 90_720.0).unwrap();
        assert!((1.58..1.65).contains(&found.factor.value), "{found:?}");
        assert!(found.lengths[1] < 25, "{found:?}");
    }

    #[test]
    fn without_a_straight_part_there_is_no_growth() {
        let walk: Vec<(u32, f64)> = (1..32).map(|d| (d, f64::from(d))).collect();
        for points in [&[][..], &[(3, 9.0), (3, 8.0)], &[(1, 2.0), (2, 4.0), (3, 8.0)], &walk] {
            assert_eq!(growth(points, 1e9), None, "{points:?}");
        }
    }

    /// Costs scatter by factors that grow with the length.
    #[test]
    fn intervals_hold_the_truth_about_as_often_as_they_say() {
        let mut dice = SplitMix64::seed_from_u64(7);
        let mut held = 0;
        const TRIALS: usize = 1000;
        for _ in 0..TRIALS {
            let points: Vec<(u32, f64)> = (0..30)
                .map(|d| {
                    // A sum of uniform numbers is nearly normal.
                    let noise: f64 = (0..6).map(|_| dice.random::<f64>() - 0.5).sum();
                    let scatter = 0.1 + 0.03 * f64::from(d);
                    (d, (0.3 * f64::from(d) + scatter * noise).exp())
                })
                .collect();
            let interval = growth(&points, f64::INFINITY).unwrap().factor.interval.unwrap();
            held += usize::from(interval.low <= 0.3f64.exp() && 0.3f64.exp() <= interval.high);
        }
        assert!((920..=980).contains(&held), "{held} of {TRIALS}");
    }

    /// The slope and its standard error, point by point.
    fn slow_line(points: &[(f64, f64)]) -> (f64, f64) {
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (middle, height) = (mean(|point| point.0), mean(|point| point.1));
        let spread: f64 = points.iter().map(|(x, _)| (x - middle).powi(2)).sum();
        let slope = points.iter().map(|(x, y)| (x - middle) * (y - height)).sum::<f64>() / spread;
        let variance = points.iter().map(|(x, y)| {
            let residual = y - height - slope * (x - middle);
            let leverage = 1.0 / count + (x - middle).powi(2) / spread;
            ((x - middle) / spread * residual / (1.0 - leverage).max(1e-9)).powi(2)
        });
        (slope, variance.sum::<f64>().sqrt())
    }

    proptest! {
        /// Every range of lengths is tried, with all of its points.
        #[test]
        fn the_longest_straight_part_is_found(
            costs in prop::collection::vec((0u32..12, 1u32..500, 100u32..200), 1..40),
            most in 100u32..100_000,
        ) {
            let points: Vec<(u32, f64)> = costs
                .iter()
                .map(|&(d, noise, base)| (d, f64::from(noise) * (f64::from(base) / 100.0).powi(d as i32)))
                .collect();
            let mut lengths: Vec<u32> = points.iter().map(|point| point.0).collect();
            lengths.sort_unstable();
            lengths.dedup();
            let full = lengths.iter().position(|&length| {
                let at: Vec<f64> = points.iter().filter(|p| p.0 == length).map(|p| p.1).collect();
                median(&at).unwrap() > f64::from(most)
            });
            lengths.truncate(full.unwrap_or(lengths.len()));
            let within = |ends: &[u32]| -> Vec<(f64, f64)> {
                let own = points.iter().filter(|(d, _)| ends.contains(d));
                own.map(|&(d, cost)| (f64::from(d), cost.ln())).collect()
            };
            let mut best: Option<(&[u32], (f64, f64))> = None;
            for from in 0..lengths.len() {
                for to in from + 6..=lengths.len() {
                    let part = &lengths[from..to];
                    let (short, long) = part.split_at(part.len() / 2);
                    let ((a, e), (b, f), all) =
                        (slow_line(&within(short)), slow_line(&within(long)), slow_line(&within(part)));
                    let is_straight = (a - b).abs() <= e.hypot(f).max(0.1 * all.0.abs()) + 1e-9;
                    if is_straight && best.is_none_or(|(other, _)| part.len() >= other.len()) {
                        best = Some((part, all));
                    }
                }
            }
            let found = growth(&points, f64::from(most));
            prop_assert_eq!(found.map(|one| one.lengths), best.map(|(part, _)| [part[0], part[part.len() - 1]]));
            if let (Some(found), Some((_, (slope, error)))) = (found, best) {
                prop_assert!((found.factor.value.ln() - slope).abs() < 1e-9);
                let interval = found.factor.interval.unwrap();
                prop_assert!(interval.high.ln() - slope > 1.95 * error - 1e-9);
            }
        }
    }
}
