//! The table of an export that is made for programs only: of instances.

use optile_results::strategy_name::StrategyName;

use crate::statistics::{absolute_deviation, median_estimate};
use crate::table::{Table, Value};
use crate::trial::{InstanceFacts, Trial, Trials};
use optile_results::number::{EXPANDED, GENERATED, MEMORY, TIME};

/// A column of `instances.csv`: its name, and its value for a trial of a strategy.
type Field = (&'static str, fn(&InstanceFacts<'_>, &str, &Trial<'_>) -> Value);

const FIELDS: &[Field] = &[
    ("instance", |instance, _, _| instance.id.into()),
    ("size", |instance, _, _| instance.size.to_string().into()),
    ("start", |instance, _, _| instance.tiles.map(|(start, _)| start).into()),
    ("goal", |instance, _, _| instance.tiles.map(|(_, goal)| goal).into()),
    ("optimal", |instance, _, _| instance.optimal.into()),
    ("strategy", |_, strategy, _| strategy.into()),
    ("samples", |_, _, trial| trial.rows().len().into()),
    ("status", |_, _, trial| trial.status().name().into()),
    ("length", |_, _, trial| trial.answer().flatten().into()),
    ("expanded", |_, _, trial| trial.median(&EXPANDED).into()),
    ("generated", |_, _, trial| trial.median(&GENERATED).into()),
    ("memory_bytes", |_, _, trial| trial.median(&MEMORY).into()),
    ("time_median_ns", |_, _, trial| trial.median(&TIME).into()),
    ("time_deviation_ns", |_, _, trial| absolute_deviation(&trial.values(&TIME)).into()),
    ("time_low_ns", |_, _, trial| time_interval(trial).map(|[low, _]| low).into()),
    ("time_high_ns", |_, _, trial| time_interval(trial).map(|[_, high]| high).into()),
    ("family", |_, strategy, _| StrategyName::of(strategy).family.into()),
    ("heuristic", |_, strategy, _| StrategyName::of(strategy).heuristic.into()),
    ("options", |_, strategy, _| StrategyName::of(strategy).options.into()),
];

fn time_interval(trial: &Trial<'_>) -> Option<[f64; 2]> {
    let interval = median_estimate(&trial.values(&TIME))?.interval?;
    Some([interval.low, interval.high])
}

/// A table for programs: one line per instance and strategy, with medians of the samples, and
/// the spread of the times.
pub(super) fn fields_of_instances(trials: &Trials<'_>) -> Table {
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for instance in trials.instances() {
        for &strategy in trials.strategies() {
            let Some(trial) = trials.get(strategy, instance.id) else { continue };
            rows.push(FIELDS.iter().map(|(_, of)| of(instance, strategy, trial)).collect());
        }
    }
    Table::new(FIELDS.iter().map(|(name, _)| *name), 0, rows)
}
