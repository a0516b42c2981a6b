//! Which strategies of recorded results a command uses.

use anyhow::{Result, bail};
use optile_results::Results;
use optile_results::names::{expected_one_of, select};

/// Keeps only the strategies that match a name or a pattern, if any are given. Returns them in
/// the order of the patterns.
pub(super) fn choose(results: &mut Results, patterns: &[String]) -> Result<Vec<String>> {
    let known: Vec<&str> = results.record.strategies.iter().map(String::as_str).collect();
    let chosen = select(patterns, &known, "strategy")?;
    results.record.strategies.retain(|name| chosen.contains(name));
    results.select(|row| chosen.contains(&row.strategy));
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
