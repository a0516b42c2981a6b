//! How the words of options are read.

use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use optile_chart::Width;

/// A width or a height.
pub(super) fn length(text: &str) -> Result<Width> {
    let (number, is_pixels) = match text.trim().strip_suffix("px") {
        Some(number) => (number, true),
        None => (text.trim().trim_end_matches("mm"), false),
    };
    let unit = if is_pixels { Width::Pixels } else { Width::Millimetres };
    let most = if is_pixels { 20.0..=8000.0 } else { 20.0..=1000.0 };
    match number.trim().parse::<f64>() {
        Ok(number) if most.contains(&number) => Ok(unit(number)),
        _ => bail!(
            "{text:?} is not a length: expected one from 20mm to 1000mm such as 85mm, or one in \
             pixels such as 600px"
        ),
    }
}

/// The value of one of the words of an option. The help lists them.
pub(super) fn words<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let value = move |text: String| all.iter().copied().find(|&value| word(value) == text);
    PossibleValuesParser::new(all.iter().map(move |&value| word(value)))
        .try_map(move |text| value(text).ok_or("no such word"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_millimetres_or_pixels() {
        for (text, expected) in [
            ("85mm", Width::Millimetres(85.0)),
            ("178", Width::Millimetres(178.0)),
            (" 60.5 mm", Width::Millimetres(60.5)),
            ("600px", Width::Pixels(600.0)),
        ] {
            assert_eq!(length(text).unwrap(), expected);
        }
        for text in ["", "mm", "3in", "-85mm", "nan", "5mm", "1e9mm", "px", "9999px"] {
            let error = length(text).unwrap_err().to_string();
            assert!(error.ends_with("or one in pixels such as 600px"), "{error}");
        }
    }
}
