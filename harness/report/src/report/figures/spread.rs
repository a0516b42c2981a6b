use optile_results::unit::Unit;
use optile_statistics::{Quartiles, median, quartiles};

use super::{Chart, headings, number, unsolved_sentence};
use crate::report::outcome::{Outcome, Outcomes};
use optile_chart::{Axis, Figure, Layer, Palette, Place, elided};

/// A value of each strategy with its spread, a row each.
struct Rows<'a> {
    name: &'static str,
    title: &'static str,
    subtitle: &'static str,
    caption: String,
    axis: &'static str,
    unit: Unit,
    rows: Vec<Spread<'a>>,
    numbers: Vec<Vec<String>>,
}

/// Where the stroke of a row begins and ends and where its marker stands.
struct Spread<'a> {
    strategy: &'a str,
    from: f64,
    at: f64,
    to: f64,
}

impl Rows<'_> {
    fn figure(self, palette: &Palette) -> Chart {
        if self.rows.is_empty() {
            return Err(format!("{}: left out, because no run has a value.", self.title));
        }
        let values = self.rows.iter().flat_map(|row| [row.from, row.at, row.to]);
        let x = Axis::logarithmic(self.axis, self.unit, values);
        let names: Vec<&str> = self.rows.iter().map(|row| row.strategy).collect();
        let y = Axis::names(&names, |name| elided(name, 36));
        let mut layers = Vec::new();
        let mut markers = Vec::new();
        for (line, row) in self.rows.iter().rev().enumerate() {
            let style = palette.style(row.strategy);
            let spot = |value, up| (Place::At(value), Place::At(line as f64 + up));
            let bar = |from, to| Layer::Bar { style, from, to };
            layers.push(bar(spot(row.from, 0.0), spot(row.to, 0.0)));
            for end in [row.from, row.to].into_iter().filter(|&end| end != row.at) {
                layers.push(bar(spot(end, -0.14), spot(end, 0.14)));
            }
            markers.push(Layer::Markers { style, points: vec![spot(row.at, 0.0)] });
        }
        layers.append(&mut markers);
        Ok(Figure {
            name: self.name.into(),
            title: self.title.into(),
            subtitle: self.subtitle.into(),
            caption: self.caption,
            x,
            y,
            layers,
            legend: vec![],
            numbers: self.numbers,
        })
    }
}

/// Most bytes held at once.
pub(super) fn peak_memory(outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
    let mut unsolved = 0;
    let mut rows = Vec::new();
    let mut numbers = vec![headings(&["strategy", "instances", "median_bytes", "most_bytes"])];
    for (strategy, name) in outcomes.strategies.iter().enumerate() {
        let holding: Vec<(&Outcome, f64)> = outcomes
            .attempts(strategy)
            .filter_map(|outcome| Some((outcome, outcome.peak_bytes?)))
            .collect();
        let bytes: Vec<f64> = holding.iter().map(|(_, bytes)| *bytes).collect();
        if let Some(middle) = median(&bytes) {
            let most = bytes.iter().copied().fold(0.0, f64::max);
            rows.push(Spread { strategy: name, from: middle, at: middle, to: most });
            numbers.push(vec![
                (*name).into(),
                bytes.len().to_string(),
                number(middle),
                number(most),
            ]);
            unsolved += holding.iter().filter(|(outcome, _)| !outcome.is_answered()).count();
        }
    }
    Rows {
        name: "memory",
        title: "Peak memory",
        subtitle: "Marker: median. Stroke: up to the most.",
        caption: format!(
            "Most bytes held at once in tables, queues and stacks, free slots included: the \
             median over the instances that the strategy tried, and the most of any. {}",
            unsolved_sentence(unsolved, "takes part with what it held when it was ended"),
        ),
        axis: "bytes, logarithmic",
        unit: Unit::Bytes,
        rows,
        numbers,
    }
    .figure(palette)
}

/// Successors generated a second of searching.
pub(super) fn nodes_per_second(outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
    let (rows, numbers, unsolved) = middle_halves(outcomes, |outcome| {
        let generated = outcome.generated.filter(|&generated| generated > 0.0)?;
        (outcome.search_ns > 0.0).then(|| generated * 1e9 / outcome.search_ns)
    });
    Rows {
        name: "nodes-per-second",
        title: "Nodes generated a second",
        subtitle: MIDDLE_HALF,
        caption: format!(
            "Successors generated a second of searching, median and quartiles over the \
             instances that the strategy tried. Short searches are slow by this measure: \
             setting up takes its time. {}",
            unsolved_sentence(unsolved, "takes part with what it did until it was ended"),
        ),
        axis: "nodes generated a second, logarithmic",
        unit: Unit::PerSecond,
        rows,
        numbers,
    }
    .figure(palette)
}

/// Bytes held for each node held.
pub(super) fn bytes_per_node(outcomes: &Outcomes<'_>, palette: &Palette) -> Chart {
    let (rows, numbers, unsolved) = middle_halves(outcomes, |outcome| {
        let stored = outcome.peak_stored.filter(|&stored| stored > 0.0)?;
        outcome.peak_bytes.filter(|&bytes| bytes > 0.0).map(|bytes| bytes / stored)
    });
    Rows {
        name: "bytes-per-node",
        title: "Bytes a stored node",
        subtitle: MIDDLE_HALF,
        caption: format!(
            "Most bytes held at once over most nodes held at once, median and quartiles over \
             the instances that the strategy tried; strategies that hold no table are left out. \
             In short searches the least size of a table counts most. {}",
            unsolved_sentence(unsolved, "takes part with what it held when it was ended"),
        ),
        axis: "bytes a node, logarithmic",
        unit: Unit::Bytes,
        rows,
        numbers,
    }
    .figure(palette)
}

const MIDDLE_HALF: &str = "Marker: median. Stroke: the middle half.";

/// The quartiles of a value by strategy, as rows and as numbers, and how many of
/// the outcomes that have one are unsolved.
fn middle_halves<'a>(
    outcomes: &Outcomes<'a>,
    value: impl Fn(&Outcome) -> Option<f64>,
) -> (Vec<Spread<'a>>, Vec<Vec<String>>, usize) {
    let mut unsolved = 0;
    let mut rows = Vec::new();
    let mut numbers =
        vec![headings(&["strategy", "instances", "lower_quartile", "median", "upper_quartile"])];
    for (strategy, &name) in outcomes.strategies.iter().enumerate() {
        let values: Vec<f64> = outcomes.attempts(strategy).filter_map(&value).collect();
        if let Some(Quartiles { lower, middle, upper }) = quartiles(&values) {
            rows.push(Spread { strategy: name, from: lower, at: middle, to: upper });
            let mut record = vec![name.into(), values.len().to_string()];
            record.extend([lower, middle, upper].map(number));
            numbers.push(record);
            let attempts = outcomes.attempts(strategy).filter(|outcome| !outcome.is_answered());
            unsolved += attempts.filter(|outcome| value(outcome).is_some()).count();
        }
    }
    (rows, numbers, unsolved)
}
