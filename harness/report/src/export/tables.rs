//! The table of an export that is made for programs only: of instances.

use optile_results::Results;
use optile_results::number::{Number, TIME, numbers};
use optile_results::text::strategy_name::StrategyName;
use optile_statistics::{absolute_deviation, median_estimate};

use crate::table::{Table, Value};
use crate::trial::{InstanceFacts, Trial, Trials};

/// A table for programs: one line per instance and strategy, with the numbers of a run over the
/// samples, and the spread of the times.
pub(super) fn fields_of_instances(results: &Results, trials: &Trials<'_>) -> Table {
    let facts = ["instance", "size", "start", "goal", "strategy", "samples", "status"];
    let spread = ["time_deviation_ns", "time_low_ns", "time_high_ns"];
    let strategy = ["family", "heuristic", "options"];
    let all = &numbers(&results.rows);
    let numbers = all.iter().map(|number| number.over_samples());
    let headings = facts.map(String::from).into_iter().chain(numbers);
    let headings = headings.chain(spread.into_iter().chain(strategy).map(String::from));
    let tried = trials.instances().iter().flat_map(|instance| {
        trials.strategies().iter().filter_map(move |&strategy| {
            Some(values(all, instance, strategy, trials.get(strategy, instance.id)?))
        })
    });
    Table::new(headings, 0, tried.collect())
}

fn values(
    all: &[&Number],
    instance: &InstanceFacts<'_>,
    strategy: &str,
    trial: &Trial<'_>,
) -> Vec<Value> {
    let StrategyName { family, heuristic, options } = StrategyName::of(strategy);
    let times = trial.values(&TIME);
    let interval = median_estimate(&times).and_then(|estimate| estimate.interval);
    let facts = [
        instance.id.into(),
        instance.size.to_string().into(),
        instance.tiles.map(|(start, _)| start).into(),
        instance.tiles.map(|(_, goal)| goal).into(),
        strategy.into(),
        trial.rows().len().into(),
        trial.status().name().into(),
    ];
    let numbers = all.iter().map(|number| trial.median_on(instance, number).into());
    let spread = [
        absolute_deviation(&times).into(),
        interval.map(|ends| ends.low).into(),
        interval.map(|ends| ends.high).into(),
    ];
    let name = [family.into(), heuristic.into(), options.into()];
    facts.into_iter().chain(numbers).chain(spread).chain(name).collect()
}
