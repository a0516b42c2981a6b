//! How settings are read: from options, and from a file.

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use optile_chart::Width;
use optile_results::word::{Word, read};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// A width or a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Length(pub(super) Width);

impl FromStr for Length {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (number, is_pixels) = match text.trim().strip_suffix("px") {
            Some(number) => (number, true),
            None => (text.trim().trim_end_matches("mm"), false),
        };
        let unit = if is_pixels { Width::Pixels } else { Width::Millimetres };
        let most = if is_pixels { 20.0..=8000.0 } else { 20.0..=1000.0 };
        match number.trim().parse::<f64>() {
            Ok(number) if most.contains(&number) => Ok(Self(unit(number))),
            _ => bail!(
                "{text:?} is not a length: expected one from 20mm to 1000mm such as 85mm, or one \
                 in pixels such as 600px"
            ),
        }
    }
}

/// What belongs to a name: `NAME=VALUE`. Names of strategies have equal signs, too, so the last
/// one counts.
pub(super) fn assignment<T: FromStr<Err = anyhow::Error>>(text: &str) -> Result<(String, T)> {
    let (name, value) =
        text.rsplit_once('=').ok_or_else(|| anyhow!("{text:?} is not of the form NAME=VALUE"))?;
    Ok((name.to_owned(), value.parse()?))
}

/// A text of any kind.
#[derive(Clone, Debug)]
pub(super) struct Text(pub(super) String);

impl FromStr for Text {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(Self(text.to_owned()))
    }
}

/// One of the words of an option. The help lists them.
pub(super) fn words<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::WORDS.iter().map(|value| value.word()))
        .try_map(|text| read::<T>(&text))
}

/// One of the words, in a file.
pub(super) fn word<'de, T: Word, D: Deserializer<'de>>(file: D) -> Result<Option<T>, D::Error> {
    read(&String::deserialize(file)?).map(Some).map_err(D::Error::custom)
}

/// A length in a file.
pub(super) fn length<'de, D: Deserializer<'de>>(file: D) -> Result<Option<Length>, D::Error> {
    String::deserialize(file)?.parse().map(Some).map_err(D::Error::custom)
}

/// A table of names with values, in a file.
pub(super) fn table<'de, T: FromStr<Err = anyhow::Error>, D: Deserializer<'de>>(
    file: D,
) -> Result<Vec<(String, T)>, D::Error> {
    let read = |(name, value): (String, String)| -> Result<(String, T)> {
        let value = value.parse().with_context(|| name.clone());
        Ok((name, value?))
    };
    let table = BTreeMap::<String, String>::deserialize(file)?;
    let read = table.into_iter().map(read).collect::<Result<_>>();
    read.map_err(|error| D::Error::custom(format!("{error:#}")))
}

/// An end of a range, in a file: a number, or a text with a unit.
#[derive(Deserialize)]
#[serde(untagged)]
enum End {
    Whole(i64),
    Number(f64),
    Text(String),
}

/// A range in a file.
pub(super) fn range<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<String>, D::Error> {
    let text = |end| match end {
        End::Whole(number) => number.to_string(),
        End::Number(number) => number.to_string(),
        End::Text(text) => text,
    };
    Ok(<[End; 2]>::deserialize(file)?.map(text).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_millimetres_or_pixels() {
        for (text, length) in [
            ("85mm", Width::Millimetres(85.0)),
            ("178", Width::Millimetres(178.0)),
            (" 60.5 mm", Width::Millimetres(60.5)),
            ("600px", Width::Pixels(600.0)),
        ] {
            assert_eq!(text.parse::<Length>().unwrap(), Length(length));
        }
        for text in ["", "mm", "3in", "-85mm", "nan", "5mm", "1e9mm", "px", "9999px"] {
            let error = text.parse::<Length>().unwrap_err().to_string();
            assert!(error.ends_with("or one in pixels such as 600px"), "{error}");
        }
    }

    #[test]
    fn the_last_equal_sign_ends_a_name() {
        let (name, value) = assignment::<Text>("idastar:manhattan,fsm=12=IDA*").unwrap();
        assert_eq!((name.as_str(), value.0.as_str()), ("idastar:manhattan,fsm=12", "IDA*"));
        let error = assignment::<Text>("bfs").unwrap_err().to_string();
        assert_eq!(error, "\"bfs\" is not of the form NAME=VALUE");
    }
}
