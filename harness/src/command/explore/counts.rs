//! The counts of an exploration, as JSON and as text.

use std::io::{self, Write};

use optile_results::quantity::grouped;
use optile_results::unit::Unit;
use optile_retrograde::Exploration;
use serde::Serialize;

use crate::command::histogram::{self, Scale};

/// The most of the farthest boards that are shown.
const SHOWN: usize = 8;

/// What `--json` prints.
#[derive(Serialize)]
pub(super) struct ExplorationCounts<'a> {
    pub(super) size: &'a str,
    pub(super) goal_blank: usize,
    pub(super) states: u64,
    pub(super) radius: usize,
    pub(super) counts: &'a [u64],
    pub(super) seconds: f64,
    pub(super) peak_bytes: u64,
}

impl ExplorationCounts<'_> {
    /// The counts as a table, and the sums below it.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        histogram::write(out, ["distance", "states"], self.counts, Scale::Logarithmic)?;
        let ExplorationCounts { size, goal_blank, radius, seconds, .. } = self;
        let states = grouped(&self.states.to_string());
        let time = Unit::Nanoseconds.text(seconds * 1e9);
        let bytes = Unit::Bytes.text(self.peak_bytes as f64);
        writeln!(
            out,
            "\n{size}: {states} states, the farthest {radius} moves from the goal, whose \
             blank is at cell {goal_blank}.\nCounted in {time} with {bytes} of memory."
        )
    }
}

/// Some of the boards at the greatest distance, and the number of the others.
pub(super) fn print_farthest(
    out: &mut impl Write,
    exploration: &Exploration,
    width: usize,
) -> io::Result<()> {
    let mut shown = Vec::new();
    let mut more = 0;
    exploration.for_each_last(|tiles| {
        if shown.len() < SHOWN {
            let rows = tiles
                .chunks(width)
                .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            shown.push(rows.collect::<Vec<_>>().join(" / "));
        } else {
            more += 1;
        }
    });
    writeln!(out, "\nAt distance {}:", exploration.depth_counts().len() - 1)?;
    for board in shown {
        writeln!(out, "  {board}")?;
    }
    if more > 0 {
        writeln!(out, "  and {} more", grouped(&more.to_string()))?;
    }
    writeln!(out)
}
