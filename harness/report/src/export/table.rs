//! The tables of Markdown and LaTeX, before they get their format.

use anyhow::Result;
use optile_results::Results;
use optile_results::quantity;
use optile_results::row::Status;
use optile_results::unit::{Unit, three_digits};

use crate::comparison::number::{self, NOTHING};
use crate::measure::Measure;
use crate::ranking;
use crate::ranking::{Ranking, rank};
use crate::report::{Summary, capitalised, note, summary};
use crate::trial::{InstanceFacts, Trial, Trials};

/// A rounded table for readers.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// What it shows, over which instances.
    pub(super) caption: String,
    pub(super) headings: Vec<String>,
    /// Number of text columns on the left; the other columns hold numbers.
    pub(super) left: usize,
    /// Rows, in groups with a line between them.
    pub(super) groups: Vec<Vec<Vec<String>>>,
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).into()).collect()
}

/// The columns of the report's table that fit on a page.
const SHOWN: [&str; 7] = [
    "strategy",
    "solved",
    "expanded, median",
    "time, median",
    "peak memory",
    "expanded ÷\u{a0}best",
    "time ÷\u{a0}best",
];

/// One row per strategy.
pub(super) fn of_summary(results: &Results) -> Table {
    let summaries = summary(results);
    let shown = |cells: Vec<String>| -> Vec<String> {
        let named = Summary::HEADER.into_iter().zip(cells);
        named.filter(|(name, _)| SHOWN.contains(name)).map(|(_, cell)| cell).collect()
    };
    Table {
        caption: format!("Strategies on suite {}. {}", results.record.suite, note(&summaries)),
        headings: shown(texts(&Summary::HEADER)),
        left: 1,
        groups: vec![summaries.iter().map(|summary| shown(summary.cells().into())).collect()],
    }
}

/// The exported ranking: by size and by bands of optimal lengths.
pub(super) fn ranking(results: &Results, measure: Measure, band: u32) -> Result<Ranking> {
    let by = vec![ranking::Key::Size, ranking::Key::Length];
    rank(&[results], &ranking::Options { measure, by, band, strategies: Vec::new() })
}

/// One group per class of instances.
pub(super) fn of_ranking(ranking: &Ranking) -> Table {
    let line = |class: &ranking::Class, line: &ranking::Line| {
        vec![
            class.kind.to_string(),
            line.strategy.clone(),
            line.rank.to_string(),
            format!("{}/{}", line.solved, class.instances),
            class.common.to_string(),
            line.ratio.map_or(NOTHING.into(), |ratio| number::ratio(ratio.value)),
            line.ratio.map_or(NOTHING.into(), |ratio| number::interval(ratio.interval)),
            line.par2_ns.map_or(NOTHING.into(), |ns| Unit::Nanoseconds.text(ns)),
        ]
    };
    // Without a penalty, the last column would be empty.
    let columns = if ranking.penalty_ns.is_some() { 8 } else { 7 };
    let group = |class: &ranking::Class| -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = class.lines.iter().map(|l| line(class, l)).collect();
        rows.iter_mut().for_each(|row| row.truncate(columns));
        // The class is named only beside its first strategy.
        rows.iter_mut().skip(1).for_each(|row| row[0].clear());
        rows
    };
    let penalty = match (ranking.penalty_ns, &ranking.no_penalty) {
        (Some(ns), _) => format!(
            "PAR-2: mean search time, where an unsolved instance counts as {}.",
            Unit::Nanoseconds.text(ns)
        ),
        (None, reason) => {
            format!("There is no PAR-2: {}.", reason.as_deref().unwrap_or("no reason given"))
        }
    };
    let about = ranking.measure.about();
    let mut headings = texts(&[
        "instances",
        "strategy",
        "rank",
        "solved",
        "common",
        &format!("{} ÷\u{a0}best", ranking.measure),
        "95\u{a0}% interval",
        "PAR-2",
    ]);
    headings.truncate(columns);
    Table {
        caption: format!(
            "Ratios to the best: the value of a strategy ({about}) divided by the smallest value of any strategy, \
             as a geometric mean over the common instances with a 95 % interval. The common \
             instances are those that all strategies solved, except strategies that solved none. \
             Strategies that solved more come first. {penalty}"
        ),
        headings,
        left: 2,
        groups: ranking.classes.iter().map(group).collect(),
    }
}

/// One row per instance, one column per strategy.
pub(super) fn of_instances(trials: &Trials<'_>, strategies: &[&str], measure: Measure) -> Table {
    let mut headings = texts(&["instance", "length"]);
    headings.extend(texts(strategies));
    let row = |instance: &InstanceFacts<'_>| {
        let length = instance.optimal.map_or(NOTHING.into(), |length| length.to_string());
        let mut row = vec![instance.id.to_owned(), length];
        row.extend(strategies.iter().map(|name| cell(trials.get(name, instance.id), measure)));
        row
    };
    let sample = match measure {
        Measure::Time => ", the median of the samples",
        _ => "",
    };
    Table {
        caption: format!(
            "{} on each instance{sample}. A word tells which limit ended the run, or its status; \
             {NOTHING}: not run, or the strategy does not support the board.",
            capitalised(measure.about())
        ),
        headings,
        left: 1,
        groups: vec![trials.instances().iter().map(row).collect()],
    }
}

fn cell(trial: Option<&Trial<'_>>, measure: Measure) -> String {
    let Some(trial) = trial else { return NOTHING.into() };
    let ended = match trial.status() {
        Status::Solved => {
            let value = trial.median(measure);
            return value.map_or(NOTHING.into(), |value| number(measure, value));
        }
        Status::Unsolvable => "no path",
        Status::TimeLimit => "time",
        Status::NodeLimit => "nodes",
        Status::MemoryLimit => "memory",
        Status::Unsupported => NOTHING,
        other => other.name(),
    };
    ended.into()
}

/// Exact counts with commas; times and bytes with three digits.
fn number(measure: Measure, value: f64) -> String {
    match measure.unit() {
        Unit::Count => grouped(value),
        unit => unit.text(value),
    }
}

/// A count with commas between thousands.
pub(super) fn grouped(value: f64) -> String {
    quantity::grouped(&format!("{value:.0}"))
}

/// A number without a unit.
pub(super) fn plain(value: f64) -> String {
    three_digits(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::small;

    #[test]
    fn every_column_is_one_of_the_reports() {
        assert_eq!(of_summary(&small()).headings, SHOWN);
    }

    #[test]
    fn counts_are_exact_and_grouped() {
        for (value, text) in [(0.0, "0"), (999.0, "999"), (1000.0, "1,000"), (1.5e7, "15,000,000")]
        {
            assert_eq!(grouped(value), text);
        }
    }
}
