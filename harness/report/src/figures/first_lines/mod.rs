//! Which strategies are shown before a reader chooses others: by every chart, every table, and the lists
//! of instances and of runs.
//!
//! The rules:
//!
//! 1. Up to twelve strategies are all shown.
//! 2. Of more, these are shown: those that the answer names, a blind search, bidirectional search,
//!    A\* with up to four heuristics, IDA\*, a heuristic search from both ends, the best of all, and
//!    external programs. If they are fewer than seven, the best of other families follow. The best
//!    strategy is the fastest one, or the one that solved most.

use std::collections::BTreeSet;

use optile_chart::{Figure, Role, Style};
use optile_results::text::strategy_name::StrategyName;

use crate::trial::Trials;
use crate::verdict::{Answer, time_ratios};
use optile_results::Results;
use optile_statistics::ascending;

/// The most lines that a chart shows before a reader chooses others.
const MOST_LINES: usize = 12;
/// The lines that a chart of more shows at least.
const LEAST_LINES: usize = 7;
/// The heuristics of A\* that come first, from the usual one to none.
const HEURISTICS: [&str; 4] = ["manhattan", "linear-conflict", "misplaced", "zero"];
/// Heuristic searches from both ends.
const TWO_SIDED: [&str; 8] = ["mm", "fmm", "nbs", "dvcbs", "bae", "tlbae", "dbbs", "bs"];

/// The strategies of a folder that are shown at first.
pub(crate) fn first_lines<'a>(
    results: &'a Results,
    trials: &Trials<'a>,
    answers: &[Answer],
) -> Vec<&'a str> {
    let names = trials.strategies();
    if names.len() <= MOST_LINES {
        return names.to_vec();
    }
    // The fastest first; without a ratio, those that solved most.
    let slowness = |(strategy, ratio): (&str, Option<f64>)| {
        let attempts = || trials.attempts(strategy);
        let answered = || attempts().filter(|(_, trial)| trial.is_answered()).count();
        match (ratio, attempts().count()) {
            (Some(ratio), _) => ratio.log10(),
            (None, 0) => f64::INFINITY,
            (None, tried) => 1e3 * (2.0 - answered() as f64 / tried as f64),
        }
    };
    let known: Vec<(&str, Option<f64>)> = names.iter().copied().zip(time_ratios(trials)).collect();
    let best_first: Vec<&str> =
        ascending(&known, slowness).into_iter().map(|(name, _)| name).collect();
    let programs: BTreeSet<&str> =
        results.record.programs.iter().map(|program| &*program.name).collect();
    let named = answers.iter().flat_map(|one| &one.named).map(String::as_str).collect();
    chosen(best_first, &named, &programs)
}

/// At most [`MOST_LINES`] of the names, of which the best come first.
fn chosen<'a>(
    best_first: Vec<&'a str>,
    named: &BTreeSet<&str>,
    programs: &BTreeSet<&str>,
) -> Vec<&'a str> {
    let of = |families: &[&str]| -> Vec<&'a str> {
        let is_of = |name: &&&str| families.contains(&StrategyName::of(name).family);
        best_first.iter().filter(is_of).copied().collect()
    };
    let mut astar = of(&["astar"]);
    astar.sort_by_key(|name| {
        let own = StrategyName::of(name).heuristic;
        HEURISTICS.iter().position(|usual| *usual == own).unwrap_or(HEURISTICS.len())
    });
    let named = best_first.iter().filter(|name| named.contains(*name));
    let brought = best_first.iter().filter(|name| programs.contains(*name));
    let parts = [
        named.copied().collect(),
        first(of(&["bfs"]), 1),
        first(of(&["bidir"]), 1),
        first(astar, HEURISTICS.len()),
        first(of(&["idastar"]), 1),
        first(of(&TWO_SIDED), 1),
        first(best_first.clone(), 1),
        brought.copied().collect(),
    ];
    let mut chosen = Vec::new();
    let mut add = |name: &'a str, most: usize| {
        if chosen.len() < most && !chosen.contains(&name) {
            chosen.push(name);
        }
    };
    parts.concat().into_iter().for_each(|name| add(name, MOST_LINES));
    by_family(best_first).into_iter().for_each(|name| add(name, LEAST_LINES));
    chosen
}

fn first(mut names: Vec<&str>, most: usize) -> Vec<&str> {
    names.truncate(most);
    names
}

/// The first of each family, then the others.
fn by_family(names: Vec<&str>) -> Vec<&str> {
    let mut families = BTreeSet::new();
    let (mut first, mut others): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(|&name| families.insert(StrategyName::of(name).family));
    first.append(&mut others);
    first
}

/// The most lines that a caption names.
const MOST_NAMED: usize = 3;

/// What the caption of a figure says about lines that lie under others.
pub(super) fn covered(figure: &Figure) -> String {
    let lines = figure.legend.iter().filter(|entry| entry.role == Role::Line);
    let (names, styles): (Vec<&str>, Vec<Style>) =
        lines.map(|entry| (&*entry.name, entry.style)).unzip();
    covered_sentence(&names, &figure.covers(&styles))
}

/// What a caption says about lines that lie under others.
fn covered_sentence(names: &[&str], covers: &[Option<usize>]) -> String {
    let covered: Vec<(&str, &str)> = names
        .iter()
        .zip(covers)
        .filter_map(|(name, cover)| cover.map(|cover| (*name, names[cover])))
        .collect();
    if covered.len() > MOST_NAMED {
        return format!(" {} lines lie exactly under others.", covered.len());
    }
    let sentence = |(name, cover): (&str, &str)| {
        format!(" The line of {name} lies exactly under that of {cover}.")
    };
    covered.into_iter().map(sentence).collect()
}

#[cfg(test)]
mod tests;
