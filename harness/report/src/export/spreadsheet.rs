//! Tables as CSV.

use anyhow::Result;
use optile_results::Results;
use optile_results::spreadsheet;
use optile_results::strategy_name::StrategyName;
use optile_statistics::{absolute_deviation, median_estimate};

use crate::measure::Measure;
use crate::ranking::{Lengths, Ranking};
use crate::report::summary;
use crate::trial::{Trial, Trials};

/// Lines of CSV, unrounded.
fn lines(headings: &[&str], rows: &[Vec<String>]) -> Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(headings)?;
    for row in rows {
        table.write_record(row.iter().map(|text| spreadsheet::cell(text).into_owned()))?;
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

/// A value, or an empty cell.
fn cell<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// One line per strategy.
pub(super) fn of_summary(results: &Results) -> Result<String> {
    let row = |s: &crate::report::Summary| {
        vec![
            s.strategy.clone(),
            s.runs.to_string(),
            s.instances.to_string(),
            s.solved.to_string(),
            s.unsupported.to_string(),
            cell(s.expanded_mean),
            cell(s.expanded_median),
            cell(s.generated_mean),
            cell(s.time_median),
            cell(s.time_with_share_median),
            cell(s.nodes_per_second),
            cell(s.peak_bytes),
            cell(s.branching_factor),
            cell(s.growth.map(|growth| growth.value)),
            cell(s.growth.and_then(|growth| growth.interval).map(|interval| interval.low)),
            cell(s.growth.and_then(|growth| growth.interval).map(|interval| interval.high)),
            s.prepare_ns.to_string(),
            s.common.to_string(),
            cell(s.expanded_ratio),
            cell(s.time_ratio),
        ]
        .into_iter()
        .chain(StrategyName::of(&s.strategy).parts().map(str::to_owned))
        .collect()
    };
    let headings = [
        "strategy",
        "runs",
        "instances",
        "solved",
        "unsupported",
        "expanded_mean",
        "expanded_median",
        "generated_mean",
        "time_median_ns",
        "time_with_preparing_median_ns",
        "nodes_per_second",
        "peak_bytes",
        "branching_factor",
        "growth",
        "growth_low",
        "growth_high",
        "prepare_ns",
        "common",
        "expanded_ratio",
        "time_ratio",
        "family",
        "heuristic",
        "options",
    ];
    let rows: Vec<Vec<String>> = summary(results).iter().map(row).collect();
    lines(&headings, &rows)
}

/// One line per class of instances and strategy.
pub(super) fn of_ranking(ranking: &Ranking) -> Result<String> {
    let mut rows = Vec::new();
    for class in &ranking.classes {
        let (from, to) = match class.kind.lengths {
            Some(Lengths::Between(from, to)) => (from.to_string(), to.to_string()),
            Some(Lengths::Unknown) => ("unknown".into(), "unknown".into()),
            None => Default::default(),
        };
        for line in &class.lines {
            let interval = line.ratio.and_then(|ratio| ratio.interval);
            rows.push(vec![
                cell(class.kind.size),
                from.clone(),
                to.clone(),
                class.instances.to_string(),
                class.common.to_string(),
                line.rank.to_string(),
                line.strategy.clone(),
                line.ran.to_string(),
                line.solved.to_string(),
                cell(line.ratio.map(|ratio| ratio.value)),
                cell(interval.map(|interval| interval.low)),
                cell(interval.map(|interval| interval.high)),
                cell(line.par2_ns),
            ]);
            if let Some(row) = rows.last_mut() {
                row.extend(StrategyName::of(&line.strategy).parts().map(str::to_owned));
            }
        }
    }
    let headings = [
        "size",
        "length_from",
        "length_to",
        "instances",
        "common",
        "rank",
        "strategy",
        "ran",
        "solved",
        "ratio",
        "ratio_low",
        "ratio_high",
        "par2_ns",
        "family",
        "heuristic",
        "options",
    ];
    lines(&headings, &rows)
}

/// One line per instance and strategy: medians of the samples, and the spread of
/// the times.
pub(super) fn of_instances(trials: &Trials<'_>) -> Result<String> {
    let mut rows = Vec::new();
    for instance in trials.instances() {
        let (start, goal) = instance.tiles.unwrap_or_default();
        for &strategy in trials.strategies() {
            let Some(trial) = trials.get(strategy, instance.id) else { continue };
            let mut row = vec![
                instance.id.into(),
                instance.size.to_string(),
                start.into(),
                goal.into(),
                cell(instance.optimal),
                strategy.into(),
            ];
            row.extend(cells(trial));
            row.extend(StrategyName::of(strategy).parts().map(str::to_owned));
            rows.push(row);
        }
    }
    let headings = [
        "instance",
        "size",
        "start",
        "goal",
        "optimal",
        "strategy",
        "samples",
        "status",
        "length",
        "expanded",
        "generated",
        "peak_bytes",
        "time_median_ns",
        "time_deviation_ns",
        "time_low_ns",
        "time_high_ns",
        "family",
        "heuristic",
        "options",
    ];
    lines(&headings, &rows)
}

fn cells(trial: &Trial<'_>) -> [String; 10] {
    let times = trial.values(Measure::Time);
    let time = median_estimate(&times);
    let interval = time.and_then(|time| time.interval);
    [
        trial.rows().len().to_string(),
        trial.status().to_string(),
        cell(trial.answer().flatten()),
        cell(trial.median(Measure::Expanded)),
        cell(trial.median(Measure::Generated)),
        cell(trial.median(Measure::PeakBytes)),
        cell(time.map(|time| time.value)),
        cell(absolute_deviation(&times)),
        cell(interval.map(|interval| interval.low)),
        cell(interval.map(|interval| interval.high)),
    ]
}
