use std::collections::{BTreeMap, BTreeSet};

use super::{Chart, Stack, between_markers, headings, number};
use crate::chart::{Axis, Figure, Key, Layer, Palette, Place, Unit};
use crate::record::HeuristicPoint;
use crate::report::Results;
use crate::report::verdict::counted;

/// What a heuristic says of the states at one distance.
struct AtDistance {
    states: u64,
    /// Of the values of all states.
    sum: f64,
    least: u32,
    most: u32,
}

impl AtDistance {
    fn mean(&self) -> f64 {
        self.sum / self.states as f64
    }
}

/// A heuristic on boards of one size.
struct Curve {
    name: String,
    distances: BTreeMap<u32, AtDistance>,
}

/// Heuristic values against true distances.
pub(super) fn values(results: &Results) -> Chart {
    const TITLE: &str = "Heuristic value against true distance";
    let points: Vec<&HeuristicPoint> =
        results.heuristics.iter().filter(|point| point.states > 0).collect();
    if points.is_empty() {
        return Err(format!(
            "{TITLE}: left out, because the suite does not cover a whole space (there is no \
             heuristics.csv with values)."
        ));
    }
    let curves = curves(&points);
    let names: Vec<String> = curves.iter().map(|curve| curve.name.clone()).collect();
    let palette = Palette::new(&names);
    let mut stack = Stack::default();
    for (index, curve) in curves.iter().enumerate() {
        curve.draw(&mut stack, &palette, index);
    }
    let distances = || points.iter().map(|point| point.distance);
    let values = || points.iter().map(|point| point.value);
    // From the least to the greatest number that is on both axes.
    let first = distances().min().unwrap_or(0);
    let last = distances().max().min(values().max()).unwrap_or(0);
    if first < last {
        let corner = |moves: u32| (Place::At(f64::from(moves)), Place::At(f64::from(moves)));
        stack.lines.push(Layer::Rule { from: corner(first), to: corner(last) });
    }
    let key = |name: &String| Key { label: name.clone(), style: palette.style(name), line: true };
    Ok(Figure {
        name: "heuristics".into(),
        title: TITLE.into(),
        subtitle: "Line: mean. Band: least to most. Dashed: exact.".into(),
        caption: caption(&points),
        x: Axis::linear("true distance, moves", Unit::Count, distances().map(f64::from)),
        y: Axis::linear("heuristic value, moves", Unit::Count, values().chain([0]).map(f64::from)),
        layers: stack.layers(),
        legend: names.iter().map(key).collect(),
        numbers: numbers(&curves),
    })
}

/// Adds up over the places of the goal's blank, in the order of the file.
fn curves(points: &[&HeuristicPoint]) -> Vec<Curve> {
    let several_sizes = points.iter().any(|point| point.size != points[0].size);
    let mut curves: Vec<Curve> = Vec::new();
    for point in points {
        let size = if several_sizes { format!(", {}", point.size) } else { String::new() };
        let name = format!("{}{size}", point.heuristic);
        let place = curves.iter().position(|curve| curve.name == name).unwrap_or_else(|| {
            curves.push(Curve { name, distances: BTreeMap::new() });
            curves.len() - 1
        });
        let at = curves[place].distances.entry(point.distance).or_insert(AtDistance {
            states: 0,
            sum: 0.0,
            least: point.value,
            most: point.value,
        });
        at.states = at.states.saturating_add(point.states);
        at.sum += f64::from(point.value) * point.states as f64;
        at.least = at.least.min(point.value);
        at.most = at.most.max(point.value);
    }
    curves
}

impl Curve {
    fn draw(&self, stack: &mut Stack, palette: &Palette, shift: usize) {
        let style = palette.style(&self.name);
        let place = |moves: u32| Place::At(f64::from(moves));
        let each = || self.distances.iter().map(|(&distance, at)| (place(distance), at));
        let band = each().map(|(x, at)| (x, place(at.least), place(at.most))).collect();
        stack.bands.push(Layer::Band { style, points: band });
        let line = each().map(|(x, at)| (x, Place::At(at.mean()))).collect();
        stack.line(style, line, between_markers(self.distances.len()), shift);
    }
}

fn caption(points: &[&HeuristicPoint]) -> String {
    let sizes: BTreeSet<&str> = points.iter().map(|point| point.size.as_str()).collect();
    let goals: BTreeSet<usize> = points.iter().map(|point| point.goal_blank).collect();
    let too_high = points.iter().filter(|point| point.value > point.distance);
    let too_high = too_high.fold(0, |sum: u64, point| sum.saturating_add(point.states));
    let admissible = match usize::try_from(too_high).unwrap_or(usize::MAX) {
        0 => "No value lies above the dashed line, where a heuristic is exact: all are admissible \
              here."
            .into(),
        states => format!(
            "Above the dashed line, where a heuristic is exact, lie values of {}: what gives them \
             is not admissible.",
            counted(states, "state")
        ),
    };
    format!(
        "Mean, least and greatest value of each heuristic over every state of {} at each distance \
         from the goal, with the goal's blank at {}. {admissible}",
        sizes.into_iter().collect::<Vec<_>>().join(", "),
        counted(goals.len(), "place"),
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
