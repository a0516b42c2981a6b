//! What the terminal shows.

use comfy_table::{CellAlignment, ContentArrangement, presets};

use super::number;
use crate::comparison::findings::{Findings, Row, Score, Table};
use crate::experiment::{Experiment, Reproduction};
use crate::literature::Source;

/// The headings of a comparison.
pub(super) const HEADINGS: [&str; 5] = ["", "published", "measured", "ratio", "verdict"];

/// The cells of a row. The number of its note follows the verdict.
pub(super) fn cells(table: &Table, row: &Row) -> [String; 5] {
    let note = table.note_number(row).map(|number| format!(" [{number}]")).unwrap_or_default();
    [
        row.quantity.clone(),
        number::published(&row.published),
        number::measured(&row.measured, &row.published),
        number::ratio(row),
        row.verdict.text() + &note,
    ]
}

/// The meanings of the marks of these figures.
pub(super) fn legends<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<&'static str> {
    let mut legends: Vec<&str> = Vec::new();
    for legend in rows.filter_map(|row| row.grade().legend()) {
        if !legends.contains(&legend) {
            legends.push(legend);
        }
    }
    legends
}

/// A table without borders, the columns at these places aligned to the right.
/// Cells wrap where the table would be wider than `room`.
fn plain(headings: &[&str], rows: Vec<Vec<String>>, right: &[usize], room: Option<u16>) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(room) = room {
        table.set_width(room);
    }
    if !headings.is_empty() {
        table.set_header(headings);
    }
    table.add_rows(rows);
    for &place in right {
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// The experiments and their costs, for a terminal of this many columns, if any.
pub fn list(experiments: &[Experiment], room: Option<u16>) -> String {
    let row = |experiment: &Experiment| {
        [experiment.name, experiment.cost, experiment.title].map(str::to_owned).to_vec()
    };
    let rows = experiments.iter().map(row).collect();
    plain(&["name", "processor time", "experiment"], rows, &[], room)
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
fn shown(table: &Table, room: Option<u16>) -> String {
    let (folded, rows): (Vec<&Row>, Vec<&Row>) =
        table.rows.iter().partition(|row| table.is_folded && row.verdict.is_agreement());
    let mut text = match folded.is_empty() {
        true => format!("{}\n", table.title),
        false => {
            format!("{}: {}\n", table.title, Score::of(folded.iter().copied()).text())
        }
    };
    if !rows.is_empty() {
        let cells = rows.iter().map(|row| cells(table, row).to_vec()).collect();
        text.push_str(&plain(&HEADINGS, cells, &[1, 2, 3], room));
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
