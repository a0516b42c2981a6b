//! Units of measurement, and how numbers are shown in them.

use serde::Serialize;

/// The unit of a number. It determines how the number is shown. Values are only rounded
/// here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A count, such as that of nodes or moves.
    Count,
    /// Nanoseconds, shown as ns, µs, ms, s or h.
    Nanoseconds,
    /// Bytes, shown in powers of 1000.
    Bytes,
    /// A count per second.
    PerSecond,
}

/// The size of a step and its prefix or unit.
type Step = (f64, &'static str);

const COUNTS: &[Step] =
    &[(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T"), (1e15, "P"), (1e18, "E")];
const TIMES: &[Step] = &[(1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")];
const BYTES: &[Step] = &[
    (1.0, "B"),
    (1e3, "kB"),
    (1e6, "MB"),
    (1e9, "GB"),
    (1e12, "TB"),
    (1e15, "PB"),
    (1e18, "EB"),
    (1e21, "ZB"),
    (1e24, "YB"),
];
const RATES: &[Step] = &[(1.0, "/s"), (1e3, "k/s"), (1e6, "M/s"), (1e9, "G/s"), (1e12, "T/s")];
/// From this many nanoseconds on, hours are easier to read than seconds.
const MANY_SECONDS: f64 = 1e13;
const HOUR: f64 = 3.6e12;

/// The units as a JSON object, from which scripts of pages take them: for each its steps and, if
/// there is one, the unit from a value on which is no step.
pub fn table() -> String {
    let all = [Unit::Count, Unit::Nanoseconds, Unit::Bytes, Unit::PerSecond].map(|unit| {
        let many = (unit == Unit::Nanoseconds).then_some((MANY_SECONDS, HOUR, "h"));
        serde_json::json!({"unit": unit, "steps": unit.steps(), "many": many})
    });
    serde_json::json!(all).to_string()
}

impl Unit {
    /// The value with three significant digits, as tables show it: `999`, `1.00 k`,
    /// `12.3 ms`, `1.81 MB`. The space is non-breaking.
    pub fn text(self, value: f64) -> String {
        if self == Self::Nanoseconds && value >= MANY_SECONDS {
            return spaced(&three_digits(value / HOUR), "h");
        }
        // Rounded first: 999.9 ms are 1.00 s, not 1000 ms.
        let (one, name) = self.step(rounded(value));
        let value = value / one;
        let whole = one == 1.0 && value.fract() == 0.0;
        spaced(&if whole { format!("{value:.0}") } else { three_digits(value) }, name)
    }

    /// The value as an axis shows it, without trailing zeros: `1 k`, `50 µs`.
    pub fn tick(self, value: f64) -> String {
        if self == Self::Nanoseconds && value >= MANY_SECONDS * 0.99 {
            return Self::Count.tick(value / 1e9) + "s";
        }
        let (one, name) = self.step(value);
        // Digits after the third one come from rounding errors of the division.
        spaced(&rounded(value / one).to_string(), name)
    }

    /// The unit in which several values are shown beside each other, and its name: that of the
    /// median, unless the least value would have no digit left.
    pub fn common(self, values: &[f64]) -> (f64, &'static str) {
        let mut known: Vec<f64> = values.iter().copied().filter(|&value| value > 0.0).collect();
        known.sort_unstable_by(f64::total_cmp);
        let middle = known.get(known.len() / 2).copied().unwrap_or(1.0);
        let least = known.first().copied().unwrap_or(1.0);
        let (one, name) = self.step(rounded(middle.min(least * 1e3)));
        let name = match (self, name) {
            (Self::Count, "k") => "thousands",
            (Self::Count, "M") => "millions",
            (Self::Count, "G") => "billions",
            (Self::Count, "T") => "trillions",
            (_, name) => name,
        };
        (one, name)
    }

    const fn steps(self) -> &'static [Step] {
        match self {
            Self::Count => COUNTS,
            Self::Nanoseconds => TIMES,
            Self::Bytes => BYTES,
            Self::PerSecond => RATES,
        }
    }

    fn step(self, value: f64) -> Step {
        let steps = self.steps();
        // The slack of half a thousandth is for powers of ten computed as floats.
        let fits = |&&(one, _): &&Step| one <= value * 1.0005;
        steps.iter().rev().find(fits).copied().unwrap_or(steps[0])
    }
}

fn spaced(number: &str, name: &str) -> String {
    if name.is_empty() { number.into() } else { format!("{number}\u{a0}{name}") }
}

/// The value rounded to three significant digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// A number with three significant digits, without an exponent.
pub fn three_digits(value: f64) -> String {
    let value = rounded(value);
    let magnitude = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
    let decimals = usize::try_from(2 - magnitude).unwrap_or(0);
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_round_to_three_digits() {
        let text = |unit: Unit, value| unit.text(value).replace('\u{a0}', " ");
        for (unit, value, expected) in [
            (Unit::Count, 0.0, "0"),
            (Unit::Count, 7.0, "7"),
            (Unit::Count, 7.5, "7.50"),
            (Unit::Count, 0.25, "0.250"),
            (Unit::Count, 999.0, "999"),
            (Unit::Count, 999.96, "1.00 k"),
            (Unit::Count, 1000.0, "1.00 k"),
            (Unit::Count, 181_440.0, "181 k"),
            (Unit::Count, 999_999.0, "1.00 M"),
            (Unit::Count, 36_302_807_931.0, "36.3 G"),
            (Unit::Count, u64::MAX as f64, "18.4 E"),
            (Unit::Nanoseconds, 31.0, "31 ns"),
            (Unit::Nanoseconds, 1_000.0, "1.00 µs"),
            (Unit::Nanoseconds, 999_999.0, "1.00 ms"),
            (Unit::Nanoseconds, 2.5e9, "2.50 s"),
            (Unit::Nanoseconds, 3.6e13, "10.0 h"),
            (Unit::Bytes, 181_440.0, "181 kB"),
            (Unit::PerSecond, 1.5e8, "150 M/s"),
        ] {
            assert_eq!(text(unit, value), expected, "{unit:?} {value}");
        }
    }

    #[test]
    fn ticks_are_short() {
        let tick = |unit: Unit, value| unit.tick(value).replace('\u{a0}', " ");
        for (unit, value, expected) in [
            (Unit::Count, 0.5, "0.5"),
            (Unit::Count, 500.0, "500"),
            (Unit::Count, 1e3, "1 k"),
            (Unit::Count, 10f64.powf(10.0), "10 G"),
            (Unit::Nanoseconds, 5e4, "50 µs"),
            (Unit::Nanoseconds, 1e12, "1000 s"),
            (Unit::Nanoseconds, 1e13, "10 ks"),
            (Unit::Bytes, 2e5, "200 kB"),
        ] {
            assert_eq!(tick(unit, value), expected, "{unit:?} {value}");
        }
    }
}
