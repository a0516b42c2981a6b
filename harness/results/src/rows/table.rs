//! `results.csv`: rows as a flat table for other programs.

use std::io::{self, Write};

use crate::rows::row::Row;
use crate::text::spreadsheet;
use crate::text::strategy_name::StrategyName;

/// What stands for a path without moves. Programs read an empty cell as a missing value.
const NO_MOVES: &str = ".";

/// Columns that are derived from the name of the strategy, after the fields of the row.
const DERIVED: [&str; 3] = ["family", "heuristic", "options"];

/// Writes the rows, with a line of headings if there are rows.
pub(crate) fn write(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let rows = rows.iter().cloned().map(|mut row| {
        if row.moves.as_deref() == Some("") {
            row.moves = Some(NO_MOVES.to_owned());
        }
        row
    });
    spreadsheet::write(rows, out, |mut line, row| {
        if let Some(row) = row {
            line.extend(StrategyName::of(&row.strategy).parts());
            return line;
        }
        // The field has no unit in its name, because files of rows keep their format.
        let unit = |name| if name == "peak_rss" { "peak_rss_bytes" } else { name };
        line.iter().map(unit).chain(DERIVED).collect()
    })
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
