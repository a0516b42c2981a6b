//! Tables of the states that a search has met.

mod closed_list;
mod entry_table;
mod lines;
mod shared_list;
mod word_table;

pub(crate) use closed_list::MOST_COST;
pub use closed_list::{CloseOutcome, ClosedEntry, ClosedList, Slot};
pub use entry_table::EntrySlot;
pub(crate) use entry_table::{EntryTable, fraction, hash};
pub use shared_list::{SharedList, SharedSlot};
pub(crate) use word_table::WordTable;
