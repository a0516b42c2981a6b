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
    /// With labels that do not touch each other on an axis of `length` pixels, along which a label
    /// is `extent` pixels long: all, or each second one, or each third one. The label of lanes
    /// has precedence.
    pub(crate) fn new(axis: &'a Axis, length: f64, extent: impl Fn(&str) -> f64) -> Self {
        /// Pixels before and after a label.
        const APART: f64 = 4.0;
        let taken = |(place, label): (Place, &str)| {
            let (middle, half) = (axis.offset(place, length), extent(label) / 2.0 + APART);
            (place, middle - half..middle + half)
        };
        type Taken = (Place, Range<f64>);
        let touch = |a: &Taken, b: &Taken| a.1.start < b.1.end && b.1.start < a.1.end;
        let is_lane = |taken: &Taken| matches!(taken.0, Place::Lane(_));
        let (lanes, mut values): (Vec<_>, Vec<_>) = axis.ticks().map(taken).partition(is_lane);
        values.retain(|value| lanes.iter().all(|lane| !touch(value, lane)));
        let each = |step: usize| values.iter().step_by(step).collect::<Vec<&Taken>>();
        let is_free = |step: &usize| !each(*step).windows(2).any(|pair| touch(pair[0], pair[1]));
        let step = (1..=values.len()).find(is_free).unwrap_or(1);
        let labels = lanes.iter().chain(each(step)).map(|(place, _)| *place).collect();
        Self { axis, labels }
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
