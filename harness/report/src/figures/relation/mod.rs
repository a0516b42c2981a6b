//! A quantity against another one: averages over the instances that have the same value, or
//! a point for each instance.

mod cloud;
mod curve;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use optile_core::Size;
use optile_results::number::{EXPANDED, Number, OPTIMAL, Of, Scale};
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::{Outcome, REPORT, Shape, capitalised, left_out};
use crate::missing::{Lacks, Missing};
use crate::trial::{InstanceFacts, Trial, Trials};
use curve::{Point, Sample};
use optile_chart::{Axis, Figure, Layer, Palette, Place};
use optile_statistics::{geometric_mean, mean, quartiles};

/// What is drawn against what, and how the instances are taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation<'a> {
    /// The quantity across.
    pub x: &'static Number,
    /// The quantity up.
    pub y: &'static Number,
    /// The line.
    pub average: Average,
    /// The strategy by whose quantity up, on the same instance, that of each other one is divided.
    pub relative_to: Option<&'a str>,
}

/// The value that stands for several instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Average {
    /// The median.
    #[default]
    Median,
    /// The arithmetic mean.
    Mean,
}

impl Average {
    /// Both.
    pub const ALL: &[Self] = &[Self::Median, Self::Mean];

    /// The word of options and captions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Median => "median",
            Self::Mean => "mean",
        }
    }
}

/// The relations of a report, with their names.
fn of_report() -> impl Iterator<Item = (&'static str, Relation<'static>)> {
    REPORT.iter().filter_map(|chart| match chart.shape {
        Shape::Curve(relation) => Some((chart.name, relation)),
        _ => None,
    })
}

/// The most board sizes with charts of their own in a report, because readers do not look at
/// more.
pub(super) const MOST_SIZES: usize = 3;

impl Default for Relation<'_> {
    fn default() -> Self {
        Self::against_length(&EXPANDED)
    }
}

impl<'a> Relation<'a> {
    /// A quantity against the optimal length, as a report shows it.
    pub const fn against_length(y: &'static Number) -> Self {
        Self { x: &OPTIMAL, y, average: Average::Median, relative_to: None }
    }

    /// The relation that a kind of chart of a report shows: its name, also with a board size, or the
    /// beginning of its name.
    pub fn of_kind(kind: &str) -> Option<Self> {
        let is_it = |name: &str| match kind.strip_prefix(name) {
            Some("") => true,
            Some(rest) => rest.strip_prefix('-').is_some_and(|size| size.parse::<Size>().is_ok()),
            None => name.starts_with(kind),
        };
        of_report().find(|(name, _)| is_it(name)).map(|(_, relation)| relation)
    }

    fn name(self) -> String {
        let Self { x, y, .. } = self;
        match of_report().find(|(_, relation)| (relation.x, relation.y) == (x, y)) {
            Some((name, _)) => name.into(),
            None => format!("{}-against-{}", y.name, x.name),
        }
    }

    fn title(self) -> String {
        format!("{} against {}", capitalised(&self.about()), self.x.about)
    }

    /// What is up.
    fn about(self) -> String {
        self.y.about.to_owned() + &self.of_reference()
    }

    /// What names and headings say of the strategy by which is divided.
    fn of_reference(self) -> String {
        self.relative_to.map_or(String::new(), |name| format!(" relative to {name}"))
    }

    /// The strategies that are drawn: not one that is 1 everywhere.
    fn strategies<'t>(self, trials: &'t Trials<'_>) -> impl Iterator<Item = &'t str> {
        let all = trials.strategies().iter().copied();
        all.filter(move |&name| self.relative_to != Some(name))
    }

    /// What a trial has up, or why it has nothing; `None` on an instance without a value of the
    /// strategy by which it is divided.
    fn up(
        self,
        trials: &Trials<'_>,
        instance: &InstanceFacts<'_>,
        trial: &Trial<'_>,
    ) -> Option<Result<f64, Missing>> {
        let own = trial.drawn(instance, self.y);
        let Some(reference) = self.relative_to else { return Some(own) };
        self.of(reference, trials, instance).ok()?;
        let ratio = trial.ratio_to(trials.get(reference, instance.id)?, self.y);
        Some(own.and(ratio.ok_or(Missing::NotReported)))
    }

    /// The quantity up of a strategy on an instance.
    fn of(
        self,
        strategy: &str,
        trials: &Trials<'_>,
        instance: &InstanceFacts<'_>,
    ) -> Result<f64, Missing> {
        trials.get(strategy, instance.id).ok_or(Missing::NotTried)?.drawn(instance, self.y)
    }

    /// The axis up. That of ratios has 1.
    fn axis(self, values: impl IntoIterator<Item = f64>) -> Axis {
        if self.relative_to.is_none() {
            return axis(self.y, self.y.about, values);
        }
        let values = values.into_iter().chain([1.0]);
        Axis::logarithmic(&format!("{}, logarithmic", self.about()), Unit::Count, values)
    }

    /// With a line at 1, and with what a caption says of ratios.
    fn with_reference(
        self,
        mut figure: Figure,
        reference: &str,
        trials: &Trials<'_>,
        size: Option<Size>,
    ) -> Figure {
        let [from, to] = [Place::Low, Place::High].map(|end| (end, Place::At(1.0)));
        figure.layers.insert(0, Layer::rule(from, to));
        let of_size = |one: &&InstanceFacts<'_>| size.is_none_or(|size| one.size == size);
        let instances = trials.instances().iter().filter(of_size);
        let lacks: Lacks =
            instances.filter_map(|one| self.of(reference, trials, one).err()).collect();
        let without = lacks.not_run + lacks.unsolved() + lacks.not_reported;
        figure.caption += &format!(
            " Each value is divided by that of {reference} on the same instance; at 1, both are equal."
        );
        if without > 0 {
            figure.caption +=
                &format!(" {} without its own are left out.", counted(without, "instance"));
        }
        figure
    }

    /// One chart for each of the board sizes, at most `most`: a median over boards of different
    /// sizes would be on no common curve. A size with few points has no chart.
    pub(super) fn charts(
        self,
        trials: &Trials<'_>,
        palette: &Palette,
        most: usize,
    ) -> Vec<Outcome> {
        // Each size with its values.
        let mut sizes: BTreeMap<(usize, usize), (Size, BTreeSet<u64>)> = BTreeMap::new();
        for strategy in trials.strategies() {
            for (instance, trial) in trials.of_strategy(strategy) {
                let key = (instance.size.cells(), instance.size.width());
                let of_size = sizes.entry(key).or_insert((instance.size, BTreeSet::new()));
                of_size.1.extend(trial.median_on(instance, self.x).map(f64::to_bits));
            }
        }
        let all = sizes.len();
        // With one size, nothing needs to name it.
        if all <= 1 {
            return vec![self.chart(trials, palette, None)];
        }
        let mut sizes: Vec<(Size, usize)> =
            sizes.into_values().rev().map(|(size, values)| (size, values.len())).collect();
        sizes.retain(|&(_, values)| values > 2);
        // The sizes with the most values, the largest of equals first.
        sizes.sort_by_cached_key(|&(_, values)| usize::MAX - values);
        let sizes = sizes.iter().take(most);
        let mut charts: Vec<Outcome> =
            sizes.map(|&(size, _)| self.chart(trials, palette, Some(size))).collect();
        let left_out = all - charts.len();
        if left_out > 0 {
            charts.push(Err(format!(
                "{} on boards of {}: left out, because there are few points.",
                self.title(),
                counted(left_out, "other size")
            )));
        }
        charts
    }

    fn chart(self, trials: &Trials<'_>, palette: &Palette, size: Option<Size>) -> Outcome {
        let title = of_size(&self.title(), ", ", size);
        let drawn = match self.x.scale != Scale::Log {
            true => curve::chart(self, trials, palette, size),
            false => cloud::chart(self, trials, palette, size),
        };
        let figure = match (drawn, self.relative_to) {
            (Ok(figure), None) => figure,
            (Ok(figure), Some(name)) => self.with_reference(figure, name, trials, size),
            (Err(reason), None) => return left_out(&title, &reason),
            (Err(_), Some(name)) => {
                let what = self.y.about;
                let reason =
                    format!("no instance has the {what} of {name} and of another strategy");
                return left_out(&title, &reason);
            }
        };
        Ok(Figure { name: of_size(&self.name(), "-", size), title, ..figure })
    }

    /// What the line is.
    fn line(self) -> &'static str {
        match (self.relative_to, &self.y.of) {
            (Some(_), _) if self.average == Average::Mean => "geometric mean",
            (None, Of::Ratio(..)) => "sum ÷ sum",
            (None, Of::Fraction(_)) => Average::Mean.word(),
            _ => self.average.word(),
        }
    }

    /// The values at each place, taken together, with the runs behind them.
    fn points(self, samples: BTreeMap<u64, Sample<'_>>) -> Vec<Point> {
        let points = samples.into_iter().filter_map(|(x, Sample { values, rows, lacks })| {
            let unsolved = values.iter().filter(|value| value.is_infinite()).count();
            let mut spread = quartiles(&values)?;
            if self.relative_to.is_none() && self.y.is_derived() {
                spread.middle = self.y.over(rows)?;
            } else if self.average == Average::Mean {
                let mean = if self.relative_to.is_some() { geometric_mean } else { mean };
                spread.middle = mean(&values)?;
            }
            Some(Point { x, spread, instances: values.len(), unsolved, lacks })
        });
        points.collect()
    }
}

fn of_size(text: &str, joint: &str, size: Option<Size>) -> String {
    size.map_or(text.to_owned(), |size| format!("{text}{joint}{size}"))
}

/// The axis of a number that is called `about`.
pub(super) fn axis(number: &Number, about: &str, values: impl IntoIterator<Item = f64>) -> Axis {
    let unit = number.unit;
    match number.scale {
        Scale::Log | Scale::LogShared => {
            Axis::magnitudes(&format!("{about}, logarithmic"), unit, values)
        }
        Scale::Linear if *number == OPTIMAL => {
            Axis::linear(&format!("{about}, moves"), unit, values)
        }
        Scale::Linear => Axis::linear(about, unit, values),
    }
}
