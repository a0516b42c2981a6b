//! What the terminal shows.

use optile_results::terminal;

use super::cells::{HEADINGS, NUMBERS, cells};
use crate::comparison::table::{ComparisonRow, ComparisonTable, Score};
use crate::comparison::verdict::Kind;
use crate::experiments::{Experiment, Reproduction};

/// The experiments and their costs, for a terminal of this many columns, if any.
pub fn list(experiments: &[Experiment], room: Option<u16>) -> String {
    let row = |experiment: &Experiment| {
        let article = experiment.article();
        [experiment.name, &article.cost, &article.title].map(str::to_owned).to_vec()
    };
    let rows = experiments.iter().map(row).collect();
    terminal::table(&["name", "processor time", "experiment"], rows, 0..0, room)
}

/// An experiment and its comparison, for a terminal of this many columns, if any.
pub fn sheet(reproduction: &Reproduction, room: Option<u16>) -> String {
    let Reproduction { experiment, findings, .. } = reproduction;
    let article = experiment.article();
    let mut text = format!("{}: {}\n", experiment.name, article.title);
    for source in &article.sources {
        text.push_str(&format!("source: {source}\n"));
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
    for remark in &article.remarks {
        text.push_str(&format!("\n{remark}\n"));
    }
    text.push('\n');
    if let Some(legend) = findings.legend() {
        text.push_str(&format!("{legend}\n"));
    }
    let part = if findings.subset.is_some() { " (only a part)" } else { "" };
    text + &format!("{}{part}: {}\n", experiment.name, findings.score().text())
}

/// A table. If it is folded, the rows that agree are only counted.
fn shown(table: &ComparisonTable, room: Option<u16>) -> String {
    let (folded, rows): (Vec<&ComparisonRow>, Vec<&ComparisonRow>) =
        table.rows.iter().partition(|row| {
            let agrees =
                matches!(row.verdict.kind(), Some(Kind::Equal | Kind::WithinSamplingError));
            table.is_folded && agrees
        });
    let mut text = table.title.clone();
    if !folded.is_empty() {
        text.push_str(&format!(": {}", Score::of(folded).text()));
    }
    text.push('\n');
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
