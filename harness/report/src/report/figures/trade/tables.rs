//! What a search costs against the size of its heuristic's tables.

use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::super::{Chart, capitalised, headings, number};
use super::{Common, Point, is_able, legend};
use optile_chart::{Axis, Figure, Layer, Mark, Palette};

use crate::measure::Measure;
use crate::statistics::ascending;
use crate::trial::Trials;

/// Nodes expanded and search time against the size of the tables that save them.
pub(in crate::report::figures) fn trade(trials: &Trials<'_>, palette: &Palette) -> Vec<Chart> {
    let mut with_tables = with_tables(trials);
    with_tables.retain(|&(strategy, _)| is_able(strategy, trials));
    let left_out = |reason: &str| {
        vec![Err(format!("Nodes expanded against table size: left out, because {reason}."))]
    };
    if with_tables.len() < 2 {
        return left_out("fewer than two strategies look up tables");
    }
    let strategies: Vec<&str> = with_tables.iter().map(|&(strategy, _)| strategy).collect();
    let common = Common::of(trials, &strategies);
    if common.instances.is_empty() {
        return left_out("no instance was solved by all strategies that look up tables");
    }
    // All of them in both charts, so that one file has the whole comparison.
    let columns = ["strategy", "instances", "table_bytes"];
    let means = ["mean_expanded", "mean_generated", "mean_search_ns"];
    let mut numbers = vec![headings(&[&columns[..], &means].concat())];
    numbers.extend(with_tables.iter().map(|&(strategy, bytes)| {
        let means = [Measure::Expanded, Measure::Generated, Measure::Time]
            .map(|measure| common.mean(strategy, measure).map_or(String::new(), number));
        [strategy.into(), common.instances.len().to_string(), number(bytes)]
            .into_iter()
            .chain(means)
            .collect()
    }));
    let chart = |measure: Measure| {
        let points = with_tables.iter().filter_map(|&(strategy, bytes)| {
            Some(Point { strategy, x: bytes, y: common.mean(strategy, measure)? })
        });
        let points: Vec<Point<'_>> = points.collect();
        let figure = figure(measure, &points, common.counts(), palette);
        Figure { numbers: numbers.clone(), ..figure }
    };
    [Measure::Expanded, Measure::Time].map(|measure| Ok(chart(measure))).into()
}

/// `counts` are the instances that the means are over, and those that are left out.
fn figure(measure: Measure, points: &[Point<'_>], counts: [usize; 2], palette: &Palette) -> Figure {
    let front = pareto_front(points);
    let front = front.windows(2).map(|pair| Layer::rule(pair[0].spot(), pair[1].spot()));
    let mark = |point: &Point<'_>| {
        Layer::new(Mark::Markers, palette.style(point.strategy), [point.spot()])
    };
    let axis = |title: &str, unit, value: fn(&Point<'_>) -> f64| {
        Axis::logarithmic(title, unit, points.iter().map(value))
    };
    let name = if measure == Measure::Time { "tables-time" } else { "tables" };
    let about = measure.about();
    Figure {
        name: name.into(),
        title: format!("{} against table size", capitalised(about)),
        subtitle: "Line: no other strategy has less of both.".into(),
        caption: caption(measure, counts),
        x: axis("bytes of tables, logarithmic", Unit::Bytes, |point| point.x),
        y: axis(&format!("mean {about}, logarithmic"), measure.unit(), |point| point.y),
        layers: front.chain(points.iter().map(mark)).collect(),
        legend: legend(points, palette),
        ..Figure::default()
    }
}

/// Whether at least three in four strategies look up tables.
pub(in crate::report::figures) fn are_in_most(trials: &Trials<'_>) -> bool {
    with_tables(trials).len() * 4 >= trials.strategies().len() * 3
}

/// The strategies that look up tables, with the most bytes of tables in any run.
pub(in crate::report::figures) fn with_tables<'a>(trials: &Trials<'a>) -> Vec<(&'a str, f64)> {
    let most = |&strategy: &&'a str| {
        let attempts = trials.attempts(strategy);
        let bytes = attempts.filter_map(|(_, trial)| trial.median_of(|row| row.table_bytes));
        Some((strategy, bytes.fold(0.0, f64::max))).filter(|&(_, most)| most > 0.0)
    };
    trials.strategies().iter().filter_map(most).collect()
}

fn caption(measure: Measure, [common, left_out]: [usize; 2]) -> String {
    let left_out = match left_out {
        0 => String::new(),
        some => format!(" {} that not all of them solved are left out.", counted(some, "instance")),
    };
    let (cost, less) = match measure {
        Measure::Time => ("search time, without building the tables", "shorter searches"),
        _ => ("number of nodes expanded", "fewer nodes"),
    };
    format!(
        "Mean {cost}, over the {} that all strategies with tables solved, against the size of the \
         tables that their heuristics look up. The line joins the strategies for which no other \
         strategy has both smaller tables and {less}.{left_out}",
        counted(common, "instance"),
    )
}

/// The points for which no other point has both fewer bytes and a smaller cost, smallest
/// tables first.
fn pareto_front<'a, 'b>(points: &'b [Point<'a>]) -> Vec<&'b Point<'a>> {
    let by_cost = ascending(&points.iter().collect::<Vec<_>>(), |point| point.y);
    let mut sorted = ascending(&by_cost, |point| point.x);
    let mut least = f64::INFINITY;
    sorted.retain(|point| {
        let is_better = point.y < least;
        least = least.min(point.y);
        is_better
    });
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_has_the_points_that_none_beats() {
        let point = |strategy, x, y| Point { strategy, x, y };
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
