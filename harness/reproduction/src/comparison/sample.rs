//! A random sample of values, and what it says about the population.

use optile_statistics::mean;

use crate::comparison::verdict::Measured;

/// Values of randomly drawn instances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    values: Vec<f64>,
    /// The size of the population from which they were drawn without
    /// replacement. `None` if it is too large to matter.
    population: Option<u64>,
    /// Whether the spread is computed from the logarithms.
    is_skewed: bool,
}

impl Sample {
    /// Values drawn from a population that is too large to matter.
    pub fn new(values: Vec<f64>) -> Self {
        Self { values, population: None, is_skewed: false }
    }

    /// Values that differ by orders of magnitude, such as the nodes of IDA* on
    /// random boards. A few of them contribute most of their mean, and a sample
    /// that contains none of these would underestimate the spread. So the
    /// deviation is that of the log-normal distribution with this mean and with
    /// the spread of the logarithms.
    pub fn skewed(values: Vec<f64>) -> Self {
        Self { values, population: None, is_skewed: true }
    }

    /// Values of distinct instances out of `population`.
    pub fn of(values: Vec<f64>, population: u64) -> Self {
        Self { values, population: Some(population), is_skewed: false }
    }

    /// The mean; 0 if there are no values.
    pub fn mean(&self) -> f64 {
        mean(&self.values).unwrap_or(0.0)
    }

    /// The estimated standard deviation of the population; 0 for fewer than two
    /// values.
    pub fn deviation(&self) -> f64 {
        if self.is_skewed {
            // Every search has at least one node.
            let logarithms: Vec<f64> = self.values.iter().map(|v| v.max(1.0).ln()).collect();
            return self.mean() * variance(&logarithms).exp_m1().sqrt();
        }
        variance(&self.values).sqrt()
    }

    /// The standard error of the mean, as an estimate for the population; 0 if the
    /// sample is the population.
    pub fn error(&self) -> f64 {
        let size = self.values.len() as f64;
        let left = self.population.map_or(1.0, |population| 1.0 - size / population as f64);
        self.error_of_mean_of(size) * left.max(0.0).sqrt()
    }

    /// The standard error of the mean of `size` other values, drawn independently
    /// from the same population.
    pub fn error_of_mean_of(&self, size: f64) -> f64 {
        self.deviation() / size.max(1.0).sqrt()
    }

    /// The mean and its standard error.
    pub fn measured(&self) -> Measured {
        Measured::Mean { value: self.mean(), error: self.error() }
    }
}

/// The estimated variance of the population; 0 for fewer than two values.
fn variance(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values).unwrap_or(0.0);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (values.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_falls_with_the_root_of_the_size_and_vanishes_for_all_there_are() {
        let sample = Sample::new(vec![1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(sample.mean(), 3.0);
        assert!((sample.deviation() - 2.5f64.sqrt()).abs() < 1e-12);
        assert!((sample.error() - 0.5f64.sqrt()).abs() < 1e-12);
        assert!((sample.error_of_mean_of(20.0) - sample.error() / 2.0).abs() < 1e-12);
        let half = Sample::of(vec![1.0, 2.0, 3.0, 4.0, 5.0], 10);
        assert!((half.error() - 0.5).abs() < 1e-12);
        assert_eq!(Sample::of(vec![1.0, 9.0], 2).error(), 0.0);
        assert_eq!(Sample::new(vec![7.0]).deviation(), 0.0);
        assert_eq!(Sample::skewed(vec![7.0]).deviation(), 0.0);
        assert_eq!(Sample::default().mean(), 0.0);
    }

    #[test]
    fn a_skewed_sample_knows_of_the_tail_that_it_may_have_missed() {
        // Logarithms 0 and 2 have the variance 2.
        let values = vec![1.0, 2f64.exp()];
        let mean = (1.0 + 2f64.exp()) / 2.0;
        let expected = mean * (2f64.exp() - 1.0).sqrt();
        assert!((Sample::skewed(values.clone()).deviation() - expected).abs() < 1e-9);
        assert!(Sample::skewed(values.clone()).error() > Sample::new(values).error());
        let alike = Sample::skewed(vec![5.0, 5.0, 5.0]);
        assert_eq!((alike.mean(), alike.error()), (5.0, 0.0));
    }
}
