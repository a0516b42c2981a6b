//! Which strategies of recorded results a command uses.

use anyhow::{Result, bail};
use optile_results::Results;
use optile_results::names::{nearest, suggestion};
use optile_results::strategy_name::matches;

/// Keeps only the strategies that match a name or a pattern, if any are given.
pub(super) fn choose(results: &mut Results, patterns: &[String]) -> Result<()> {
    let known = &results.record.strategies;
    for pattern in patterns {
        if !known.iter().any(|name| matches(pattern, name)) {
            let near = suggestion(nearest(pattern, known.iter().map(String::as_str)));
            bail!(
                "no strategy {pattern:?} in the results: {near}expected one of {}, or a pattern \
                 such as 'astar:*'",
                known.join(" ")
            );
        }
    }
    if !patterns.is_empty() {
        let is_chosen = |name: &str| patterns.iter().any(|pattern| matches(pattern, name));
        results.record.strategies.retain(|name| is_chosen(name));
        results.rows.retain(|row| is_chosen(&row.strategy));
    }
    Ok(())
}

/// Makes pairs of names the only pairs of scatter charts, if any are given.
pub(super) fn pair(results: &mut Results, names: &[String]) -> Result<()> {
    let known = &results.record.strategies;
    for name in names {
        if !known.contains(name) {
            let near = suggestion(nearest(name, known.iter().map(String::as_str)));
            bail!("no strategy {name:?} in the results: {near}expected one of {}", known.join(" "));
        }
    }
    if !names.is_empty() {
        let pairs = names.chunks_exact(2);
        results.record.pairs = pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    }
    Ok(())
}
