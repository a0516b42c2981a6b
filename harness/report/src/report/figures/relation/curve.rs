//! An average at each place across, with a band around it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use optile_core::Size;
use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::unit::{Unit, three_digits};
use optile_results::word::Word;
use optile_statistics::{Growth, Quartiles, growth};

use super::super::{
    Stack, UNSOLVED, between_markers, capitalised, headings, number, stretches, unsolved_sentence,
};
use super::{Average, Band, Relation, axis, bounds};
use crate::measure::Measure;
use crate::quantity::Quantity;
use crate::trial::Trials;
use optile_chart::{Figure, Layer, LegendEntry, Mark, Palette, Place, Style};

/// A strategy on the instances at one place. An unsolved instance counts as infinite, so the
/// line of medians ends where half of the instances are not solved.
pub(super) struct Point {
    pub(super) x: u64,
    /// The ends of the band, and the average.
    pub(super) spread: Quartiles,
    pub(super) instances: usize,
    pub(super) unsolved: usize,
}

/// A strategy or a bound at all places.
pub(super) struct Curve<'a> {
    name: Cow<'a, str>,
    style: Style,
    has_band: bool,
    /// By their places.
    points: Vec<Point>,
    /// The fitted growth of the cost with each move.
    growth: Option<Growth>,
    /// Unsolved instances without a place.
    unplaced: usize,
}

/// The chart, or why there is none.
pub(super) fn chart(
    relation: Relation,
    results: &Results,
    trials: &Trials<'_>,
    palette: &Palette,
    size: Option<Size>,
) -> Result<Figure, &'static str> {
    let mut curves: Vec<Curve<'_>> = trials
        .strategies()
        .iter()
        .map(|strategy| Curve::of(relation, trials, strategy, palette.style(strategy), size))
        .filter(|curve| !curve.points.is_empty())
        .collect();
    let all = || curves.iter().flat_map(|curve| &curve.points);
    if all().all(|point| point.unsolved == point.instances) {
        return Err("no instance was solved");
    }
    let mut caption = caption(relation, &curves);
    if relation.x == Quantity::Length
        && relation.y == Quantity::Measure(Measure::Expanded)
        && !results.bounds.is_empty()
    {
        let bounds = bounds::curves(relation, results, trials, size);
        caption.push_str(if bounds.is_empty() { "" } else { bounds::BOUNDS });
        curves.extend(bounds);
    }
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let values = all().flat_map(|Point { spread, .. }| {
        let band = [spread.lower, spread.upper].into_iter();
        [spread.middle].into_iter().chain(band.filter(|_| relation.band != Band::None))
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
    let growth = match relation.x {
        Quantity::Length => " ×: growth with each move.",
        _ => "",
    };
    let band = match relation.band {
        Band::None => "",
        Band::Quartiles => "Shaded: the middle half.",
        Band::Range => "Shaded: from the least to the most.",
    };
    let mut figure = Figure {
        subtitle: format!("Line: {}.{growth}", relation.average.word()),
        band_note: band.into(),
        caption,
        x: axis(relation.x, all().map(|point| point.x as f64)),
        y: axis(relation.y, values),
        layers: stack.layers(),
        legend: curves.iter().map(key).collect(),
        numbers: numbers(relation, &curves),
        ..Figure::default()
    };
    figure.lane_up(lanes, UNSOLVED);
    Ok(figure)
}

fn caption(relation: Relation, curves: &[Curve<'_>]) -> String {
    let instances = |curve: &Curve<'_>| curve.points.iter().map(|at| at.instances).sum();
    let most: usize = curves.iter().map(instances).max().unwrap_or(0);
    let unsolved = curves.iter().flat_map(|curve| &curve.points).map(|at| at.unsolved).sum();
    let unplaced: usize = curves.iter().map(|curve| curve.unplaced).sum();
    let (x, average) = (relation.x.about(), relation.average.word());
    let unplaced = match unplaced {
        0 => String::new(),
        n => format!(
            " {} on instances of unknown {x} cannot be shown.",
            counted(n, "further unsolved attempt")
        ),
    };
    let values = match relation.band {
        Band::None => average.to_owned(),
        band => format!("{average} and {}", band.word()),
    };
    let (place, growth) = match relation.x {
        Quantity::Length => (
            "length",
            "The factor after × is the growth with each move: the slope of a line through the \
             logarithms. ",
        ),
        _ => ("place", ""),
    };
    let above = format!(
        "appears above the dashed line at its {place} and counts as costlier than any other"
    );
    format!(
        "{} at each {x}: {values} over {}, using the median of the samples of each instance. \
         {growth}{}{unplaced}",
        capitalised(relation.y.about()),
        counted(most, "instance"),
        unsolved_sentence(unsolved, &above),
    )
}

impl<'a> Curve<'a> {
    pub(super) fn new(
        name: Cow<'a, str>,
        style: Style,
        has_band: bool,
        points: Vec<Point>,
    ) -> Self {
        Self { name, style, has_band, points, growth: None, unplaced: 0 }
    }

    fn of(
        relation: Relation,
        trials: &Trials<'_>,
        strategy: &'a str,
        style: Style,
        size: Option<Size>,
    ) -> Self {
        let mut unplaced = 0;
        let mut samples: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        let mut solved = Vec::new();
        let with_path = trials.with_path(strategy);
        for (facts, trial) in with_path.filter(|(i, _)| size.is_none_or(|size| i.size == size)) {
            let x = relation.x.of(facts, trial);
            let value = match trial.is_solved() {
                true => relation.y.of(facts, trial),
                false => Some(f64::INFINITY),
            };
            match (x, value) {
                (Some(x), Some(value)) => {
                    samples.entry(x as u64).or_default().push(value);
                    solved.extend(value.is_finite().then_some((x, value)));
                }
                (None, Some(_)) => unplaced += 1,
                (_, None) => {}
            }
        }
        let has_band = relation.band != Band::None;
        let growth = if relation.x == Quantity::Length { growth(&solved) } else { None };
        Self {
            growth,
            unplaced,
            ..Self::new(strategy.into(), style, has_band, relation.points(samples))
        }
    }

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
        let each = || self.points.iter().map(|point| (Place::At(point.x as f64), point));
        let unsolved: Vec<_> = each()
            .filter(|(_, point)| point.unsolved > 0)
            .map(|(x, _)| (x, Place::Lane(*lanes)))
            .collect();
        if !unsolved.is_empty() {
            *lanes += 1;
            stack.markers.push(Layer::new(Mark::Markers, style, unsolved));
        }
        let ends = (self.points.first(), self.points.last());
        if let (Some(growth), (Some(first), Some(last))) = (self.growth, ends) {
            let factor = growth.factor.value;
            let spot = |x: u64| {
                let cost = growth.start * factor.powf(x as f64);
                (Place::At(x as f64), Place::At(cost))
            };
            stack.trends.push(Layer::new(Mark::Trend, style, [spot(first.x), spot(last.x)]));
        }
        let bands = stretches(each().map(|(x, Point { spread, .. })| {
            let ends = (x, Place::At(spread.lower), Place::At(spread.upper));
            (self.has_band && spread.lower.is_finite()).then_some(ends)
        }));
        stack.bands.extend(bands.iter().map(|ends| Layer::band(style, ends)));
        let averages = each().map(|(x, point)| (x, point.spread.middle));
        stack.broken_line(style, averages, between_markers(self.points.len()), shift);
    }
}

fn numbers(relation: Relation, curves: &[Curve<'_>]) -> Vec<Vec<String>> {
    let [lower, upper] = match relation.band {
        Band::Range => ["least", "most"],
        _ => ["lower_quartile", "upper_quartile"],
    };
    let end = if relation.y.unit() == Unit::Nanoseconds { "_ns" } else { "" };
    let x = match relation.x {
        Quantity::Length => "optimal",
        x => x.word(),
    };
    let mut names = headings(&["strategy", x, "instances", "solved"]);
    let average = match relation.average {
        Average::Median => "median",
        Average::Mean => "mean",
    };
    names.extend([lower, average, upper].map(|name| format!("{name}{end}")));
    let mut numbers = vec![names];
    for curve in curves {
        for point in &curve.points {
            let Quartiles { lower, middle, upper } = point.spread;
            let mut record = vec![curve.name.clone().into_owned(), point.x.to_string()];
            let counts = [point.instances, point.instances - point.unsolved];
            record.extend(counts.map(|n| n.to_string()));
            record.extend([lower, middle, upper].map(number));
            numbers.push(record);
        }
    }
    numbers
}
