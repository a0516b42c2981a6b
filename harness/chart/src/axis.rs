//! An axis that chooses its own range and ticks, with room for zero and for
//! lanes.

mod ticks;
mod wish;

use optile_results::text::unit::Unit;

use crate::font::elided;
use ticks::{linear_ticks, logarithmic_range, logarithmic_ticks};
pub use wish::AxisWish;

/// A place along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// A value. Zero also has a place on logarithmic axes, and infinity is at the
    /// edge.
    At(f64),
    /// The place of the smallest value that the axis has room for, whichever it is.
    Low,
    /// The place of the largest one.
    High,
    /// The line between the values and the lanes.
    Edge,
    /// A lane beyond the values, for runs without a value; counted from 0.
    Lane(usize),
}

impl Place {
    /// The value, if it is the place of one.
    pub fn value(self) -> Option<f64> {
        if let Self::At(value) = self { Some(value) } else { None }
    }

    pub(crate) fn lane(&mut self) -> Option<&mut usize> {
        if let Self::Lane(lane) = self { Some(lane) } else { None }
    }
}

/// An axis with at least two labels, room for zero below the values of a logarithmic axis,
/// and room for lanes above the values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity it shows.
    pub title: String,
    scale: Scale,
    low: f64,
    high: f64,
    /// The smallest and the largest value for which it was made, without zero on a logarithmic
    /// axis; `None` if something else decided the range.
    span: Option<(f64, f64)>,
    /// The labels and their places, ascending.
    pub(crate) ticks: Vec<(Place, String)>,
    /// The unit of its values; `None` for names.
    unit: Option<Unit>,
    /// Whether a logarithmic axis has a place for zero, a decade below its low end.
    has_zero: bool,
    /// The label of each lane. Lanes beside each other with the same label share it.
    pub(crate) lanes: Vec<String>,
    /// Pixels for a label of lanes. Each further lane with the same label adds [`LANE`].
    lane_room: f64,
}

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart.
    Logarithmic,
}

/// The most letters of a name on an axis.
const MOST_LETTERS: usize = 36;
/// How a title says that its axis is logarithmic.
const LOGARITHMIC: &str = ", logarithmic";
/// An axis with zero is linear if its largest value is less than so many times its smallest one.
const TWO_DECADES: f64 = 100.0;
/// The length of an axis in thousandths of itself.
const PERMILLE: f64 = 1000.0;
/// The length in pixels of an axis whose picture is not drawn here.
const USUAL_LENGTH: f64 = 500.0;
/// Pixels between the frame and the outermost values of a logarithmic axis, for half a
/// marker.
const AIR: f64 = 8.0;
/// Pixels that a lane adds to those with the same label.
const LANE: f64 = 13.0;

impl Default for Axis {
    fn default() -> Self {
        Self::linear("", Unit::Count, [])
    }
}

impl Axis {
    fn new(scale: Scale, title: &str, unit: Unit, ends: (f64, f64), values: Vec<f64>) -> Self {
        let scaled = |end: f64| if scale == Scale::Linear { end } else { end.log10() };
        Self {
            title: title.into(),
            scale,
            low: scaled(ends.0),
            high: scaled(ends.1),
            span: None,
            ticks: values.into_iter().map(|value| (Place::At(value), unit.tick(value))).collect(),
            unit: Some(unit),
            has_zero: false,
            lanes: Vec::new(),
            lane_room: 0.0,
        }
    }

    /// A linear axis for whole numbers, such as lengths. It ignores infinite
    /// values.
    pub fn linear(title: &str, unit: Unit, values: impl IntoIterator<Item = f64>) -> Self {
        let span = extent(values);
        let (low, high) = span.unwrap_or((0.0, 1.0));
        let ticks = linear_ticks(low, high);
        // Room, so that markers are not on the frame.
        let air = ((high - low) * 0.025).max(if high > low { 0.25 } else { 0.8 });
        // Lengths and counts are not negative, so the room below them is small.
        let floor = if low >= 0.0 { (low - air).max(-air.min(0.5)) } else { low - air };
        let ends = (floor.min(ticks[0]), ticks[ticks.len() - 1].max(high + air));
        Self { span, ..Self::new(Scale::Linear, title, unit, ends, ticks) }
    }

    /// A linear axis for shares of a whole in per cent. Labels at the quarters do not touch each
    /// other on a narrow axis.
    pub fn percent(title: &str) -> Self {
        let quarters = [0.0, 25.0, 50.0, 75.0, 100.0];
        let labels = quarters.map(|tick| (Place::At(tick), Unit::Count.tick(tick)));
        Self { ticks: labels.into(), ..Self::linear(title, Unit::Count, quarters) }
    }

    /// A logarithmic axis for values from zero up, or a linear one if zero is among values of less
    /// than two decades: on a logarithmic axis, zero is infinitely far from all others. The title of a
    /// linear axis does not say that it is logarithmic. Infinite values are ignored.
    pub fn magnitudes(title: &str, unit: Unit, values: impl IntoIterator<Item = f64>) -> Self {
        let axis = Self::logarithmic(title, unit, values);
        let (low, high) = axis.span.unwrap_or((0.0, 0.0));
        match axis.has_zero && (high == 0.0 || high < TWO_DECADES * low) {
            true => Self::linear(title.trim_end_matches(LOGARITHMIC), unit, [0.0, high]),
            false => axis,
        }
    }

    /// A logarithmic axis for values from zero up. It ignores infinite values.
    pub fn logarithmic(title: &str, unit: Unit, values: impl IntoIterator<Item = f64>) -> Self {
        let (zeros, values): (Vec<f64>, Vec<f64>) =
            values.into_iter().partition(|&value| value == 0.0);
        let span = extent(values.into_iter().filter(|&value| value > 0.0));
        let (low, high) = span.unwrap_or((1.0, 10.0));
        let (low, high) = logarithmic_range(low, high);
        let ticks = logarithmic_ticks(low, high);
        let axis = Self::new(Scale::Logarithmic, title, unit, (low, high), ticks);
        let axis = if zeros.is_empty() { axis } else { axis.with_zero() };
        Self { span, ..axis }
    }

    fn with_zero(mut self) -> Self {
        self.ticks.insert(0, (Place::At(0.0), "0".into()));
        Self { has_zero: true, ..self }
    }

    /// An axis of names, from the last name at 0 up to the first.
    pub fn names(names: &[&str]) -> Self {
        let ends = (-0.6, names.len() as f64 - 0.4);
        let places = (0..names.len()).map(|index| Place::At(index as f64));
        let ticks = places.zip(names.iter().rev().map(|name| elided(name, MOST_LETTERS))).collect();
        Self { ticks, unit: None, ..Self::new(Scale::Linear, "", Unit::Count, ends, Vec::new()) }
    }

    /// Adds lanes with these labels beyond the values, with `room` pixels for each label.
    #[must_use]
    pub fn with_lanes<L: Into<String>>(mut self, lanes: Vec<L>, room: f64) -> Self {
        self.lanes = lanes.into_iter().map(Into::into).collect();
        self.lane_room = room;
        let mut first = 0;
        for same in self.lanes.chunk_by(|a, b| a == b) {
            self.ticks.push((Place::Lane(first + (same.len() - 1) / 2), same[0].clone()));
            first += same.len();
        }
        self
    }

    /// The same axis for a part of its values, with these lanes. `all` are the values that a
    /// figure has on it, `drawn` those that are still drawn. An end beyond `all` was asked for,
    /// such as zero or a hundred per cent, and stays.
    pub(crate) fn narrowed(&self, all: &[f64], drawn: &[f64], lanes: Vec<String>) -> Self {
        let is_value = |value: &f64| *value > 0.0 || !self.is_logarithmic();
        let of_all = extent(all.iter().copied().filter(is_value));
        let (Some(unit), Some((low, high)), Some((least, most))) = (self.unit, self.span, of_all)
        else {
            return self.clone().relaned_as(self, lanes);
        };
        let mut values = drawn.to_vec();
        values.extend((low < least).then_some(low));
        values.extend((high > most).then_some(high));
        let narrow = match self.scale {
            Scale::Linear => Self::linear(&self.title, unit, values),
            Scale::Logarithmic => Self::magnitudes(&self.title, unit, values),
        };
        narrow.relaned_as(self, lanes)
    }

    /// With other lanes, as wide as those of another axis.
    fn relaned_as(mut self, other: &Self, lanes: Vec<String>) -> Self {
        self.ticks.retain(|tick| !matches!(tick.0, Place::Lane(_)));
        self.with_lanes(lanes, other.lane_room)
    }

    /// The places of the smallest and the largest value.
    pub fn ends(&self) -> (Place, Place) {
        (Place::At(self.value_at(0.0)), Place::At(self.value_at(1.0)))
    }

    /// The place of the lane with a label, if there is one.
    pub fn lane(&self, label: &str) -> Option<Place> {
        self.lanes.iter().position(|lane| lane == label).map(Place::Lane)
    }

    /// The labels.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.ticks.iter().map(|(_, label)| label.as_str())
    }

    /// Whether it has names in place of values.
    pub(crate) fn is_names(&self) -> bool {
        self.unit.is_none()
    }

    /// Whether powers of ten are equally far apart.
    pub(crate) fn is_logarithmic(&self) -> bool {
        self.scale == Scale::Logarithmic
    }

    /// The value at a place as text: with its unit, or a name.
    pub(crate) fn text(&self, place: Place) -> String {
        if let (Place::At(value), Some(unit)) = (place, self.unit) {
            return unit.text(value);
        }
        let found = match place {
            Place::Lane(lane) => self.lanes.get(lane),
            _ => self.ticks.iter().find(|(tick, _)| *tick == place).map(|(_, label)| label),
        };
        found.cloned().unwrap_or_default()
    }

    /// Where a place is between the ends, as a share of the way along the scale; beyond 0 and 1
    /// if it is outside. Lanes are at the upper end; zero is nowhere on a logarithmic axis without
    /// room for it.
    pub(crate) fn share(&self, place: Place) -> Option<f64> {
        let scaled = match place {
            Place::Low => return Some(0.0),
            Place::High | Place::Edge | Place::Lane(_) => return Some(1.0),
            Place::At(value) if !self.is_logarithmic() => value,
            Place::At(value) if value > 0.0 => value.log10(),
            Place::At(_) => return self.has_zero.then_some(0.0),
        };
        Some((scaled - self.low) / (self.high - self.low))
    }

    /// The value at a share of the way.
    fn value_at(&self, share: f64) -> f64 {
        let scaled = self.low + share * (self.high - self.low);
        if self.is_logarithmic() { 10f64.powf(scaled) } else { scaled }
    }

    /// The offset of a place in thousandths of the length.
    pub(crate) fn permille(&self, place: Place) -> f64 {
        self.offset(place, USUAL_LENGTH) / USUAL_LENGTH * PERMILLE
    }

    /// Pixels of an axis of `length` that its lanes take. Many share half of it.
    pub(crate) fn lane_width(&self, length: f64) -> f64 {
        let labels = self.labels_up_to(self.lanes.len());
        let further = self.lanes.len() as f64 - labels;
        (labels * self.lane_room + further * LANE).min(length / 2.0)
    }

    /// How many labels the first `count` lanes have.
    fn labels_up_to(&self, count: usize) -> f64 {
        self.lanes[..count].chunk_by(|a, b| a == b).count() as f64
    }

    /// Pixels from the edge to the middle of a lane, of `beyond`. Lanes with the same label come
    /// closer before labels do.
    fn lane_offset(&self, lane: usize, beyond: f64) -> f64 {
        let count = self.lanes.len();
        let labels = self.labels_up_to(count);
        let room = self.lane_room.min(beyond / labels);
        let further = (beyond - labels * room) / (count as f64 - labels).max(1.0);
        (self.labels_up_to(lane + 1) - 0.5) * (room - further) + (lane as f64 + 0.5) * further
    }

    /// Pixels from the beginning of an axis of `length`.
    pub(crate) fn offset(&self, place: Place, length: f64) -> f64 {
        let beyond = self.lane_width(length);
        let edge = length - beyond;
        let air = if self.is_logarithmic() { AIR } else { 0.0 };
        match place {
            Place::Lane(_) if self.lanes.is_empty() => edge,
            Place::Lane(lane) => edge + self.lane_offset(lane, beyond),
            Place::At(value) if value <= 0.0 && self.is_logarithmic() => air,
            Place::At(value) if !value.is_finite() => edge,
            Place::Edge => edge,
            place => {
                let start = air + self.zero_room(edge - 2.0 * air);
                let share = self.share(place).unwrap_or(0.0);
                start + share.clamp(0.0, 1.0) * (edge - air - start)
            }
        }
    }

    /// The part of `length` between zero and the smallest value of a logarithmic axis: as much as a
    /// decade has, and at most a third.
    fn zero_room(&self, length: f64) -> f64 {
        let decade = length / (self.high - self.low + 1.0);
        if self.has_zero { decade.min(length / 3.0) } else { 0.0 }
    }

    /// Where an axis of `length` with zero is broken, because zero is not as far from the smallest
    /// value as it seems.
    pub(crate) fn gap(&self, length: f64) -> Option<f64> {
        let ends = [Place::At(0.0), Place::Low].map(|place| self.offset(place, length));
        self.has_zero.then(|| f64::midpoint(ends[0], ends[1]))
    }
}

/// The smallest and the largest finite value.
fn extent(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values.into_iter().filter(|value| value.is_finite()).fold(None, |ends, value| match ends {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

#[cfg(test)]
mod tests;
