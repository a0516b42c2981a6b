//! How long paths are against the nodes that finding them takes.

use optile_results::quantity::counted;
use optile_results::strategy_name::StrategyName;
use optile_results::unit::Unit;

use super::super::{Chart, headings, number};
use super::{Common, Point, is_able, legend};
use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place};

use crate::measure::Measure;
use crate::standing::Standing;
use crate::statistics::{ascending, mean};
use crate::trial::Trials;

const TITLE: &str = "Length against effort";

/// The most per cent above the optimum that a linear axis shows.
const LINEAR: f64 = 300.0;

/// Mean length above the optimum against mean expansions; none if all strategies promise optimal
/// paths.
pub(in crate::report::figures) fn quality(trials: &Trials<'_>, palette: &Palette) -> Option<Chart> {
    let all = trials.strategies().iter().copied();
    let able = all.filter(|&strategy| {
        trials.standing(strategy) != Standing::Lookup && is_able(strategy, trials)
    });
    let able: Vec<&str> = able.collect();
    if able.iter().all(|strategy| trials.standing(strategy).is_compared()) {
        return None;
    }
    let mut common = Common::of(trials, &able);
    let optimal = |id: &&str| trials.instance(id).and_then(|instance| instance.optimal);
    let solved = common.instances.len();
    common.instances.retain(|id| optimal(id).is_some_and(|length| length > 0));
    common.left_out += solved - common.instances.len();
    let percent = |strategy: &str| {
        let percent = |id: &&str| {
            let length = trials.get(strategy, id)?.answer()??;
            let optimal = f64::from(optimal(id)?);
            Some(100.0 * (f64::from(length) - optimal) / optimal)
        };
        mean(&common.instances.iter().filter_map(percent).collect::<Vec<f64>>())
    };
    let points = able.iter().filter_map(|&strategy| {
        let x = common.mean(strategy, Measure::Expanded)?;
        Some(Point { strategy, x, y: percent(strategy)? })
    });
    let points: Vec<Point<'_>> = points.collect();
    Some(match points.is_empty() {
        true => Err(format!(
            "{TITLE}: left out, because all strategies solved no common instance whose optimal \
             length is known."
        )),
        false => Ok(figure(&points, common.counts(), palette)),
    })
}

/// `counts` are the instances that the means are over, and those that are left out.
fn figure(points: &[Point<'_>], [common, left_out]: [usize; 2], palette: &Palette) -> Figure {
    let lines = families(points).into_iter().flat_map(|family| {
        let pairs: Vec<Layer> =
            family.windows(2).map(|pair| Layer::rule(pair[0].spot(), pair[1].spot())).collect();
        pairs
    });
    let mark = |point: &Point<'_>| {
        Layer::new(Mark::Markers, palette.style(point.strategy), [point.spot()])
    };
    let x = points.iter().map(|point| point.x);
    let y = || points.iter().map(|point| point.y).chain([0.0]);
    let above = "mean length above the optimum, percent";
    let y = match y().fold(0.0, f64::max) <= LINEAR {
        true => Axis::linear(above, Unit::Count, y()),
        false => Axis::logarithmic(&format!("{above}, logarithmic"), Unit::Count, y()),
    };
    let x = Axis::logarithmic("mean nodes expanded, logarithmic", Unit::Count, x);
    let (optimal, (left, right)) = (Place::At(0.0), x.ends());
    let left_out = match left_out {
        0 => String::new(),
        some => format!(" {} are left out.", counted(some, "other instance")),
    };
    let mut numbers =
        vec![headings(&["strategy", "instances", "mean_expanded", "mean_percent_above_optimum"])];
    numbers.extend(points.iter().map(|point| {
        vec![point.strategy.into(), common.to_string(), number(point.x), number(point.y)]
    }));
    Figure {
        name: "quality".into(),
        title: TITLE.into(),
        subtitle: "Lines join weights. At 0, paths are optimal.".into(),
        caption: format!(
            "By how much the paths are longer than optimal ones, in the mean, against the mean \
             number of nodes expanded, over the {} that all strategies solved and whose optimal length is \
             known. A line joins strategies that differ only in their weight. Strategies at 0 \
             found optimal paths.{left_out}",
            counted(common, "instance"),
        ),
        x,
        y,
        layers: [Layer::rule((left, optimal), (right, optimal))]
            .into_iter()
            .chain(lines)
            .chain(points.iter().map(mark))
            .collect(),
        legend: legend(points, palette),
        numbers,
        ..Figure::default()
    }
}

/// The weight in the options of a name, and the others.
fn weight(name: StrategyName<'_>) -> Option<(f64, Vec<&str>)> {
    let weight = name.options.split(',').find_map(|option| option.strip_prefix("w="))?;
    let others = name.options.split(',').filter(|option| !option.starts_with("w="));
    Some((weight.parse().ok()?, others.collect()))
}

/// Strategies that differ only in their weight, each family in the order of the weights.
fn families<'p, 'a>(points: &'p [Point<'a>]) -> Vec<Vec<&'p Point<'a>>> {
    let key = |point: &Point<'a>| {
        let name = StrategyName::of(point.strategy);
        weight(name).map(|(_, others)| (name.family, name.heuristic, others))
    };
    let mut families: Vec<(_, Vec<&Point<'a>>)> = Vec::new();
    for point in points {
        let Some(own) = key(point) else { continue };
        match families.iter_mut().find(|(key, _)| *key == own) {
            Some((_, family)) => family.push(point),
            None => families.push((own, vec![point])),
        }
    }
    let weight =
        |point: &Point<'a>| weight(StrategyName::of(point.strategy)).map_or(0.0, |(w, _)| w);
    families.iter().map(|(_, family)| ascending(family, weight)).collect()
}

#[cfg(test)]
mod tests {
    use optile_results::Results;

    use super::*;
    use crate::report::Analysis;
    use crate::report::figures::palette;
    use crate::synthetic::{record, row};

    fn results(strategies: &[(&str, &str, u32, u64)]) -> Results {
        let names: Vec<&str> = strategies.iter().map(|&(name, ..)| name).collect();
        let mut rows = Vec::new();
        for id in ["a", "b"] {
            for &(name, promise, length, expanded) in strategies {
                let mut row = row(id, name, length, expanded);
                (row.promise, row.optimal) = (promise.parse().unwrap(), Some(20));
                rows.push(row);
            }
        }
        Results::new(record(&names), rows)
    }

    fn drawn(strategies: &[(&str, &str, u32, u64)]) -> Option<Chart> {
        let results = results(strategies);
        let analysis = Analysis::of(&results);
        quality(&analysis.trials, &palette(&analysis))
    }

    #[test]
    fn lengths_are_shown_as_soon_as_a_strategy_does_not_promise_optimal_paths() {
        let astar = ("astar:manhattan", "optimal", 20, 1000);
        assert!(drawn(&[astar]).is_none());
        let figure = drawn(&[
            astar,
            ("wastar:manhattan,w=3", "within 3", 30, 50),
            ("wastar:manhattan,w=1.5", "within 1.5", 22, 300),
            ("greedy:manhattan", "any path", 200, 20),
        ]);
        let figure = figure.unwrap().unwrap();
        let numbers: Vec<&str> = figure.numbers[1..].iter().map(|line| &*line[3]).collect();
        assert_eq!(numbers, ["0", "50", "10", "900"]);
        // The line of the optimum, one between the weights, and four points.
        assert_eq!(figure.layers.len(), 6);
    }

    #[test]
    fn a_family_is_in_the_order_of_its_weights() {
        let point = |strategy| Point { strategy, x: 1.0, y: 1.0 };
        let points = [
            point("wastar:a,w=10"),
            point("wastar:a,w=2"),
            point("wastar:b,w=2"),
            point("wastar:a,w=3,reopen=off"),
            point("greedy:a"),
        ];
        let families = families(&points);
        let names: Vec<Vec<&str>> = families
            .iter()
            .map(|family| family.iter().map(|point| point.strategy).collect())
            .collect();
        let expected = [
            vec!["wastar:a,w=2", "wastar:a,w=10"],
            vec!["wastar:b,w=2"],
            vec!["wastar:a,w=3,reopen=off"],
        ];
        assert_eq!(names, expected);
    }
}
