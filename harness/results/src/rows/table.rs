//! `results.csv`, rows as a flat table for other programs, and `instances.csv`.

use std::io::{self, Write};

use crate::record::InstanceRecord;
use crate::rows::row::Row;
use crate::text::spreadsheet::cell;
use crate::text::strategy_name::StrategyName;

/// What stands for a path without moves. Programs read an empty cell as a missing value.
const NO_MOVES: &str = ".";

/// Columns that are derived from the name of the strategy, after the fields of the row.
const DERIVED: [&str; 3] = ["family", "heuristic", "options"];

/// The last column, if a row has it.
const PROGRAM: &str = "program_ns";

/// Writes the rows, with a line of headings if there are rows.
pub(crate) fn write(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    let mut names = csv::Writer::from_writer(Vec::new());
    names.serialize(harmless(first))?;
    let names = names.into_inner().map_err(csv::IntoInnerError::into_error)?;
    let names = names.split(|&byte| byte == b'\n').next().unwrap_or_default();
    // The field has no unit in its name, because files of rows keep their format.
    let names = names.split(|&byte| byte == b',').map(|name| match name {
        b"peak_rss" => b"peak_rss_bytes",
        name => name,
    });
    let mut table = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    let has_programs = rows.iter().any(|row| row.program_ns.is_some());
    let last = has_programs.then_some(PROGRAM);
    table.write_record(names.chain(DERIVED.into_iter().chain(last).map(str::as_bytes)))?;
    for row in rows {
        let parts = StrategyName::of(&row.strategy).parts().map(cell);
        let program: Vec<_> = last.iter().map(|_| row.program_ns).collect();
        table.serialize((harmless(row), parts, program))?;
    }
    table.flush()
}

/// The row with texts that are cells, without the last column.
fn harmless(row: &Row) -> Row {
    let mut row = Row { program_ns: None, ..row.clone() };
    if row.moves.as_deref() == Some("") {
        row.moves = Some(NO_MOVES.to_owned());
    }
    let own = [&mut row.id, &mut row.origin, &mut row.instance, &mut row.strategy];
    for text in own.into_iter().chain(&mut row.reason).chain(&mut row.moves) {
        *text = cell(text).into_owned();
    }
    row
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
    fn a_table_has_no_comment_and_no_empty_path() {
        let mut rows = [
            row("a", "idastar:max(manhattan,misplaced),order=dlru,sweep=off", 0, 5),
            row("b", "bfs", 1, 2),
        ];
        rows[0].moves = Some(String::new());
        rows[0].reason = Some("a, \"b\"\nc".into());
        rows[1].peak_rss = None;
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
            assert_eq!(line[column("search_ns")], row.search_ns.to_string());
            let peak = row.peak_rss.map(|bytes| bytes.to_string()).unwrap_or_default();
            assert_eq!(line[column("peak_rss_bytes")], peak);
        }
        assert!(column("options") + 1 == names.len());
        rows[1].program_ns = Some(7);
        let mut bytes = Vec::new();
        write(&rows, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(",options,program_ns\n") && text.ends_with(",bfs,,,7\n"), "{text}");
        let mut nothing = Vec::new();
        write(&[], &mut nothing).unwrap();
        assert!(nothing.is_empty());
    }
}
