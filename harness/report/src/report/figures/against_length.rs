//! A measure against the optimal length: its median and quartiles.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use optile_core::Size;
use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::unit::{Unit, three_digits};
use optile_statistics::{Growth, Quartiles, growth, quartiles};

use super::{
    Chart, Stack, UNSOLVED, between_markers, capitalised, headings, number, stretches,
    unsolved_sentence,
};
use crate::bound::{self, Bound};
use crate::measure::Measure;
use crate::trial::{InstanceFacts, Trials};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Palette, Place, Style};

/// The most board sizes with charts of their own, because readers do not look at more.
const MOST_SIZES: usize = 3;

/// Nodes expanded against the optimal length, for each board size.
pub(super) fn expansions(results: &Results, trials: &Trials<'_>, palette: &Palette) -> Vec<Chart> {
    let title = "Nodes expanded against optimal length";
    each_size("expansions", title, Measure::Expanded, trials, palette, Some(results))
}

/// Search time against the optimal length, for each board size.
pub(super) fn time(trials: &Trials<'_>, palette: &Palette) -> Vec<Chart> {
    let title = "Search time against optimal length";
    each_size("time", title, Measure::Time, trials, palette, None)
}

/// One chart for each board size: a median over boards of different sizes would be on no
/// common curve. A size with few lengths has no curve.
fn each_size(
    name: &str,
    title: &str,
    measure: Measure,
    trials: &Trials<'_>,
    palette: &Palette,
    results: Option<&Results>,
) -> Vec<Chart> {
    // Each size with its lengths.
    let mut sizes: Vec<(Size, Vec<u32>)> = Vec::new();
    for instance in trials.instances() {
        let place = sizes.iter().position(|(size, _)| *size == instance.size);
        let place = place.unwrap_or_else(|| {
            sizes.push((instance.size, Vec::new()));
            sizes.len() - 1
        });
        let lengths = &mut sizes[place].1;
        if let Some(length) = instance.optimal.filter(|length| !lengths.contains(length)) {
            lengths.push(length);
        }
    }
    let all = sizes.len();
    if all > 1 {
        sizes.retain(|(_, lengths)| lengths.len() > 2);
    }
    // The sizes with the most lengths, the largest of equals first.
    sizes.sort_by_key(|(size, lengths)| Reverse((lengths.len(), size.cells(), size.width())));
    let bounds = |size| results.map_or_else(Vec::new, |results| bounds(results, trials, size));
    let chart = |size: Option<Size>| {
        let of_size = |text: &str, joint: &str| match size {
            Some(size) => format!("{text}{joint}{size}"),
            None => text.to_owned(),
        };
        let chart =
            AgainstLength { name: of_size(name, "-"), title: of_size(title, ", "), measure, size };
        chart.chart(trials, palette, bounds(size))
    };
    // With one size, nothing needs to name it.
    if all <= 1 {
        return vec![chart(None)];
    }
    let mut charts: Vec<Chart> =
        sizes.iter().take(MOST_SIZES).map(|&(size, _)| chart(Some(size))).collect();
    let left_out = all - charts.len();
    if left_out > 0 {
        charts.push(Err(format!(
            "{title} on boards of {}: left out, because there are few lengths.",
            counted(left_out, "other size")
        )));
    }
    charts
}

/// What is shown against the optimal length.
struct AgainstLength {
    name: String,
    title: String,
    measure: Measure,
    /// Only boards of this size.
    size: Option<Size>,
}

impl AgainstLength {
    fn covers(&self, instance: &InstanceFacts<'_>) -> bool {
        self.size.is_none_or(|size| instance.size == size)
    }
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
    /// The fitted growth of the cost with each move.
    growth: Option<Growth>,
    /// Unsolved instances of unknown optimal length.
    unplaced: usize,
}

impl AgainstLength {
    fn curve<'a>(&self, trials: &Trials<'_>, strategy: &'a str, style: Style) -> Curve<'a> {
        let mut unplaced = 0;
        let mut samples: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        let mut points = Vec::new();
        for (instance, trial) in trials.with_path(strategy).filter(|(i, _)| self.covers(i)) {
            if let (Some(length), Some(cost)) = (instance.optimal, trial.solved(self.measure)) {
                points.push((f64::from(length), cost));
            }
            let unsolved = Some(f64::INFINITY);
            let value = if trial.is_solved() { trial.median(self.measure) } else { unsolved };
            match (instance.optimal, value) {
                (Some(length), Some(value)) => samples.entry(length).or_default().push(value),
                (None, Some(_)) => unplaced += 1,
                (_, None) => {}
            }
        }
        Curve {
            name: strategy.into(),
            style,
            has_band: true,
            lengths: at(samples),
            growth: growth(&points),
            unplaced,
        }
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
        let key = |curve: &Curve<'_>| LegendEntry {
            label: curve.label(),
            style: curve.style,
            line: true,
            // Bounds are shown only if a reader asks for them.
            is_first: curve.style.colour != Style::NEUTRAL.colour,
        };
        let mut figure = Figure {
            name: self.name.clone(),
            title: self.title.clone(),
            subtitle: "Line: median. ×: growth with each move.".into(),
            band_note: "Shaded: the middle half.".into(),
            caption,
            x: Axis::linear("optimal length, moves", Unit::Count, lengths),
            y: Axis::logarithmic(
                &format!("{}, logarithmic", self.measure.about()),
                self.measure.unit(),
                values,
            ),
            layers: stack.layers(),
            legend: curves.iter().map(key).collect(),
            numbers: numbers(&curves, self.measure.unit()),
            ..Figure::default()
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
             samples of each instance. The factor after × is the growth with each move: the slope of a \
             line through the logarithms. {}{unplaced}",
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
    /// The name, and the slope of the line.
    fn label(&self) -> String {
        let growth = self
            .growth
            .map_or(String::new(), |growth| format!("\t×{}", three_digits(growth.factor.value)));
        format!("{}{growth}", self.name)
    }

    /// Adds the curve to `stack`, and markers to the next lane if something was
    /// not solved.
    fn draw(&self, stack: &mut Stack, shift: usize, lanes: &mut usize) {
        let style = self.style;
        let place = |length: u32| Place::At(f64::from(length));
        let each = || self.lengths.iter().map(|(&length, at)| (place(length), at));
        let unsolved: Vec<_> = each()
            .filter(|(_, at)| at.unsolved > 0)
            .map(|(x, _)| (x, Place::Lane(*lanes)))
            .collect();
        if !unsolved.is_empty() {
            *lanes += 1;
            stack.markers.push(Layer::Markers { style, points: unsolved });
        }
        let ends = [self.lengths.keys().next(), self.lengths.keys().next_back()];
        if let (Some(growth), [Some(&first), Some(&last)]) = (self.growth, ends) {
            let factor = growth.factor.value;
            let spot = |length: u32| {
                let cost = growth.start * factor.powf(f64::from(length));
                (place(length), Place::At(cost))
            };
            stack.trends.push(Layer::Trend { style, from: spot(first), to: spot(last) });
        }
        let bands = stretches(each().map(|(x, AtLength { quartiles, .. })| {
            let ends = (x, Place::At(quartiles.lower), Place::At(quartiles.upper));
            (self.has_band && quartiles.lower.is_finite()).then_some(ends)
        }));
        stack.bands.extend(bands.into_iter().map(|points| Layer::Band { style, points }));
        let medians = each().map(|(x, at)| (x, at.quartiles.middle));
        stack.broken_line(style, medians, between_markers(self.lengths.len()), shift);
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
fn bounds(results: &Results, trials: &Trials<'_>, size: Option<Size>) -> Vec<Curve<'static>> {
    let heuristics = bound::heuristics(results, trials);
    let mut curves = Vec::new();
    for heuristic in &heuristics {
        for bound in Bound::ALL {
            let mut samples: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
            for line in bound::with_heuristic(results, trials, heuristic) {
                let board = trials.instance(&line.instance);
                if size.is_some() && board.map(|board| board.size) != size {
                    continue;
                }
                samples.entry(line.length).or_default().push(bound.of(line) as f64);
            }
            let name = match heuristics.len() {
                1 => bound.name().into(),
                _ => format!("{}, {heuristic}", bound.name()).into(),
            };
            let style = Style::neutral(curves.len());
            // A size may have no bounds.
            if !samples.is_empty() {
                let lengths = at(samples);
                let curve =
                    Curve { name, style, has_band: false, lengths, growth: None, unplaced: 0 };
                curves.push(curve);
            }
        }
    }
    curves
}

fn numbers(curves: &[Curve<'_>], unit: Unit) -> Vec<Vec<String>> {
    let quartiles = match unit {
        Unit::Nanoseconds => ["lower_quartile_ns", "median_ns", "upper_quartile_ns"],
        _ => ["lower_quartile", "median", "upper_quartile"],
    };
    let mut names = headings(&["strategy", "optimal", "instances", "solved"]);
    names.extend(quartiles.map(str::to_owned));
    let mut numbers = vec![names];
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
