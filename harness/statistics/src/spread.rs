//! How much samples vary.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::average::{mean, median};
use crate::resample::{CONFIDENCE, FEWEST, Interval};

/// The median absolute deviation: the median of the distances from the median,
/// in the unit of the samples. It is not scaled to a standard deviation.
///
/// Unlike the standard deviation, it does not depend on how far away the
/// farther half of the samples is. So one disturbed run does not change it.
/// `None` for an empty sample, and when the median is infinite.
pub fn absolute_deviation(values: &[f64]) -> Option<f64> {
    let middle = median(values)?;
    if middle.is_infinite() {
        return None;
    }
    median(&values.iter().map(|value| (value - middle).abs()).collect::<Vec<_>>())
}

/// The interval of the mean by Student's t; `None` for fewer than [`FEWEST`] values.
///
/// Logarithms of ratios scatter evenly around their mean, so this differs little from resampling
/// them, and it is cheap enough for each pair of strategies and each range of lengths.
pub fn mean_interval(values: &[f64]) -> Option<Interval> {
    let count = values.len() as f64;
    let middle = mean(values)?;
    let variance = values.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / (count - 1.0);
    let student = StudentsT::new(0.0, 1.0, count - 1.0).ok().filter(|_| values.len() >= FEWEST)?;
    let reach = student.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / 2.0) * (variance / count).sqrt();
    Some(Interval { low: middle - reach, high: middle + reach })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_disturbed_run_does_not_change_the_deviation() {
        assert_eq!(absolute_deviation(&[1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0]), Some(1.0));
        assert_eq!(absolute_deviation(&[10.0, 11.0, 12.0, f64::INFINITY, 9.0]), Some(1.0));
        assert_eq!(absolute_deviation(&[7.0]), Some(0.0));
        assert_eq!(absolute_deviation(&[]), None);
        assert_eq!(absolute_deviation(&[1.0, f64::INFINITY]), None);
    }

    /// Worked by hand: a mean of 3.5, a deviation of 1.871, and t = 2.571 with five degrees of
    /// freedom, from a printed table.
    #[test]
    fn an_interval_of_a_mean_is_that_of_student() {
        let interval = mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert!((interval.low - 1.537).abs() < 1e-3, "{interval:?}");
        assert!((interval.high - 5.463).abs() < 1e-3, "{interval:?}");
        assert_eq!(mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]), None);
    }

    proptest! {
        /// The definition: at most half of the samples are nearer to the median
        /// than the deviation, and at most half are farther.
        #[test]
        fn half_of_the_samples_are_nearer(values in prop::collection::vec(-500i32..500, 1..40)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let middle = median(&values).unwrap();
            let deviation = absolute_deviation(&values).unwrap();
            let nearer = values.iter().filter(|v| (**v - middle).abs() < deviation).count();
            let farther = values.iter().filter(|v| (**v - middle).abs() > deviation).count();
            prop_assert!(2 * nearer <= values.len() && 2 * farther <= values.len());
        }
    }
}
