//! A published figure: its digits, and how well it is known.

use std::str::FromStr;

use anyhow::{Context, Error, Result, ensure};
use serde::Deserialize;

/// How well a published figure is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Read in a copy of the source, in the raw log of the experiment, or in a
    /// later text that quotes it.
    #[default]
    Read,
    /// Computed for this comparison, not published in a paper.
    Computed,
}

impl Grade {
    /// The mark that follows a figure of this grade.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Read => "",
            Self::Computed => "†",
        }
    }

    /// What the mark means, if there is one.
    pub fn legend(self) -> Option<&'static str> {
        match self {
            Self::Read => None,
            Self::Computed => Some("† computed for this comparison, not published in a paper"),
        }
    }
}

/// A number as it was printed. Its last digit shows how exact it is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct Printed {
    value: f64,
    decimals: usize,
    /// The same number, if it has no decimals.
    whole: Option<u64>,
}

impl Printed {
    /// The number.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The number, if it was printed without decimals.
    pub fn whole(&self) -> Option<u64> {
        self.whole
    }

    /// The number of digits after the point.
    pub fn decimals(&self) -> usize {
        self.decimals
    }

    /// Half a unit of the last digit: the greatest error of rounding.
    pub fn half_unit(&self) -> f64 {
        0.5 * 0.1f64.powi(self.decimals as i32)
    }
}

impl FromStr for Printed {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let plain = |c: char| c.is_ascii_digit() || c == '.';
        ensure!(text.chars().all(plain), "{text:?} is not a figure: expected digits and a point");
        let value = text.parse().with_context(|| format!("{text:?} is not a figure"))?;
        let decimals = text.split_once('.').map_or(0, |(_, digits)| digits.len());
        Ok(Self { value, decimals, whole: text.parse().ok() })
    }
}

impl TryFrom<String> for Printed {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedFigure {
    /// The figure as it was printed.
    pub value: Printed,
    /// If it is a mean of random values, their number. `None` if it is exact.
    pub of: Option<u64>,
    /// How well it is known.
    #[serde(default)]
    pub grade: Grade,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_as_exact_as_its_digits() {
        let printed: Printed = "14.000".parse().unwrap();
        assert_eq!((printed.value(), printed.decimals(), printed.whole()), (14.0, 3, None));
        assert!((printed.half_unit() - 0.0005).abs() < 1e-15);
        let count: Printed = "18446744073709551615".parse().unwrap();
        assert_eq!((count.whole(), count.half_unit()), (Some(u64::MAX), 0.5));
        for text in ["", "-1", "1e5", "inf", "NaN", "1.2.3", "1,000", "."] {
            assert!(text.parse::<Printed>().is_err(), "{text}");
        }
    }
}
