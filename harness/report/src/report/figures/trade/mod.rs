//! What a search costs against what it buys: with tables, with longer paths, and with time.

mod anytime;
mod quality;
mod tables;

use crate::measure::Measure;
use crate::statistics::mean;
use crate::trial::{Trial, Trials};

use super::entry;
use optile_chart::{LegendEntry, Palette, Place, Role, Spot};

pub(super) use anytime::best_length;
pub(super) use quality::quality;
pub(super) use tables::{are_in_most, trade, with_tables};

/// A strategy with its means over the instances of the chart.
struct Point<'a> {
    strategy: &'a str,
    x: f64,
    y: f64,
}

impl Point<'_> {
    fn spot(&self) -> Spot {
        (Place::At(self.x), Place::At(self.y))
    }
}

/// The instances that all of some strategies solved.
struct Common<'t, 'a> {
    trials: &'t Trials<'a>,
    instances: Vec<&'a str>,
    /// Instances that not all of them solved.
    left_out: usize,
}

impl<'t, 'a> Common<'t, 'a> {
    fn of(trials: &'t Trials<'a>, strategies: &[&str]) -> Self {
        let is_solved = |strategy: &str, instance: &str| {
            trials.get(strategy, instance).is_some_and(Trial::is_solved)
        };
        let mut instances: Vec<&str> = trials.instances().iter().map(|one| one.id).collect();
        instances
            .retain(|id| trials.strategies().iter().any(|name| trials.get(name, id).is_some()));
        let ran = instances.len();
        instances.retain(|id| strategies.iter().all(|name| is_solved(name, id)));
        let left_out = ran - instances.len();
        Self { trials, instances, left_out }
    }

    /// The mean of a strategy's cost.
    fn mean(&self, strategy: &str, measure: Measure) -> Option<f64> {
        let trials = self.instances.iter().filter_map(|id| self.trials.get(strategy, id));
        mean(&trials.filter_map(|trial| trial.solved(measure)).collect::<Vec<f64>>())
    }

    fn counts(&self) -> [usize; 2] {
        [self.instances.len(), self.left_out]
    }
}

/// Whether a strategy solved anything. One that solved nothing, for lack of memory or time, has
/// no cost.
fn is_able(strategy: &str, trials: &Trials<'_>) -> bool {
    trials.attempts(strategy).any(|(_, trial)| trial.is_solved())
}

/// An entry for each point.
fn legend(points: &[Point<'_>], palette: &Palette) -> Vec<LegendEntry> {
    points.iter().map(|point| entry(Role::Dots, point.strategy, palette)).collect()
}
