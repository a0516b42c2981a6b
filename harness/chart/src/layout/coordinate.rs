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
    /// With all labels.
    pub(crate) fn up(axis: &'a Axis) -> Self {
        Self { axis, labels: axis.ticks().map(|(place, _)| place).collect() }
    }

    /// With the labels that do not touch each other on an axis of `length` pixels. The label of
    /// lanes has precedence.
    pub(crate) fn across(axis: &'a Axis, length: f64, width: impl Fn(&str) -> f64) -> Self {
        const APART: f64 = 10.0;
        let is_lane = |place: &Place| matches!(place, Place::Lane(_));
        let lanes = axis.ticks().filter(|(place, _)| is_lane(place));
        let values = axis.ticks().filter(|(place, _)| !is_lane(place));
        let mut kept: Vec<(Place, Range<f64>)> = Vec::new();
        for (place, label) in lanes.chain(values) {
            let (middle, half) = (axis.offset(place, length), (width(label) + APART) / 2.0);
            let taken = middle - half..middle + half;
            if kept.iter().all(|(_, other)| taken.end <= other.start || other.end <= taken.start) {
                kept.push((place, taken));
            }
        }
        Self { axis, labels: kept.into_iter().map(|(place, _)| place).collect() }
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
        match hint.weight().allow_light_points() {
            true => self.axis.values().collect(),
            false => self.labels.clone(),
        }
    }

    fn range(&self) -> Range<Place> {
        let (low, high) = self.axis.ends();
        low..high
    }
}

impl ValueFormatter<Place> for Coordinate<'_> {
    fn format_ext(&self, place: &Place) -> String {
        let tick = self.axis.ticks().find(|(tick, _)| tick == place);
        tick.map_or_else(String::new, |(_, label)| label.into())
    }
}
