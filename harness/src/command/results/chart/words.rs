//! How settings are read: from options, and from a file.

use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command};
use optile_chart::Width;
use optile_results::names::{nearest, suggestion};
use optile_results::word::{Word, read};
use toml::Spanned;
use toml::de::DeValue;

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

/// What belongs to a name: `NAME=VALUE`. Names of strategies have equal signs, too, so the last
/// one counts.
pub(super) fn assignment<T>(text: &str) -> Result<(String, T)>
where
    T: FromStr<Err: Into<anyhow::Error>>,
{
    let (name, value) =
        text.rsplit_once('=').ok_or_else(|| anyhow!("{text:?} is not of the form NAME=VALUE"))?;
    Ok((name.to_owned(), value.parse().map_err(Into::into)?))
}

/// One of the words of an option. The help lists them.
pub(super) fn words<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::WORDS.iter().map(|value| value.word()))
        .try_map(|text| read::<T>(&text))
}

/// The words of the command line that say what a key of a file says, each group with its place.
pub(super) fn of_key(
    key: &str,
    value: &Spanned<DeValue<'_>>,
    options: &Command,
) -> Result<Vec<(usize, Vec<String>)>> {
    let keys = || options.get_arguments().filter_map(Arg::get_long);
    let option = options.get_arguments().find(|option| option.get_long() == Some(key));
    let option = option.with_context(|| {
        let near = suggestion(nearest(key, keys()));
        format!(
            "unknown key {key:?}: {near}expected one of {}",
            keys().collect::<Vec<_>>().join(", ")
        )
    })?;
    let is_repeated = matches!(option.get_action(), ArgAction::Append);
    let parts: Vec<(String, &Spanned<DeValue<'_>>)> = match value.get_ref() {
        DeValue::Table(table) if is_repeated => {
            table.iter().map(|(name, value)| (format!("{}=", name.get_ref()), value)).collect()
        }
        DeValue::Array(values) => values.iter().map(|value| (String::new(), value)).collect(),
        _ => vec![(String::new(), value)],
    };
    let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
    for (name, value) in parts {
        let text = match value.get_ref() {
            DeValue::String(text) => name + text,
            DeValue::Integer(number) => name + &number.to_string(),
            DeValue::Float(number) => name + number.as_str(),
            DeValue::Boolean(is_true) => name + &is_true.to_string(),
            _ => bail!("{key}: expected text in quotes, a number, true or false"),
        };
        match groups.last_mut() {
            Some((_, words)) if !is_repeated => words.push(text),
            _ => groups.push((value.span().start, vec![format!("--{key}"), text])),
        }
    }
    Ok(groups)
}

/// What clap says about words of a file, without what only the reader of a command line needs.
pub(super) fn problem(error: &clap::Error) -> anyhow::Error {
    let text = error.to_string();
    let text = text.split("\n\nUsage").next().unwrap_or_default().trim_end();
    anyhow!("{}", text.strip_prefix("error: ").unwrap_or(text))
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

    #[test]
    fn the_last_equal_sign_ends_a_name() {
        let (name, value) = assignment::<String>("idastar:manhattan,fsm=12=IDA*").unwrap();
        assert_eq!((name.as_str(), value.as_str()), ("idastar:manhattan,fsm=12", "IDA*"));
        let error = assignment::<String>("bfs").unwrap_err().to_string();
        assert_eq!(error, "\"bfs\" is not of the form NAME=VALUE");
    }
}
