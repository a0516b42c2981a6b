use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::row::Status;
use optile_results::unit::{Unit, three_digits};
use optile_statistics::{effective_branching_factor, mean, median, ratios_to_best};

use crate::report::outcome::{Outcome, Outcomes};

/// A strategy's line in the table. Nothing in it is rounded;
/// [`Summary::cells`] does that.
///
/// Averages are over the instances that the strategy solved, each with the
/// median of its samples; only the ratios are over the instances that all
/// strategies solved. `None` where there is nothing to take an average of.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The strategy.
    pub strategy: String,
    /// Runs made.
    pub runs: usize,
    /// Instances tried: boards that the strategy does not do are left out.
    pub instances: usize,
    /// Instances with the right answer in every sample: an optimal path, or
    /// the proof that there is none.
    pub solved: usize,
    /// Instances on boards that the strategy does not do.
    pub unsupported: usize,
    /// Mean of the nodes expanded.
    pub expanded_mean: Option<f64>,
    /// Median of the nodes expanded.
    pub expanded_median: Option<f64>,
    /// Mean of the successors generated.
    pub generated_mean: Option<f64>,
    /// Median of the nanoseconds of searching.
    pub time_median: Option<f64>,
    /// Successors generated in all runs, limited ones too, by the seconds of
    /// searching in them.
    pub nodes_per_second: Option<f64>,
    /// The most bytes held at once in any run.
    pub peak_bytes: Option<f64>,
    /// Mean of the effective branching factors.
    pub branching_factor: Option<f64>,
    /// Nanoseconds of preparing in all runs together.
    pub prepare_ns: u64,
    /// Geometric mean of the nodes expanded, divided by those of the strategy
    /// that expanded fewest.
    pub expanded_ratio: Option<f64>,
    /// Geometric mean of the time of searching, divided by that of the fastest.
    pub time_ratio: Option<f64>,
    /// Instances that the ratios are over: those that every strategy solved
    /// that solved any.
    pub common: usize,
}

impl Summary {
    /// Headings of the columns of [`Summary::cells`].
    pub const HEADER: [&str; 12] = [
        "strategy",
        "solved",
        "expanded, mean",
        "expanded, median",
        "generated, mean",
        "time, median",
        "nodes/s",
        "peak memory",
        "branching factor",
        "prepared in",
        "expanded ÷\u{a0}best",
        "time ÷\u{a0}best",
    ];

    /// The line as people read it, with units; a dash where there is nothing.
    pub fn cells(&self) -> [String; 12] {
        let text = |unit: Unit, value: Option<f64>| value.map_or("–".into(), |v| unit.text(v));
        let plain = |value: Option<f64>| value.map_or("–".into(), three_digits);
        let prepared = (self.prepare_ns > 0).then_some(self.prepare_ns as f64);
        [
            self.strategy.clone(),
            match self.instances {
                0 => "–".into(),
                instances => format!("{}/{instances}", self.solved),
            },
            text(Unit::Count, self.expanded_mean),
            text(Unit::Count, self.expanded_median),
            text(Unit::Count, self.generated_mean),
            text(Unit::Nanoseconds, self.time_median),
            text(Unit::Count, self.nodes_per_second),
            text(Unit::Bytes, self.peak_bytes),
            plain(self.branching_factor),
            text(Unit::Nanoseconds, prepared),
            plain(self.expanded_ratio),
            plain(self.time_ratio),
        ]
    }
}

/// A line for each strategy, in the order of the record.
pub fn summary(results: &Results) -> Vec<Summary> {
    let outcomes = Outcomes::of(results);
    let ratios = |value: fn(&Outcome) -> Option<f64>| {
        let solved = |outcome: &Outcome| if outcome.is_solved() { value(outcome) } else { None };
        let values: Vec<Vec<Option<f64>>> = (0..outcomes.strategies.len())
            .map(|strategy| {
                let outcomes = outcomes.of_strategy(strategy).iter();
                outcomes.map(|outcome| outcome.as_ref().and_then(solved)).collect()
            })
            .collect();
        ratios_to_best(&values)
    };
    let expanded = ratios(|outcome| outcome.expanded);
    let time = ratios(|outcome| Some(outcome.search_ns));
    let line = |(index, &strategy): (usize, &&str)| {
        let tried: Vec<&Outcome> = outcomes.attempts(index).collect();
        let solved: Vec<&Outcome> =
            tried.iter().filter(|outcome| outcome.is_solved()).copied().collect();
        let values = |value: fn(&Outcome) -> Option<f64>| -> Vec<f64> {
            solved.iter().filter_map(|outcome| value(outcome)).collect()
        };
        let nodes = values(|outcome| outcome.expanded);
        let factors =
            values(|outcome| effective_branching_factor(outcome.generated?, outcome.optimal?));
        let rows = results.rows.iter().filter(|row| row.strategy == strategy);
        let (generated, nanoseconds) = rows
            .clone()
            .filter_map(|row| Some((row.generated? as f64, row.search_ns as f64)))
            .fold((0.0, 0.0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
        Summary {
            strategy: strategy.into(),
            runs: rows.clone().filter(|row| row.status != Status::Unsupported).count(),
            instances: tried.len(),
            solved: tried.iter().filter(|outcome| outcome.is_answered()).count(),
            unsupported: outcomes.of_strategy(index).iter().flatten().count() - tried.len(),
            expanded_mean: mean(&nodes),
            expanded_median: median(&nodes),
            generated_mean: mean(&values(|outcome| outcome.generated)),
            time_median: median(&values(|outcome| Some(outcome.search_ns))),
            nodes_per_second: (nanoseconds > 0.0).then(|| generated * 1e9 / nanoseconds),
            peak_bytes: rows.clone().filter_map(|row| row.peak_bytes).max().map(|v| v as f64),
            branching_factor: mean(&factors),
            prepare_ns: rows.fold(0, |sum: u64, row| sum.saturating_add(row.prepare_ns)),
            expanded_ratio: expanded.ratios[index],
            time_ratio: time.ratios[index],
            common: time.instances,
        }
    };
    outcomes.strategies.iter().enumerate().map(line).collect()
}

/// Who was best among those that solved the same instances, in a sentence;
/// `None` where there is nobody to compare.
pub fn best(summaries: &[Summary]) -> Option<String> {
    let ranked = |ratio: fn(&Summary) -> Option<f64>| {
        let mut ranked: Vec<(f64, &Summary)> =
            summaries.iter().filter_map(|summary| Some((ratio(summary)?, summary))).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        (ranked.len() > 1).then_some(ranked)
    };
    let by_time = ranked(|summary| summary.time_ratio)?;
    let by_nodes = ranked(|summary| summary.expanded_ratio)?;
    // Over the same instances the ratio of two geometric means is the
    // geometric mean of the ratios.
    let ahead = |ranked: &[(f64, &Summary)]| three_digits(ranked[1].0 / ranked[0].0);
    let (fastest, next) = (by_time[0].1, by_time[1].1);
    let prepared = match fastest.prepare_ns {
        0 => String::new(),
        ns => format!(
            ", after {} of preparing that is not counted",
            Unit::Nanoseconds.text(ns as f64)
        ),
    };
    let over = counted(fastest.common, "instance");
    let who = if by_time.len() == summaries.len() {
        "all of them solved".into()
    } else {
        format!("{} of them solved (the others none)", by_time.len())
    };
    Some(format!(
        "On the {over} that {who}, {} was fastest{prepared} ({} took {} times as long); {} \
         expanded the fewest nodes ({} expanded {} times as many).",
        fastest.strategy,
        next.strategy,
        ahead(&by_time),
        by_nodes[0].1.strategy,
        by_nodes[1].1.strategy,
        ahead(&by_nodes),
    ))
}

/// What a reader of the table must know about its averages, in a sentence.
pub fn note(summaries: &[Summary]) -> String {
    let idle: Vec<String> = summaries
        .iter()
        .filter(|summary| summary.unsupported > 0)
        .map(|summary| {
            let boards = counted(summary.unsupported, "instance");
            format!(" {} does not do the boards of {boards}.", summary.strategy)
        })
        .collect();
    let common = summaries.first().map_or(0, |summary| summary.common);
    let ratios = match common {
        0 => "no instance was solved by all, so there are no ratios to the best".into(),
        n => format!(
            "ratios to the best are geometric means over the {} that all strategies solved{}",
            counted(n, "instance"),
            if summaries.iter().any(|summary| summary.time_ratio.is_none()) {
                ", leaving out those that solved none"
            } else {
                ""
            }
        ),
    };
    format!("Averages are over the instances that the strategy solved; {ratios}.{}", idle.concat())
}
