//! The table of strategies, with one line per strategy, and sentences that
//! explain it.

use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::row::Status;
use optile_results::unit::{Unit, three_digits};
use optile_statistics::{effective_branching_factor, geometric_mean, mean, median, ratios_to_best};

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
    /// Successors generated in all runs, including runs that a limit ended,
    /// divided by the search time of these runs.
    pub nodes_per_second: Option<f64>,
    /// The most bytes held at once in any run.
    pub peak_bytes: Option<f64>,
    /// Mean of the effective branching factors.
    pub branching_factor: Option<f64>,
    /// Preparation time of all runs together, in nanoseconds.
    pub prepare_ns: u64,
    /// Geometric mean of the nodes expanded, divided by those of the strategy
    /// that expanded fewest.
    pub expanded_ratio: Option<f64>,
    /// Geometric mean of the search time, divided by that of the fastest
    /// strategy.
    pub time_ratio: Option<f64>,
    /// Instances that the ratios are over: those that all strategies solved,
    /// except strategies that solved none.
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
        "preparation",
        "expanded ÷\u{a0}best",
        "time ÷\u{a0}best",
    ];

    /// The line as people read it, with units; a dash means no value.
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

/// One line per strategy, in the order of the record.
pub fn summary(results: &Results) -> Vec<Summary> {
    let trials = Trials::of(results);
    let mut instances: Vec<&str> = trials.instances().iter().map(|instance| instance.id).collect();
    // Their order decides the last digit of a mean.
    instances.sort_unstable();
    let ratios = |measure: Measure| {
        let values = |strategy: &&str| {
            let trials = instances.iter().map(|instance| trials.get(strategy, instance));
            trials.map(|trial| trial?.solved(measure)).collect()
        };
        let values: Vec<Vec<Option<f64>>> = trials.strategies().iter().map(values).collect();
        ratios_to_best(&values)
    };
    let (expanded, time) = (ratios(Measure::Expanded), ratios(Measure::Time));
    let mean_ratio = |ratios: &Option<Vec<f64>>| geometric_mean(ratios.as_deref()?);
    let strategies = trials.strategies().iter().zip(expanded.ratios.iter().zip(&time.ratios));
    let lines = strategies.map(|(strategy, (expanded_ratios, time_ratios))| Summary {
        expanded_ratio: mean_ratio(expanded_ratios),
        time_ratio: mean_ratio(time_ratios),
        common: time.instances,
        ..Summary::alone(strategy, results, &trials)
    });
    lines.collect()
}

impl Summary {
    /// All values except the ratios, which need the other strategies.
    fn alone(strategy: &str, results: &Results, trials: &Trials<'_>) -> Self {
        let tried: Vec<_> = trials.attempts(strategy).collect();
        let values = |measure: Measure| -> Vec<f64> {
            tried.iter().filter_map(|(_, trial)| trial.solved(measure)).collect()
        };
        let nodes = values(Measure::Expanded);
        let factors = tried.iter().filter_map(|(instance, trial)| {
            effective_branching_factor(trial.solved(Measure::Generated)?, instance.optimal?)
        });
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
            nodes_per_second: (nanoseconds > 0.0).then(|| generated * 1e9 / nanoseconds),
            peak_bytes: rows.clone().filter_map(|row| row.peak_bytes).max().map(|v| v as f64),
            branching_factor: mean(&factors.collect::<Vec<_>>()),
            prepare_ns: rows.fold(0, |sum: u64, row| sum.saturating_add(row.prepare_ns)),
            expanded_ratio: None,
            time_ratio: None,
            common: 0,
        }
    }
}

/// A sentence that names the best strategies on the common instances; `None` if
/// there is nothing to compare.
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
        ns => format!(", not counting {} of preparation", Unit::Nanoseconds.text(ns as f64)),
    };
    let over = counted(fastest.common, "instance");
    let who = if by_time.len() == summaries.len() {
        "all strategies solved".into()
    } else {
        format!("{} strategies solved (the others solved none)", by_time.len())
    };
    Some(format!(
        "On the {over} that {who}, {} was the fastest{prepared} ({} took {} times as long), and {} \
         expanded the fewest nodes ({} expanded {} times as many).",
        fastest.strategy,
        next.strategy,
        ahead(&by_time),
        by_nodes[0].1.strategy,
        by_nodes[1].1.strategy,
        ahead(&by_nodes),
    ))
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
            if summaries.iter().any(|summary| summary.time_ratio.is_none()) {
                ", except strategies that solved none"
            } else {
                ""
            }
        ),
    };
    format!(
        "Each average is over the instances that the strategy solved. {ratios}.{}",
        unsupported.concat()
    )
}
