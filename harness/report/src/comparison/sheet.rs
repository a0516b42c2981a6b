//! Tables and numbers for the terminal.

use std::io;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use optile_results::unit::three_digits;
use optile_statistics::{Estimate, Interval};

/// The sign for a missing value.
pub const NOTHING: &str = "–";

/// The width of the terminal in characters; `None` if the output is not a
/// terminal.
pub fn room() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}

/// Lets cells wrap if the terminal is narrow.
pub fn wrap(table: &mut Table) {
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(room) = room() {
        table.set_width(room);
    }
}

/// A table without borders. The first `left` columns are aligned to the left, the
/// others to the right. Cells wrap if the terminal is narrow; if the output is
/// not a terminal, each row is one line.
pub fn table(headings: &[&str], rows: Vec<Vec<String>>, left: usize) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    wrap(&mut table);
    table.set_header(headings);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

/// A ratio with three decimals, because changes of one per cent matter; from ten
/// on with three digits.
pub fn ratio(value: f64) -> String {
    if (0.1..10.0).contains(&value) { format!("{value:.3}") } else { three_digits(value) }
}

/// An interval of ratios.
pub fn interval(interval: Option<Interval>) -> String {
    interval.map_or(NOTHING.into(), |Interval { low, high }| {
        format!("{} to {}", ratio(low), ratio(high))
    })
}

/// A ratio followed by its interval.
pub(crate) fn estimate(estimate: Estimate) -> String {
    match estimate.interval {
        Some(_) => format!("{} ({})", ratio(estimate.value), interval(estimate.interval)),
        None => ratio(estimate.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_decimals_or_digits() {
        for (value, text) in [
            (1.0, "1.000"),
            (1.0049, "1.005"),
            (0.5, "0.500"),
            (9.9996, "10.000"),
            (12.345, "12.3"),
            (0.012_34, "0.0123"),
            (123_456.0, "123000"),
        ] {
            assert_eq!(ratio(value), text);
        }
    }

    #[test]
    fn without_a_terminal_every_row_is_one_line() {
        let rows = vec![vec!["a".repeat(200), "1".into()], vec!["b".into(), "22".into()]];
        let text = table(&["name", "value"], rows, 1);
        assert_eq!(text.lines().count(), 3);
        assert!(text.lines().all(|line| line.len() == 200 + 1 + 5 + 1 || line.len() < 220));
    }
}
