//! Which labels of an axis have room.

use crate::axis::{Axis, Place};

/// A label and its place.
type Tick = (Place, String);

impl Axis {
    /// The labels that do not touch each other: all, or each second one, or each third one. `at`
    /// is the place of a label, and `extent` its length with the space around it. The labels of
    /// lanes have precedence.
    pub(crate) fn ticks_apart(
        &self,
        at: impl Fn(Place) -> f64,
        extent: impl Fn(&str) -> f64,
    ) -> Vec<&Tick> {
        let touch = |a: &Tick, b: &Tick| {
            (at(a.0) - at(b.0)).abs() < f64::midpoint(extent(&a.1), extent(&b.1))
        };
        let is_lane = |tick: &&Tick| matches!(tick.0, Place::Lane(_));
        let (lanes, mut values): (Vec<_>, Vec<_>) = self.ticks.iter().partition(is_lane);
        values.retain(|value| lanes.iter().all(|lane| !touch(value, lane)));
        let each = |step: usize| values.iter().copied().step_by(step).collect::<Vec<_>>();
        let is_free = |step: &usize| !each(*step).windows(2).any(|pair| touch(pair[0], pair[1]));
        let step = (1..=values.len()).find(is_free).unwrap_or(1);
        each(step).into_iter().chain(lanes).collect()
    }
}
