//! Which strategies of recorded results a command uses, and how it calls them.

use std::ffi::OsStr;

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use optile_results::Results;
use optile_results::number::{NUMBERS, Number};
use optile_results::text::names::{expected_one_of, nearest, select};

/// Keeps only the strategies that match a name or a pattern, if any are given. Returns them in
/// the order of the patterns.
pub(super) fn choose(results: &mut Results, patterns: &[String]) -> Result<Vec<String>> {
    let known: Vec<&str> = results.record.strategies.iter().map(String::as_str).collect();
    let chosen = select(patterns, &known, "strategy")?;
    results.record.strategies.retain(|name| chosen.contains(name));
    results.select(|row| chosen.contains(&row.run.strategy));
    Ok(chosen)
}

/// Checks that these are names of strategies.
pub(super) fn known<'a>(
    results: &Results,
    names: impl IntoIterator<Item = &'a String>,
) -> Result<()> {
    let known: Vec<&str> = results.record.strategies.iter().map(String::as_str).collect();
    match names.into_iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => {
            bail!("no strategy {name:?} in the results: {}", expected_one_of(name, &known))
        }
        None => Ok(()),
    }
}

/// Makes pairs of names the only pairs of scatter charts, if any are given.
pub(super) fn pair(results: &mut Results, names: &[String]) -> Result<()> {
    known(results, names)?;
    if !names.is_empty() {
        let pairs = names.chunks_exact(2);
        results.record.pairs = pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    }
    Ok(())
}

/// Other names, each as `NAME=TEXT`. Names have equal signs, too, so a name ends at the first one
/// before which there is a `known` one.
pub(super) fn other_names(texts: &[String], known: &[&str]) -> Result<Vec<(String, String)>> {
    let other_name = |text: &String| {
        let parts = || text.match_indices('=').map(|(place, _)| text.split_at(place));
        if let Some((name, other)) = parts().find(|(name, _)| known.contains(name)) {
            return Ok((name.to_owned(), other[1..].to_owned()));
        }
        let near = |name: &&str| nearest(name, known.iter().copied()).is_some();
        let names = || parts().map(|(name, _)| name);
        let name = names().find(near).or(names().next());
        let name = name.with_context(|| format!("{text:?} is not of the form NAME=TEXT"))?;
        bail!("no strategy or line is called {name:?}: {}", expected_one_of(name, known))
    };
    texts.iter().map(other_name).collect()
}

/// One of these words, which the help lists.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    named: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let words = PossibleValuesParser::new(named.iter().map(|(word, _)| *word));
    words.try_map(|text| {
        let found = named.iter().find(|(word, _)| *word == text);
        found.map(|(_, value)| *value).with_context(|| format!("{text:?} has no meaning"))
    })
}

/// One of the words of an option. The help lists them.
pub(super) fn words<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let value = move |text: String| all.iter().copied().find(|&value| word(value) == text);
    PossibleValuesParser::new(all.iter().map(move |&value| word(value)))
        .try_map(move |text| value(text).ok_or("no such word"))
}

/// Reads one of the numbers, or a counter of a strategy's own, such as `extra.max-queue`.
#[derive(Clone)]
pub(super) struct Quantity;

impl TypedValueParser for Quantity {
    type Value = &'static Number;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static Number, clap::Error> {
        match value.to_str().and_then(|text| text.strip_prefix("extra.")) {
            Some(name) => Number::extra(name)
                .map_err(|fault| clap::Error::raw(ErrorKind::InvalidValue, fault + "\n")),
            None => words(NUMBERS, |number| number.name).parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all = NUMBERS.iter().map(|number| PossibleValue::new(number.name));
        Some(Box::new(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_at_the_first_equal_sign_after_a_known_one() {
        let known = ["wastar:manhattan", "wastar:manhattan,w=2", "bfs"];
        let split = |text: &str| other_names(&[text.to_owned()], &known);
        let (name, other) = split("wastar:manhattan,w=2=WA* (w = 2)").unwrap().remove(0);
        assert_eq!((name.as_str(), other.as_str()), ("wastar:manhattan,w=2", "WA* (w = 2)"));
        let (name, other) = split("bfs==").unwrap().remove(0);
        assert_eq!((name.as_str(), other.as_str()), ("bfs", "="));
        let error = split("wastar:manhatan,w=2=WA* (w = 2)").unwrap_err().to_string();
        assert!(
            error.contains("\"wastar:manhatan,w\": did you mean \"wastar:manhattan\"?"),
            "{error}"
        );
        let error = split("bfs").unwrap_err().to_string();
        assert_eq!(error, "\"bfs\" is not of the form NAME=TEXT");
    }
}
