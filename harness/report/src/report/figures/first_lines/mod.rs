//! Which lines a chart shows before a reader chooses others.
//!
//! The rules, which are the same for every chart:
//!
//! 1. A line that lies exactly under another one is not shown, unless it is one of A\*, of IDA\*, or
//!    of a program of the reader: what one adds hides none of these.
//! 2. Up to twelve others are all shown.
//! 3. Of more, these are shown: a blind search, bidirectional search, A\* with up to four
//!    heuristics, IDA\*, a heuristic search from both ends, the best of all, and external programs. If they are fewer than seven, the best of other families follow.
//!    The best strategy is the fastest one, or the one that solved most.

use std::collections::BTreeSet;

use optile_chart::{Figure, LegendEntry, Role};
use optile_results::strategy_name::StrategyName;

use crate::report::time_ratios;
use crate::statistics::ascending;
use crate::trial::Trials;
use optile_results::Results;

/// The most lines that a chart shows before a reader chooses others.
const MOST_LINES: usize = 12;
/// The lines that a chart of more shows at least.
const LEAST_LINES: usize = 7;
/// The heuristics of A\* that come first, from the usual one to none.
const HEURISTICS: [&str; 4] = ["manhattan", "linear-conflict", "misplaced", "zero"];
/// Heuristic searches from both ends.
const TWO_SIDED: [&str; 8] = ["mm", "fmm", "nbs", "dvcbs", "bae", "tlbae", "dbbs", "bs"];

/// The order in which strategies get a place in a chart.
pub(super) struct FirstLines<'a> {
    /// The best strategy first.
    ranked: Vec<&'a str>,
    /// The external programs of the reader.
    programs: BTreeSet<&'a str>,
}

impl<'a> FirstLines<'a> {
    pub(super) fn of(results: &'a Results, trials: &Trials<'a>) -> Self {
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
        let names = trials.strategies().iter().copied();
        let known: Vec<(&str, Option<f64>)> = names.zip(time_ratios(trials)).collect();
        Self {
            ranked: ascending(&known, slowness).into_iter().map(|(name, _)| name).collect(),
            programs: results.record.programs.iter().map(|program| &*program.name).collect(),
        }
    }

    /// Chooses the lines of a figure. Its caption then names lines that are not seen.
    pub(super) fn choose(&self, figure: &mut Figure) {
        let own = figure.legend.iter().filter(|entry| entry.role == Role::Line);
        let entries: Vec<&LegendEntry> = own.collect();
        let covers = figure.covers(&entries.iter().map(|entry| entry.style).collect::<Vec<_>>());
        let seen = entries.iter().zip(&covers).filter(|(entry, cover)| {
            let family = StrategyName::of(&entry.name).family;
            cover.is_none()
                || ["astar", "idastar"].contains(&family)
                || self.programs.contains(&*entry.name)
        });
        let seen: Vec<&str> = seen.map(|(entry, _)| &*entry.name).collect();
        let chosen: Vec<String> = self.chosen(&seen).into_iter().map(str::to_owned).collect();
        let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
        let caption = covered_sentence(&names, &covers);
        for entry in figure.legend.iter_mut().filter(|entry| entry.role == Role::Line) {
            entry.is_first = chosen.contains(&entry.name);
        }
        figure.caption.push_str(&caption);
    }

    /// At most [`MOST_LINES`] of the names.
    fn chosen<'n>(&self, names: &[&'n str]) -> Vec<&'n str> {
        if names.len() <= MOST_LINES {
            return names.to_vec();
        }
        let rank = |name: &&str| self.ranked.iter().position(|strategy| strategy == name);
        let mut best_first = names.to_vec();
        best_first.sort_by_cached_key(|name| rank(name).unwrap_or(usize::MAX));
        let of = |families: &[&str]| -> Vec<&'n str> {
            let is_of = |name: &&&str| families.contains(&StrategyName::of(name).family);
            best_first.iter().filter(is_of).copied().collect()
        };
        let mut astar = of(&["astar"]);
        astar.sort_by_key(|name| {
            let own = StrategyName::of(name).heuristic;
            HEURISTICS.iter().position(|usual| *usual == own).unwrap_or(HEURISTICS.len())
        });
        let brought = best_first.iter().filter(|name| self.programs.contains(*name));
        let parts = [
            first(of(&["bfs"]), 1),
            first(of(&["bidir"]), 1),
            first(astar, HEURISTICS.len()),
            first(of(&["idastar"]), 1),
            first(of(&TWO_SIDED), 1),
            first(best_first.clone(), 1),
            brought.copied().collect(),
        ];
        let mut chosen = Vec::new();
        let mut add = |name: &'n str, most: usize| {
            if chosen.len() < most && !chosen.contains(&name) {
                chosen.push(name);
            }
        };
        parts.concat().into_iter().for_each(|name| add(name, MOST_LINES));
        by_family(best_first).into_iter().for_each(|name| add(name, LEAST_LINES));
        chosen
    }
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
