//! What a search costs against what it buys, with tables or with longer paths: a point for each
//! strategy, with its means over the instances that all of them solved.

use std::iter;

use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, Role, Spot};
use optile_results::text::quantity::counted;
use optile_results::text::strategy_name::StrategyName;
use optile_results::text::unit::Unit;

use super::{entry, headings, number};
use crate::standing::Standing;
use crate::trial::{Trial, Trials};
use optile_results::number::{EXPANDED, GENERATED, Number, TABLE_BYTES, TIME};
use optile_statistics::{ascending, mean};

/// A strategy with its means over the instances of the chart.
struct Point<'a> {
    strategy: &'a str,
    x: f64,
    y: f64,
}

impl Point<'_> {
    fn spot(&self) -> Spot {
        (Place::At(self.x), Place::At(self.y))
    }
}

/// The instances that all of some strategies solved.
struct Common<'t, 'a> {
    trials: &'t Trials<'a>,
    instances: Vec<&'a str>,
    /// Instances that not all of them solved.
    left_out: usize,
}

impl<'t, 'a> Common<'t, 'a> {
    fn of(trials: &'t Trials<'a>, strategies: &[&str]) -> Self {
        let mut instances: Vec<&str> = trials.instances().iter().map(|one| one.id).collect();
        instances
            .retain(|id| trials.strategies().iter().any(|name| trials.get(name, id).is_some()));
        let mut common = Self { trials, instances, left_out: 0 };
        common.retain(|id| {
            strategies.iter().all(|name| trials.get(name, id).is_some_and(Trial::is_solved))
        });
        common
    }

    fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        let all = self.instances.len();
        self.instances.retain(|id| is_kept(id));
        self.left_out += all - self.instances.len();
    }

    /// The mean of what a strategy's trials have; `None` if one has no value, because the mean of the
    /// others would be over other instances.
    fn mean(&self, strategy: &str, of: impl Fn(&str, &Trial<'_>) -> Option<f64>) -> Option<f64> {
        let values = self.instances.iter().map(|id| of(id, self.trials.get(strategy, id)?));
        mean(&values.collect::<Option<Vec<f64>>>()?)
    }

    fn mean_cost(&self, strategy: &str, measure: &'static Number) -> Option<f64> {
        self.mean(strategy, |_, trial| trial.solved(measure))
    }

    fn counted(&self) -> String {
        counted(self.instances.len(), "instance")
    }
}

/// Whether a strategy solved anything. One that solved nothing, for lack of memory or time, has
/// no cost.
fn is_able(strategy: &str, trials: &Trials<'_>) -> bool {
    trials.attempts(strategy).any(|(_, trial)| trial.is_solved())
}

/// The points, and the lines that join some of them.
fn figure(points: &[Point<'_>], joined: &[Vec<&Point<'_>>], palette: &Palette) -> Figure {
    let pairs = joined.iter().flat_map(|line| line.windows(2));
    let lines = pairs.map(|pair| Layer::rule(pair[0].spot(), pair[1].spot()));
    let marks = points
        .iter()
        .map(|point| Layer::new(Mark::Markers, palette.style(point.strategy), [point.spot()]));
    Figure {
        layers: lines.chain(marks).collect(),
        legend: points.iter().map(|one| entry(Role::Dots, one.strategy, palette)).collect(),
        ..Figure::default()
    }
}

/// A mean against the size of the tables that save it; none if fewer than two strategies look up tables.
pub(super) fn against_tables(
    measure: &'static Number,
    trials: &Trials<'_>,
    palette: &Palette,
) -> Option<Result<Figure, String>> {
    let mut with_tables = with_tables(trials);
    with_tables.retain(|&(strategy, _)| is_able(strategy, trials));
    if with_tables.len() < 2 {
        return None;
    }
    let strategies: Vec<&str> = with_tables.iter().map(|&(strategy, _)| strategy).collect();
    let common = Common::of(trials, &strategies);
    if common.instances.is_empty() {
        let reason = "no instance was solved by all strategies that look up tables";
        return Some(Err(reason.into()));
    }
    // All of them in both charts, so that one file has the whole comparison.
    let columns = ["strategy", "instances", "table_bytes"];
    let means = ["mean_expanded", "mean_generated", "mean_search_ns"];
    let record = |&(strategy, bytes): &(&str, f64)| {
        let cost = |measure| common.mean_cost(strategy, measure).map_or(String::new(), number);
        let costs = [&EXPANDED, &GENERATED, &TIME].map(cost);
        let head = [strategy.into(), common.instances.len().to_string(), number(bytes)];
        head.into_iter().chain(costs).collect()
    };
    let names = iter::once(headings(&[&columns[..], &means].concat()));
    let points = with_tables.iter().filter_map(|&(strategy, bytes)| {
        Some(Point { strategy, x: bytes, y: common.mean_cost(strategy, measure)? })
    });
    let points: Vec<Point<'_>> = points.collect();
    let (cost, less) = match *measure == TIME {
        true => ("search time, without building the tables", "shorter searches"),
        false => ("number of nodes expanded", "fewer nodes"),
    };
    let others = match common.left_out {
        0 => String::new(),
        some => format!(" {} that not all of them solved are left out.", counted(some, "instance")),
    };
    let (x, y) = (points.iter().map(|one| one.x), points.iter().map(|one| one.y));
    let title = format!("mean {}, logarithmic", measure.about);
    Some(Ok(Figure {
        subtitle: "Line: no other strategy has less of both.".into(),
        caption: format!(
            "Mean {cost}, over the {} that all strategies with tables solved, against the size of \
             the tables that their heuristics look up. The line joins the strategies for which no \
             other strategy has both smaller tables and {less}.{others}",
            common.counted(),
        ),
        x: Axis::magnitudes("bytes of tables, logarithmic", Unit::Bytes, x),
        y: Axis::magnitudes(&title, measure.unit, y),
        numbers: names.chain(with_tables.iter().map(record)).collect(),
        columns: [Some(2), Some(if *measure == TIME { 5 } else { 3 })],
        ..figure(&points, &[pareto_front(&points)], palette)
    }))
}

/// The strategies that look up tables, with the most bytes of tables in any run.
pub(super) fn with_tables<'a>(trials: &Trials<'a>) -> Vec<(&'a str, f64)> {
    let most = |&strategy: &&'a str| {
        let attempts = trials.attempts(strategy);
        let bytes = attempts.filter_map(|(_, trial)| trial.median(&TABLE_BYTES));
        Some((strategy, bytes.fold(0.0, f64::max))).filter(|&(_, most)| most > 0.0)
    };
    trials.strategies().iter().filter_map(most).collect()
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

/// Mean length above the optimum against mean expansions; none if all strategies promise optimal
/// paths or found such. It is about those that found longer ones.
pub(super) fn quality(trials: &Trials<'_>, palette: &Palette) -> Option<Result<Figure, String>> {
    let mut able = trials.strategies().to_vec();
    able.retain(|&strategy| {
        trials.standing(strategy) != Standing::Lookup && is_able(strategy, trials)
    });
    if able.iter().all(|strategy| trials.standing(strategy).is_compared()) {
        return None;
    }
    let mut common = Common::of(trials, &able);
    let optimal = |id: &str| trials.instance(id)?.optimal.filter(|&length| length > 0);
    common.retain(|id| optimal(id).is_some());
    let percent = |id: &str, trial: &Trial<'_>| {
        let optimal = f64::from(optimal(id)?);
        Some(100.0 * (f64::from(trial.answer()??) - optimal) / optimal)
    };
    let points = able.iter().filter_map(|&strategy| {
        let x = common.mean_cost(strategy, &EXPANDED)?;
        Some(Point { strategy, x, y: common.mean(strategy, percent)? })
    });
    let points: Vec<Point<'_>> = points.collect();
    if points.is_empty() {
        let reason = "all strategies solved no common instance whose optimal length is known";
        return Some(Err(reason.into()));
    }
    let longer = points.iter().filter(|point| point.y > 0.0);
    let about: Vec<String> = longer.map(|point| point.strategy.into()).collect();
    if about.is_empty() {
        return None;
    }
    let [x, y] = axes(&points);
    let (optimal, (left, right)) = (Place::At(0.0), x.ends());
    let others = match common.left_out {
        0 => String::new(),
        some => format!(" {} are left out.", counted(some, "other instance")),
    };
    let mut numbers =
        vec![headings(&["strategy", "instances", "mean_expanded", "mean_percent_above_optimum"])];
    numbers.extend(points.iter().map(|point| {
        let instances = common.instances.len().to_string();
        vec![point.strategy.into(), instances, number(point.x), number(point.y)]
    }));
    let mut drawn = figure(&points, &families(&points), palette);
    drawn.layers.insert(0, Layer::rule((left, optimal), (right, optimal)));
    Some(Ok(Figure {
        subtitle: "Lines join weights. At 0, paths are optimal.".into(),
        caption: format!(
            "By how much the paths are longer than optimal ones, in the mean, against the mean \
             number of nodes expanded, over the {} that all strategies solved and whose optimal length is \
             known. A line joins strategies that differ only in their weight. Strategies at 0 \
             found optimal paths.{others}",
            common.counted(),
        ),
        x,
        y,
        numbers: numbers.into(),
        about,
        columns: [Some(2), Some(3)],
        ..drawn
    }))
}

/// Nodes expanded across, and per cent above the optimum up.
fn axes(points: &[Point<'_>]) -> [Axis; 2] {
    let y = points.iter().map(|point| point.y).chain([0.0]);
    let y = Axis::magnitudes("mean percent above the optimum, logarithmic", Unit::Count, y);
    let x = points.iter().map(|point| point.x);
    let x = Axis::magnitudes("mean nodes expanded, logarithmic", Unit::Count, x);
    [x, y]
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
    use optile_chart::Sheet;
    use optile_results::Results;

    use super::*;
    use crate::figures::palette;
    use crate::synthetic::{record, row};
    use crate::verdict::Analysis;

    fn results(strategies: &[(&str, &str, u32, u64)]) -> Results {
        let names: Vec<&str> = strategies.iter().map(|&(name, ..)| name).collect();
        let mut rows = Vec::new();
        for id in ["a", "b"] {
            for &(name, promise, length, expanded) in strategies {
                let mut row = row(id, name, length, expanded);
                (row.run.promise, row.optimal) = (promise.parse().unwrap(), Some(20));
                rows.push(row);
            }
        }
        Results::new(record(&names), rows)
    }

    fn drawn(strategies: &[(&str, &str, u32, u64)]) -> Option<Result<Figure, String>> {
        let results = results(strategies);
        let analysis = Analysis::of(&results);
        quality(&analysis.trials, &palette(&results, &analysis.trials))
    }

    #[test]
    fn lengths_are_shown_as_soon_as_a_strategy_does_not_promise_optimal_paths() {
        let astar = ("astar:manhattan", "optimal", 20, 1000);
        assert!(drawn(&[astar]).is_none());
        let lucky = ("greedy:misplaced", "any path", 20, 90);
        assert!(drawn(&[astar, lucky]).is_none(), "no path is longer");
        let figure = drawn(&[
            astar,
            ("wastar:manhattan,w=3", "within 3", 30, 50),
            ("wastar:manhattan,w=1.5", "within 1.5", 22, 300),
            ("greedy:manhattan", "any path", 200, 20),
            lucky,
        ]);
        let mut figure = figure.unwrap().unwrap();
        let numbers: Vec<&str> = figure.numbers[1..].iter().map(|line| &*line[3]).collect();
        assert_eq!(numbers, ["0", "50", "10", "900", "0"]);
        // The line of the optimum, one between the weights, and five points.
        assert_eq!(figure.layers.len(), 7);
        // Where no other is shown, it says nothing about those with optimal paths.
        for longer in [false, true] {
            figure.legend[1].is_first = longer;
            figure.legend[2..4].iter_mut().for_each(|entry| entry.is_first = false);
            assert_eq!(figure.shows_none(&Sheet::PAGE), !longer);
        }
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
