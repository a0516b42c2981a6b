//! Nodes expanded against the size of a heuristic's tables.

use optile_results::quantity::counted;
use optile_results::unit::Unit;
use optile_statistics::mean;

use super::{Chart, headings, number};
use crate::measure::Measure;
use crate::trial::Trials;
use optile_chart::{Axis, Figure, Layer, LegendEntry, Palette, Place, Spot};

/// A strategy whose heuristic looks up tables.
struct Point<'a> {
    strategy: &'a str,
    bytes: f64,
    /// Mean over the instances that all these strategies solved.
    expanded: f64,
}

impl Point<'_> {
    fn spot(&self) -> Spot {
        (Place::At(self.bytes), Place::At(self.expanded))
    }
}

/// Nodes expanded against the size of the tables that save nodes.
pub(super) fn trade(trials: &Trials<'_>, palette: &Palette) -> Chart {
    const TITLE: &str = "Nodes expanded against table size";
    let with_tables = with_tables(trials);
    if with_tables.len() < 2 {
        return Err(format!(
            "{TITLE}: left out, because fewer than two strategies look up tables."
        ));
    }
    let expanded = |strategy: &str, instance: &str| {
        trials.get(strategy, instance).and_then(|trial| trial.solved(Measure::Expanded))
    };
    let mut ran: Vec<&str> = trials.instances().iter().map(|instance| instance.id).collect();
    ran.retain(|id| trials.strategies().iter().any(|name| trials.get(name, id).is_some()));
    let is_common = |id: &&&str| with_tables.iter().all(|(name, _)| expanded(name, id).is_some());
    let common: Vec<&str> = ran.iter().filter(is_common).copied().collect();
    let mean_of = |strategy| {
        mean(&common.iter().filter_map(|id| expanded(strategy, id)).collect::<Vec<f64>>())
    };
    let points: Vec<Point<'_>> = with_tables
        .iter()
        .filter_map(|&(strategy, bytes)| {
            Some(Point { strategy, bytes, expanded: mean_of(strategy)? })
        })
        .collect();
    if points.is_empty() {
        return Err(format!(
            "{TITLE}: left out, because no instance was solved by all strategies that look up \
             tables."
        ));
    }
    let (layers, legend) = marks(&points, palette);
    let axis = |title, unit, value: fn(&Point<'_>) -> f64| {
        Axis::logarithmic(title, unit, points.iter().map(value))
    };
    Ok(Figure {
        name: "tables".into(),
        title: TITLE.into(),
        subtitle: "One point per strategy. Line: no other strategy has less of both.".into(),
        caption: caption(common.len(), ran.len() - common.len()),
        x: axis("bytes of tables, logarithmic", Unit::Bytes, |point| point.bytes),
        y: axis("mean nodes expanded, logarithmic", Unit::Count, |point| point.expanded),
        layers,
        legend,
        numbers: numbers(&points, common.len()),
    })
}

/// The strategies that look up tables, with the most bytes of tables in any run.
pub(super) fn with_tables<'a>(trials: &Trials<'a>) -> Vec<(&'a str, f64)> {
    let most = |&strategy: &&'a str| {
        let attempts = trials.attempts(strategy);
        let bytes = attempts.filter_map(|(_, trial)| trial.median_of(|row| row.table_bytes));
        Some((strategy, bytes.fold(0.0, f64::max))).filter(|&(_, most)| most > 0.0)
    };
    trials.strategies().iter().filter_map(most).collect()
}

/// A marker for each strategy, and the line through the best trade-offs.
fn marks(points: &[Point<'_>], palette: &Palette) -> (Vec<Layer>, Vec<LegendEntry>) {
    let line = pareto_front(points);
    let line = line.windows(2).map(|pair| Layer::Rule { from: pair[0].spot(), to: pair[1].spot() });
    let mut layers: Vec<Layer> = line.collect();
    let mut legend = Vec::new();
    for point in points {
        let style = palette.style(point.strategy);
        layers.push(Layer::Markers { style, points: vec![point.spot()] });
        legend.push(LegendEntry {
            label: point.strategy.into(),
            style,
            line: false,
            is_first: true,
        });
    }
    (layers, legend)
}

fn caption(common: usize, left_out: usize) -> String {
    let left_out = match left_out {
        0 => String::new(),
        some => format!(" {} that not all of them solved are left out.", counted(some, "instance")),
    };
    format!(
        "Mean number of nodes expanded, over the {} that all strategies with tables solved, \
         against the size of the tables that their heuristics look up. The line joins the \
         strategies for which no other strategy has both smaller tables and fewer \
         nodes.{left_out}",
        counted(common, "instance"),
    )
}

fn numbers(points: &[Point<'_>], common: usize) -> Vec<Vec<String>> {
    let mut numbers = vec![headings(&["strategy", "instances", "table_bytes", "mean_expanded"])];
    numbers.extend(points.iter().map(|point| {
        let values = [point.bytes, point.expanded].map(number);
        [point.strategy.into(), common.to_string()].into_iter().chain(values).collect()
    }));
    numbers
}

/// The points for which no other point has both fewer bytes and fewer
/// expansions, smallest tables first.
fn pareto_front<'a, 'b>(points: &'b [Point<'a>]) -> Vec<&'b Point<'a>> {
    let mut sorted: Vec<&Point<'_>> = points.iter().collect();
    sorted.sort_by(|a, b| a.bytes.total_cmp(&b.bytes).then(a.expanded.total_cmp(&b.expanded)));
    let mut least = f64::INFINITY;
    sorted.retain(|point| {
        let is_better = point.expanded < least;
        least = least.min(point.expanded);
        is_better
    });
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_has_the_points_that_none_beats() {
        let point = |strategy, bytes, expanded| Point { strategy, bytes, expanded };
        let points = [
            point("large", 8.0, 1.0),
            point("small", 1.0, 9.0),
            point("beaten", 4.0, 9.0),
            point("middle", 4.0, 5.0),
            point("as large", 8.0, 2.0),
        ];
        let names: Vec<&str> = pareto_front(&points).iter().map(|point| point.strategy).collect();
        assert_eq!(names, ["small", "middle", "large"]);
    }
}
