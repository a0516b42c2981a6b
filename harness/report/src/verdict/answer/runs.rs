//! The runs of a strategy, from which the values of columns are computed.

use std::collections::BTreeMap;

use optile_core::{Promise, Size, reachable};
use optile_results::Results;
use optile_results::rows::row::{Row, Status};
use optile_results::text::strategy_name::StrategyName;

use crate::preparation::{Preparation, goal};
use crate::table::Value;
use crate::trial::{OnInstance, Trials};
use optile_results::number::{EXPANDED, Number, TIME};
use optile_statistics::{Growth, growth};

/// The runs of a strategy, from which the values of its columns are computed.
pub(super) struct Runs<'a> {
    pub(super) strategy: &'a str,
    /// How many the plan has, if this is known.
    pub(super) planned: Option<usize>,
    trials: &'a Trials<'a>,
    /// The trials on boards that the strategy supports.
    attempts: Vec<OnInstance<'a, 'a>>,
    pub(super) preparation: &'a Preparation,
    pub(super) growth: Option<Growth>,
    pub(super) to_best: ToBest,
    /// How its figures compare with published ones.
    pub(super) published: Value,
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
        planned: Option<usize>,
        trials: &'a Trials<'a>,
        preparation: &'a Preparation,
        to_best: ToBest,
        published: Value,
    ) -> Self {
        Self {
            strategy,
            planned,
            trials,
            attempts: trials.attempts(strategy).collect(),
            preparation,
            growth: growth_of(strategy, trials),
            to_best,
            published,
        }
    }

    pub(super) fn name(&self) -> StrategyName<'a> {
        StrategyName::of(self.strategy)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &'a Row> {
        self.trials.of_strategy(self.strategy).flat_map(|(_, trial)| trial.rows()).copied()
    }

    /// The largest value in any run.
    pub(super) fn most(&self, number: &Number) -> Option<f64> {
        self.rows().filter_map(|row| number.of(row)).max().map(|most| most as f64)
    }

    /// Instances on boards that the strategy supports.
    pub(super) fn tried(&self) -> usize {
        self.attempts.len()
    }

    /// Instances with the right answer in every sample.
    pub(super) fn answered(&self) -> usize {
        self.attempts.iter().filter(|(_, trial)| trial.is_answered()).count()
    }

    /// How the other instances ended, as in `8 time-limit`.
    pub(super) fn not_solved(&self) -> Option<String> {
        let mut counts: BTreeMap<Status, usize> = BTreeMap::new();
        for (_, trial) in self.attempts.iter().filter(|(_, trial)| !trial.is_answered()) {
            *counts.entry(trial.status()).or_default() += 1;
        }
        let texts = counts.iter().map(|(status, count)| format!("{count} {status}"));
        texts.reduce(|all, next| format!("{all}, {next}"))
    }

    /// Instances on boards that the strategy does not support.
    pub(super) fn unsupported(&self) -> usize {
        self.trials.of_strategy(self.strategy).count() - self.attempts.len()
    }

    /// The values on the instances that the strategy solved; none if it does not report one of them,
    /// because an average of the others would be over other instances.
    pub(super) fn solved(&self, number: &Number) -> Vec<f64> {
        let solved = self.attempts.iter().filter(|(_, trial)| trial.is_solved());
        let values = solved.map(|(instance, trial)| trial.median_on(instance, number));
        values.collect::<Option<_>>().unwrap_or_default()
    }

    /// What the strategy promises; `None` if it has no run.
    pub(super) fn promise(&self) -> Option<Promise> {
        Some(self.rows().next()?.run.promise)
    }

    /// How many times as long as an optimal one the path to each solved instance is.
    pub(super) fn length_ratios(&self) -> Vec<f64> {
        let ratios = self.attempts.iter().filter_map(|(instance, trial)| {
            let optimal = instance.optimal.filter(|&optimal| optimal > 0)?;
            Some(f64::from(trial.answer()??) / f64::from(optimal))
        });
        ratios.collect()
    }

    pub(super) fn times_with_share(&self) -> Vec<f64> {
        let with_share = self.attempts.iter().filter_map(|(instance, trial)| {
            Some(trial.solved(&TIME)? + self.preparation.share(goal(instance)))
        });
        with_share.collect()
    }

    /// The mean time on the instances with a path, where those that were not solved count as
    /// twice the limit. `None` without a limit, without a run on one of them, or on boards of
    /// which the strategy supports none.
    pub(super) fn par2(&self) -> Option<f64> {
        self.trials.time_limit().filter(|_| self.tried() > 0)?;
        let all = self.trials.instances().iter().enumerate();
        let with_path = all.filter(|&(place, _)| !self.trials.has_no_path(place));
        self.trials.mean_time(self.strategy, with_path.map(|(_, one)| one))
    }
}

/// How many runs each strategy has in the end. A part of a plan does not say it.
pub(crate) fn planned_of_each(results: &Results) -> Option<usize> {
    let (record, each) =
        (&results.record, results.instances.len() * results.record.repeat as usize);
    (each * record.strategies.len() == record.planned() as usize).then_some(each)
}

/// By which factor the nodes expanded grow with each move of the solution, over the instances of the
/// board size with the most solved ones, as long as they are at most half of its states. Boards of
/// different sizes are on no common line.
fn growth_of(strategy: &str, trials: &Trials<'_>) -> Option<Growth> {
    let mut points: BTreeMap<Size, Vec<(u32, f64)>> = BTreeMap::new();
    for (instance, trial) in trials.with_path(strategy) {
        if let (Some(length), Some(cost)) = (instance.optimal, trial.solved(&EXPANDED)) {
            points.entry(instance.size).or_default().push((length, cost));
        }
    }
    let (size, points) = points.into_iter().max_by_key(|(_, points)| points.len())?;
    growth(&points, reachable(size) as f64 / 2.0)
}
