//! A number of one strategy against that of another, one point per instance.

use optile_results::Results;
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::relation::axis;
use super::{capitalised, entry, headings, number};
use crate::missing::{Lacks, Missing};
use crate::standing::Standing;
use crate::trial::{InstanceFacts, Trial, Trials};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Palette, Place, Role, Style};
use optile_results::number::{EXPANDED, Number, Scale};

/// The pair of strategies that is compared first: that of the suite, or the first two that solved an
/// instance and have the same standing, if there are such. Those that count nodes come before others.
pub(crate) fn first_pair<'a>(
    results: &'a Results,
    trials: &Trials<'a>,
) -> Option<(&'a str, &'a str)> {
    let known = |name: &str| trials.strategies().contains(&name);
    let mut chosen = results.record.pairs.iter();
    if let Some((a, b)) = chosen.find(|(a, b)| a != b && known(a) && known(b)) {
        return Some((a, b));
    }
    let has_solved = |name: &&str| trials.attempts(name).any(|(_, trial)| trial.is_solved());
    let counts =
        |name: &str| trials.attempts(name).any(|(_, trial)| trial.solved(&EXPANDED).is_some());
    let mut solved: Vec<&str> = trials.strategies().iter().copied().filter(has_solved).collect();
    solved.sort_by_key(|name| !counts(name));
    let first_two = |is_wanted: &dyn Fn(Standing) -> bool| {
        let mut wanted = solved.iter().filter(|name| is_wanted(trials.standing(name)));
        Some((*wanted.next()?, *wanted.next()?))
    };
    let alike = [Standing::Compared, Standing::NotOptimal, Standing::Lookup];
    let mut of_one_kind = alike.into_iter().filter_map(|one| first_two(&|other| other == one));
    of_one_kind.next().or_else(|| first_two(&|_| true))
}

/// The chart of the first pair. A report has a chart of any two in its place.
pub(super) fn first(
    results: &Results,
    trials: &Trials<'_>,
    palette: &Palette,
    measure: &'static Number,
) -> Result<Figure, String> {
    match first_pair(results, trials) {
        Some((across, up)) => scatter(trials, palette, [across, up], measure),
        None => Err("fewer than two strategies solved an instance".into()),
    }
}

/// The measure of the first strategy across, of the second one up.
fn scatter(
    trials: &Trials<'_>,
    palette: &Palette,
    names: [&str; 2],
    measure: &'static Number,
) -> Result<Figure, String> {
    let tried = spots(trials, names, measure);
    let lacks: [Lacks; 2] =
        [0, 1].map(|side| tried.iter().filter_map(|spot| spot.costs[side].err()).collect());
    let unreported = lacks.map(|lacks| lacks.not_reported);
    let spots: Vec<(&InstanceSpot<'_>, [f64; 2])> =
        tried.iter().filter_map(|spot| Some((spot, spot.places()?))).collect();
    if spots.iter().all(|(_, places)| places.iter().all(|place| place.is_infinite())) {
        let [across, up] = names;
        return Err(format!(
            "{} ({across}, {up})",
            why_empty(names, tried.len(), unreported, measure.about)
        ));
    }
    let drawn: [Lacks; 2] =
        [0, 1].map(|side| spots.iter().filter_map(|(spot, _)| spot.costs[side].err()).collect());
    let values: Vec<f64> = spots.iter().flat_map(|spot| spot.1).collect();
    let lanes = drawn.map(|lacks| lacks.lanes());
    let title = |side: usize| format!("{} with {}", measure.about, names[side]);
    let frame = framed(&lanes, |side| axis(measure, &title(side), values.iter().copied()));
    let (layers, legend) = marks(&spots, names, less(measure), &lanes, palette);
    let [across, up] = names.map(|name| format!("{measure} of {name}"));
    let mut numbers = vec![headings(&["instance", &across, &up])];
    numbers.extend(spots.iter().map(|(spot, places)| {
        let [a, b] = places.map(number);
        vec![spot.instance.into(), a, b]
    }));
    Ok(Figure {
        title: format!("{} against {}", names[0], names[1]),
        subtitle: "One point per instance. On the dashed line, both are equal.".into(),
        caption: format!(
            "{} with {} and with {} on each of the {} that both strategies tried. {}{}",
            capitalised(measure.about),
            names[0],
            names[1],
            counted(tried.len(), "instance"),
            beyond(names, drawn),
            not_reported(names, unreported),
        ),
        layers: [&frame.layers[..], &layers].concat(),
        legend,
        numbers: numbers.into(),
        columns: [Some(1), Some(2)],
        ..frame
    })
}

/// The axes and edges of a chart of any two strategies by a measure.
pub(crate) fn frame(trials: &Trials<'_>, measure: &'static Number) -> Figure {
    let strategies = trials.strategies().iter();
    let all = strategies.flat_map(|name| trials.of_strategy(name)).map(|(_, trial)| trial);
    let costs: Vec<Result<f64, Missing>> = all.map(|trial| trial.cost(measure)).collect();
    let values: Vec<f64> = costs.iter().filter_map(|cost| place(*cost)).collect();
    let lacks: Lacks = costs.into_iter().filter_map(Result::err).collect();
    let lanes = lacks.lanes();
    // The script of the page knows only logarithmic axes.
    let axis = |_| Axis::logarithmic(measure.about, measure.unit, values.iter().copied());
    framed(&[lanes.clone(), lanes], axis)
}

/// The pixels of a lane.
const LANE: f64 = 32.0;

/// Two equal axes, their diagonal, and an edge before the lanes of each side that has some.
fn framed(lanes: &[Vec<&'static str>; 2], of_side: impl Fn(usize) -> Axis) -> Figure {
    let axis = |side: usize| of_side(side).with_lanes(lanes[side].clone(), LANE);
    let (low, high) = (Place::Low, Place::High);
    let end = |side: usize| lanes[side].len().checked_sub(1).map_or(high, Place::Lane);
    let across = Layer::rule((Place::Edge, low), (Place::Edge, end(1)));
    let up = Layer::rule((low, Place::Edge), (end(0), Place::Edge));
    let edges = [(1, up), (0, across)];
    let edges = edges.into_iter().filter(|(side, _)| !lanes[*side].is_empty());
    Figure {
        x: axis(0),
        y: axis(1),
        is_square: true,
        layers: edges
            .map(|(_, edge)| edge)
            .chain([Layer::rule((low, low), (high, high))])
            .collect(),
        ..Figure::default()
    }
}

/// What stands after the better strategy in the legend.
fn less(number: &Number) -> &'static str {
    match number.unit {
        Unit::Nanoseconds => "faster on",
        Unit::Count if number.scale == Scale::Log => "fewer on",
        _ => "less on",
    }
}

/// Where the cost of a strategy is on an axis; infinity in the lane of what is not solved, and `None`
/// if it is nowhere.
fn place(cost: Result<f64, Missing>) -> Option<f64> {
    match cost {
        Ok(value) => Some(value),
        Err(missing) => missing.is_unsolved().then_some(f64::INFINITY),
    }
}

/// An instance that two strategies tried, and the measure of both.
struct InstanceSpot<'a> {
    instance: &'a str,
    costs: [Result<f64, Missing>; 2],
}

impl InstanceSpot<'_> {
    /// Where its point is, if it has one; infinity if not solved.
    fn places(&self) -> Option<[f64; 2]> {
        let [a, b] = self.costs.map(place);
        Some([a?, b?])
    }
}

/// The instances that both strategies tried and that have a path.
fn spots<'a>(trials: &'a Trials<'_>, names: [&str; 2], measure: &Number) -> Vec<InstanceSpot<'a>> {
    let spot = |(instance, trial): (&InstanceFacts<'a>, &Trial<'_>)| {
        let both = [trial, trials.get(names[1], instance.id)?];
        let costs = both.map(|trial| trial.drawn(instance, measure));
        let is_tried = |cost: &Result<f64, Missing>| match cost {
            Ok(_) | Err(Missing::NotReported) => true,
            Err(missing) => missing.is_unsolved(),
        };
        costs.iter().all(is_tried).then_some(InstanceSpot { instance: instance.id, costs })
    };
    trials.with_path(names[0]).filter_map(spot).collect()
}

/// Why two strategies have no point, by the instances that both tried, and by those of them that
/// each solved without reporting the number.
fn why_empty(names: [&str; 2], tried: usize, unreported: [usize; 2], about: &str) -> String {
    match unreported {
        _ if tried == 0 => "no instance was tried by both strategies".into(),
        [0, 0] => "neither strategy solved an instance that both tried".into(),
        [_, 0] => format!("{} does not report the {about}", names[0]),
        [0, _] => format!("{} does not report the {about}", names[1]),
        _ => format!("both strategies do not report the {about}"),
    }
}

/// How many instances each strategy did not solve, and how many answers were wrong.
fn beyond([one, other]: [&str; 2], [a, b]: [Lacks; 2]) -> String {
    let ends = [
        ("Not solved by", a.not_solved, b.not_solved),
        ("Wrong answers of", a.wrong, b.wrong),
        ("Crashes of", a.crashed, b.crashed),
    ];
    let some = ends.into_iter().filter(|&(_, a, b)| a + b > 0);
    let texts: Vec<String> = some
        .map(|(what, a, b)| format!("{what} {one}: {a}, {} {other}: {b}", &what[what.len() - 2..]))
        .collect();
    match texts[..] {
        [] => "Both solved all of them.".into(),
        _ => format!("{}; these points are beyond the dashed edges.", texts.join(". ")),
    }
}

/// How many instances have no point because a strategy did not report the number.
fn not_reported(names: [&str; 2], unreported: [usize; 2]) -> String {
    match unreported {
        [0, 0] => String::new(),
        [a, b] => format!(" Not reported by {}: {a}, by {}: {b}.", names[0], names[1]),
    }
}

/// The groups of points, in the order of the legend: which strategy paid less where both solved the
/// instance, and which of them solved it. One that solved an instance alone did not pay less for it.
fn group([a, b]: [f64; 2]) -> usize {
    match [a.is_finite(), b.is_finite()] {
        [true, true] if a < b => 0,
        [true, true] if a > b => 1,
        [true, true] => 2,
        [true, false] => 3,
        [false, true] => 4,
        [false, false] => 5,
    }
}

/// A marker for each instance, in the style of the strategy that has less or
/// solved it alone, and the legend that counts them.
fn marks(
    spots: &[(&InstanceSpot<'_>, [f64; 2])],
    names: [&str; 2],
    less: &str,
    lanes: &[Vec<&'static str>; 2],
    palette: &Palette,
) -> (Vec<Layer>, Vec<LegendEntry>) {
    let place = |spot: &InstanceSpot<'_>, side: usize| match spot.costs[side] {
        Ok(value) => Place::At(value),
        Err(missing) => {
            let lane = missing.lane();
            Place::Lane(lanes[side].iter().position(|label| lane == Some(label)).unwrap_or(0))
        }
    };
    let other = |name| LegendEntry::new(Role::Dots, name, Style::NEUTRAL);
    let strategies = names.map(|name| entry(Role::Dots, name, palette));
    let [across, up] = strategies.clone();
    let [across_alone, up_alone] = strategies;
    let groups = [across, up, other("equal on"), across_alone, up_alone, other("neither solved")];
    let mut layers = Vec::new();
    let mut legend = Vec::new();
    for (index, mut entry) in groups.into_iter().enumerate() {
        let members = spots.iter().filter(|spot| group(spot.1) == index);
        let points: Vec<_> = members.map(|(spot, _)| (place(spot, 0), place(spot, 1))).collect();
        if !points.is_empty() {
            match index {
                0 | 1 => entry.below = format!("{less} {}", points.len()),
                3 | 4 => entry.below = format!("solved only by it: {}", points.len()),
                _ => entry.name = format!("{} {}", entry.name, points.len()),
            }
            layers.push(Layer::new(Mark::Markers, entry.style, points));
            legend.push(entry);
        }
    }
    (layers, legend)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use optile_results::number::NUMBERS;
    use optile_results::rows::row::{Row, Status};

    use super::*;
    use crate::figures::palette;
    use crate::synthetic::fifteen;

    fn drawn(results: &Results, measure: &'static Number) -> Result<Figure, String> {
        let trials = Trials::of(results);
        first(results, &trials, &palette(results, &trials), measure)
    }

    /// A number of a pair is that of the rows, and empty only if a run did not solve the instance.
    #[test]
    fn any_number_of_a_pair_is_that_of_its_rows() {
        let mut results = fifteen();
        let names = ["astar:manhattan", "idastar:manhattan"];
        results.record.pairs = vec![(names[0].into(), names[1].into())];
        let (mut values, mut empty) = (0, 0);
        for &measure in NUMBERS.iter().filter(|number| !number.is_derived()) {
            let of = |name: &str| -> BTreeMap<&str, (&Row, Option<u64>)> {
                let own = results.rows.iter().filter(|row| row.run.strategy == name);
                own.map(|row| (&*row.run.instance, (row, measure.of(row)))).collect()
            };
            let (a, b) = (of(names[0]), of(names[1]));
            let is_told = a.values().chain(b.values()).any(|(_, value)| value.is_some());
            let figure = match drawn(&results, measure) {
                Ok(figure) => figure,
                Err(reason) => {
                    assert!(!is_told, "{measure}: {reason}");
                    continue;
                }
            };
            assert_eq!(figure.numbers[0][1], format!("{measure} of {}", names[0]));
            assert!(figure.x.title.starts_with(&format!("{} with {}", measure.about, names[0])));
            let axes = [&figure.x, &figure.y].map(Axis::ends);
            assert_eq!(axes[0], axes[1], "both axes have one range");
            for line in &figure.numbers[1..] {
                for (cell, of) in line[1..].iter().zip([&a, &b]) {
                    let (row, value) = of[&*line[0]];
                    let is_solved = row.outcome.status == Status::Solved;
                    assert_eq!(is_solved, !cell.is_empty(), "{measure} {line:?}");
                    values += usize::from(is_solved);
                    empty += usize::from(!is_solved);
                    assert!(!is_solved || *cell == value.unwrap().to_string(), "{line:?}");
                }
            }
        }
        assert!(values > 1000 && empty > 100, "{values} {empty}");
    }

    /// A search that a limit ended has a rate, as in other charts.
    #[test]
    fn rates_are_known_before_the_end_of_a_search() {
        let results = fifteen();
        let rate = Number::named("nodes_per_second").unwrap();
        let figure = drawn(&results, rate).unwrap();
        assert!(figure.x.labels().chain(figure.y.labels()).all(|label| label != "not solved"));
        assert!(figure.numbers[1..].iter().all(|line| line.iter().all(|cell| !cell.is_empty())));
    }
}
