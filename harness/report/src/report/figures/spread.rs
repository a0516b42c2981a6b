//! One value per strategy with its spread: memory, and rates.

use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, elided};
use optile_results::unit::Unit;

use super::{headings, number};
use crate::measure::Measure;
use crate::missing::Lacks;
use crate::statistics::{Quartiles, median, quartiles};
use crate::trial::{Trial, Trials};

/// A chart of one value per strategy.
#[derive(Debug)]
pub(super) struct Spread {
    subtitle: &'static str,
    caption: &'static str,
    /// What an attempt does that was not solved.
    unsolved: &'static str,
    /// Why there may be no value.
    lack: &'static str,
    axis: (&'static str, Unit),
    value: fn(&Trial<'_>) -> Option<f64>,
    /// Both ends of the stroke of a strategy around the place of its marker.
    ends: fn(&[f64]) -> Option<[f64; 3]>,
    /// The names of these three in files; one that is always the next one has no name.
    columns: &'static [&'static str],
}

const MIDDLE_HALF: &str = "Marker: median. Bar: the middle half of the instances.";

pub(super) static MEMORY: Spread = Spread {
    subtitle: "Marker: median. Bar: maximum.",
    caption: "The most bytes held at once in tables, queues and stacks, including free slots, \
                  and the tables that the heuristic looks up: the median and the maximum over the \
                  instances that the strategy tried.",
    unsolved: "counts with what it held when it ended",
    lack: "no run has a value",
    axis: ("bytes, logarithmic", Unit::Bytes),
    value: |trial| trial.median(Measure::Memory),
    ends: |bytes| {
        let middle = median(bytes)?;
        Some([middle, middle, bytes.iter().copied().fold(0.0, f64::max)])
    },
    columns: &["median_bytes", "most_bytes"],
};

pub(super) static RATE: Spread = Spread {
    subtitle: MIDDLE_HALF,
    caption: "Nodes generated per second of search time: median and quartiles over the \
                  instances that the strategy tried. Short searches look slow here, because \
                  starting a search takes time.",
    unsolved: "counts with what it did before it ended",
    lack: "no run has a value",
    axis: ("nodes generated per second, logarithmic", Unit::PerSecond),
    value: |trial| {
        let generated = trial.median(Measure::Generated).filter(|&nodes| nodes > 0.0)?;
        Some(generated * 1e9 / trial.median(Measure::Time).filter(|&time| time > 0.0)?)
    },
    ends: middle_half,
    columns: &["lower_quartile_per_second", "median_per_second", "upper_quartile_per_second"],
};

fn middle_half(values: &[f64]) -> Option<[f64; 3]> {
    quartiles(values).map(|Quartiles { lower, middle, upper }| [lower, middle, upper])
}

impl Spread {
    pub(super) fn chart(&self, trials: &Trials<'_>, palette: &Palette) -> Result<Figure, String> {
        let names = [&["strategy", "instances"], self.columns].concat();
        let (mut strategies, mut strokes) = (Vec::new(), Vec::new());
        let (mut numbers, mut lacks) = (vec![headings(&names)], Lacks::default());
        for &strategy in trials.strategies() {
            let with_value = || {
                let attempts = trials.attempts(strategy);
                attempts.filter_map(|(_, trial)| Some((trial, (self.value)(trial)?)))
            };
            let values: Vec<f64> = with_value().map(|(_, value)| value).collect();
            let Some(stroke) = (self.ends)(&values) else { continue };
            lacks
                .extend(with_value().filter_map(|(trial, value)| trial.lacking(Some(value)).err()));
            let mut record = vec![strategy.into(), values.len().to_string()];
            record.extend(stroke[3 - self.columns.len()..].iter().copied().map(number));
            numbers.push(record);
            strategies.push(strategy);
            strokes.push(stroke);
        }
        if strokes.is_empty() {
            return Err(self.lack.into());
        }
        let (mut bars, mut markers) = (Vec::new(), Vec::new());
        for (line, (strategy, &[from, at, to])) in strategies.iter().zip(&strokes).rev().enumerate()
        {
            let style = palette.style(strategy);
            let spot = |value, up| (Place::At(value), Place::At(line as f64 + up));
            bars.push(Layer::new(Mark::Bar, style, [spot(from, 0.0), spot(to, 0.0)]));
            for end in [from, to].into_iter().filter(|&end| end != at) {
                bars.push(Layer::new(Mark::Bar, style, [spot(end, -0.14), spot(end, 0.14)]));
            }
            markers.push(Layer::new(Mark::Markers, style, [spot(at, 0.0)]));
        }
        let (axis, unit) = self.axis;
        Ok(Figure {
            subtitle: self.subtitle.into(),
            caption: format!("{} {}", self.caption, lacks.sentence(self.unsolved)),
            x: Axis::logarithmic(axis, unit, strokes.into_iter().flatten()),
            y: Axis::names(&strategies, |name| elided(name, 36)),
            layers: [bars, markers].concat(),
            numbers: numbers.into(),
            ..Figure::default()
        })
    }
}
