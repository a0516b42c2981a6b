//! Which strategies of recorded results a command uses, and how it calls them.

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use optile_results::Results;
use optile_results::names::{expected_one_of, select};

/// Keeps only the strategies that match a name or a pattern, if any are given. Returns them in
/// the order of the patterns.
pub(super) fn choose(results: &mut Results, patterns: &[String]) -> Result<Vec<String>> {
    let known: Vec<&str> = results.record.strategies.iter().map(String::as_str).collect();
    let chosen = select(patterns, &known, "strategy")?;
    results.record.strategies.retain(|name| chosen.contains(name));
    results.select(|row| chosen.contains(&row.run.strategy));
    Ok(chosen)
}

/// Makes pairs of names the only pairs of scatter charts, if any are given.
pub(super) fn pair(results: &mut Results, names: &[String]) -> Result<()> {
    let known: Vec<&str> = results.record.strategies.iter().map(String::as_str).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("no strategy {name:?} in the results: {}", expected_one_of(name, &known));
    }
    if !names.is_empty() {
        let pairs = names.chunks_exact(2);
        results.record.pairs = pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    }
    Ok(())
}

/// Another name: `NAME=TEXT`. Names of strategies have equal signs, too, so the last
/// one counts.
pub(super) fn assignment(text: &str) -> Result<(String, String)> {
    let (name, value) =
        text.rsplit_once('=').with_context(|| format!("{text:?} is not of the form NAME=TEXT"))?;
    Ok((name.to_owned(), value.to_owned()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_equal_sign_ends_a_name() {
        let (name, value) = assignment("idastar:manhattan,fsm=12=IDA*").unwrap();
        assert_eq!((name.as_str(), value.as_str()), ("idastar:manhattan,fsm=12", "IDA*"));
        let error = assignment("bfs").unwrap_err().to_string();
        assert_eq!(error, "\"bfs\" is not of the form NAME=TEXT");
    }
}
