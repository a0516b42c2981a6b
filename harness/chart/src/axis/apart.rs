//! Which labels of an axis have room.

use crate::axis::{Axis, Place};

/// A label and its place.
type Tick = (Place, String);

impl Axis {
    /// The labels that do not touch each other: all, or each second one, or each third one. `at`
    /// is the place of a label, and `extent` its length with the space around it. The labels of
    /// lanes and of zero on a logarithmic axis have precedence, because they are not as far from
    /// the others as these are from each other.
    pub(crate) fn ticks_apart(
        &self,
        at: impl Fn(Place) -> f64,
        extent: impl Fn(&str) -> f64,
    ) -> Vec<&Tick> {
        let touch = |a: &Tick, b: &Tick| {
            (at(a.0) - at(b.0)).abs() < f64::midpoint(extent(&a.1), extent(&b.1))
        };
        let is_special = |tick: &&Tick| match tick.0 {
            Place::At(value) => value == 0.0 && self.is_logarithmic(),
            _ => true,
        };
        let (special, mut values): (Vec<_>, Vec<_>) = self.ticks.iter().partition(is_special);
        values.retain(|value| special.iter().all(|other| !touch(value, other)));
        let each = |step: usize| values.iter().copied().step_by(step).collect::<Vec<_>>();
        let is_free = |step: &usize| !each(*step).windows(2).any(|pair| touch(pair[0], pair[1]));
        let step = (1..=values.len()).find(is_free).unwrap_or(1);
        let mut shown = [special, each(step)].concat();
        shown.sort_by(|a, b| at(a.0).total_cmp(&at(b.0)));
        shown
    }
}
