//! The tables of an export that are made for papers and programs only: of instances.

use optile_results::row::Status;
use optile_results::strategy_name::StrategyName;
use optile_results::unit::Unit;

use crate::measure::Measure;
use crate::report::capitalised;
use crate::statistics::{absolute_deviation, median_estimate};
use crate::table::{NOTHING, Table, Value};
use crate::trial::{InstanceFacts, Trial, Trials};

/// A table for papers: one row per instance, one column per strategy.
pub(super) fn of_instances(trials: &Trials<'_>, strategies: &[&str], measure: Measure) -> Table {
    let row = |instance: &InstanceFacts<'_>| {
        let mut row = vec![instance.id.into(), instance.optimal.into()];
        row.extend(strategies.iter().map(|name| cell(trials.get(name, instance.id), measure)));
        row
    };
    let sample = match measure {
        Measure::Time => ", the median of the samples",
        _ => "",
    };
    let headings = ["instance", "length"].into_iter().chain(strategies.iter().copied());
    Table {
        caption: format!(
            "{} on each instance{sample}. A word tells which limit ended the run, or its status; \
             {NOTHING}: not run, or the strategy does not support the board.",
            capitalised(measure.about())
        ),
        ..Table::new(headings, 1, trials.instances().iter().map(row).collect())
    }
}

/// The value of a solved trial, or a word for its end. Counts are exact.
fn cell(trial: Option<&Trial<'_>>, measure: Measure) -> Value {
    let Some(trial) = trial else { return Value::Nothing };
    match (trial.status(), measure.unit()) {
        (Status::Solved, Unit::Count) => trial.median(measure).map_or(Value::Nothing, Value::Count),
        (Status::Solved, unit) => Value::measured(unit, trial.median(measure)),
        (Status::Unsolvable, _) => "no path".into(),
        (Status::NotFound, _) => "not found".into(),
        (Status::TimeLimit, _) => "time".into(),
        (Status::NodeLimit, _) => "nodes".into(),
        (Status::MemoryLimit, _) => "memory".into(),
        (Status::Unsupported, _) => Value::Nothing,
        (other, _) => other.name().into(),
    }
}

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
    ("expanded", |_, _, trial| trial.median(Measure::Expanded).into()),
    ("generated", |_, _, trial| trial.median(Measure::Generated).into()),
    ("memory_bytes", |_, _, trial| trial.median(Measure::Memory).into()),
    ("time_median_ns", |_, _, trial| trial.median(Measure::Time).into()),
    ("time_deviation_ns", |_, _, trial| absolute_deviation(&trial.values(Measure::Time)).into()),
    ("time_low_ns", |_, _, trial| time_interval(trial).map(|[low, _]| low).into()),
    ("time_high_ns", |_, _, trial| time_interval(trial).map(|[_, high]| high).into()),
    ("family", |_, strategy, _| StrategyName::of(strategy).family.into()),
    ("heuristic", |_, strategy, _| StrategyName::of(strategy).heuristic.into()),
    ("options", |_, strategy, _| StrategyName::of(strategy).options.into()),
];

fn time_interval(trial: &Trial<'_>) -> Option<[f64; 2]> {
    let interval = median_estimate(&trial.values(Measure::Time))?.interval?;
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
