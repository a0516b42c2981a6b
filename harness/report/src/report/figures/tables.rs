use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::{Chart, headings, number};
use crate::report::outcome::{Outcome, Outcomes};
use optile_chart::{Axis, Figure, Key, Layer, Palette, Place};

/// A strategy whose heuristic looks up tables.
struct Point<'a> {
    strategy: &'a str,
    bytes: f64,
    /// Mean over the instances that all of them solved.
    expanded: f64,
}

/// Expansions against the size of the tables that they are paid with.
pub(super) fn trade(outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
    const TITLE: &str = "Expansions against table size";
    let with_tables: Vec<(usize, f64)> = (0..outcomes.strategies.len())
        .filter_map(|strategy| {
            let bytes = outcomes.attempts(strategy).filter_map(|outcome| outcome.table_bytes);
            let most = bytes.fold(0.0, f64::max);
            (most > 0.0).then_some((strategy, most))
        })
        .collect();
    if with_tables.len() < 2 {
        return Err(format!(
            "{TITLE}: left out, because fewer than two strategies look up tables."
        ));
    }
    let expanded = |strategy: usize, instance: usize| {
        let outcome = outcomes.of_strategy(strategy)[instance].as_ref();
        outcome.filter(|outcome| outcome.is_solved()).and_then(|outcome: &Outcome| outcome.expanded)
    };
    let common: Vec<usize> = (0..outcomes.instances.len())
        .filter(|&instance| {
            with_tables.iter().all(|&(strategy, _)| expanded(strategy, instance).is_some())
        })
        .collect();
    if common.is_empty() {
        return Err(format!(
            "{TITLE}: left out, because no instance was solved by all strategies that look up \
             tables."
        ));
    }
    let points: Vec<Point<'_>> = with_tables
        .iter()
        .map(|&(strategy, bytes)| {
            let sum: f64 = common.iter().filter_map(|&i| expanded(strategy, i)).sum();
            let expanded = sum / common.len() as f64;
            Point { strategy: outcomes.strategies[strategy], bytes, expanded }
        })
        .collect();
    let spot = |point: &Point<'_>| (Place::At(point.bytes), Place::At(point.expanded));
    let best = frontier(&points);
    let mut layers: Vec<Layer> = best
        .windows(2)
        .map(|pair| Layer::Rule { from: spot(pair[0]), to: spot(pair[1]) })
        .collect();
    let mut legend = Vec::new();
    for point in &points {
        let style = palette.style(point.strategy);
        layers.push(Layer::Markers { style, points: vec![spot(point)] });
        legend.push(Key { label: point.strategy.into(), style, line: false });
    }
    let mut numbers = vec![headings(&["strategy", "instances", "table_bytes", "mean_expanded"])];
    numbers.extend(points.iter().map(|point| {
        vec![
            point.strategy.into(),
            common.len().to_string(),
            number(point.bytes),
            number(point.expanded),
        ]
    }));
    let left_out = outcomes.instances.len() - common.len();
    let left_out = match left_out {
        0 => String::new(),
        some => format!(" {} that not all of them solved are left out.", counted(some, "instance")),
    };
    Ok(Figure {
        name: "tables".into(),
        title: TITLE.into(),
        subtitle: "A point a strategy. Line: none has fewer of both.".into(),
        caption: format!(
            "Mean of the nodes expanded over the {} that all strategies with tables solved, by \
             the bytes of the tables that their heuristics look up. The line joins those to which \
             no other is superior in both.{left_out}",
            counted(common.len(), "instance"),
        ),
        x: Axis::logarithmic(
            "bytes of tables, logarithmic",
            Unit::Bytes,
            points.iter().map(|point| point.bytes),
        ),
        y: Axis::logarithmic(
            "mean nodes expanded, logarithmic",
            Unit::Count,
            points.iter().map(|point| point.expanded),
        ),
        layers,
        legend,
        numbers,
    })
}

/// The points that no other beats in both bytes and expansions, smallest
/// tables first.
fn frontier<'a, 'b>(points: &'b [Point<'a>]) -> Vec<&'b Point<'a>> {
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
    fn the_frontier_has_those_that_none_beats() {
        let point = |strategy, bytes, expanded| Point { strategy, bytes, expanded };
        let points = [
            point("large", 8.0, 1.0),
            point("small", 1.0, 9.0),
            point("beaten", 4.0, 9.0),
            point("middle", 4.0, 5.0),
            point("as large", 8.0, 2.0),
        ];
        let names: Vec<&str> = frontier(&points).iter().map(|point| point.strategy).collect();
        assert_eq!(names, ["small", "middle", "large"]);
    }
}
