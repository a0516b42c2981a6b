//! What a run leaves behind, and how it is read.
//!
//! # The main decision
//!
//! **Measuring and reporting share only a folder of files.** A run appends a [`row::Row`]
//! when a search ends. [`load()`] reads such a folder. A report cannot start a search. This
//! crate holds what both sides share: rows, the [`record`] of what was run, the [`folder`] of
//! both with their checksums, the [`merging`] of folders, and numbers with units and tables as
//! people read them.
#![forbid(unsafe_code)]

pub mod before;
mod branching;
pub mod difference;
mod findings;
pub mod limits;
pub mod merging;
pub mod number;
pub mod program;
pub mod published;
pub mod record;
mod rows;
pub mod shard;
mod storage;
#[cfg(any(test, feature = "synthetic"))]
pub mod synthetic;
mod text;

pub use findings::verdict;
pub use rows::{agreement, improvements, row, wrong_length};
pub use storage::load::load;
pub use storage::results::Results;
pub use storage::{digest, disk, folder};
pub use text::{
    as_text, lines, markdown, names, quantity, read_back, spreadsheet, strategy_name, terminal,
    unit,
};
