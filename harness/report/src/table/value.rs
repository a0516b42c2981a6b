//! The values in tables, with their units and their rounding.

use optile_results::text::quantity::grouped;
use optile_results::text::unit::{Unit, three_digits};
use optile_statistics::{Estimate, Interval};

/// The sign for a missing value.
pub const NOTHING: &str = "–";

/// A value of a table, unrounded.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// There is no value.
    Nothing,
    /// Words.
    Text(String),
    /// Words about a fault, which the page shows loudly.
    Fault(String),
    /// The name of a strategy.
    Strategy(String),
    /// A value that is no reason to show its column.
    Quiet(Box<Self>),
    /// A whole number that is shown as it is, such as a length or a place.
    Number(u64),
    /// A count that is shown exactly, with commas between thousands.
    Count(f64),
    /// A value with three digits and its unit.
    Measured(f64, Unit),
    /// A count per second with three digits. The heading has its unit.
    PerSecond(f64),
    /// So many of so many. Of none, there is no value.
    Share(usize, usize),
    /// A number without a unit, with three digits, and its interval if it has one.
    Factor(Estimate),
    /// A ratio with three decimals, because changes of one per cent matter.
    Ratio(f64),
    /// An interval of ratios.
    Interval(Interval),
    /// A ratio to the best strategy with three digits.
    ToBest {
        /// The ratio.
        ratio: f64,
        /// Its interval, which only the page shows, when one points at the ratio.
        interval: Option<Interval>,
        /// Whether it is the best one, or cannot be told from it.
        is_best: bool,
    },
}

impl Value {
    /// A value with its unit, if there is one.
    pub(crate) fn measured(unit: Unit, value: Option<f64>) -> Self {
        value.map_or(Self::Nothing, |value| Self::Measured(value, unit))
    }

    /// A ratio with three decimals, if there is one.
    pub(crate) fn ratio(value: Option<f64>) -> Self {
        value.map_or(Self::Nothing, Self::Ratio)
    }

    /// The value, quiet unless it is a reason to show its column.
    pub(crate) fn if_it_tells(self, is_reason: bool) -> Self {
        if is_reason { self } else { Self::Quiet(self.into()) }
    }

    /// Whether the value is a reason to show its column.
    pub(crate) fn tells(&self) -> bool {
        !matches!(self, Self::Quiet(_)) && self.text() != NOTHING
    }

    /// The value as people read it, with its unit.
    pub fn text(&self) -> String {
        match self {
            Self::Nothing | Self::Share(_, 0) => NOTHING.into(),
            Self::Text(text) | Self::Fault(text) | Self::Strategy(text) => text.clone(),
            Self::Quiet(value) => value.text(),
            Self::Number(number) => number.to_string(),
            Self::Count(count) => grouped(&format!("{count:.0}")),
            Self::Measured(value, unit) => unit.text(*value),
            Self::PerSecond(value) => Unit::Count.text(*value),
            Self::Share(part, whole) => format!("{part}/{whole}"),
            Self::Factor(factor) => factor_text(*factor),
            Self::Ratio(value) => ratio(*value),
            Self::Interval(interval) => interval_text(*interval),
            Self::ToBest { ratio, .. } => three_digits(*ratio),
        }
    }

    /// The value without its interval, and the interval.
    pub(crate) fn apart(&self) -> (String, Option<String>) {
        match self {
            Self::Factor(Estimate { value, interval: Some(interval) })
                if self.text() != NOTHING =>
            {
                (three_digits(*value), Some(interval_text(*interval)))
            }
            _ => (self.text(), self.interval().map(interval_text)),
        }
    }

    /// The interval of a ratio to the best.
    pub(crate) fn interval(&self) -> Option<Interval> {
        if let Self::ToBest { interval, .. } = self { *interval } else { None }
    }

    /// The number by which a table is sorted.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Quiet(value) => value.number(),
            Self::Number(number) => Some(*number as f64),
            Self::Count(value)
            | Self::Measured(value, _)
            | Self::PerSecond(value)
            | Self::Ratio(value)
            | Self::ToBest { ratio: value, .. } => Some(*value),
            Self::Share(part, whole) => (*whole > 0).then(|| *part as f64 / *whole as f64),
            Self::Factor(factor) => Some(factor.value),
            Self::Interval(interval) => Some(interval.low),
            _ => None,
        }
    }

    /// The value as programs read it: without a unit, and empty if there is none.
    pub(crate) fn exact(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Quiet(value) => value.exact(),
            Self::Number(number) => number.to_string(),
            Self::Share(part, _) => part.to_string(),
            value => value.number().map_or_else(|| value.text(), |number| number.to_string()),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Factor(Estimate { value, interval: None })
    }
}

impl From<Interval> for Value {
    fn from(interval: Interval) -> Self {
        Self::Interval(interval)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

/// A ratio with three decimals; from ten on with three digits.
fn ratio(value: f64) -> String {
    if (0.1..10.0).contains(&value) { format!("{value:.3}") } else { three_digits(value) }
}

fn interval_text(Interval { low, high }: Interval) -> String {
    format!("{} to {}", ratio(low), ratio(high))
}

/// Whether a ratio to the best would be shown as 1.00. Nobody has won then.
pub(crate) fn is_tie(ratio: f64) -> bool {
    three_digits(ratio) == three_digits(1.0)
}

/// A factor with its interval, `1.31 (1.29–1.33)`, or a dash if it is uncertain.
fn factor_text(factor: Estimate) -> String {
    match factor.interval.filter(|_| factor.is_certain()) {
        // The joiners keep the interval on one line.
        Some(Interval { low, high }) => {
            let value = three_digits(factor.value);
            format!("{value} ({low:.2}\u{2060}–\u{2060}{high:.2})")
        }
        None => NOTHING.into(),
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
            assert_eq!(Value::Ratio(value).text(), text);
        }
    }

    #[test]
    fn counts_are_exact_and_grouped() {
        for (value, text) in [(0.0, "0"), (999.0, "999"), (1000.0, "1,000"), (1.5e7, "15,000,000")]
        {
            assert_eq!(Value::Count(value).text(), text);
        }
    }

    #[test]
    fn programs_read_values_without_units_and_an_empty_text_for_none() {
        let ms = Value::measured(Unit::Nanoseconds, Some(1.5e6));
        assert_eq!((ms.text().as_str(), ms.exact().as_str()), ("1.50\u{a0}ms", "1500000"));
        for (value, number, text, exact) in [
            (Value::Nothing, None, NOTHING, ""),
            (Value::Share(3, 4), Some(0.75), "3/4", "3"),
            (Value::Share(0, 0), None, NOTHING, "0"),
            (
                Value::Number(u64::MAX),
                Some(u64::MAX as f64),
                "18446744073709551615",
                "18446744073709551615",
            ),
            ("a".into(), None, "a", "a"),
        ] {
            assert_eq!((value.number(), &*value.text(), &*value.exact()), (number, text, exact));
        }
    }
}
