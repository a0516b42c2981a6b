//! What people read on the terminal: prose, tables, and messages on standard error.
//!
//! # The main decision
//!
//! **A text becomes visible where it is laid out.** Ids of instances, reasons and names of files are
//! any text, and may hold characters that clear a screen or set a title. All of [`wrapped`],
//! [`table`], [`say`] and [`name`] write these as escapes, so no caller can forget it.

use std::io::{self, Write};
use std::ops::RangeBounds;
use std::path::Path;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};

use crate::text::lines::{cut, visible, visible_lines};

/// The width of the terminal in characters; `None` if the output is not a
/// terminal.
pub fn width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}

/// The width of the terminal to which errors and warnings go; `None` if they do not go
/// to a terminal.
pub fn error_width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| width.0)
}

/// The width of texts if the output is not a terminal.
pub const USUAL_WIDTH: u16 = 80;

/// The text with line ends between words, so that no line has more than `room` characters
/// unless a word has. Lines after the first begin with `indent` spaces; the first one begins
/// after `used` characters, which the caller has written. Line ends of the text stay.
pub fn wrapped(text: &str, room: Option<u16>, used: usize, indent: usize) -> String {
    let room = usize::from(room.unwrap_or(u16::MAX)).max(indent + 1);
    let (text, mut lines, mut column) = (visible_lines(text), String::new(), used);
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            lines.push('\n');
            column = 0;
        }
        // A non-breaking space does not separate words.
        for (place, word) in line.split(' ').enumerate() {
            let length = word.chars().count();
            if place > 0 && column + 1 + length > room {
                lines.push('\n');
                lines.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else if place > 0 {
                lines.push(' ');
                column += 1;
            }
            lines.push_str(word);
            column += length;
        }
    }
    lines
}

/// The text in lines of at most the terminal's width, or of [`USUAL_WIDTH`] characters. Single
/// line ends are spaces.
pub fn prose(text: &str) -> String {
    wrapped(&text.replace('\n', " "), Some(width().unwrap_or(USUAL_WIDTH)), 0, 0)
}

/// Writes a message to standard error, from where nothing else is written than this and a bar of
/// progress. A closed standard error is no reason to stop.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{}", wrapped(text, error_width(), 0, 0));
}

/// The name of a file, as one line.
pub fn name(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// The most characters of a cell. Every row is as long as the longest one.
const CELL: usize = 1000;

/// A table without borders. The columns of `numbers` are aligned to the right, the
/// others to the left. Cells wrap between words if the table would be wider than `room`; without
/// such a limit, each row is as many lines as its cells have. Numbers and words are never
/// broken, even if the table is then wider; but a cell of more than a thousand characters is cut.
pub fn table(
    headings: &[&str],
    mut rows: Vec<Vec<String>>,
    numbers: impl RangeBounds<usize>,
    room: Option<u16>,
) -> String {
    rows.iter_mut().flatten().for_each(|text| *text = visible_lines(&cut(text, CELL)));
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(room) = room {
        table.set_width(room);
    }
    table.set_header(headings);
    let widest = |text: &str, ends: &[char]| {
        text.split(ends).map(|part| part.chars().count()).max().unwrap_or_default()
    };
    let least: Vec<usize> = (0..headings.len())
        .map(|place| {
            // The cells of numbers stay on one line.
            let ends: &[char] = if numbers.contains(&place) { &['\n'] } else { &[' ', '\n'] };
            let cells = rows.iter().filter_map(|row| row.get(place));
            let cells = cells.map(|cell| widest(cell, ends)).max().unwrap_or_default();
            cells.max(widest(headings[place], &[' ', '\n']))
        })
        .collect();
    table.add_rows(rows);
    for ((place, column), least) in table.column_iter_mut().enumerate().zip(least) {
        // The space beside each cell belongs to the width.
        let width = Width::Fixed(u16::try_from(least + 2).unwrap_or(u16::MAX));
        column.set_constraint(ColumnConstraint::LowerBoundary(width));
        if numbers.contains(&place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_in_a_table_or_a_sentence_controls_the_terminal() {
        let id = "a\u{1b}[2Jb\u{202e}c\u{7f}";
        let table = table(&["id", "moves"], vec![vec![id.into(), "1".into()]], 1.., None);
        for text in [table, prose(id), wrapped(id, Some(4), 0, 0)] {
            assert!(text.contains(r"a\u{1b}[2Jb\u{202e}c\u{7f}"), "{text:?}");
            assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7f}']), "{text:?}");
        }
    }

    #[test]
    fn prose_is_broken_between_words_only() {
        let wrap = |text, room| wrapped(text, Some(room), 0, 2);
        assert_eq!(wrap("one two three", 80), "one two three");
        assert_eq!(wrap("one two three", 8), "one two\n  three");
        assert_eq!(wrap("one two three", 1), "one\n  two\n  three");
        assert_eq!(wrap("1.00\u{a0}MB of 12\nnew", 7), "1.00\u{a0}MB\n  of 12\nnew");
        assert_eq!(wrapped("one two", None, 70, 0), "one two");
        assert_eq!(wrapped("one two", Some(80), 75, 4), "one\n    two");
    }

    fn text(room: Option<u16>) -> String {
        let rows = vec![vec!["word ".repeat(40), "1".into()], vec!["b".into(), "22".into()]];
        table(&["name", "value"], rows, 1.., room)
    }

    #[test]
    fn without_a_limit_every_row_is_one_line() {
        assert_eq!(text(None).lines().count(), 3);
        let ends =
            |line: &str| line.ends_with(" value") || line.ends_with("1") || line.ends_with("22");
        assert!(text(None).lines().all(ends));
    }

    #[test]
    fn neither_numbers_nor_words_are_broken() {
        let rows =
            vec![vec!["retrograde does".into(), "1,000,000".into(), "1.000 to 2.000".into()]];
        let text = table(&["", "best ÷", "95 % interval"], rows, 1.., Some(20));
        for whole in ["retrograde", "does", "1,000,000", "1.000 to 2.000", "interval"] {
            assert!(text.contains(whole), "{whole} in {text}");
        }
    }

    #[test]
    fn a_very_long_cell_does_not_widen_every_row() {
        let rows = (0..300).map(|n| vec!["x".repeat(if n == 0 { 60_000 } else { 1 }), "1".into()]);
        let text = table(&["instance", "value"], rows.collect(), 1.., None);
        assert!(text.len() < 400_000 && text.contains("x…"), "{}", text.len());
    }

    #[test]
    fn within_a_limit_cells_wrap() {
        let text = text(Some(60));
        assert!(text.lines().count() > 3 && text.lines().all(|line| line.len() <= 60), "{text}");
    }
}
