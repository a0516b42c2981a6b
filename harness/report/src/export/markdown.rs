//! Tables as Markdown.

use optile_results::markdown::{self, escape};

use super::table::Table;

/// The table as Markdown, below its caption.
pub(super) fn write(table: &Table) -> String {
    let line = |cells: &Vec<String>| cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>();
    let rows = table.groups.iter().flatten().map(line);
    let text = markdown::table(&line(&table.headings), rows, table.left..);
    format!("{}\n\n{text}", escape(&table.caption))
}
