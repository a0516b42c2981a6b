//! A measure against the optimal length: its median and quartiles.

use std::collections::BTreeMap;

use optile_results::quantity::counted;
use optile_results::unit::Unit;
use optile_statistics::{Quartiles, quartiles};

use super::{
    Chart, Stack, UNSOLVED, between_markers, capitalised, headings, number, unsolved_sentence,
};
use crate::measure::Measure;
use crate::trial::Trials;
use optile_chart::{Axis, Figure, Layer, LegendEntry, Palette, Place};

/// Nodes expanded against the optimal length.
pub(super) fn expansions(trials: &Trials<'_>, palette: &Palette) -> Chart {
    let title = "Nodes expanded against optimal length";
    AgainstLength { name: "expansions", title, measure: Measure::Expanded }.chart(trials, palette)
}

/// Search time against the optimal length.
pub(super) fn time(trials: &Trials<'_>, palette: &Palette) -> Chart {
    let title = "Search time against optimal length";
    AgainstLength { name: "time", title, measure: Measure::Time }.chart(trials, palette)
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

/// A strategy at all lengths.
struct Curve<'a> {
    strategy: &'a str,
    lengths: BTreeMap<u32, AtLength>,
    /// Unsolved instances of unknown optimal length.
    unplaced: usize,
}

impl AgainstLength {
    fn curve<'a>(&self, trials: &Trials<'_>, strategy: &'a str) -> Curve<'a> {
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
        let lengths = samples.into_iter().filter_map(|(length, values)| {
            let unsolved = values.iter().filter(|value| value.is_infinite()).count();
            let quartiles = quartiles(&values)?;
            Some((length, AtLength { quartiles, instances: values.len(), unsolved }))
        });
        Curve { strategy, lengths: lengths.collect(), unplaced }
    }

    fn chart(&self, trials: &Trials<'_>, palette: &Palette) -> Chart {
        let curves: Vec<Curve<'_>> = trials
            .strategies()
            .iter()
            .map(|strategy| self.curve(trials, strategy))
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
            LegendEntry { label: curve.strategy.into(), style, line: true }
        };
        let mut figure = Figure {
            name: self.name.into(),
            title: self.title.into(),
            subtitle: "Line: median. Band: middle half of the instances.".into(),
            caption: self.caption(&curves),
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
    fn draw(&self, stack: &mut Stack, palette: &Palette, shift: usize, lanes: &mut usize) {
        let style = palette.style(self.strategy);
        // Runs of lengths with a finite median, and with a finite lower quartile.
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
            let mut record = vec![curve.strategy.into(), length.to_string()];
            record.extend([at.instances, at.instances - at.unsolved].map(|n| n.to_string()));
            record.extend([lower, middle, upper].map(number));
            numbers.push(record);
        }
    }
    numbers
}
