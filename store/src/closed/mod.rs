//! Tables of the states that a search has met.

mod closed_list;
mod entry_table;
mod lines;

pub(crate) use closed_list::MOST_COST;
pub use closed_list::{CloseOutcome, ClosedEntry, ClosedList, ClosedSlot, WideEntry};
pub use entry_table::Fill;
pub(crate) use entry_table::{EntryTable, fraction};
