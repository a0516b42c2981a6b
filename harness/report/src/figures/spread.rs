//! One value per strategy with its spread: memory, and rates.

use optile_chart::{Axis, Figure, Layer, Mark, Palette, Place, Role};
use optile_results::number::{MEMORY, NODES_PER_SECOND, Number};
use optile_results::text::unit::Unit;
use optile_statistics::{ascending, median};

use super::{entry, headings, number};
use crate::missing::{Lacks, Missing};
use crate::trial::{Trial, Trials};

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

/// A strategy with its values.
#[derive(Clone, Copy)]
struct Row<'a> {
    strategy: &'a str,
    instances: usize,
    /// The value, and the end of its bar.
    ends: [f64; 2],
    /// Whether a limit ended the attempt with the value at the end of the bar.
    is_limited: bool,
}

impl Spread {
    /// The chart. The rows of those strategies that are shown at first are above the others, and the
    /// largest values are above.
    pub(super) fn chart(
        &self,
        trials: &Trials<'_>,
        palette: &Palette,
        shown: &[&str],
    ) -> Result<Figure, String> {
        let mut lacks = Lacks::default();
        let strategies = trials.strategies().iter();
        let rows = strategies.filter_map(|strategy| self.row(strategy, trials, &mut lacks));
        let mut rows = ascending(&rows.collect::<Vec<_>>(), |row| -row.ends[0]);
        rows.sort_by_key(|row| !shown.contains(&row.strategy));
        if rows.is_empty() {
            return Err("no run has a value".into());
        }
        let names: Vec<&str> = rows.iter().map(|row| row.strategy).collect();
        let (mut bars, mut markers) = (Vec::new(), Vec::new());
        for (line, Row { strategy, ends: [at, to], is_limited, .. }) in
            rows.iter().rev().copied().enumerate()
        {
            let style = palette.style(strategy);
            let spot = |value, up| (Place::At(value), Place::At(line as f64 + up));
            bars.push(Layer::new(Mark::Bar, style, [spot(at, 0.0), spot(to, 0.0)]));
            if is_limited {
                bars.push(Layer::new(Mark::Arrow, style, [spot(to, 0.0)]));
            } else if to != at {
                bars.push(Layer::new(Mark::Bar, style, [spot(to, -0.25), spot(to, 0.25)]));
            }
            markers.push(Layer::new(Mark::Markers, style, [spot(at, 0.0)]));
        }
        let title = if self.number.unit == Unit::Bytes { "bytes" } else { self.number.about };
        let title = format!("{title}, logarithmic");
        let limit =
            if rows.iter().any(|row| row.is_limited) { " Arrow: ended by a limit." } else { "" };
        let record = |row: &Row<'_>| {
            let ends = row.ends[..self.columns.len()].iter().copied().map(number);
            [row.strategy.into(), row.instances.to_string()].into_iter().chain(ends).collect()
        };
        let headings = headings(&[&["strategy", "instances"], self.columns].concat());
        Ok(Figure {
            subtitle: format!("{}{limit}", self.subtitle),
            caption: format!("{} {}", self.caption, lacks.sentence(self.unsolved)),
            x: Axis::magnitudes(&title, self.number.unit, rows.iter().flat_map(|row| row.ends)),
            y: Axis::names(&names),
            layers: [bars, markers].concat(),
            legend: names.iter().map(|name| entry(Role::Dots, name, palette)).collect(),
            numbers: [headings].into_iter().chain(rows.iter().map(record)).collect(),
            columns: [Some(2), None],
            ..Figure::default()
        })
    }

    /// The row of a strategy, if one of its runs has a value.
    fn row<'a>(
        &self,
        strategy: &'a str,
        trials: &Trials<'_>,
        lacks: &mut Lacks,
    ) -> Option<Row<'a>> {
        let attempts = || trials.attempts(strategy).map(|(_, trial)| trial);
        let all: Vec<(f64, Option<Missing>)> = attempts()
            .filter_map(|trial| {
                let value = trial.median(self.number)?;
                Some((value, trial.lacking(Some(value)).err()))
            })
            .collect();
        lacks.extend(all.iter().filter_map(|(_, missing)| *missing));
        let values: Vec<f64> = all.iter().map(|(value, _)| *value).collect();
        let (ends, is_limited) = if self.number.is_derived() {
            ([self.number.over(attempts().flat_map(Trial::rows).copied())?; 2], false)
        } else {
            let most = values.iter().copied().fold(0.0, f64::max);
            let is_limited = all.iter().any(|&(value, missing)| {
                value == most
                    && matches!(missing, Some(Missing::NotSolved(status)) if status.is_limit())
            });
            ([median(&values)?, most], is_limited)
        };
        Some(Row { strategy, instances: values.len(), ends, is_limited })
    }
}
