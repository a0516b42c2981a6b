//! `results.csv`: rows as a flat table for other programs.

use std::io::{self, Write};

use crate::rows::row::Row;
use crate::text::strategy_name::StrategyName;

/// What stands for a path without moves. Programs read an empty cell as a missing value.
const NO_MOVES: &str = ".";

/// Columns that are derived from the name of the strategy, after the fields of the row.
const DERIVED: &str = "family,heuristic,options";

/// The fields of a row as a line without its end, and before it those of their names if
/// `with_names`.
fn line(row: &Row, with_names: bool) -> io::Result<Vec<u8>> {
    let mut table = csv::WriterBuilder::new().has_headers(with_names).from_writer(Vec::new());
    table.serialize(row)?;
    let mut line = table.into_inner().map_err(csv::IntoInnerError::into_error)?;
    line.pop();
    Ok(line)
}

/// Writes the rows, with a line of headings if there are rows.
pub(crate) fn write(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    let names = line(first, true)?;
    let names = String::from_utf8_lossy(&names);
    let names = names.lines().next().unwrap_or_default();
    // The field has no unit in its name, because files of rows keep their format.
    writeln!(out, "{},{DERIVED}", names.replace("peak_rss", "peak_rss_bytes"))?;
    for row in rows {
        let mut row = row.clone();
        if row.moves.as_deref() == Some("") {
            row.moves = Some(NO_MOVES.to_owned());
        }
        out.write_all(&line(&row, false)?)?;
        out.write_all(b",")?;
        let mut derived = csv::Writer::from_writer(&mut *out);
        derived.write_record(StrategyName::of(&row.strategy).parts())?;
        derived.flush()?;
    }
    Ok(())
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
        let mut nothing = Vec::new();
        write(&[], &mut nothing).unwrap();
        assert!(nothing.is_empty());
    }
}
