//! A measure against the optimal length: its median and quartiles.

use std::borrow::Cow;
use std::collections::BTreeMap;

use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::unit::Unit;
use optile_statistics::{Quartiles, quartiles};

use super::{
    Chart, Stack, UNSOLVED, between_markers, capitalised, headings, number, unsolved_sentence,
};
use crate::bound::{self, Bound};
use crate::measure::Measure;
use crate::trial::Trials;
use optile_chart::{Axis, Figure, Layer, LegendEntry, Palette, Place, Style};

/// Nodes expanded against the optimal length.
pub(super) fn expansions(results: &Results, trials: &Trials<'_>, palette: &Palette) -> Chart {
    let title = "Nodes expanded against optimal length";
    let chart = AgainstLength { name: "expansions", title, measure: Measure::Expanded };
    chart.chart(trials, palette, bounds(results, trials))
}

/// Search time against the optimal length.
pub(super) fn time(trials: &Trials<'_>, palette: &Palette) -> Chart {
    let title = "Search time against optimal length";
    AgainstLength { name: "time", title, measure: Measure::Time }.chart(trials, palette, Vec::new())
}

/// What is shown against the optimal length.
struct AgainstLength {
    name: &'static str,
    title: &'static str,
    measure: Measure,
}

/// A strategy on the instances of one length. An unsolved instance counts as
/// infinite, so the line ends where half of the instances are not solved.
struct AtLength {
    quartiles: Quartiles,
    instances: usize,
    unsolved: usize,
}

/// A strategy or a bound at all lengths.
struct Curve<'a> {
    name: Cow<'a, str>,
    style: Style,
    has_band: bool,
    lengths: BTreeMap<u32, AtLength>,
    /// Unsolved instances of unknown optimal length.
    unplaced: usize,
}

impl AgainstLength {
    fn curve<'a>(&self, trials: &Trials<'_>, strategy: &'a str, style: Style) -> Curve<'a> {
        let mut unplaced = 0;
        let mut samples: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for (instance, trial) in trials.with_path(strategy) {
            let unsolved = Some(f64::INFINITY);
            let value = if trial.is_solved() { trial.median(self.measure) } else { unsolved };
            match (instance.optimal, value) {
                (Some(length), Some(value)) => samples.entry(length).or_default().push(value),
                (None, Some(_)) => unplaced += 1,
                (_, None) => {}
            }
        }
        Curve { name: strategy.into(), style, has_band: true, lengths: at(samples), unplaced }
    }

    fn chart<'a>(&self, trials: &Trials<'a>, palette: &Palette, bounds: Vec<Curve<'a>>) -> Chart {
        let mut curves: Vec<Curve<'_>> = trials
            .strategies()
            .iter()
            .map(|strategy| self.curve(trials, strategy, palette.style(strategy)))
            .filter(|curve| !curve.lengths.is_empty())
            .collect();
        let all = || curves.iter().flat_map(|curve| &curve.lengths);
        let mut caption = self.caption(&curves);
        if all().all(|(_, at)| at.unsolved == at.instances) {
            return Err(format!("{}: left out, because no instance was solved.", self.title));
        }

        if !bounds.is_empty() {
            caption.push_str(BOUNDS);
        }
        curves.extend(bounds);
        let all = || curves.iter().flat_map(|curve| &curve.lengths);
        let lengths = all().map(|(&length, _)| f64::from(length));
        let values = all().flat_map(|(_, AtLength { quartiles, .. })| {
            [quartiles.lower, quartiles.middle, quartiles.upper]
        });
        let mut stack = Stack::default();
        let mut lanes = 0;
        for (index, curve) in curves.iter().enumerate() {
            curve.draw(&mut stack, index, &mut lanes);
        }
        let key = |curve: &Curve<'_>| {
            let label = curve.name.clone().into_owned();
            LegendEntry { label, style: curve.style, line: true }
        };
        let mut figure = Figure {
            name: self.name.into(),
            title: self.title.into(),
            subtitle: "Line: median. Band: middle half of the instances.".into(),
            caption,
            x: Axis::linear("optimal length, moves", Unit::Count, lengths),
            y: Axis::logarithmic(
                &format!("{}, logarithmic", self.measure.about()),
                self.measure.unit(),
                values,
            ),
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
                " {} on instances of unknown optimal length cannot be shown.",
                counted(n, "further unsolved attempt")
            ),
        };
        format!(
            "{} at each optimal length: median and quartiles over {}, using the median of the \
             samples of each instance. {}{unplaced}",
            capitalised(self.measure.about()),
            counted(most, "instance"),
            unsolved_sentence(
                unsolved,
                "appears above the dashed line at its length and counts as costlier than any other"
            ),
        )
    }
}

impl Curve<'_> {
    /// Adds the curve to `stack`, and markers to the next lane if something was
    /// not solved.
    fn draw(&self, stack: &mut Stack, shift: usize, lanes: &mut usize) {
        let style = self.style;
        // Runs of lengths with a finite median, and with a finite lower quartile.
        let mut lines = vec![vec![]];
        let mut bands = vec![vec![]];
        let mut unsolved = Vec::new();
        for (&length, at) in &self.lengths {
            let x = Place::At(f64::from(length));
            let Quartiles { lower, middle, upper } = at.quartiles;
            grow(&mut lines, middle.is_finite().then_some((x, Place::At(middle))));
            let ends = (x, Place::At(lower), Place::At(upper));
            grow(&mut bands, (self.has_band && lower.is_finite()).then_some(ends));
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

/// The values at each length, taken together.
fn at(samples: BTreeMap<u32, Vec<f64>>) -> BTreeMap<u32, AtLength> {
    let lengths = samples.into_iter().filter_map(|(length, values)| {
        let unsolved = values.iter().filter(|value| value.is_infinite()).count();
        let quartiles = quartiles(&values)?;
        Some((length, AtLength { quartiles, instances: values.len(), unsolved }))
    });
    lengths.collect()
}

/// What the caption says about the lines of bounds.
const BOUNDS: &str = " A grey line is the median of a lower bound on the expansions that a search \
                      makes before its last bound, f-layer or iteration.";

/// The lower bounds with each heuristic.
fn bounds(results: &Results, trials: &Trials<'_>) -> Vec<Curve<'static>> {
    let heuristics = bound::heuristics(results);
    let mut curves = Vec::new();
    for heuristic in &heuristics {
        for bound in Bound::ALL {
            let mut samples: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
            for line in bound::with_heuristic(results, trials, heuristic) {
                samples.entry(line.length).or_default().push(bound.of(line) as f64);
            }
            let name = match heuristics.len() {
                1 => bound.name().into(),
                _ => format!("{}, {heuristic}", bound.name()).into(),
            };
            let style = Style::neutral(curves.len());
            curves.push(Curve { name, style, has_band: false, lengths: at(samples), unplaced: 0 });
        }
    }
    curves
}

/// Appends a point to the last stretch, or ends the stretch if there is none.
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
            let mut record = vec![curve.name.clone().into_owned(), length.to_string()];
            record.extend([at.instances, at.instances - at.unsolved].map(|n| n.to_string()));
            record.extend([lower, middle, upper].map(number));
            numbers.push(record);
        }
    }
    numbers
}
