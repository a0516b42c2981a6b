//! How fast a cost grows: a straight line through its logarithms.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::statistics::resample::{CONFIDENCE, Estimate, FEWEST, Interval};

/// `cost ≈ start · factor^length`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// By which factor the cost grows with each move.
    pub factor: Estimate,
    /// The least and the greatest length of the points.
    pub lengths: [f64; 2],
}

/// Fits `cost ≈ start · factor^length` to points of length and cost by least squares of the
/// logarithms. Points with a cost of 0 have no logarithm and are left out. `None` if there
/// are no two lengths.
///
/// The interval does not assume that costs scatter equally at each length: they scatter more
/// at large lengths (the sandwich estimator HC3: J. G. MacKinnon, H. White, "Some
/// heteroskedasticity-consistent covariance matrix estimators with improved finite sample
/// properties", Journal of Econometrics 29, 1985).
pub fn growth(points: &[(f64, f64)]) -> Option<Growth> {
    let points: Vec<(f64, f64)> = points
        .iter()
        .filter(|(length, cost)| *cost > 0.0 && cost.is_finite() && length.is_finite())
        .map(|&(length, cost)| (length, cost.ln()))
        .collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (middle, height) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|(x, _)| (x - middle).powi(2)).sum();
    // Without points, the middle is not a number, and the sum is 0.
    if spread.is_nan() || spread <= 0.0 {
        return None;
    }
    let slope = points.iter().map(|(x, y)| (x - middle) * (y - height)).sum::<f64>() / spread;
    let variance: f64 = points
        .iter()
        .map(|(x, y)| {
            let residual = y - height - slope * (x - middle);
            let leverage = 1.0 / count + (x - middle).powi(2) / spread;
            ((x - middle) / spread * residual / (1.0 - leverage).max(1e-9)).powi(2)
        })
        .sum();
    let interval = StudentsT::new(0.0, 1.0, count - 2.0).ok().filter(|_| points.len() >= FEWEST);
    let interval = interval.map(|student| {
        let reach = student.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / 2.0) * variance.sqrt();
        Interval { low: (slope - reach).exp(), high: (slope + reach).exp() }
    });
    let lengths = || points.iter().map(|point| point.0);
    let ends = [lengths().fold(f64::INFINITY, f64::min), lengths().fold(0.0, f64::max)];
    Some(Growth { factor: Estimate { value: slope.exp(), interval }, lengths: ends })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::SplitMix64;

    use super::*;

    #[test]
    fn an_exact_power_is_found() {
        let points: Vec<(f64, f64)> =
            (0..20).map(|d| (f64::from(d), 3.0 * 1.5f64.powi(d))).collect();
        let Growth { factor, lengths } = growth(&points).unwrap();
        assert_eq!(lengths, [0.0, 19.0]);
        let interval = factor.interval.unwrap();
        for (found, expected) in [(factor.value, 1.5), (interval.low, 1.5), (interval.high, 1.5)] {
            assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
        }
    }

    #[test]
    fn without_two_lengths_there_is_no_growth() {
        for points in [&[][..], &[(3.0, 9.0)], &[(3.0, 9.0), (3.0, 8.0)], &[(1.0, 0.0), (2.0, 5.0)]]
        {
            assert_eq!(growth(points), None, "{points:?}");
        }
        let few = growth(&[(1.0, 2.0), (2.0, 4.0)]).unwrap();
        assert_eq!(few.factor.interval, None);
        assert!((few.factor.value - 2.0).abs() < 1e-9);
    }

    /// Costs scatter by factors that grow with the length.
    #[test]
    fn intervals_hold_the_truth_about_as_often_as_they_say() {
        let mut dice = SplitMix64::seed_from_u64(7);
        let mut held = 0;
        const TRIALS: usize = 1000;
        for _ in 0..TRIALS {
            let points: Vec<(f64, f64)> = (0..30)
                .map(|d| {
                    // A sum of uniform numbers is nearly normal.
                    let noise: f64 = (0..6).map(|_| dice.random::<f64>() - 0.5).sum();
                    let scatter = 0.1 + 0.03 * f64::from(d);
                    (f64::from(d), (0.3 * f64::from(d) + scatter * noise).exp())
                })
                .collect();
            let interval = growth(&points).unwrap().factor.interval.unwrap();
            held += usize::from(interval.low <= 0.3f64.exp() && 0.3f64.exp() <= interval.high);
        }
        assert!((920..=980).contains(&held), "{held} of {TRIALS}");
    }

    proptest! {
        /// The line of least squares: every small change of it makes the squares larger.
        #[test]
        fn no_other_line_is_nearer(
            costs in prop::collection::vec((0u32..40, 1u32..100_000), 2..30),
            turn in -0.1f64..0.1,
        ) {
            let points: Vec<(f64, f64)> =
                costs.iter().map(|&(d, cost)| (f64::from(d), f64::from(cost))).collect();
            if let Some(found) = growth(&points) {
                let squares = |slope: f64| -> f64 {
                    let rests = points.iter().map(|(d, cost)| cost.ln() - slope * d);
                    let start = rests.clone().sum::<f64>() / rests.clone().count() as f64;
                    rests.map(|rest| (rest - start).powi(2)).sum()
                };
                let slope = found.factor.value.ln();
                prop_assert!(squares(slope) <= squares(slope + turn) * (1.0 + 1e-9) + 1e-9);
            }
        }
    }
}
