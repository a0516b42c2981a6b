//! Heuristic values: against the true distance, and how often each occurs.

use std::collections::{BTreeMap, BTreeSet};

use optile_core::Size;
use optile_results::Results;
use optile_results::quantity::{counted, grouped};
use optile_results::record::HeuristicPoint;
use optile_results::unit::Unit;

use super::line::{self, Line, Point};
use super::{Chart, headings, number};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Palette, Place, Role, Style};

/// A heuristic's values for the states at one distance.
struct AtDistance {
    states: u64,
    /// The sum of the values of all states.
    sum: f64,
    least: u32,
    most: u32,
}

impl AtDistance {
    fn mean(&self) -> f64 {
        self.sum / self.states as f64
    }
}

/// A heuristic at all distances.
struct Curve {
    name: String,
    distances: BTreeMap<u32, AtDistance>,
}

/// The most board sizes with charts, because readers do not look at more.
const MOST_SIZES: usize = 3;

/// Heuristic values against true distances, and how often each value occurs, for
/// each board size, the largest first.
pub(super) fn values(results: &Results, palette: &Palette) -> Vec<Chart> {
    const TITLE: &str = "Heuristic value against true distance";
    let points: Vec<&HeuristicPoint> =
        results.heuristics.iter().filter(|point| point.states > 0).collect();
    if points.is_empty() {
        return vec![Err(format!(
            "{TITLE}: left out, because the suite has no state space that can be enumerated or \
             sampled (there is no heuristics.csv with values)."
        ))];
    }
    let mut sizes: Vec<&str> = points.iter().map(|point| point.size.as_str()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let cells = |size: &str| size.parse().map_or(0, |size: Size| size.cells());
    sizes.sort_by_cached_key(|size| usize::MAX - cells(size));
    let mut charts = Vec::new();
    for size in sizes.iter().take(MOST_SIZES) {
        let points: Vec<&HeuristicPoint> =
            points.iter().copied().filter(|point| point.size == *size).collect();
        if points.iter().any(|point| point.distance.is_some()) {
            charts.push(Ok(against_distance(&points, size, palette)));
        }
        charts.push(Ok(distribution(&points, size, palette)));
    }
    if sizes.len() > MOST_SIZES {
        charts.push(Err(format!(
            "{TITLE} on {} boards: left out after the first {MOST_SIZES} sizes.",
            sizes[MOST_SIZES..].join(", ")
        )));
    }
    charts
}

fn against_distance(points: &[&HeuristicPoint], size: &str, palette: &Palette) -> Figure {
    let curves = curves(points);
    let lines: Vec<Line> = curves.iter().map(|curve| curve.line(palette)).collect();
    // From zero up, so that the line where a heuristic is exact is a diagonal.
    let y = |values| {
        let values = [0.0].into_iter().chain(values);
        Axis::linear("heuristic value, moves", Unit::Count, values)
    };
    let x = |values| Axis::linear("true distance, moves", Unit::Count, values);
    let mut figure = Figure {
        name: format!("heuristics-{size}"),
        title: format!("Heuristic value against true distance, {size}"),
        subtitle: "Line: mean. Dashed line: exact.".into(),
        band_note: "Shaded: minimum to maximum.".into(),
        caption: caption(points, size),
        numbers: numbers(&curves),
        ..line::chart(&lines, x, y)
    };
    let distances = || points.iter().filter_map(|point| point.distance);
    // From the smallest to the largest number on both axes.
    let first = distances().min().unwrap_or(0);
    let last = distances().max().min(points.iter().map(|point| point.value).max()).unwrap_or(0);
    if first < last {
        let corner = |moves: u32| (Place::At(f64::from(moves)), Place::At(f64::from(moves)));
        // Above the lines, and below their markers.
        let is_marker = |layer: &Layer| layer.mark == Mark::Markers;
        let place = figure.layers.iter().position(is_marker).unwrap_or(figure.layers.len());
        figure.layers.insert(place, Layer::rule(corner(first), corner(last)));
    }
    figure
}

/// The name of the true distance beside heuristics.
const DISTANCE: &str = "true distance";

/// The points of each heuristic, in the order of the file.
fn by_heuristic<'a>(points: &[&'a HeuristicPoint]) -> Vec<(&'a str, Vec<&'a HeuristicPoint>)> {
    let mut groups: Vec<(&str, Vec<&HeuristicPoint>)> = Vec::new();
    for point in points {
        match groups.iter_mut().find(|(name, _)| *name == point.heuristic) {
            Some((_, group)) => group.push(point),
            None => groups.push((&point.heuristic, vec![point])),
        }
    }
    groups
}

/// For each heuristic, how many states have each value. Also how many states
/// have each true distance. Heuristics with only one value are left out.
fn counts<'a>(points: &[&'a HeuristicPoint]) -> Vec<(&'a str, BTreeMap<u32, u64>)> {
    let counts = |values: &mut dyn Iterator<Item = (u32, u64)>| {
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for (value, states) in values {
            let count = counts.entry(value).or_default();
            *count = count.saturating_add(states);
        }
        counts
    };
    let of_each = by_heuristic(points).into_iter().map(|(name, own)| {
        (name, counts(&mut own.iter().map(|point| (point.value, point.states))))
    });
    let mut distances = of_first(points).filter_map(|point| Some((point.distance?, point.states)));
    let of_distance = (DISTANCE, counts(&mut distances));
    of_each.chain([of_distance]).filter(|(_, values)| values.len() > 1).collect()
}

/// The points of the first heuristic. Every heuristic covers every state, so
/// the points of any heuristic give the distances.
fn of_first<'a>(points: &[&'a HeuristicPoint]) -> impl Iterator<Item = &'a HeuristicPoint> {
    let first = points[0].heuristic.as_str();
    points.iter().copied().filter(move |point| point.heuristic == first)
}

/// The share of states that have each value.
fn distribution(points: &[&HeuristicPoint], size: &str, palette: &Palette) -> Figure {
    let mut lines = Vec::new();
    let mut numbers = vec![headings(&["heuristic", "value", "states", "share"])];
    for (name, values) in counts(points) {
        let all: f64 = values.values().map(|&states| states as f64).sum();
        let mut line = Vec::new();
        for (value, states) in values {
            let share = 100.0 * states as f64 / all;
            line.push(Point::new(f64::from(value), share));
            let share = number(share / 100.0);
            numbers.push(vec![name.into(), value.to_string(), states.to_string(), share]);
        }
        lines.push(Line::new(entry(name, palette), line));
    }
    let y = |shares| Axis::linear("states, per cent", Unit::Count, [0.0].into_iter().chain(shares));
    Figure {
        name: format!("values-{size}"),
        title: format!("Distribution of heuristic values, {size}"),
        subtitle: "Further right is better.".into(),
        caption: distribution_caption(points, size),
        numbers,
        ..line::chart(&lines, |values| Axis::linear("value, moves", Unit::Count, values), y)
    }
}

fn distribution_caption(points: &[&HeuristicPoint], size: &str) -> String {
    let is_whole = points.iter().any(|point| point.distance.is_some());
    let all = of_first(points).fold(0, |sum: u64, point| sum.saturating_add(point.states));
    let (states, distances) = if is_whole {
        (format!("all states of {size}"), ", and the share of states at each true distance")
    } else {
        (format!("{} random states of {size}", grouped(&all.to_string())), "")
    };
    format!(
        "The share of {states} for which each heuristic has each value{distances}, {}. Heuristics \
         with the same value for all states are left out.",
        goals(points),
    )
}

/// The same for a heuristic in every chart of a report.
fn entry(name: &str, palette: &Palette) -> LegendEntry {
    // The true distance is no heuristic.
    match name {
        DISTANCE => LegendEntry::new(Role::Reference, name, Style::NEUTRAL),
        _ => LegendEntry::new(Role::Line, name, palette.heuristic(name)),
    }
}

/// Sums over the places of the goal's blank, in the order of the file.
fn curves(points: &[&HeuristicPoint]) -> Vec<Curve> {
    let curve = |(name, own): (&str, Vec<&HeuristicPoint>)| {
        let mut distances = BTreeMap::new();
        for (point, distance) in own.iter().filter_map(|point| Some((point, point.distance?))) {
            let (least, most) = (point.value, point.value);
            let at = distances.entry(distance);
            let at = at.or_insert(AtDistance { states: 0, sum: 0.0, least, most });
            at.states = at.states.saturating_add(point.states);
            at.sum += f64::from(point.value) * point.states as f64;
            at.least = at.least.min(point.value);
            at.most = at.most.max(point.value);
        }
        Curve { name: name.to_owned(), distances }
    };
    let curves = by_heuristic(points).into_iter().map(curve);
    curves.filter(|curve| !curve.distances.is_empty()).collect()
}

impl Curve {
    fn line(&self, palette: &Palette) -> Line {
        let point = |(&distance, at): (&u32, &AtDistance)| {
            let band = Some([at.least, at.most].map(f64::from));
            Point { band, ..Point::new(f64::from(distance), at.mean()) }
        };
        Line::new(entry(&self.name, palette), self.distances.iter().map(point).collect())
    }
}

/// The number of the goals, in words.
fn goals(points: &[&HeuristicPoint]) -> String {
    let goals: BTreeSet<usize> = points.iter().map(|point| point.goal_blank).collect();
    format!("for {} of the goal's blank", counted(goals.len(), "cell"))
}

fn caption(points: &[&HeuristicPoint], size: &str) -> String {
    let too_high = points.iter().filter(|point| Some(point.value) > point.distance);
    let too_high = too_high.fold(0, |sum: u64, point| sum.saturating_add(point.states));
    let admissible = match usize::try_from(too_high).unwrap_or(usize::MAX) {
        0 => {
            "On the dashed line a heuristic is exact. No value is above it, so all heuristics are \
              admissible here."
                .into()
        }
        states => format!(
            "On the dashed line a heuristic is exact. The values of {} are above it, so a \
             heuristic is not admissible.",
            counted(states, "state")
        ),
    };
    format!(
        "Mean, minimum and maximum value of each heuristic over all states of {size} at each \
         distance from the goal, {}. {admissible}",
        goals(points)
    )
}

fn numbers(curves: &[Curve]) -> Vec<Vec<String>> {
    let mut numbers = vec![headings(&["heuristic", "distance", "states", "least", "mean", "most"])];
    for curve in curves {
        for (distance, at) in &curve.distances {
            numbers.push(vec![
                curve.name.clone(),
                distance.to_string(),
                at.states.to_string(),
                at.least.to_string(),
                number(at.mean()),
                at.most.to_string(),
            ]);
        }
    }
    numbers
}
