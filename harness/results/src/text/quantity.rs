//! Durations, sizes of memory and counts, as people write them.

use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use optile_core::parse_quantity;
pub use optile_core::{counted, grouped, parse_bytes};

/// A duration such as `10s`, `1.5m`, `200ms`, `2us` or `1h`. A number without a unit
/// counts seconds.
///
/// # Errors
///
/// When the text is not a duration.
pub fn parse_duration(text: &str) -> Result<Duration> {
    let units = [
        ("ns", 1.0),
        ("us", 1e3),
        ("ms", 1e6),
        ("s", 1e9),
        ("", 1e9),
        ("m", 6e10),
        ("min", 6e10),
        ("h", 3.6e12),
    ];
    parse_quantity(text, &units)
        .map(Duration::from_nanos)
        .ok_or_else(|| anyhow!("{text:?} is not a duration: expected one such as 200ms, 10s or 5m"))
}

/// A count such as `250`, `1_000_000`, `10k` or `2.5M`.
///
/// # Errors
///
/// When the text is not a count.
pub fn parse_count(text: &str) -> Result<u64> {
    let units = [("", 1.0), ("k", 1e3), ("M", 1e6), ("G", 1e9)];
    // A number without a unit stays exact.
    let plain = text.trim().replace('_', "").parse().ok();
    plain
        .or_else(|| parse_quantity(text, &units))
        .ok_or_else(|| anyhow!("{text:?} is not a count: expected one such as 1000000 or 10M"))
}

/// A parser of limits and amounts, of which zero leaves nothing to do: what solved nothing would
/// then seem to be the fastest.
pub fn positive<T: Default + PartialEq, E: Into<anyhow::Error>>(
    parse: fn(&str) -> Result<T, E>,
) -> impl Fn(&str) -> Result<T> + Clone {
    move |text| match parse(text).map_err(Into::into)? {
        zero if zero == T::default() => {
            bail!("a limit of zero lets nothing run: expected more than zero, or no limit")
        }
        number => Ok(number),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn enumerated(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).into(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_read_as_people_write_them() {
        assert_eq!(parse_duration("200ms").unwrap(), Duration::from_millis(200));
        assert_eq!(parse_duration("2us").unwrap(), Duration::from_nanos(2000));
        assert_eq!(parse_duration("1.5m").unwrap(), Duration::from_secs(90));
        assert_eq!(parse_duration("3").unwrap(), Duration::from_secs(3));
        assert_eq!(parse_count("1_000").unwrap(), 1000);
        assert_eq!(parse_count("2.5M").unwrap(), 2_500_000);
        assert_eq!(parse_count("18446744073709551615").unwrap(), u64::MAX);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "s", "-1s", "1 fortnight", "1e400", "NaN", "inf", "1.2.3", "١"] {
            assert!(parse_duration(text).is_err(), "{text}");
            assert!(parse_count(text).is_err(), "{text}");
        }
        assert!(parse_duration("99999999999h").is_err());
    }

    #[test]
    fn a_limit_is_more_than_zero() {
        for zero in ["0", "0s", "0.0", "0ns", "0.0000000001s"] {
            let message = positive(parse_duration)(zero).unwrap_err().to_string();
            assert!(message.starts_with("a limit of zero"), "{zero}: {message}");
        }
        assert_eq!(positive(parse_count)("1").unwrap(), 1);
        assert!(positive(parse_count)("0k").is_err() && positive(parse_bytes)("0GiB").is_err());
        assert!(positive(parse_bytes)("many").unwrap_err().to_string().contains("\"many\""));
    }
}
