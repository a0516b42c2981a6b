//! Findings as text, for the terminal and as a page of Markdown.

mod cells;
pub(crate) mod page;
pub(crate) mod sheet;
