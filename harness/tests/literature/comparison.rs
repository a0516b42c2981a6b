//! A published and a measured value side by side.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// The greatest difference, in standard errors, that is still attributed to sampling.
const ALLOWED_ERRORS: f64 = 3.0;

/// The mean of values of randomly drawn instances, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) mean: f64,
    /// The estimated standard deviation of the population.
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
        Self::of(values, usize::MAX)
    }

    /// Values of distinct instances out of `population`.
    pub(crate) fn of(values: &[f64], population: usize) -> Self {
        let mean = mean(values);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let variance = squares / values.len().saturating_sub(1).max(1) as f64;
        let left = (1.0 - values.len() as f64 / population as f64).max(0.0);
        let error = (variance / values.len() as f64 * left).sqrt();
        Self { mean, deviation: variance.sqrt(), error }
    }
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The published figures of an experiment that were compared, by how they compare.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) equal: usize,
    pub(crate) within_error: usize,
    pub(crate) explained: usize,
}

impl Tally {
    /// Compares exact numbers.
    pub(crate) fn exact<T: Copy + Display + PartialEq>(
        &mut self,
        what: &str,
        published: T,
        measured: T,
    ) {
        assert!(published == measured, "{what}: {measured}, published {published}");
        self.equal += 1;
    }

    /// Compares a mean with one as it was printed. If the printed one is a mean of random values,
    /// `of` is their number. A difference is explained if the ratio of measured to published is in
    /// `explained`.
    pub(crate) fn mean(
        &mut self,
        what: &str,
        printed: &str,
        of: Option<u64>,
        sample: &Sample,
        explained: Option<RangeInclusive<f64>>,
    ) {
        let published: f64 = printed.parse().unwrap();
        let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        // Rounding hides up to half a unit of the last digit, and floats slightly more.
        let hidden = 0.5 * 0.1f64.powi(decimals as i32) * (1.0 + 1e-9);
        let difference = (sample.mean - published).abs();
        let of_published = of.map_or(0.0, |size| sample.deviation / (size as f64).sqrt());
        let error = of_published.hypot(sample.error);
        if error == 0.0 && difference <= hidden {
            self.equal += 1;
        } else if error > 0.0 && difference - hidden <= ALLOWED_ERRORS * error {
            self.within_error += 1;
        } else {
            let ratio = sample.mean / published;
            let is_explained = explained.is_some_and(|ratios| ratios.contains(&ratio));
            assert!(is_explained, "{what}: {sample:?} is {ratio} of the published {printed}");
            self.explained += 1;
        }
    }
}

#[test]
fn the_error_falls_with_the_root_of_the_size_and_vanishes_for_all_there_are() {
    let values = [1.0, 2.0, 3.0, 4.0, 5.0];
    let sample = Sample::new(&values);
    assert_eq!((sample.mean, sample.deviation), (3.0, 2.5f64.sqrt()));
    assert!((sample.error - 0.5f64.sqrt()).abs() < 1e-12);
    assert!((Sample::of(&values, 10).error - 0.5).abs() < 1e-12);
    assert_eq!(Sample::of(&[1.0, 9.0], 2).error, 0.0);
}

#[test]
fn means_are_equal_within_the_error_or_explained_by_their_ratio() {
    let mut tally = Tally::default();
    tally.mean("a", "21.972", None, &Sample::exact(21.9715, 5.0), None);
    // The error of the published mean is 3; 3 and 4 make 5.
    let sample = |mean| Sample { mean, deviation: 30.0, error: 4.0 };
    tally.mean("a", "100", Some(100), &sample(115.4), None);
    tally.mean("a", "100", Some(100), &sample(84.4), Some(0.8..=1.0));
    assert_eq!(tally, Tally { equal: 1, within_error: 1, explained: 1 });
}

#[test]
#[should_panic(expected = "is 1.156 of the published 100")]
fn a_ratio_beyond_its_explanation_fails() {
    let sample = Sample { mean: 115.6, deviation: 30.0, error: 4.0 };
    Tally::default().mean("a", "100", Some(100), &sample, Some(0.8..=1.1));
}

#[test]
#[should_panic(expected = "nodes: 7, published 8")]
fn another_count_fails() {
    Tally::default().exact("nodes", 8, 7);
}
