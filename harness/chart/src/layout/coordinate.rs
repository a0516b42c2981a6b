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
    /// label is `extent` pixels long.
    pub(crate) fn new(axis: &'a Axis, length: f64, extent: impl Fn(&str) -> f64) -> Self {
        let ticks =
            axis.ticks_apart(|place| axis.offset(place, length), |label| extent(label) + 8.0);
        Self { axis, labels: ticks.into_iter().map(|tick| tick.0).collect() }
    }
}

impl Ranged for Coordinate<'_> {
    type FormatOption = NoDefaultFormatting;
    type ValueType = Place;

    fn map(&self, place: &Place, (from, to): (i32, i32)) -> i32 {
        let offset = units(self.axis.offset(*place, f64::from((to - from).abs()) / UNITS));
        from + if to < from { -offset } else { offset }
    }

    /// Light points are grid lines, bold points are labels: lanes have a label, but no line.
    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<Place> {
        let values = self.axis.ticks.iter().map(|tick| tick.0);
        match hint.weight().allow_light_points() {
            true => values.filter(|place| place.value().is_some()).collect(),
            false => self.labels.clone(),
        }
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
