//! What a search costs against the size of its heuristic's tables.

use optile_results::quantity::counted;
use optile_results::unit::Unit;
use optile_statistics::{ascending, mean};

use super::{Chart, capitalised, entry, headings, number};
use crate::measure::Measure;
use crate::trial::{Trial, Trials};
use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, Role, Spot};

/// A strategy whose heuristic looks up tables.
struct Point<'a> {
    strategy: &'a str,
    bytes: f64,
    /// Mean over the instances that all these strategies solved.
    cost: f64,
}

impl Point<'_> {
    fn spot(&self) -> Spot {
        (Place::At(self.bytes), Place::At(self.cost))
    }
}

/// Nodes expanded and search time against the size of the tables that save them.
pub(super) fn trade(trials: &Trials<'_>, palette: &Palette) -> Vec<Chart> {
    // One that solved nothing, for lack of memory, has no cost.
    let is_able = |strategy| trials.attempts(strategy).any(|(_, trial)| trial.is_solved());
    let mut with_tables = with_tables(trials);
    with_tables.retain(|&(strategy, _)| is_able(strategy));
    let left_out = |reason: &str| {
        vec![Err(format!("Nodes expanded against table size: left out, because {reason}."))]
    };
    if with_tables.len() < 2 {
        return left_out("fewer than two strategies look up tables");
    }
    let is_solved = |strategy: &str, instance: &str| {
        trials.get(strategy, instance).is_some_and(Trial::is_solved)
    };
    let mut ran: Vec<&str> = trials.instances().iter().map(|instance| instance.id).collect();
    ran.retain(|id| trials.strategies().iter().any(|name| trials.get(name, id).is_some()));
    let is_common = |id: &&&str| with_tables.iter().all(|(name, _)| is_solved(name, id));
    let common: Vec<&str> = ran.iter().filter(is_common).copied().collect();
    if common.is_empty() {
        return left_out("no instance was solved by all strategies that look up tables");
    }
    let left_out = ran.len() - common.len();
    let chart = |measure: Measure| {
        let cost = |strategy| {
            let trials = common.iter().filter_map(|id| trials.get(strategy, id));
            mean(&trials.filter_map(|trial| trial.solved(measure)).collect::<Vec<f64>>())
        };
        let points = with_tables.iter().filter_map(|&(strategy, bytes)| {
            Some(Point { strategy, bytes, cost: cost(strategy)? })
        });
        figure(measure, &points.collect::<Vec<_>>(), [common.len(), left_out], palette)
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
    let (name, column) = match measure {
        Measure::Time => ("tables-time", "mean_search_ns"),
        _ => ("tables", "mean_expanded"),
    };
    let about = measure.about();
    let mut numbers = vec![headings(&["strategy", "instances", "table_bytes", column])];
    numbers.extend(points.iter().map(|point| {
        let values = [point.bytes, point.cost].map(number);
        [point.strategy.into(), counts[0].to_string()].into_iter().chain(values).collect()
    }));
    Figure {
        name: name.into(),
        title: format!("{} against table size", capitalised(about)),
        subtitle: "One point per strategy. Line: no other strategy has less of both.".into(),
        caption: caption(measure, counts),
        x: axis("bytes of tables, logarithmic", Unit::Bytes, |point| point.bytes),
        y: axis(&format!("mean {about}, logarithmic"), measure.unit(), |point| point.cost),
        layers: front.chain(points.iter().map(mark)).collect(),
        legend: points.iter().map(|it| entry(Role::Dots, it.strategy, palette)).collect(),
        numbers,
        ..Figure::default()
    }
}

/// Whether at least three in four strategies look up tables.
pub(super) fn are_in_most(trials: &Trials<'_>) -> bool {
    with_tables(trials).len() * 4 >= trials.strategies().len() * 3
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
    let by_cost = ascending(&points.iter().collect::<Vec<_>>(), |point| point.cost);
    let mut sorted = ascending(&by_cost, |point| point.bytes);
    let mut least = f64::INFINITY;
    sorted.retain(|point| {
        let is_better = point.cost < least;
        least = least.min(point.cost);
        is_better
    });
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_has_the_points_that_none_beats() {
        let point = |strategy, bytes, cost| Point { strategy, bytes, cost };
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
