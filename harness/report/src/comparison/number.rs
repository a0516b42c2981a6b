//! Ratios as text.

use optile_results::unit::three_digits;
use optile_statistics::{Estimate, Interval};

/// The sign for a missing value.
pub const NOTHING: &str = "–";

/// A ratio with three decimals, because changes of one per cent matter; from ten
/// on with three digits.
pub fn ratio(value: f64) -> String {
    if (0.1..10.0).contains(&value) { format!("{value:.3}") } else { three_digits(value) }
}

/// An interval of ratios.
pub fn interval(interval: Option<Interval>) -> String {
    interval.map_or(NOTHING.into(), |Interval { low, high }| {
        format!("{} to {}", ratio(low), ratio(high))
    })
}

/// A ratio followed by its interval.
pub(crate) fn estimate(estimate: Estimate) -> String {
    match estimate.interval {
        Some(_) => format!("{} ({})", ratio(estimate.value), interval(estimate.interval)),
        None => ratio(estimate.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_decimals_or_digits() {
        for (value, text) in [
            (1.0, "1.000"),
            (1.0049, "1.005"),
            (0.5, "0.500"),
            (9.9996, "10.000"),
            (12.345, "12.3"),
            (0.012_34, "0.0123"),
            (123_456.0, "123000"),
        ] {
            assert_eq!(ratio(value), text);
        }
    }
}
