//! Numbers with units and with nouns, as people write them.

use std::fmt::Display;

/// A number with one of these units, each with its factor, as a whole number. Underscores between
/// digits are left out.
///
/// `None` if the text is anything else, or if the result does not fit into 63 bits.
///
/// ```
/// use optile_core::parse_quantity;
///
/// assert_eq!(parse_quantity("2.5 k", &[("", 1.0), ("k", 1e3)]), Some(2500));
/// ```
pub fn parse_quantity(text: &str, units: &[(&str, f64)]) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_'));
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let number: f64 = number.replace('_', "").parse().ok()?;
    let &(_, factor) = units.iter().find(|(name, _)| *name == unit.trim())?;
    let scaled = number * factor;
    (scaled < 9.2e18).then_some(scaled.round() as u64)
}

/// A size of memory in bytes, such as `512MiB` or `4GiB`. A number without a unit
/// counts bytes.
///
/// # Errors
///
/// When the text is not a size.
pub fn parse_bytes(text: &str) -> Result<u64, ParseBytesError> {
    const K: f64 = 1024.0;
    let units = [
        ("", 1.0),
        ("B", 1.0),
        ("KiB", K),
        ("MiB", K * K),
        ("GiB", K * K * K),
        ("TiB", K * K * K * K),
        ("K", K),
        ("M", K * K),
        ("G", K * K * K),
        ("kB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
    ];
    parse_quantity(text, &units).ok_or_else(|| ParseBytesError { text: text.to_owned() })
}

/// The digits of a number with commas between thousands.
pub fn grouped(digits: &str) -> String {
    let (whole, decimals) = match digits.find('.') {
        Some(point) => digits.split_at(point),
        None => (digits, ""),
    };
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + decimals
}

/// A number of things, as in `1 run`, `2,304 runs` and `2 strategies`. Every text for people takes
/// it, because any number may be 1.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let (stem, ending) = match noun.strip_suffix('y') {
        _ if count == "1" => (noun, ""),
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => (stem, "ies"),
        _ if noun.ends_with("sh") || noun.ends_with('s') => (noun, "es"),
        _ => (noun, "s"),
    };
    format!("{} {stem}{ending}", grouped(&count))
}

/// Why a text is not a size of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a size of memory: expected one such as 512MiB or 4GiB")]
pub struct ParseBytesError {
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory_read_as_people_write_them() {
        for (text, bytes) in [
            ("1GiB", 1 << 30),
            ("64 MiB", 1 << 26),
            ("2GB", 2_000_000_000),
            ("1.5K", 1536),
            ("1_000", 1000),
        ] {
            assert_eq!(parse_bytes(text), Ok(bytes));
        }
        for text in ["", "GiB", "-1", "1e400", "NaN", "inf", "1.2.3", "١", "4gib", "99999999TiB"] {
            let error = parse_bytes(text).unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?} is not a size")), "{error}");
        }
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (digits, text) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("36302807931", "36,302,807,931"),
            ("1234.5678", "1,234.5678"),
        ] {
            assert_eq!(grouped(digits), text);
        }
    }

    #[test]
    fn nouns_are_singular_only_for_one() {
        for (count, noun, text) in [
            (0, "run", "0 runs"),
            (1, "strategy", "1 strategy"),
            (2, "more strategy", "2 more strategies"),
            (2, "crash", "2 crashes"),
            (1, "other", "1 other"),
            (2304, "day", "2,304 days"),
        ] {
            assert_eq!(counted(count, noun), text);
        }
    }
}
