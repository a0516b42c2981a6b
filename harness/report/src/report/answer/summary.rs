//! The table of strategies, with one line per strategy, and sentences that
//! explain it.

use optile_core::Size;
use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::row::Status;
use optile_results::unit::{Unit, three_digits};
use optile_statistics::{
    Estimate, Growth, effective_branching_factor, geometric_mean, growth, mean, median,
    ratios_to_best,
};

use super::enumerated;
use super::payback::{Payback, payback};
use super::preparation::{Preparation, goal, is_lookup};
use crate::measure::Measure;
use crate::trial::Trials;

/// A strategy's line in the table, unrounded; [`Summary::cells`] rounds it.
///
/// Averages are over the instances that the strategy solved, and use the median
/// of the samples of each instance. Only the ratios are over the instances that
/// all strategies solved. `None` means that there are no values.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The strategy.
    pub strategy: String,
    /// Number of runs.
    pub runs: usize,
    /// Instances tried; boards that the strategy does not support are left out.
    pub instances: usize,
    /// Instances with the right answer in every sample: an optimal path, or
    /// the proof that there is no path.
    pub solved: usize,
    /// Instances on boards that the strategy does not support.
    pub unsupported: usize,
    /// Mean of the nodes expanded.
    pub expanded_mean: Option<f64>,
    /// Median of the nodes expanded.
    pub expanded_median: Option<f64>,
    /// Mean of the successors generated.
    pub generated_mean: Option<f64>,
    /// Median of the search time in nanoseconds.
    pub time_median: Option<f64>,
    /// Median of the search time with an equal share of what was prepared for
    /// instances with the same goal, in nanoseconds.
    pub time_with_share_median: Option<f64>,
    /// Successors generated in all runs, including runs that a limit ended,
    /// divided by the search time of these runs.
    pub nodes_per_second: Option<f64>,
    /// The most bytes held at once in any run.
    pub peak_bytes: Option<f64>,
    /// Mean of the effective branching factors.
    pub branching_factor: Option<f64>,
    /// By which factor the nodes expanded grow with each move of the solution:
    /// a line through their logarithms, over the solved instances of
    /// [`Summary::growth_size`].
    pub growth: Option<Estimate>,
    /// The board size with the most instances that the strategy solved.
    pub growth_size: Option<Size>,
    /// Nanoseconds for preparing everything once: each table counts once for each
    /// board size and each cell of the goal's blank, however many processes built it.
    pub prepare_ns: u64,
    /// Whether the strategy only reads answers from tables that it prepared. What it
    /// expands is then no search.
    pub is_lookup: bool,
    /// After how many boards preparing pays; `None` if little is prepared.
    pub payback: Option<Payback>,
    /// Geometric mean of the nodes expanded, divided by those of the strategy
    /// that expanded fewest; `None` for lookups.
    pub expanded_ratio: Option<f64>,
    /// Geometric mean of the search time with its share of preparing, divided by
    /// that of the fastest strategy; `None` for lookups.
    pub time_ratio: Option<f64>,
    /// Instances that the ratios are over: those that all strategies solved,
    /// except strategies that solved none, and lookups.
    pub common: usize,
}

impl Summary {
    /// Headings of the columns of [`Summary::cells`].
    pub const HEADER: [&str; 13] = [
        "strategy",
        "solved",
        "expanded, mean",
        "expanded, median",
        "generated, mean",
        "time, median",
        "with preparing",
        "nodes/s",
        "peak memory",
        "growth per\u{a0}move",
        "preparing, once",
        "expanded ÷\u{a0}best",
        "time ÷\u{a0}best",
    ];

    /// The line as people read it, with units; a dash means no value.
    pub fn cells(&self) -> [String; 13] {
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
            text(Unit::Nanoseconds, self.time_with_share_median),
            text(Unit::Count, self.nodes_per_second),
            text(Unit::Bytes, self.peak_bytes),
            self.growth.map_or("–".into(), growth_text),
            text(Unit::Nanoseconds, prepared),
            plain(self.expanded_ratio),
            plain(self.time_ratio),
        ]
    }

    /// The line in full, for tables that are calculated with or sorted.
    pub(crate) fn numbers(&self) -> [Option<f64>; 12] {
        [
            (self.instances > 0).then(|| self.solved as f64 / self.instances as f64),
            self.expanded_mean,
            self.expanded_median,
            self.generated_mean,
            self.time_median,
            self.time_with_share_median,
            self.nodes_per_second,
            self.peak_bytes,
            self.growth.map(|growth| growth.value),
            (self.prepare_ns > 0).then_some(self.prepare_ns as f64),
            self.expanded_ratio,
            self.time_ratio,
        ]
    }
}

/// A growth as text, with its interval: `1.31 (1.29–1.33)`.
pub(crate) fn growth_text(growth: Estimate) -> String {
    let value = three_digits(growth.value);
    match growth.interval {
        Some(interval) => {
            // The joiners keep the interval on one line.
            format!("{value} ({:.2}\u{2060}–\u{2060}{:.2})", interval.low, interval.high)
        }
        None => value,
    }
}

/// One line per strategy, in the order of the record.
pub fn summary(results: &Results) -> Vec<Summary> {
    let trials = Trials::of(results);
    let mut instances: Vec<&str> = trials.instances().iter().map(|instance| instance.id).collect();
    // Their order decides the last digit of a mean.
    instances.sort_unstable();
    let preparations: Vec<Preparation> = trials
        .strategies()
        .iter()
        .map(|strategy| Preparation::of(strategy, results, &trials))
        .collect();
    let lookups: Vec<bool> =
        trials.strategies().iter().map(|strategy| is_lookup(strategy, &trials)).collect();
    let values = |value: &dyn Fn(usize, &str) -> Option<f64>| {
        let strategies = 0..trials.strategies().len();
        let of = |place| instances.iter().map(|instance| value(place, instance)).collect();
        ratios_to_best(&strategies.map(of).collect::<Vec<Vec<Option<f64>>>>())
    };
    // A lookup is no search: its cost is that of its table.
    let solved = |place: usize, instance: &str, measure| match lookups[place] {
        true => None,
        false => trials.get(trials.strategies()[place], instance)?.solved(measure),
    };
    let expanded = values(&|place, instance| solved(place, instance, Measure::Expanded));
    let time = values(&|place, instance| {
        let share = preparations[place].share(goal(trials.instance(instance)?));
        Some(solved(place, instance, Measure::Time)? + share)
    });
    let mean_ratio = |ratios: &Option<Vec<f64>>| geometric_mean(ratios.as_deref()?);
    let mut lines: Vec<Summary> = trials
        .strategies()
        .iter()
        .enumerate()
        .map(|(place, strategy)| Summary {
            expanded_ratio: mean_ratio(&expanded.ratios[place]),
            time_ratio: mean_ratio(&time.ratios[place]),
            common: time.instances,
            is_lookup: lookups[place],
            ..Summary::alone(strategy, results, &trials, &preparations[place])
        })
        .collect();
    for place in 0..lines.len() {
        lines[place].payback = payback(place, &lines, &preparations, &trials);
    }
    lines
}

impl Summary {
    /// All values that do not need the other strategies.
    fn alone(
        strategy: &str,
        results: &Results,
        trials: &Trials<'_>,
        preparation: &Preparation,
    ) -> Self {
        let tried: Vec<_> = trials.attempts(strategy).collect();
        let values = |measure: Measure| -> Vec<f64> {
            tried.iter().filter_map(|(_, trial)| trial.solved(measure)).collect()
        };
        let nodes = values(Measure::Expanded);
        let with_share = tried.iter().filter_map(|(instance, trial)| {
            Some(trial.solved(Measure::Time)? + preparation.share(goal(instance)))
        });
        let factors = tried.iter().filter_map(|(instance, trial)| {
            effective_branching_factor(trial.solved(Measure::Generated)?, instance.optimal?)
        });
        let growth = growth_of(strategy, trials);
        let rows = results.rows.iter().filter(|row| row.strategy == strategy);
        let (generated, nanoseconds) = rows
            .clone()
            .filter_map(|row| Some((row.generated? as f64, row.search_ns as f64)))
            .fold((0.0, 0.0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
        Self {
            strategy: strategy.into(),
            runs: rows.clone().filter(|row| row.status != Status::Unsupported).count(),
            instances: tried.len(),
            solved: tried.iter().filter(|(_, trial)| trial.is_answered()).count(),
            unsupported: trials.of_strategy(strategy).count() - tried.len(),
            expanded_mean: mean(&nodes),
            expanded_median: median(&nodes),
            generated_mean: mean(&values(Measure::Generated)),
            time_median: median(&values(Measure::Time)),
            time_with_share_median: median(&with_share.collect::<Vec<f64>>()),
            nodes_per_second: (nanoseconds > 0.0).then(|| generated * 1e9 / nanoseconds),
            peak_bytes: rows.clone().filter_map(|row| row.peak_bytes).max().map(|v| v as f64),
            branching_factor: mean(&factors.collect::<Vec<_>>()),
            growth: growth.as_ref().map(|(_, growth)| growth.factor),
            growth_size: growth.map(|(size, _)| size),
            prepare_ns: preparation.total() as u64,
            is_lookup: false,
            payback: None,
            expanded_ratio: None,
            time_ratio: None,
            common: 0,
        }
    }
}

/// The growth of the nodes expanded on the board size with the most solved
/// instances, and this size. Boards of different sizes are on no common line.
pub(crate) fn growth_of(strategy: &str, trials: &Trials<'_>) -> Option<(Size, Growth)> {
    let mut points: Vec<(Size, Vec<(f64, f64)>)> = Vec::new();
    for (instance, trial) in trials.with_path(strategy) {
        if let (Some(length), Some(cost)) = (instance.optimal, trial.solved(Measure::Expanded)) {
            let point = (f64::from(length), cost);
            match points.iter_mut().find(|(size, _)| *size == instance.size) {
                Some((_, points)) => points.push(point),
                None => points.push((instance.size, vec![point])),
            }
        }
    }
    let (size, points) = points.into_iter().max_by_key(|(_, points)| points.len())?;
    Some((size, growth(&points)?))
}

/// What a reader of the table must know about its averages.
pub fn note(summaries: &[Summary]) -> String {
    let unsupported: Vec<String> = summaries
        .iter()
        .filter(|summary| summary.unsupported > 0)
        .map(|summary| {
            let boards = counted(summary.unsupported, "instance");
            format!(" {} does not support the boards of {boards}.", summary.strategy)
        })
        .collect();
    let common = summaries.first().map_or(0, |summary| summary.common);
    let ratios = match common {
        0 => "No instance was solved by all strategies, so there are no ratios to the best".into(),
        n => format!(
            "Ratios to the best are geometric means over the {} that all strategies solved{}",
            counted(n, "instance"),
            if summaries.iter().any(|summary| summary.time_ratio.is_none() && !summary.is_lookup) {
                ", except strategies that solved none"
            } else {
                ""
            }
        ),
    };
    format!(
        "Each average is over the instances that the strategy solved. {ratios}.{}{}",
        lookups(summaries),
        unsupported.concat()
    )
}

/// Why some strategies have no ratio of nodes expanded.
fn lookups(summaries: &[Summary]) -> String {
    let lookups: Vec<&Summary> = summaries.iter().filter(|summary| summary.is_lookup).collect();
    if lookups.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = lookups.iter().map(|summary| summary.strategy.as_str()).collect();
    let (reads, its) = if names.len() == 1 { ("reads", "Its") } else { ("read", "Their") };
    format!(
        " {} {reads} answers from a finished table. {its} steps along a path are no search, so \
         there are no ratios.",
        enumerated(&names)
    )
}
