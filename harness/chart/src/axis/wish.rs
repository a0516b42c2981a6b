//! What a reader asks of an axis.

use anyhow::{Result, bail};
use optile_results::text::names::renamed;
use optile_results::text::quantity::{parse_bytes, parse_count, parse_duration};
use optile_results::text::unit::Unit;

use super::ticks::{down_to_step, linear_ticks_within, logarithmic_ticks_within};
use super::{Axis, LOGARITHMIC, MOST_LETTERS, Place, Scale, TWO_DECADES};
use crate::font::elided;

/// What a reader asks of an axis; the rest stays.
#[derive(Clone, Debug, Default)]
pub struct AxisWish {
    /// Whether it is linear, unless it has names.
    pub is_linear: bool,
    /// The least and the greatest value, with their units, such as `1ms` and `10s`.
    pub range: Option<[String; 2]>,
}

impl Axis {
    /// The axis that a reader asks for. `values` are those of the figure.
    ///
    /// # Errors
    ///
    /// When the axis has names and a range, or when the range is none.
    pub(crate) fn reshaped(&self, wish: &AxisWish, values: &[f64]) -> Result<Self> {
        let mut axis = self.clone();
        if let Some(unit) = self.unit.filter(|_| wish.is_linear && self.is_logarithmic()) {
            let title = self.title.trim_end_matches(LOGARITHMIC);
            axis = Self::linear(title, unit, values.iter().copied())
                .relaned_as(self, self.lanes.clone());
        }
        if let Some(range) = &wish.range {
            let Some(unit) = self.unit else { bail!("it has names, and so no range") };
            axis = axis.ranged(unit, range, values)?.relaned_as(self, self.lanes.clone());
        }
        Ok(axis)
    }

    /// From zero, a logarithmic axis stays one if the `values` within are of two decades or more.
    fn ranged(&self, unit: Unit, range: &[String; 2], values: &[f64]) -> Result<Self> {
        let read = |text: &String| -> Result<f64> {
            Ok(match unit {
                Unit::Nanoseconds => parse_duration(text)?.as_nanos() as f64,
                Unit::Bytes => parse_bytes(text)? as f64,
                Unit::Count | Unit::PerSecond => match text.parse::<f64>() {
                    Ok(number) if number.is_finite() => number,
                    _ => parse_count(text)? as f64,
                },
            })
        };
        let (low, high) = (read(&range[0])?, read(&range[1])?);
        if low >= high {
            bail!("its range must begin below its end: {} is not below {}", range[0], range[1]);
        }
        let logarithmic = |low| {
            let ticks = logarithmic_ticks_within(low, high);
            Self::new(Scale::Logarithmic, &self.title, unit, (low, high), ticks)
        };
        let within = values.iter().copied().filter(|&value| 0.0 < value && value <= high);
        let least = within.reduce(f64::min).filter(|least| TWO_DECADES * least <= high);
        Ok(match (self.scale, least) {
            (Scale::Logarithmic, _) if low > 0.0 => logarithmic(low),
            (Scale::Logarithmic, Some(least)) => logarithmic(down_to_step(least)).with_zero(),
            _ => {
                let title = self.title.trim_end_matches(LOGARITHMIC);
                let ticks = linear_ticks_within(low, high);
                Self::new(Scale::Linear, title, unit, (low, high), ticks)
            }
        })
    }

    /// Gives names in its title, and those that are its labels, other names.
    pub(crate) fn rename(&mut self, names: &[(String, String)]) {
        self.title = renamed(&self.title, names);
        for (_, label) in self.ticks.iter_mut().filter(|_| self.unit.is_none()) {
            let is_it = |(name, _): &&(String, String)| elided(name, MOST_LETTERS) == *label;
            if let Some((_, other)) = names.iter().find(is_it) {
                *label = elided(other, MOST_LETTERS);
            }
        }
    }

    /// Whether a place is within the ends.
    pub(crate) fn has(&self, place: Place) -> bool {
        self.share(place).is_some_and(|share| (-1e-9..=1.0 + 1e-9).contains(&share))
    }

    /// A place, or the end that is nearest to it.
    pub(crate) fn nearest(&self, place: Place) -> Place {
        let (low, high) = self.ends();
        match self.share(place) {
            _ if self.has(place) => place,
            Some(share) if share > 1.0 => high,
            _ => low,
        }
    }

    /// The place at this share of the way between two others.
    pub(crate) fn between(&self, from: Place, to: Place, share: f64) -> Place {
        match (self.share(from), self.share(to)) {
            (Some(start), Some(end)) if start != end => {
                Place::At(self.value_at((start + share * (end - start)).clamp(0.0, 1.0)))
            }
            _ => from,
        }
    }
}
