//! What a run leaves behind, and how it is read.
//!
//! # The main decision
//!
//! **Measuring and reporting share only a folder of files.** A run appends a [`row::Row`]
//! when a search ends. [`load()`] reads such a folder. A report cannot start a search. This
//! crate holds what both sides share: rows, the [`record`] of what was run, the [`seal`]
//! and the [`evidence`] by which a row is checked, the [`folder`] with its lock, the
//! [`merging`] of folders, and numbers with units as people write them.
#![forbid(unsafe_code)]

pub mod agreement;
pub mod counts;
pub mod digest;
pub mod disk;
pub mod evidence;
pub mod folder;
pub mod limits;
pub mod lines;
mod load;
pub mod merging;
pub mod names;
pub mod quantity;
pub mod record;
mod results;
pub mod row;
pub mod seal;
pub mod shard;
#[cfg(test)]
#[expect(dead_code, reason = "the tests of reports take the rest")]
mod synthetic;
pub mod tally;
pub mod unit;
pub mod verdict;

pub use load::load;
pub use results::Results;

// The made-up results are compiled into the tests of reports, too.
#[cfg(test)]
extern crate self as optile_results;
