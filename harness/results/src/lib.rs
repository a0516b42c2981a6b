//! What a run leaves behind, and how it is read.
//!
//! # The main decision
//!
//! **Measuring and reporting share only a folder of files.** A run appends a [`rows::row::Row`]
//! when a search ends. [`load()`] reads such a folder. A report cannot start a search. This
//! crate holds what both sides share: rows, the [`record`] of what was run, the [`folder`](storage::folder) of
//! both with their checksums, the [`merging`] of folders, and numbers with units and tables as
//! people read them.
#![forbid(unsafe_code)]

pub mod before;
mod branching;
pub mod difference;
pub mod findings;
pub mod limits;
pub mod merging;
pub mod number;
pub mod program;
pub mod published;
pub mod record;
pub mod rows;
pub mod shard;
pub mod storage;
#[cfg(any(test, feature = "synthetic"))]
pub mod synthetic;
pub mod text;

pub use storage::load::load;
pub use storage::results::Results;
