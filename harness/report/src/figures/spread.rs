//! One value per strategy with its spread: memory, and rates.

use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, Role};
use optile_results::number::{MEMORY, NODES_PER_SECOND, Number};
use optile_results::text::unit::Unit;

use super::{entry, headings, number};
use crate::missing::Lacks;
use crate::statistics::median;
use crate::trial::Trials;

/// A chart of one value per strategy.
#[derive(Debug)]
pub(super) struct Spread {
    subtitle: &'static str,
    caption: &'static str,
    /// What an attempt does that was not solved.
    unsolved: &'static str,
    number: &'static Number,
    /// The names of the value and of the end of its bar in files; a rate has no bar.
    columns: &'static [&'static str],
}

pub(super) static PEAK: Spread = Spread {
    subtitle: "Marker: median. Bar: maximum.",
    caption: "The most bytes held at once in tables, queues and stacks, including free slots, \
              and the tables that the heuristic looks up: the median and the maximum over the \
              instances that the strategy tried.",
    unsolved: "counts with what it held when it ended",
    number: &MEMORY,
    columns: &["median_bytes", "most_bytes"],
};

pub(super) static RATE: Spread = Spread {
    subtitle: "All nodes divided by all seconds.",
    caption: "All nodes that a strategy generated on the instances that it tried, divided by \
              all its search time.",
    unsolved: "counts with what it did before it ended",
    number: &NODES_PER_SECOND,
    columns: &["nodes_per_second"],
};

impl Spread {
    /// The chart, with the rows of those strategies that are shown at first above the others.
    pub(super) fn chart(
        &self,
        trials: &Trials<'_>,
        palette: &Palette,
        shown: &[&str],
    ) -> Result<Figure, String> {
        let names = [&["strategy", "instances"], self.columns].concat();
        let (mut strategies, mut strokes) = (Vec::new(), Vec::new());
        let (mut numbers, mut lacks) = (vec![headings(&names)], Lacks::default());
        let (first, others): (Vec<&str>, Vec<&str>) =
            trials.strategies().iter().partition(|name| shown.contains(name));
        for strategy in first.into_iter().chain(others) {
            let with_value = || {
                let attempts = trials.attempts(strategy);
                attempts.filter_map(|(_, trial)| Some((trial, trial.median(self.number)?)))
            };
            let values: Vec<f64> = with_value().map(|(_, value)| value).collect();
            let rows = trials.attempts(strategy).flat_map(|(_, trial)| trial.rows()).copied();
            let ends = match self.number.is_derived() {
                true => self.number.over(rows).map(|ratio| [ratio; 2]),
                false => median(&values)
                    .map(|middle| [middle, values.iter().copied().fold(0.0, f64::max)]),
            };
            let Some(ends) = ends else { continue };
            lacks
                .extend(with_value().filter_map(|(trial, value)| trial.lacking(Some(value)).err()));
            let mut record = vec![strategy.into(), values.len().to_string()];
            record.extend(ends[..self.columns.len()].iter().copied().map(number));
            numbers.push(record);
            strategies.push(strategy);
            strokes.push(ends);
        }
        if strokes.is_empty() {
            return Err("no run has a value".into());
        }
        let (mut bars, mut markers) = (Vec::new(), Vec::new());
        for (line, (strategy, &[at, to])) in strategies.iter().zip(&strokes).rev().enumerate() {
            let style = palette.style(strategy);
            let spot = |value, up| (Place::At(value), Place::At(line as f64 + up));
            bars.push(Layer::new(Mark::Bar, style, [spot(at, 0.0), spot(to, 0.0)]));
            if to != at {
                bars.push(Layer::new(Mark::Bar, style, [spot(to, -0.14), spot(to, 0.14)]));
            }
            markers.push(Layer::new(Mark::Markers, style, [spot(at, 0.0)]));
        }
        let title = if self.number.unit == Unit::Bytes { "bytes" } else { self.number.about };
        let title = format!("{title}, logarithmic");
        Ok(Figure {
            subtitle: self.subtitle.into(),
            caption: format!("{} {}", self.caption, lacks.sentence(self.unsolved)),
            x: Axis::magnitudes(&title, self.number.unit, strokes.into_iter().flatten()),
            y: Axis::names(&strategies),
            layers: [bars, markers].concat(),
            legend: strategies.iter().map(|name| entry(Role::Dots, name, palette)).collect(),
            numbers: numbers.into(),
            columns: [Some(2), None],
            ..Figure::default()
        })
    }
}
