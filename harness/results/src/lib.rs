//! What a run leaves behind, and how it is read.
//!
//! # The main decision
//!
//! **Measuring and reporting share only a folder of files.** A run appends a [`row::Row`]
//! when a search ends. [`load()`] reads such a folder. A report cannot start a search. This
//! crate holds what both sides share: rows, the [`record`] of what was run, the [`seal`]
//! and the [`evidence`] by which a row is checked, the [`folder`] with its lock, the
//! [`merging`] of folders, and numbers with units and tables as people read them.
#![forbid(unsafe_code)]

pub mod difference;
mod findings;
pub mod limits;
pub mod rank_time;
pub mod record;
mod results;
mod rows;
pub mod shard;
mod storage;
#[cfg(test)]
#[expect(dead_code, reason = "the tests of reports take the rest")]
mod synthetic;
mod text;

pub use findings::{agreement, counts, lower_bound, verdict};
pub use results::Results;
pub use rows::{profile, row, tally};
pub use storage::load::load;
pub use storage::{digest, disk, evidence, folder, merging, seal};
pub use text::{
    as_text, histogram, lines, markdown, names, quantity, spreadsheet, strategy_name, terminal,
    unit, word,
};

// The made-up results are compiled into the tests of reports, too.
#[cfg(test)]
extern crate self as optile_results;
