//! One value per strategy with its spread: memory, and rates.

use optile_results::quantity::grouped;
use optile_results::unit::Unit;

use super::{Chart, headings, number, unsolved_sentence};
use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, elided};

use crate::measure::Measure;
use crate::statistics::{Quartiles, median, quartiles};
use crate::trial::{Trial, Trials};

/// A strategy: the ends of its stroke and the place of its marker.
struct Spread<'a> {
    strategy: &'a str,
    from: f64,
    at: f64,
    to: f64,
}

/// The strategies with a value.
struct Spreads<'a> {
    spreads: Vec<Spread<'a>>,
    numbers: Vec<Vec<String>>,
    /// How many of the trials with a value have no answer.
    unsolved: usize,
}

impl<'a> Spreads<'a> {
    /// `of` gives the spread of a strategy's values, and the cells of its line
    /// of numbers.
    fn of<const N: usize>(
        trials: &Trials<'a>,
        columns: [&str; N],
        value: impl Fn(&Trial<'_>) -> Option<f64>,
        of: impl Fn(&'a str, &[f64]) -> Option<(Spread<'a>, [f64; N])>,
    ) -> Self {
        let headings = headings(&[&["strategy", "instances"], &columns[..]].concat());
        let mut found = Self { spreads: Vec::new(), numbers: vec![headings], unsolved: 0 };
        for &strategy in trials.strategies() {
            let attempts = || trials.attempts(strategy).map(|(_, trial)| trial);
            let values: Vec<f64> = attempts().filter_map(&value).collect();
            if let Some((spread, cells)) = of(strategy, &values) {
                found.spreads.push(spread);
                let mut line = vec![strategy.into(), values.len().to_string()];
                line.extend(cells.map(number));
                found.numbers.push(line);
                let unanswered = attempts().filter(|trial| !trial.is_answered());
                found.unsolved += unanswered.filter(|trial| value(trial).is_some()).count();
            }
        }
        found
    }

    /// From the lower to the upper quartile, the median marked.
    fn middle_halves(
        trials: &Trials<'a>,
        columns: [&str; 3],
        value: impl Fn(&Trial<'_>) -> Option<f64>,
    ) -> Self {
        Self::of(trials, columns, value, |strategy, values| {
            let Quartiles { lower, middle, upper } = quartiles(values)?;
            let spread = Spread { strategy, from: lower, at: middle, to: upper };
            Some((spread, [lower, middle, upper]))
        })
    }

    /// The chart without its texts.
    fn figure(self, axis: &str, unit: Unit, palette: &Palette) -> Figure {
        let values = self.spreads.iter().flat_map(|spread| [spread.from, spread.at, spread.to]);
        let x = Axis::logarithmic(axis, unit, values);
        let names: Vec<&str> = self.spreads.iter().map(|spread| spread.strategy).collect();
        let y = Axis::names(&names, |name| elided(name, 36));
        let mut layers = Vec::new();
        let mut markers = Vec::new();
        for (line, spread) in self.spreads.iter().rev().enumerate() {
            let style = palette.style(spread.strategy);
            let spot = |value, up| (Place::At(value), Place::At(line as f64 + up));
            let bar = |from, to| Layer::new(Mark::Bar, style, [from, to]);
            layers.push(bar(spot(spread.from, 0.0), spot(spread.to, 0.0)));
            for end in [spread.from, spread.to].into_iter().filter(|&end| end != spread.at) {
                layers.push(bar(spot(end, -0.14), spot(end, 0.14)));
            }
            markers.push(Layer::new(Mark::Markers, style, vec![spot(spread.at, 0.0)]));
        }
        layers.append(&mut markers);
        Figure { x, y, layers, numbers: self.numbers, ..Figure::default() }
    }
}

/// Most bytes held at once.
pub(super) fn peak_memory(trials: &Trials<'_>, palette: &Palette) -> Chart {
    let bytes = |trial: &Trial<'_>| trial.median(Measure::Memory);
    let spreads = Spreads::of(trials, ["median_bytes", "most_bytes"], bytes, |strategy, bytes| {
        let (middle, most) = (median(bytes)?, bytes.iter().copied().fold(0.0, f64::max));
        Some((Spread { strategy, from: middle, at: middle, to: most }, [middle, most]))
    });
    let title = "Peak memory";
    if spreads.spreads.is_empty() {
        return Err(format!("{title}: left out, because no run has a value."));
    }
    Ok(Figure {
        name: "memory".into(),
        title: title.into(),
        subtitle: "Marker: median. Bar: maximum.".into(),
        caption: format!(
            "The most bytes held at once in tables, queues and stacks, including free slots, and \
             the tables that the heuristic looks up: the median and the maximum over the instances \
             that the strategy tried. {}",
            unsolved_sentence(spreads.unsolved, "counts with what it held when it ended"),
        ),
        ..spreads.figure("bytes, logarithmic", Unit::Bytes, palette)
    })
}

/// Nodes generated per second of search time.
pub(super) fn nodes_per_second(trials: &Trials<'_>, palette: &Palette) -> Chart {
    let columns = ["lower_quartile_per_second", "median_per_second", "upper_quartile_per_second"];
    let spreads = Spreads::middle_halves(trials, columns, |trial| {
        let generated = trial.median(Measure::Generated).filter(|&generated| generated > 0.0)?;
        let time = trial.median(Measure::Time).filter(|&time| time > 0.0)?;
        Some(generated * 1e9 / time)
    });
    let title = "Nodes generated per second";
    if spreads.spreads.is_empty() {
        return Err(format!("{title}: left out, because no run has a value."));
    }
    Ok(Figure {
        name: "nodes-per-second".into(),
        title: title.into(),
        subtitle: MIDDLE_HALF.into(),
        caption: format!(
            "Nodes generated per second of search time: median and quartiles over the instances \
             that the strategy tried. Short searches look slow here, because starting a search \
             takes time. {}",
            unsolved_sentence(spreads.unsolved, "counts with what it did before it ended"),
        ),
        ..spreads.figure("nodes generated per second, logarithmic", Unit::PerSecond, palette)
    })
}

/// Searches that stored fewer nodes say nothing about the bytes of a node: the first,
/// smallest tables dominate.
const FEWEST_STORED: u32 = 1000;

/// Bytes held per node held.
pub(super) fn bytes_per_node(trials: &Trials<'_>, palette: &Palette) -> Chart {
    let columns = ["lower_quartile_bytes", "median_bytes", "upper_quartile_bytes"];
    let spreads = Spreads::middle_halves(trials, columns, |trial| {
        let enough = |stored: &f64| *stored >= f64::from(FEWEST_STORED);
        let stored = trial.median_of(|row| row.peak_stored).filter(enough)?;
        let bytes = trial.median_of(|row| row.peak_bytes).filter(|&bytes| bytes > 0.0)?;
        Some(bytes / stored)
    });
    const TITLE: &str = "Bytes per stored node";
    let fewest = grouped(&FEWEST_STORED.to_string());
    if spreads.spreads.is_empty() {
        return Err(format!("{TITLE}: left out, because no search stored {fewest} nodes."));
    }
    Ok(Figure {
        name: "bytes-per-node".into(),
        title: TITLE.into(),
        subtitle: MIDDLE_HALF.into(),
        caption: format!(
            "The most bytes held at once divided by the most nodes held at once: median and \
             quartiles over the searches that stored at least {fewest} nodes. In smaller ones, the \
             least size of a table would decide. {}",
            unsolved_sentence(spreads.unsolved, "counts with what it held when it ended"),
        ),
        ..spreads.figure("bytes per node, logarithmic", Unit::Bytes, palette)
    })
}

const MIDDLE_HALF: &str = "Marker: median. Bar: the middle half of the instances.";
