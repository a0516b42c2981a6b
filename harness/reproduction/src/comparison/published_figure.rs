//! A published figure: its digits, and how well it is known.

use anyhow::{Context, Error, Result, ensure};
use optile_results::quantity::grouped;
use serde::Deserialize;

/// A number as it was printed. Its last digit shows how exact it is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Printed {
    digits: String,
    value: f64,
}

impl Printed {
    /// The number.
    pub(crate) fn value(&self) -> f64 {
        self.value
    }

    /// Whether it is this number. It is exact also where numbers are too large for floats.
    pub(crate) fn is(&self, count: u64) -> bool {
        self.digits == count.to_string()
    }

    /// The number of digits after the point.
    pub(crate) fn decimals(&self) -> usize {
        self.digits.split_once('.').map_or(0, |(_, decimals)| decimals.len())
    }

    /// Half a unit of the last digit: the greatest error of rounding.
    pub(crate) fn half_unit(&self) -> f64 {
        0.5 * 0.1f64.powi(self.decimals() as i32)
    }
}

impl TryFrom<String> for Printed {
    type Error = Error;

    fn try_from(digits: String) -> Result<Self> {
        let plain = |c: char| c.is_ascii_digit() || c == '.';
        ensure!(
            digits.chars().all(plain),
            "{digits:?} is not a figure: expected digits and a point"
        );
        let value = digits.parse().with_context(|| format!("{digits:?} is not a figure"))?;
        Ok(Self { digits, value })
    }
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PublishedFigure {
    /// The figure as it was printed.
    pub(crate) value: Printed,
    /// If it is a mean of random values, their number. `None` if it is exact.
    pub(crate) of: Option<u64>,
    /// Whether it was computed for this comparison, and not published in a paper.
    #[serde(default)]
    pub(crate) computed: bool,
}

/// What the mark of a computed figure means.
pub(crate) const LEGEND: &str = "† computed for this comparison, not published in a paper";

impl PublishedFigure {
    /// The digits, with a mark if it was computed.
    pub(crate) fn text(&self) -> String {
        grouped(&self.value.digits) + if self.computed { "†" } else { "" }
    }
}

impl From<u64> for PublishedFigure {
    fn from(count: u64) -> Self {
        let value = Printed { digits: count.to_string(), value: count as f64 };
        Self { value, of: None, computed: false }
    }
}

#[cfg(test)]
impl PublishedFigure {
    /// An exact figure.
    pub(crate) fn of_digits(digits: &str) -> Self {
        Self { value: digits.to_owned().try_into().unwrap(), of: None, computed: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_as_exact_as_its_digits() {
        let printed = |digits: &str| Printed::try_from(digits.to_owned());
        let mean = printed("14.000").unwrap();
        assert_eq!((mean.value(), mean.decimals(), mean.is(14)), (14.0, 3, false));
        assert!((mean.half_unit() - 0.0005).abs() < 1e-15);
        let count = printed("18446744073709551615").unwrap();
        assert_eq!((count.is(u64::MAX), count.is(u64::MAX - 1)), (true, false));
        assert_eq!(count.half_unit(), 0.5);
        for text in ["", "-1", "1e5", "inf", "NaN", "1.2.3", "1,000", "."] {
            assert!(printed(text).is_err(), "{text}");
        }
    }
}
