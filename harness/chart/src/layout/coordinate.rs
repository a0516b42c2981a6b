//! An axis as a coordinate of plotters, whose logarithmic coordinate has no place for zero and
//! none for lanes.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::axis::{Axis, Place};
use crate::backend::{UNITS, units};

/// An axis, and which of its labels are shown.
pub(crate) struct Coordinate<'a> {
    axis: &'a Axis,
    labels: Vec<Place>,
}

impl<'a> Coordinate<'a> {
    /// With the labels that do not touch each other on an axis of `length` pixels, along which a
    /// label is `extent` pixels long. `None` stands for a label that is elsewhere.
    pub(crate) fn new(
        axis: &'a Axis,
        length: f64,
        extent: impl Fn(Place, &str) -> Option<f64>,
    ) -> Self {
        let extent = |tick: &Tick| Some(extent(tick.0, &tick.1)? + 6.0);
        let ticks = axis.ticks_apart(|place| axis.offset(place, length), extent);
        Self { axis, labels: ticks.into_iter().map(|tick| tick.0).collect() }
    }
}

/// A label and its place.
type Tick = (Place, String);

impl Axis {
    /// The labels that do not touch each other: all, or each second one, or each third one. `at`
    /// is the place of a label, and `extent` its length with the space around it, if it is there. The labels of
    /// lanes and of zero on a logarithmic axis have precedence, because they are not as far from
    /// the others as these are from each other.
    pub(crate) fn ticks_apart(
        &self,
        at: impl Fn(Place) -> f64,
        extent: impl Fn(&Tick) -> Option<f64>,
    ) -> Vec<&Tick> {
        let touch = |a: &(&Tick, f64), b: &(&Tick, f64)| {
            (at(a.0.0) - at(b.0.0)).abs() < f64::midpoint(a.1, b.1)
        };
        let is_special = |(tick, _): &(&Tick, f64)| match tick.0 {
            Place::At(value) => value == 0.0 && self.is_logarithmic(),
            _ => true,
        };
        let there = self.ticks.iter().filter_map(|tick| Some((tick, extent(tick)?)));
        let (special, mut values): (Vec<_>, Vec<_>) = there.partition(is_special);
        values.retain(|value| special.iter().all(|other| !touch(value, other)));
        let each = |step: usize| values.iter().copied().step_by(step).collect::<Vec<_>>();
        let is_free = |step: &usize| !each(*step).windows(2).any(|pair| touch(&pair[0], &pair[1]));
        let step = (1..=values.len()).find(is_free).unwrap_or(1);
        let mut shown = [special, each(step)].concat();
        shown.sort_by(|a, b| at(a.0.0).total_cmp(&at(b.0.0)));
        shown.into_iter().map(|(tick, _)| tick).collect()
    }
}

impl Ranged for Coordinate<'_> {
    type FormatOption = NoDefaultFormatting;
    type ValueType = Place;

    fn map(&self, place: &Place, (from, to): (i32, i32)) -> i32 {
        let offset = units(self.axis.offset(*place, f64::from((to - from).abs()) / UNITS));
        from + if to < from { -offset } else { offset }
    }

    /// Light points are grid lines, bold points are labels. Only labels have a line, and lanes
    /// have a label, but no line.
    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<Place> {
        let is_line = hint.weight().allow_light_points();
        let is_point = |place: &Place| !is_line || place.value().is_some();
        self.labels.iter().copied().filter(is_point).collect()
    }

    fn range(&self) -> Range<Place> {
        Place::Low..Place::High
    }
}

impl ValueFormatter<Place> for Coordinate<'_> {
    fn format_ext(&self, place: &Place) -> String {
        let tick = self.axis.ticks.iter().find(|(tick, _)| tick == place);
        tick.map_or_else(String::new, |(_, label)| label.clone())
    }
}
