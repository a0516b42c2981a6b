//! An average at each place across, with a band around it.

use std::collections::BTreeMap;

use optile_core::Size;
use optile_results::number::OPTIMAL;
use optile_results::rows::row::Row;
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::super::line::{self, Line};
use super::super::{capitalised, entry, headings, number};
use super::{Relation, axis};
use optile_chart::{Figure, LegendEntry, Palette, Role};
use optile_statistics::Quartiles;

use crate::missing::{Lacks, Missing};
use crate::trial::Trials;

/// A strategy on the instances at one place. An unsolved instance counts as infinite, so the
/// line of medians ends where half of the instances are not solved.
pub(super) struct Point {
    pub(super) x: u64,
    /// The ends of the band, and the average.
    pub(super) spread: Quartiles,
    pub(super) instances: usize,
    pub(super) unsolved: usize,
    /// Those without a value.
    pub(super) lacks: Lacks,
}

/// What a strategy has at one place.
#[derive(Default)]
pub(super) struct Sample<'a> {
    /// Infinity for an instance that it did not solve.
    pub(super) values: Vec<f64>,
    pub(super) rows: Vec<&'a Row>,
    pub(super) lacks: Lacks,
}

/// A strategy at all places.
pub(super) struct Curve {
    legend: LegendEntry,
    /// By their places.
    points: Vec<Point>,
    /// Instances at a place without a value.
    lacks: Vec<Missing>,
    /// Unsolved instances without a place.
    unplaced: usize,
}

/// The chart, or why there is none.
pub(super) fn chart(
    relation: Relation<'_>,
    trials: &Trials<'_>,
    palette: &Palette,
    size: Option<Size>,
) -> Result<Figure, String> {
    let curves: Vec<Curve> = relation
        .strategies(trials)
        .map(|strategy| Curve::of(relation, trials, entry(Role::Line, strategy, palette), size))
        .collect();
    let lacks: Lacks = curves.iter().flat_map(|curve| curve.lacks.iter().copied()).collect();
    let all = || curves.iter().flat_map(|curve| &curve.points);
    if all().all(|point| point.unsolved == point.instances) {
        return Err(lacks.why_none(relation.y.about));
    }
    let curves: Vec<Curve> = curves.into_iter().filter(|curve| !curve.points.is_empty()).collect();
    let lines: Vec<Line> = curves.iter().map(Curve::line).collect();
    let counts = curves
        .iter()
        .flat_map(|curve| curve.points.iter().map(|at| (curve.legend.style, at.x, at.instances)));
    let mut figure = Figure {
        subtitle: format!("Line: {}.", relation.line()),
        band_note: "Shaded: the middle half.".into(),
        caption: caption(relation, &curves, lacks),
        counts: counts.collect(),
        numbers: numbers(relation, &curves).into(),
        columns: [Some(1), Some(5)],
        ..line::chart(
            &lines,
            |values| axis(relation.x, relation.x.about, values),
            |values| relation.axis(values),
        )
    };
    let told = figure.counts_told(|_| true);
    if !told.is_empty() {
        figure.caption += &format!(" Instances behind a point: {}.", told.join(", "));
    }
    Ok(figure)
}

fn caption(relation: Relation<'_>, curves: &[Curve], lacks: Lacks) -> String {
    let instances = |curve: &Curve| curve.points.iter().map(|at| at.instances).sum();
    let most: usize = curves.iter().map(instances).max().unwrap_or(0);
    let unplaced: usize = curves.iter().map(|curve| curve.unplaced).sum();
    let (x, average) = (relation.x.about, relation.line());
    let unplaced = match unplaced {
        0 => String::new(),
        n => format!(
            " {} on instances of unknown {x} cannot be shown.",
            counted(n, "further unsolved attempt")
        ),
    };
    let place = if *relation.x == OPTIMAL { "length" } else { "place" };
    // A derived number of what was not solved has no place.
    let above = match relation.y.is_derived() {
        true => "is left out".into(),
        false => format!(
            "appears above the dashed line at its {place} and counts as costlier than any other"
        ),
    };
    let samples = match relation.y.is_derived() && relation.relative_to.is_none() {
        true => "; the line is over all of their runs",
        false => ", using the median of the samples of each instance",
    };
    format!(
        "{} at each {x}: {average} and quartiles over {}{samples}. \
         {}{unplaced}",
        capitalised(&relation.about()),
        counted(most, "instance"),
        lacks.sentence(&above),
    )
}

impl Curve {
    fn of(
        relation: Relation<'_>,
        trials: &Trials<'_>,
        legend: LegendEntry,
        size: Option<Size>,
    ) -> Self {
        let (mut lacks, mut unplaced) = (Vec::new(), 0);
        let mut samples: BTreeMap<u64, Sample<'_>> = BTreeMap::new();
        let with_path = trials.with_path(&legend.name);
        for (facts, trial) in with_path.filter(|(i, _)| size.is_none_or(|size| i.size == size)) {
            let x = trial.median_on(facts, relation.x);
            let Some(value) = relation.up(trials, facts, trial) else { continue };
            let Some(x) = x else {
                unplaced += usize::from(value.is_err_and(Missing::is_unsolved));
                continue;
            };
            let missing = value.err();
            lacks.extend(missing);
            let value = match value {
                Ok(value) => value,
                // A rate of nothing is not a high one.
                Err(missing) if missing.is_unsolved() && !relation.y.is_derived() => f64::INFINITY,
                Err(_) => continue,
            };
            let sample = samples.entry(x as u64).or_default();
            sample.values.push(value);
            match missing {
                None => sample.rows.extend(trial.rows()),
                missing => sample.lacks.extend(missing),
            }
        }
        Self { legend, points: relation.points(samples), lacks, unplaced }
    }

    fn line(&self) -> Line {
        let points = self.points.iter().map(|point| line::Point {
            band: Some([point.spread.lower, point.spread.upper]),
            lacks: point.lacks,
            ..line::Point::new(point.x as f64, point.spread.middle)
        });
        Line::new(self.legend.clone(), points.collect())
    }
}

fn numbers(relation: Relation<'_>, curves: &[Curve]) -> Vec<Vec<String>> {
    let of_reference = relation.of_reference();
    let end = match relation.y.unit {
        _ if relation.relative_to.is_some() => &of_reference,
        Unit::Nanoseconds => "_ns",
        Unit::Bytes => "_bytes",
        Unit::PerSecond => "_per_second",
        Unit::Count => "",
    };
    let mut names = headings(&["strategy", relation.x.name, "instances", "solved"]);
    let line = match relation.relative_to.is_none() && relation.y.is_derived() {
        true => relation.y.name.into(),
        false => relation.line().replace(' ', "_") + end,
    };
    names.extend([format!("lower_quartile{end}"), line, format!("upper_quartile{end}")]);
    let mut numbers = vec![names];
    for curve in curves {
        for point in &curve.points {
            let Quartiles { lower, middle, upper } = point.spread;
            let mut record = vec![curve.legend.name.clone(), point.x.to_string()];
            let counts = [point.instances, point.instances - point.unsolved];
            record.extend(counts.map(|n| n.to_string()));
            record.extend([lower, middle, upper].map(number));
            numbers.push(record);
        }
    }
    numbers
}
