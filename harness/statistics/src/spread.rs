//! How far samples lie apart.

use crate::average::median;

/// The median absolute deviation as it is: the median of the distances from
/// the median, in the unit of the samples.
///
/// Unlike the standard deviation it does not heed how far off the farther half
/// is, so a single run that the machine disturbed leaves it alone. `None` for
/// an empty sample, and where the median is infinite.
pub fn absolute_deviation(values: &[f64]) -> Option<f64> {
    let middle = median(values)?;
    if middle.is_infinite() {
        return None;
    }
    median(&values.iter().map(|value| (value - middle).abs()).collect::<Vec<_>>())
}

/// What the median absolute deviation of a normal distribution is multiplied
/// by to give its standard deviation: 1 / Φ⁻¹(3/4).
const NORMAL: f64 = 1.482_602_218_505_602;

/// The median absolute deviation times 1.4826, which for normally distributed
/// samples estimates their standard deviation. Where it says "scaled", this is
/// meant; else [`absolute_deviation`].
pub fn scaled_absolute_deviation(values: &[f64]) -> Option<f64> {
    absolute_deviation(values).map(|deviation| deviation * NORMAL)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_disturbed_run_leaves_the_deviation_alone() {
        assert_eq!(absolute_deviation(&[1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0]), Some(1.0));
        assert_eq!(absolute_deviation(&[10.0, 11.0, 12.0, f64::INFINITY, 9.0]), Some(1.0));
        assert_eq!(absolute_deviation(&[7.0]), Some(0.0));
        assert_eq!(absolute_deviation(&[]), None);
        assert_eq!(absolute_deviation(&[1.0, f64::INFINITY]), None);
    }

    proptest! {
        /// The slow form tries every distance: the deviation is where half of
        /// the samples are nearer and half are farther.
        #[test]
        fn half_of_the_samples_are_nearer(values in prop::collection::vec(-500i32..500, 1..40)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let middle = median(&values).unwrap();
            let deviation = absolute_deviation(&values).unwrap();
            let nearer = values.iter().filter(|v| (**v - middle).abs() < deviation).count();
            let farther = values.iter().filter(|v| (**v - middle).abs() > deviation).count();
            prop_assert!(2 * nearer <= values.len() && 2 * farther <= values.len());
            let scaled = scaled_absolute_deviation(&values).unwrap();
            prop_assert!((scaled - 1.4826 * deviation).abs() <= 1e-5 * scaled.max(1.0));
        }
    }
}
