//! Averages over instances, spreads of samples, and intervals for both.
//!
//! Each function returns `None` for an empty sample, never zero. The caller
//! chooses which instances a sample holds and says so where the number is shown:
//! a report's summary takes the instances that the strategy solved, and a
//! comparison of strategies takes only those that all of them solved.
//!
//! Samples hold no NaN: every value comes from a counter or a clock. They may
//! hold infinity, which stands for "more than any limit". A median counts it as
//! the largest value, so a strategy does not look better because it gave up on
//! its hard instances.
//!
//! Intervals come from resampling the measured values ([`resample`]), always
//! with the same random numbers: the same results give the same ends.
//!
//! ```
//! use optile_statistics::{absolute_deviation, median, quartiles};
//!
//! assert_eq!(median(&[4.0, 1.0, 2.0]), Some(2.0));
//! assert_eq!(median(&[1.0, f64::INFINITY, 2.0]), Some(2.0));
//! assert_eq!(absolute_deviation(&[1.0, 2.0, 9.0]), Some(1.0));
//! assert_eq!(quartiles(&[]), None);
//! ```
#![forbid(unsafe_code)]

mod average;
mod growth;
pub mod resample;
mod spread;

pub use average::{
    FEWEST_COMMON, Quartiles, Ratios, ascending, geometric_mean, mean, median, quartiles,
    ratios_to_best, takes_part,
};
pub use growth::{Growth, growth};
pub use resample::{
    Estimate, FEWEST, Interval, Resampling, geometric_mean_estimates, median_estimate,
};
pub use spread::{absolute_deviation, mean_interval};
