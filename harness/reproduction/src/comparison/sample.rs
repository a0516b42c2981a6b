//! A random sample of values, and what it says about the population.

use optile_statistics::mean;

/// The mean of values of randomly drawn instances, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The mean; 0 if there are no values.
    pub(crate) mean: f64,
    /// The estimated standard deviation of the population; 0 for fewer than two values.
    pub(crate) deviation: f64,
    /// The standard error of the mean, as an estimate for the population.
    pub(crate) error: f64,
}

impl Sample {
    /// A mean over the whole population.
    pub(crate) fn exact(mean: f64, deviation: f64) -> Self {
        Self { mean, deviation, error: 0.0 }
    }

    /// Values drawn from a population that is too large to matter.
    pub(crate) fn new(values: &[f64]) -> Self {
        Self::with(values, variance(values).sqrt(), 1.0)
    }

    /// Values of distinct instances out of `population`.
    pub(crate) fn of(values: &[f64], population: usize) -> Self {
        let left = 1.0 - values.len() as f64 / population.max(1) as f64;
        Self::with(values, variance(values).sqrt(), left.max(0.0))
    }

    /// Values that differ by orders of magnitude, such as the nodes of IDA* on
    /// random boards. A few of them contribute most of their mean, and a sample
    /// that contains none of these would underestimate the spread. So the
    /// deviation is that of the log-normal distribution with this mean and with
    /// the spread of the logarithms.
    pub(crate) fn skewed(values: &[f64]) -> Self {
        // Every search has at least one node.
        let logarithms: Vec<f64> = values.iter().map(|value| value.max(1.0).ln()).collect();
        let spread = variance(&logarithms).exp_m1().sqrt();
        Self::with(values, mean(values).unwrap_or(0.0) * spread, 1.0)
    }

    /// A sample that leaves out this share of the population.
    fn with(values: &[f64], deviation: f64, left: f64) -> Self {
        let sample = Self::exact(mean(values).unwrap_or(0.0), deviation);
        Self { error: sample.error_of(values.len() as u64) * left.sqrt(), ..sample }
    }

    /// The standard error of the mean of `size` other values, drawn independently
    /// from the same population.
    pub(crate) fn error_of(&self, size: u64) -> f64 {
        self.deviation / (size as f64).max(1.0).sqrt()
    }
}

/// The estimated variance of the population; 0 for fewer than two values.
fn variance(values: &[f64]) -> f64 {
    let mean = mean(values).unwrap_or(0.0);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / values.len().saturating_sub(1).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_falls_with_the_root_of_the_size_and_vanishes_for_all_there_are() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        let sample = Sample::new(&values);
        assert_eq!(sample.mean, 3.0);
        assert!((sample.deviation - 2.5f64.sqrt()).abs() < 1e-12);
        assert!((sample.error - 0.5f64.sqrt()).abs() < 1e-12);
        assert!((sample.error_of(20) - sample.error / 2.0).abs() < 1e-12);
        assert!((Sample::of(&values, 10).error - 0.5).abs() < 1e-12);
        assert_eq!(Sample::of(&[1.0, 9.0], 2).error, 0.0);
        assert_eq!(Sample::new(&[7.0]).deviation, 0.0);
        assert_eq!(Sample::skewed(&[7.0]).deviation, 0.0);
        assert_eq!(Sample::new(&[]), Sample::exact(0.0, 0.0));
    }

    #[test]
    fn a_skewed_sample_knows_of_the_tail_that_it_may_have_missed() {
        // Logarithms 0 and 2 have the variance 2.
        let values = [1.0, 2f64.exp()];
        let mean = (1.0 + 2f64.exp()) / 2.0;
        let expected = mean * (2f64.exp() - 1.0).sqrt();
        assert!((Sample::skewed(&values).deviation - expected).abs() < 1e-9);
        assert!(Sample::skewed(&values).error > Sample::new(&values).error);
        assert_eq!(Sample::skewed(&[5.0, 5.0, 5.0]), Sample::exact(5.0, 0.0));
    }
}
