//! `results.csv`, rows as a flat table for other programs, and `instances.csv`.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::number::Number;
use crate::record::InstanceRecord;
use crate::rows::row::Row;
use crate::text::spreadsheet::cell;
use crate::text::strategy_name::StrategyName;

/// What stands for a path without moves. Programs read an empty cell as a missing value.
const NO_MOVES: &str = ".";

/// The text of a row in a column of words.
type TextOf = for<'a> fn(&'a Row) -> Cow<'a, str>;

/// A column, with its heading.
enum Column {
    Words(&'static str, TextOf),
    Number(&'static Number),
}

/// All columns: the numbers of these rows are between words.
fn columns(rows: &[Row]) -> Vec<Column> {
    let words = |all: &'static [(&'static str, TextOf)]| {
        all.iter().map(|&(name, of)| Column::Words(name, of))
    };
    let numbers = Number::of_rows(rows).into_iter().map(Column::Number);
    words(BEFORE).chain(numbers).chain(words(BEHIND)).collect()
}

/// The columns before those of numbers.
const BEFORE: &[(&str, TextOf)] = &[
    ("id", |row| (&*row.run.id).into()),
    ("origin", |row| (&*row.run.origin).into()),
    ("instance", |row| (&*row.run.instance).into()),
    ("size", |row| row.run.size.to_string().into()),
    ("strategy", |row| (&*row.run.strategy).into()),
    ("promise", |row| row.run.promise.to_string().into()),
    ("sample", |row| row.run.sample.to_string().into()),
    ("order", |row| row.run.order.to_string().into()),
    ("status", |row| row.outcome.status.name().into()),
    ("reason", |row| row.outcome.reason.as_deref().unwrap_or_default().into()),
    ("moves", |row| match row.outcome.moves.as_deref() {
        Some("") => NO_MOVES.into(),
        moves => moves.unwrap_or_default().into(),
    }),
];

/// The columns after those of numbers.
const BEHIND: &[(&str, TextOf)] = &[
    ("improvements", |row| match &row.outcome.improvements[..] {
        [] => "".into(),
        paths => serde_json::to_string(paths).unwrap_or_default().into(),
    }),
    ("family", |row| StrategyName::of(&row.run.strategy).family.into()),
    ("heuristic", |row| StrategyName::of(&row.run.strategy).heuristic.into()),
    ("options", |row| StrategyName::of(&row.run.strategy).options.into()),
];

/// Writes the rows, with a line of headings if there are rows.
pub(crate) fn write(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut table = csv::Writer::from_writer(out);
    let columns = columns(rows);
    table.write_record(columns.iter().map(|column| match column {
        Column::Words(name, _) => *name,
        Column::Number(number) => number.name,
    }))?;
    for row in rows {
        for column in &columns {
            match column {
                Column::Words(_, of) => table.write_field(&*cell(&of(row)))?,
                Column::Number(number) => match number.of(row) {
                    Some(value) => table.write_field(value.to_string())?,
                    None => table.write_field("")?,
                },
            }
        }
        table.write_record(None::<&[u8]>)?;
    }
    table.flush()
}

/// Writes `instances.csv`.
pub(crate) fn write_boards(boards: &[InstanceRecord], out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    for board in boards {
        let instance = cell(&board.instance).into_owned();
        table.serialize(InstanceRecord { instance, ..board.clone() })?;
    }
    table.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::row;

    #[test]
    fn own_counters_are_columns_and_stay_in_rows() {
        let mut rows = [row("a", "mine", 3, 5), row("b", "bfs", 1, 2)];
        rows[0].outcome.extra = [("max-queue", 431), ("again", 0)][..].into();
        let mut bytes = Vec::new();
        write(&rows, &mut bytes).unwrap();
        let mut table = csv::Reader::from_reader(&bytes[..]);
        let names = table.headers().unwrap().clone();
        let column = |name: &str| names.iter().position(|own| own == name).unwrap();
        let lines: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        assert_eq!(column("extra.again") + 1, column("extra.max-queue"));
        let values = ["extra.max-queue", "extra.again"].map(|name| &lines[0][column(name)]);
        assert_eq!(values, ["431", "0"]);
        assert_eq!(&lines[1][column("extra.max-queue")], "", "missing, and not 0");
        for row in rows {
            let line = serde_json::to_string(&row).unwrap();
            assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), row);
        }
    }

    #[test]
    fn a_table_has_no_comment_and_no_empty_path() {
        let mut rows = [
            row("a", "idastar:max(manhattan,misplaced),order=dlru,sweep=off", 0, 5),
            row("b", "bfs", 1, 2),
        ];
        rows[0].outcome.moves = Some(String::new());
        rows[0].outcome.reason = Some("a, \"b\"\nc".into());
        rows[1].outcome.peak_rss = None;
        let mut bytes = Vec::new();
        write(&rows, &mut bytes).unwrap();
        let mut table = csv::Reader::from_reader(&bytes[..]);
        let names = table.headers().unwrap().clone();
        let column = |name: &str| names.iter().position(|own| own == name).unwrap();
        let lines: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        assert_eq!(lines.len(), rows.len());
        assert_eq!(&lines[0][column("moves")], ".");
        assert_eq!(&lines[0][column("reason")], "a, \"b\"\nc");
        let parts =
            |line: usize| ["family", "heuristic", "options"].map(|name| &lines[line][column(name)]);
        assert_eq!(parts(0), ["idastar", "max(manhattan,misplaced)", "order=dlru,sweep=off"]);
        assert_eq!(parts(1), ["bfs", "", ""]);
        for (line, row) in lines.iter().zip(&rows) {
            assert_eq!(line[column("search_ns")], row.outcome.search_ns.to_string());
            let peak = row.outcome.peak_rss.map(|bytes| bytes.to_string()).unwrap_or_default();
            assert_eq!(line[column("peak_rss_bytes")], peak);
        }
        assert!(column("options") + 1 == names.len());
        let mut nothing = Vec::new();
        write(&[], &mut nothing).unwrap();
        assert!(nothing.is_empty());
    }
}
