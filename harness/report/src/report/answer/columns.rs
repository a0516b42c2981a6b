//! The columns of the table of strategies.
//!
//! # The main decision
//!
//! **A column is told once, in [`COLUMNS`].** The terminal, the page with its list of words,
//! papers and `summary.csv` take from this list what they show. So a new column
//! is a new entry here.

use optile_core::{Promise, Size};
use optile_results::row::{Row, Status};
use optile_results::strategy_name::StrategyName;
use optile_results::unit::Unit;
use optile_statistics::{Estimate, effective_branching_factor, growth, mean, median};

use crate::measure::Measure;
use crate::preparation::{Preparation, goal};
use crate::table::{Value, is_tie};
use crate::trial::{OnInstance, Trials};

/// A column of the table of strategies.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    /// The name in CSV files, unless only people read the column.
    pub(crate) field: Option<&'static str>,
    /// The heading, unless only programs read the column.
    pub(crate) heading: Option<&'static str>,
    /// Whether tables of papers have it.
    pub(crate) is_in_papers: bool,
    /// Its importance in the terminal, if it is shown there. A narrow terminal shows only the
    /// most important columns.
    pub(crate) importance: Option<u8>,
    /// A word that the page explains, and its meaning.
    pub(crate) word: Option<[&'static str; 2]>,
    value: fn(&Runs<'_>) -> Value,
}

impl Column {
    const fn new(
        field: Option<&'static str>,
        heading: Option<&'static str>,
        value: fn(&Runs<'_>) -> Value,
    ) -> Self {
        let (is_in_papers, importance, word) = (false, None, None);
        Self { field, heading, is_in_papers, importance, word, value }
    }

    const fn in_papers(self) -> Self {
        Self { is_in_papers: true, ..self }
    }

    const fn in_terminal(self, importance: u8) -> Self {
        Self { importance: Some(importance), ..self }
    }

    const fn explained(self, word: &'static str, meaning: &'static str) -> Self {
        Self { word: Some([word, meaning]), ..self }
    }
}

/// A column for people and programs.
const fn column(
    field: &'static str,
    heading: &'static str,
    value: fn(&Runs<'_>) -> Value,
) -> Column {
    Column::new(Some(field), Some(heading), value)
}

/// A column for programs.
const fn field(name: &'static str, value: fn(&Runs<'_>) -> Value) -> Column {
    Column::new(Some(name), None, value)
}

/// The columns of the table of strategies.
///
/// Averages are over the instances that the strategy solved, and use the median of the samples
/// of each instance. Only the ratios are over the instances that all strategies solved.
pub(crate) const COLUMNS: &[Column] = &[
    column("strategy", "strategy", |runs| Value::Strategy(runs.strategy.into()))
        .in_papers()
        .in_terminal(9),
    field("runs", |runs| {
        runs.rows().filter(|row| row.status != Status::Unsupported).count().into()
    }),
    field("instances", |runs| Value::Count(runs.tried() as f64)),
    column("solved", "solved", |runs| Value::Share(runs.answered(), runs.tried()))
        .in_papers()
        .in_terminal(8)
        .explained("solved", SOLVED),
    Column::new(None, Some("published"), |runs| runs.published.clone())
        .in_terminal(7)
        .explained("published", PUBLISHED),
    field("unsupported", |runs| runs.unsupported().into()),
    field("promise", |runs| {
        runs.promise().map_or(Value::Nothing, |promise| promise.to_string().into())
    }),
    Column::new(None, Some("promise"), |runs| {
        let other = runs.promise().filter(|&promise| promise != Promise::Optimal);
        other.map_or(Value::Nothing, |promise| promise.to_string().into())
    })
    .in_papers()
    .explained("promise", PROMISE),
    column("length_ratio", "length ÷\u{a0}optimum", |runs| {
        let is_optimal = runs.promise() == Some(Promise::Optimal);
        let mean = mean(&runs.length_ratios()).filter(|_| !is_optimal);
        Value::ratio(mean)
    })
    .in_papers()
    .in_terminal(6)
    .explained("length ÷ optimum", LENGTH_RATIO),
    column("expanded_mean", "expanded, mean", |runs| {
        Value::measured(Unit::Count, mean(&runs.solved(Measure::Expanded)))
    })
    .explained("expanded", "nodes whose successors were made; a node expanded twice counts twice"),
    column("expanded_median", "expanded, median", |runs| {
        Value::measured(Unit::Count, median(&runs.solved(Measure::Expanded)))
    })
    .in_papers()
    .in_terminal(3),
    column("generated_mean", "generated, mean", |runs| {
        Value::measured(Unit::Count, mean(&runs.solved(Measure::Generated)))
    })
    .explained("generated", GENERATED),
    column("time_median_ns", "time, median", |runs| {
        Value::measured(Unit::Nanoseconds, median(&runs.solved(Measure::Time)))
    })
    .in_papers()
    .in_terminal(4)
    .explained("time", TIME),
    column("time_with_preparing_median_ns", "with preparing", |runs| {
        Value::measured(Unit::Nanoseconds, median(&runs.times_with_share()))
    })
    .explained("with preparing", WITH_PREPARING),
    column("nodes_per_second", "nodes/s", |runs| {
        runs.nodes_per_second().map_or(Value::Nothing, Value::PerSecond)
    })
    .in_terminal(1)
    .explained("nodes/s", NODES_PER_SECOND),
    column("memory_bytes", "peak memory", |runs| {
        let most = runs.rows().filter_map(|row| Measure::Memory.of(row)).max();
        Value::measured(Unit::Bytes, most.map(|bytes| bytes as f64))
    })
    .in_papers()
    .in_terminal(2)
    .explained("peak memory", PEAK_MEMORY),
    field("table_bytes", |runs| {
        runs.rows().filter_map(|row| row.table_bytes).max().map(|bytes| bytes as f64).into()
    }),
    field("branching_factor", |runs| mean(&runs.branching_factors()).into()),
    column("growth", "growth per\u{a0}move", |runs| {
        runs.growth.map_or(Value::Nothing, Value::Factor)
    })
    .explained("growth per move", GROWTH),
    field("growth_low", |runs| runs.growth.and_then(|growth| Some(growth.interval?.low)).into()),
    field("growth_high", |runs| runs.growth.and_then(|growth| Some(growth.interval?.high)).into()),
    Column::new(None, Some("preparing, once"), |runs| {
        let time = Some(runs.preparation.total().floor()).filter(|&time| time > 0.0);
        Value::measured(Unit::Nanoseconds, time)
    })
    .explained("preparing, once", PREPARING),
    field("prepare_ns", |runs| Value::Number(runs.preparation.total() as u64)),
    field("common", |runs| runs.to_best.common.into()),
    column("expanded_ratio", "expanded ÷\u{a0}best", |runs| runs.to_best.expanded.clone())
        .in_papers()
        .explained("÷ best", TO_BEST),
    column("time_ratio", "time ÷\u{a0}best", |runs| runs.to_best.time.clone())
        .in_papers()
        .in_terminal(5),
    field("family", |runs| runs.name().family.into()),
    field("heuristic", |runs| runs.name().heuristic.into()),
    field("options", |runs| runs.name().options.into()),
];

const SOLVED: &str = "instances with an optimal path in every sample, or with the proof that there is no path, out of the instances tried; boards that the strategy does not support are not tried";
const PUBLISHED: &str = "the figures of the strategy beside published ones, over all instances of the suite: `equal` if they round to what was printed, `within the error` if they differ by at most three standard errors, and otherwise what differs";
const PROMISE: &str = "what the strategy says of its paths: `within W` is at most W times the optimal length, and `any path` is nothing; without an entry, paths are optimal";
const LENGTH_RATIO: &str = "moves of the path divided by the optimal length, as a mean over the solved instances whose optimal length is known; shown for strategies that do not promise optimal paths";
const GENERATED: &str =
    "successors generated; the successor that would undo the last move is never generated";
const TIME: &str = "search time only, without preparing (tables that later runs share) and without checking the answer; with several samples, the median";
const WITH_PREPARING: &str = "search time and an equal share of the tables that the strategy prepared for this goal; each table counts once, however many processes built it";
const NODES_PER_SECOND: &str = "nodes generated in all runs, including runs that a limit ended, divided by the seconds of search time in these runs";
const PEAK_MEMORY: &str = "the most bytes held at once in tables, queues and stacks that grow with the search, including free slots, and the tables that the heuristic looks up";
const GROWTH: &str = "the factor b for which nodes expanded ≈ a\u{a0}·\u{a0}b^length fits best: least squares of logarithms over the solved instances of one board size, with its 95\u{a0}% interval";
const PREPARING: &str = "the time to prepare each table once: for each board size and each cell of the goal's blank; pattern databases that were already in files count with the time to read them";
const TO_BEST: &str = "the value divided by that of the best strategy on the same instance, as a geometric mean over the instances that all strategies solved; times include the share of preparing; strategies that only read answers from finished tables, and those that do not promise optimal paths, have no ratios";

/// The runs of a strategy, from which the values of its columns are computed.
pub(super) struct Runs<'a> {
    strategy: &'a str,
    trials: &'a Trials<'a>,
    /// The trials on boards that the strategy supports.
    attempts: Vec<OnInstance<'a, 'a>>,
    preparation: &'a Preparation,
    growth: Option<Estimate>,
    to_best: ToBest,
    /// How its figures compare with published ones.
    published: Value,
}

/// The ratios of a strategy to the best.
pub(super) struct ToBest {
    /// The nodes expanded, divided by those of the strategy that expanded fewest.
    pub(super) expanded: Value,
    /// The search time with its share of preparing, divided by that of the fastest strategy.
    pub(super) time: Value,
    /// Instances that the ratios are over.
    pub(super) common: usize,
}

impl<'a> Runs<'a> {
    /// The runs of a strategy.
    pub(super) fn of(
        strategy: &'a str,
        trials: &'a Trials<'a>,
        preparation: &'a Preparation,
        to_best: ToBest,
        published: Value,
    ) -> Self {
        Self {
            strategy,
            trials,
            attempts: trials.attempts(strategy).collect(),
            preparation,
            growth: growth_of(strategy, trials),
            to_best,
            published,
        }
    }

    /// The values of all columns.
    pub(super) fn values(&self) -> Vec<Value> {
        COLUMNS.iter().map(|column| (column.value)(self)).collect()
    }

    fn name(&self) -> StrategyName<'a> {
        StrategyName::of(self.strategy)
    }

    fn rows(&self) -> impl Iterator<Item = &'a Row> {
        self.trials.of_strategy(self.strategy).flat_map(|(_, trial)| trial.rows()).copied()
    }

    /// Instances on boards that the strategy supports.
    pub(super) fn tried(&self) -> usize {
        self.attempts.len()
    }

    /// Instances with the right answer in every sample.
    pub(super) fn answered(&self) -> usize {
        self.attempts.iter().filter(|(_, trial)| trial.is_answered()).count()
    }

    /// Instances on boards that the strategy does not support.
    pub(super) fn unsupported(&self) -> usize {
        self.trials.of_strategy(self.strategy).count() - self.attempts.len()
    }

    /// The values on the instances that the strategy solved.
    fn solved(&self, measure: Measure) -> Vec<f64> {
        self.attempts.iter().filter_map(|(_, trial)| trial.solved(measure)).collect()
    }

    /// What the strategy promises; `None` if it has no run.
    fn promise(&self) -> Option<Promise> {
        Some(self.rows().next()?.promise)
    }

    /// How many times as long as an optimal one the path to each solved instance is.
    fn length_ratios(&self) -> Vec<f64> {
        let ratios = self.attempts.iter().filter_map(|(instance, trial)| {
            let optimal = instance.optimal.filter(|&optimal| optimal > 0)?;
            Some(f64::from(trial.answer()??) / f64::from(optimal))
        });
        ratios.collect()
    }

    fn times_with_share(&self) -> Vec<f64> {
        let with_share = self.attempts.iter().filter_map(|(instance, trial)| {
            Some(trial.solved(Measure::Time)? + self.preparation.share(goal(instance)))
        });
        with_share.collect()
    }

    /// Whether the median time with the share of preparing is another one than that without.
    pub(super) fn prepares(&self) -> bool {
        let medians = (median(&self.times_with_share()), median(&self.solved(Measure::Time)));
        matches!(medians, (Some(with), Some(without)) if with > 0.0 && !is_tie(without / with))
    }

    fn branching_factors(&self) -> Vec<f64> {
        let factors = self.attempts.iter().filter_map(|(instance, trial)| {
            effective_branching_factor(trial.solved(Measure::Generated)?, instance.optimal?)
        });
        factors.collect()
    }

    /// Over all runs, including runs that a limit ended.
    fn nodes_per_second(&self) -> Option<f64> {
        let (generated, nanoseconds) = self
            .rows()
            .filter_map(|row| Some((row.generated? as f64, row.search_ns as f64)))
            .fold((0.0, 0.0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
        (nanoseconds > 0.0).then(|| generated * 1e9 / nanoseconds)
    }
}

/// By which factor the nodes expanded grow with each move of the solution: a line through their
/// logarithms, over the instances of the board size with the most solved ones. Boards of
/// different sizes are on no common line.
fn growth_of(strategy: &str, trials: &Trials<'_>) -> Option<Estimate> {
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
    let (_, points) = points.into_iter().max_by_key(|(_, points)| points.len())?;
    Some(growth(&points)?.factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_one_name_and_one_importance_each() {
        fn are_different<T: Ord>(values: impl Iterator<Item = T>) -> bool {
            let mut values: Vec<T> = values.collect();
            let all = values.len();
            values.sort_unstable();
            values.dedup();
            all == values.len()
        }
        assert!(are_different(COLUMNS.iter().filter_map(|column| column.field)));
        assert!(are_different(COLUMNS.iter().filter_map(|column| column.heading)));
        assert!(are_different(COLUMNS.iter().filter_map(|column| column.importance)));
        assert!(COLUMNS.iter().all(|column| column.field.or(column.heading).is_some()));
        let is_headed = |column: &&Column| column.is_in_papers || column.importance.is_some();
        assert!(COLUMNS.iter().filter(is_headed).all(|column| column.heading.is_some()));
    }
}
