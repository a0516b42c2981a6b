//! Tables for the terminal.

use std::io;
use std::ops::RangeBounds;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// The width of the terminal in characters; `None` if the output is not a
/// terminal.
pub fn room() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}

/// A table without borders. The columns of `numbers` are aligned to the right, the
/// others to the left. Cells wrap if the table would be wider than `room`; without
/// such a limit, each row is as many lines as its cells have.
pub fn table(
    headings: &[&str],
    rows: Vec<Vec<String>>,
    numbers: impl RangeBounds<usize>,
    room: Option<u16>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(room) = room {
        table.set_width(room);
    }
    table.set_header(headings);
    table.add_rows(rows);
    for (place, column) in table.column_iter_mut().enumerate() {
        if numbers.contains(&place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn within_a_limit_cells_wrap() {
        let text = text(Some(60));
        assert!(text.lines().count() > 3 && text.lines().all(|line| line.len() <= 60), "{text}");
    }
}
