//! Nodes expanded by one strategy against another, one point per instance.

use std::collections::BTreeSet;

use optile_results::Results;
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::{entry, headings, number};
use crate::missing::{Lacks, Missing};
use crate::standing::Standing;
use crate::trial::{InstanceFacts, Trial, Trials};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Palette, Place, Role, Style};
use optile_results::number::{EXPANDED, Number};

/// The pairs of strategies to compare: those of the suite, or neighbours in the
/// order of the record.
pub(crate) fn pairs<'a>(results: &'a Results, trials: &Trials<'a>) -> Vec<(&'a str, &'a str)> {
    let known = |name: &str| trials.strategies().contains(&name);
    let chosen = results.record.pairs.iter().filter(|(a, b)| a != b && known(a) && known(b));
    let chosen: Vec<(&str, &str)> = chosen.map(|(a, b)| (a.as_str(), b.as_str())).collect();
    if !chosen.is_empty() {
        let mut seen = BTreeSet::new();
        return chosen.into_iter().filter(|&pair| seen.insert(pair)).collect();
    }
    // Neighbours in the registry are related: the same search with another
    // heuristic, or the next search with the same heuristic. Those that promise optimal paths are
    // not compared with the others.
    let has_solved = |name: &&&str| trials.attempts(name).any(|(_, trial)| trial.is_solved());
    let solved: Vec<&str> = trials.strategies().iter().filter(has_solved).copied().collect();
    let pairs = solved.windows(2).map(|pair| (pair[0], pair[1]));
    let is_optimal = |name: &str| trials.standing(name) != Standing::NotOptimal;
    pairs.filter(|(a, b)| is_optimal(a) == is_optimal(b)).collect()
}

/// The chart of the first pair. A report has a chart of any two in its place.
pub(super) fn first(
    results: &Results,
    trials: &Trials<'_>,
    palette: &Palette,
) -> Result<Figure, String> {
    match pairs(results, trials).first() {
        Some(&(across, up)) => scatter(trials, palette, [across, up]),
        None => Err("fewer than two strategies solved an instance".into()),
    }
}

/// The nodes expanded by the first strategy across, by the second one up.
fn scatter(trials: &Trials<'_>, palette: &Palette, names: [&str; 2]) -> Result<Figure, String> {
    let title = format!("{} against {}", names[0], names[1]);
    let tried = spots(trials, names);
    let lacks: [Lacks; 2] =
        [0, 1].map(|side| tried.iter().filter_map(|spot| spot.costs[side].err()).collect());
    let unreported = lacks.map(|lacks| lacks.not_reported);
    let spots: Vec<(&InstanceSpot<'_>, [f64; 2])> =
        tried.iter().filter_map(|spot| Some((spot, spot.places()?))).collect();
    if spots.iter().all(|(_, places)| places.iter().all(|place| place.is_infinite())) {
        let [across, up] = names;
        return Err(format!("{} ({across}, {up})", why_empty(names, tried.len(), unreported)));
    }
    let drawn: [Lacks; 2] =
        [0, 1].map(|side| spots.iter().filter_map(|(spot, _)| spot.costs[side].err()).collect());
    let values: Vec<f64> = spots.iter().flat_map(|spot| spot.1).collect();
    let titles = names.map(|name| format!("nodes expanded by {name}"));
    let lanes = drawn.map(|lacks| lacks.lanes());
    let frame = framed(&values, &lanes, Unit::Count, &titles, Axis::magnitudes);
    let (layers, legend) = marks(&spots, names, &lanes, palette);
    let [across, up] = names.map(|name| format!("{EXPANDED} of {name}"));
    let mut numbers = vec![headings(&["instance", &across, &up])];
    numbers.extend(spots.iter().map(|(spot, places)| {
        let [a, b] = places.map(number);
        vec![spot.instance.into(), a, b]
    }));
    Ok(Figure {
        title,
        subtitle: "One point per instance. On the dashed line, both are equal.".into(),
        caption: format!(
            "Nodes expanded by {} and by {} on each of the {} that both strategies tried. \
             {}{}",
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
    let titles = [measure.about; 2].map(Into::into);
    // The script of the page knows only logarithmic axes, and one lane.
    let lanes = match lacks.lanes()[..] {
        [] => vec![],
        [one] => vec![one],
        _ => vec!["no right answer"],
    };
    framed(&values, &[lanes.clone(), lanes], measure.unit, &titles, Axis::logarithmic)
}

/// Two equal axes, their diagonal, and an edge before the lanes of each side that has some.
fn framed(
    values: &[f64],
    lanes: &[Vec<&'static str>; 2],
    unit: Unit,
    titles: &[String; 2],
    scaled: fn(&str, Unit, Vec<f64>) -> Axis,
) -> Figure {
    let axis = |side: usize, room: f64| {
        scaled(&titles[side], unit, values.into()).with_lanes(lanes[side].clone(), room)
    };
    let (low, high) = (Place::Low, Place::High);
    let end = |side: usize| lanes[side].len().checked_sub(1).map_or(high, Place::Lane);
    let across = Layer::rule((Place::Edge, low), (Place::Edge, end(1)));
    let up = Layer::rule((low, Place::Edge), (end(0), Place::Edge));
    let edges = [(1, up), (0, across)];
    let edges = edges.into_iter().filter(|(side, _)| !lanes[*side].is_empty());
    Figure {
        // A lane across is as wide as its label.
        x: axis(0, if lanes[0].len() > 1 { 90.0 } else { 130.0 }),
        y: axis(1, if lanes[1].len() > 1 { 30.0 } else { 40.0 }),
        is_square: true,
        layers: edges
            .map(|(_, edge)| edge)
            .chain([Layer::rule((low, low), (high, high))])
            .collect(),
        ..Figure::default()
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

/// An instance that two strategies tried, and the nodes that they expanded on it.
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
fn spots<'a>(trials: &'a Trials<'_>, names: [&str; 2]) -> Vec<InstanceSpot<'a>> {
    let spot = |(instance, _): (&InstanceFacts<'a>, &Trial<'_>)| {
        let costs = names.map(|name| trials.cost(name, instance.id, &EXPANDED));
        let is_tried = |cost: &Result<f64, Missing>| match cost {
            Ok(_) | Err(Missing::NotReported) => true,
            Err(missing) => missing.is_unsolved(),
        };
        costs.iter().all(is_tried).then_some(InstanceSpot { instance: instance.id, costs })
    };
    trials.of_strategy(names[0]).filter_map(spot).collect()
}

/// Why two strategies have no point, by the instances that both tried, and by those of them that
/// each solved without reporting its nodes.
fn why_empty(names: [&str; 2], tried: usize, unreported: [usize; 2]) -> String {
    match unreported {
        _ if tried == 0 => "no instance was tried by both strategies".into(),
        [0, 0] => "neither strategy solved an instance that both tried".into(),
        [_, 0] => format!("{} does not report the nodes expanded", names[0]),
        [0, _] => format!("{} does not report the nodes expanded", names[1]),
        _ => "both strategies do not report the nodes expanded".into(),
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

/// How many instances have no point because a strategy did not report its nodes.
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

/// A marker for each instance, in the style of the strategy that expanded fewer
/// nodes or solved it alone, and the legend that counts them.
fn marks(
    spots: &[(&InstanceSpot<'_>, [f64; 2])],
    names: [&str; 2],
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
                0 | 1 => entry.below = format!("fewer on {}", points.len()),
                3 | 4 => entry.below = format!("solved only by it: {}", points.len()),
                _ => entry.name = format!("{} {}", entry.name, points.len()),
            }
            layers.push(Layer::new(Mark::Markers, entry.style, points));
            legend.push(entry);
        }
    }
    (layers, legend)
}
