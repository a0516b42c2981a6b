use std::collections::BTreeMap;

use optile_results::quantity::counted;
use optile_results::unit::Unit;
use optile_statistics::{Quartiles, quartiles};

use super::{
    Chart, Stack, UNSOLVED, between_markers, headings, number, unsolved_sentence, with_path,
};
use crate::report::outcome::{Outcome, Outcomes};
use optile_chart::{Axis, Figure, Key, Layer, Palette, Place};

/// Nodes expanded against the optimal length.
pub(super) fn expansions(outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
    Measure {
        name: "expansions",
        title: "Nodes expanded against optimal length",
        axis: "nodes expanded",
        unit: Unit::Count,
        value: |outcome| outcome.expanded,
    }
    .chart(outcomes, palette)
}

/// Time of searching against the optimal length.
pub(super) fn time(outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
    Measure {
        name: "time",
        title: "Time of searching against optimal length",
        axis: "time of searching",
        unit: Unit::Nanoseconds,
        value: |outcome| Some(outcome.search_ns),
    }
    .chart(outcomes, palette)
}

/// What is shown against the optimal length.
struct Measure {
    name: &'static str,
    title: &'static str,
    axis: &'static str,
    unit: Unit,
    value: fn(&Outcome) -> Option<f64>,
}

/// How a strategy fared on the instances of one length. An instance that it
/// did not solve takes part as infinitely dear, so a line ends where half of
/// the instances of a length are not solved any more.
struct AtLength {
    quartiles: Quartiles,
    instances: usize,
    unsolved: usize,
}

/// A strategy at each length.
struct Curve<'a> {
    strategy: &'a str,
    lengths: BTreeMap<u32, AtLength>,
    /// Unsolved instances whose optimal length nobody knows.
    unplaced: usize,
}

impl Measure {
    fn curve<'a>(&self, outcomes: &Outcomes<'a>, strategy: usize) -> Curve<'a> {
        let mut unplaced = 0;
        let mut samples: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for outcome in with_path(outcomes, strategy) {
            let unsolved = Some(f64::INFINITY);
            let value = if outcome.is_solved() { (self.value)(outcome) } else { unsolved };
            match (outcome.optimal, value) {
                (Some(length), Some(value)) => samples.entry(length).or_default().push(value),
                (None, Some(_)) => unplaced += 1,
                (_, None) => {}
            }
        }
        let lengths = samples.into_iter().filter_map(|(length, values)| {
            let unsolved = values.iter().filter(|value| value.is_infinite()).count();
            let quartiles = quartiles(&values)?;
            Some((length, AtLength { quartiles, instances: values.len(), unsolved }))
        });
        Curve { strategy: outcomes.strategies[strategy], lengths: lengths.collect(), unplaced }
    }

    fn chart(&self, outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
        let curves: Vec<Curve<'_>> = (0..outcomes.strategies.len())
            .map(|strategy| self.curve(outcomes, strategy))
            .filter(|curve| !curve.lengths.is_empty())
            .collect();
        let all = || curves.iter().flat_map(|curve| &curve.lengths);
        if all().all(|(_, at)| at.unsolved == at.instances) {
            return Err(format!("{}: left out, because no instance was solved.", self.title));
        }

        let lengths = all().map(|(&length, _)| f64::from(length));
        let values = all().flat_map(|(_, AtLength { quartiles, .. })| {
            [quartiles.lower, quartiles.middle, quartiles.upper]
        });
        let mut stack = Stack::default();
        let mut lanes = 0;
        for (index, curve) in curves.iter().enumerate() {
            curve.draw(&mut stack, palette, index, &mut lanes);
        }
        let key = |curve: &Curve<'_>| {
            let style = palette.style(curve.strategy);
            Key { label: curve.strategy.into(), style, line: true }
        };
        let mut figure = Figure {
            name: self.name.into(),
            title: self.title.into(),
            subtitle: "Line: median. Band: the middle half.".into(),
            caption: self.caption(&curves),
            x: Axis::linear("optimal length, moves", Unit::Count, lengths),
            y: Axis::logarithmic(&format!("{}, logarithmic", self.axis), self.unit, values),
            layers: stack.layers(),
            legend: curves.iter().map(key).collect(),
            numbers: numbers(&curves),
        };
        figure.lane_up(lanes, UNSOLVED);
        Ok(figure)
    }

    fn caption(&self, curves: &[Curve<'_>]) -> String {
        let instances = |curve: &Curve<'_>| curve.lengths.values().map(|at| at.instances).sum();
        let most: usize = curves.iter().map(instances).max().unwrap_or(0);
        let unsolved =
            curves.iter().flat_map(|curve| curve.lengths.values()).map(|at| at.unsolved).sum();
        let unplaced: usize = curves.iter().map(|curve| curve.unplaced).sum();
        let unplaced = match unplaced {
            0 => String::new(),
            n => format!(
                " {} on instances of unknown optimal length cannot be placed.",
                counted(n, "further unsolved attempt")
            ),
        };
        format!(
            "Median and quartiles of the {} at each optimal length, over {}, each with the median \
             of its samples. {}{unplaced}",
            self.axis,
            counted(most, "instance"),
            unsolved_sentence(
                unsolved,
                "stands in a lane above the edge at its length and counts as dearer than any other"
            ),
        )
    }
}

impl Curve<'_> {
    /// Adds the curve to `stack`, and to the next of the lanes where something
    /// was not solved.
    fn draw(&self, stack: &mut Stack, palette: &Palette, shift: usize, lanes: &mut usize) {
        let style = palette.style(self.strategy);
        // Stretches of lengths with a finite median, and with a finite lower
        // quartile.
        let mut lines = vec![vec![]];
        let mut bands = vec![vec![]];
        let mut unsolved = Vec::new();
        for (&length, at) in &self.lengths {
            let x = Place::At(f64::from(length));
            let Quartiles { lower, middle, upper } = at.quartiles;
            grow(&mut lines, middle.is_finite().then_some((x, Place::At(middle))));
            let ends = (x, Place::At(lower), Place::At(upper));
            grow(&mut bands, lower.is_finite().then_some(ends));
            if at.unsolved > 0 {
                unsolved.push((x, Place::Lane(*lanes)));
            }
        }
        if !unsolved.is_empty() {
            *lanes += 1;
            stack.markers.push(Layer::Markers { style, points: unsolved });
        }
        stack.bands.extend(bands.into_iter().map(|points| Layer::Band { style, points }));
        for points in lines {
            stack.line(style, points, between_markers(self.lengths.len()), shift);
        }
    }
}

/// Appends to the last stretch of points, or ends it where there is none.
fn grow<T>(stretches: &mut Vec<Vec<T>>, point: Option<T>) {
    match (point, stretches.last_mut()) {
        (Some(point), Some(stretch)) => stretch.push(point),
        (None, Some(stretch)) if !stretch.is_empty() => stretches.push(Vec::new()),
        _ => {}
    }
}

fn numbers(curves: &[Curve<'_>]) -> Vec<Vec<String>> {
    let mut numbers = vec![headings(&[
        "strategy",
        "optimal",
        "instances",
        "solved",
        "lower_quartile",
        "median",
        "upper_quartile",
    ])];
    for curve in curves {
        for (length, at) in &curve.lengths {
            let Quartiles { lower, middle, upper } = at.quartiles;
            let mut record = vec![curve.strategy.into(), length.to_string()];
            record.extend([at.instances, at.instances - at.unsolved].map(|n| n.to_string()));
            record.extend([lower, middle, upper].map(number));
            numbers.push(record);
        }
    }
    numbers
}
