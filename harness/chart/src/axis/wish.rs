//! What a reader asks of an axis.

use anyhow::{Result, bail};
use optile_results::quantity::{parse_bytes, parse_count, parse_duration};
use optile_results::unit::Unit;

use super::ticks::{linear_ticks_within, logarithmic_ticks_within};
use super::{Axis, Place, Scale};

/// What a reader asks of an axis; the rest stays.
#[derive(Clone, Debug, Default)]
pub struct AxisWish {
    /// The title.
    pub title: Option<String>,
    /// The scale.
    pub scale: Option<Scale>,
    /// The least and the greatest value, with their units, such as `1ms` and `10s`.
    pub range: Option<[String; 2]>,
}

impl Axis {
    /// The axis that a reader asks for. `values` are those of the figure.
    ///
    /// # Errors
    ///
    /// When the axis has names, or when the range is none.
    pub(crate) fn reshaped(&self, wish: &AxisWish, values: &[f64]) -> Result<Self> {
        let mut axis = self.clone();
        if let Some(scale) = wish.scale.filter(|&scale| scale != self.scale) {
            let Some(unit) = self.unit else { bail!("it has names, and so no scale") };
            let plain = self.title.trim_end_matches(", logarithmic");
            axis = match scale {
                Scale::Linear => Self::linear(plain, unit, values.iter().copied()),
                Scale::Logarithmic => {
                    let title = format!("{plain}, logarithmic");
                    Self::logarithmic(&title, unit, values.iter().copied())
                }
            }
            .relaned_as(self, self.lanes);
        }
        if let Some(range) = &wish.range {
            let Some(unit) = self.unit else { bail!("it has names, and so no range") };
            axis = axis.ranged(unit, range)?;
        }
        axis.title = wish.title.clone().unwrap_or(axis.title);
        Ok(axis)
    }

    fn ranged(self, unit: Unit, range: &[String; 2]) -> Result<Self> {
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
        let (ends, values) = match self.scale {
            Scale::Linear => ((low, high), linear_ticks_within(low, high)),
            Scale::Logarithmic if low <= 0.0 => {
                bail!("it is logarithmic, so its range must begin above 0, not at {}", range[0])
            }
            Scale::Logarithmic => {
                ((low.log10(), high.log10()), logarithmic_ticks_within(low, high))
            }
        };
        let ticks = values.into_iter().map(|value| (Place::At(value), unit.tick(value))).collect();
        let (lanes, old) = (self.lanes, self.clone());
        let axis =
            Self { low: ends.0, high: ends.1, ticks, zero_room: 0.0, is_fixed: true, ..self };
        Ok(axis.relaned_as(&old, lanes))
    }

    /// Names a line of an axis of names.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        for (_, label) in self.ticks.iter_mut().filter(|(_, label)| label == from) {
            *label = to.into();
        }
    }

    /// The ends, as they are spread along the axis.
    pub(crate) fn scaled_ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// A place as it is spread along the axis. Lanes are at the upper end; zero is nowhere on a
    /// logarithmic axis without room for it.
    pub(crate) fn scaled(&self, place: Place) -> Option<f64> {
        match place {
            Place::Edge | Place::Lane(_) => Some(self.high),
            Place::At(value) if !self.is_logarithmic() => Some(value),
            Place::At(value) if value > 0.0 => Some(value.log10()),
            Place::At(_) if self.zero_room > 0.0 => Some(self.low),
            Place::At(_) => None,
        }
    }

    /// How far a place is from the ends: 0 within them, negative below.
    pub(crate) fn reach(&self, place: Place) -> Option<f64> {
        let (scaled, slack) = (self.scaled(place)?, (self.high - self.low) * 1e-9);
        Some((scaled - self.high - slack).max(0.0) + (scaled - self.low + slack).min(0.0))
    }

    /// A place, or the end that is nearest to it.
    pub(crate) fn nearest(&self, place: Place) -> Place {
        let (low, high) = self.ends();
        match self.reach(place) {
            Some(0.0) => place,
            Some(reach) if reach > 0.0 => high,
            _ => low,
        }
    }

    /// The place at this share of the way between two others.
    pub(crate) fn between(&self, from: Place, to: Place, share: f64) -> Place {
        let (Some(start), Some(end)) = (self.scaled(from), self.scaled(to)) else { return from };
        if start == end {
            return from;
        }
        let scaled = (start + share * (end - start)).clamp(self.low, self.high);
        Place::At(if self.is_logarithmic() { 10f64.powf(scaled) } else { scaled })
    }
}
