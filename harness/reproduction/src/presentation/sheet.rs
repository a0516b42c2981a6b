//! What the terminal shows.

use std::ops::Range;

use optile_results::terminal;

use super::number;
use crate::comparison::findings::{ComparisonRow, ComparisonTable, Findings, Score};
use crate::experiment::{Experiment, Reproduction};
use crate::literature::Source;

/// The headings of a comparison.
pub(super) const HEADINGS: [&str; 5] = ["", "published", "measured", "ratio", "verdict"];

/// The columns of numbers in a comparison.
pub(super) const NUMBERS: Range<usize> = 1..4;

/// The cells of a row, each made by `escape`. The number of the row's note follows
/// the verdict.
pub(super) fn cells(
    table: &ComparisonTable,
    row: &ComparisonRow,
    escape: fn(&str) -> String,
) -> Vec<String> {
    let note = table.note_number(row).map(|number| format!(" [{number}]")).unwrap_or_default();
    let cells = [
        row.quantity.clone(),
        number::published(&row.published),
        number::measured(&row.measured, &row.published),
        number::ratio(row),
        row.verdict.text(),
    ];
    let mut cells = cells.map(|cell| escape(&cell));
    cells[4].push_str(&note);
    cells.to_vec()
}

/// The meanings of the marks of these figures.
pub(super) fn legends<'a>(rows: impl Iterator<Item = &'a ComparisonRow>) -> Vec<&'static str> {
    let mut legends: Vec<&str> = Vec::new();
    for legend in rows.filter_map(|row| row.grade().legend()) {
        if !legends.contains(&legend) {
            legends.push(legend);
        }
    }
    legends
}

/// The experiments and their costs, for a terminal of this many columns, if any.
pub fn list(experiments: &[Experiment], room: Option<u16>) -> String {
    let row = |experiment: &Experiment| {
        [experiment.name, experiment.cost, experiment.title].map(str::to_owned).to_vec()
    };
    let rows = experiments.iter().map(row).collect();
    terminal::table(&["name", "processor time", "experiment"], rows, 0..0, room)
}

/// An experiment and its comparison, for a terminal of this many columns, if any.
pub fn sheet(reproduction: &Reproduction, room: Option<u16>) -> String {
    let Reproduction { experiment, sources, findings, .. } = reproduction;
    let mut text = format!("{}: {}\n", experiment.name, experiment.title);
    for source in sources {
        text.push_str(&format!("source: {}\n", Source::text(source)));
    }
    if let Some(subset) = &findings.subset {
        text.push_str(&format!("ONLY A PART of the experiment: {subset}\n"));
    }
    let mut was_short = false;
    for table in &findings.tables {
        let shown = shown(table, room);
        // No blank line between tables of one line.
        let is_short = shown.lines().count() == 1;
        if !(was_short && is_short) {
            text.push('\n');
        }
        text.push_str(&shown);
        was_short = is_short;
    }
    for remark in &findings.remarks {
        text.push_str(&format!("\n{remark}\n"));
    }
    text.push('\n');
    for legend in legends(findings.rows()) {
        text.push_str(&format!("{legend}\n"));
    }
    text.push_str(&format!("{}\n", conclusion(experiment, findings)));
    text
}

/// A table. If it is folded, the rows that agree are only counted.
fn shown(table: &ComparisonTable, room: Option<u16>) -> String {
    let (folded, rows): (Vec<&ComparisonRow>, Vec<&ComparisonRow>) =
        table.rows.iter().partition(|row| table.is_folded && row.verdict.is_agreement());
    let mut text = match folded.is_empty() {
        true => format!("{}\n", table.title),
        false => {
            format!("{}: {}\n", table.title, Score::of(folded.iter().copied()).text())
        }
    };
    if !rows.is_empty() {
        let cells = rows.iter().map(|row| cells(table, row, str::to_owned)).collect();
        text.push_str(&terminal::table(&HEADINGS, cells, NUMBERS, room));
        text.push('\n');
    }
    for (place, note) in (1..).zip(table.notes()) {
        text.push_str(&format!("[{place}] {note}\n"));
    }
    text
}

/// The score in one line.
fn conclusion(experiment: &Experiment, findings: &Findings) -> String {
    let part = if findings.subset.is_some() { " (only a part)" } else { "" };
    format!("{}{part}: {}", experiment.name, findings.score().text())
}
