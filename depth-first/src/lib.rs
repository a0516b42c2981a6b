//! Depth-first searches, as courses teach them and with the conventions of their counts.
//!
//! * `dfs.rs`: depth-first search with a closed list, and depth-limited search.
//! * `iddfs.rs`: iterative deepening without a heuristic.
//! * `ida.rs`: IDA\*. It counts as programs of courses do. The fast one is `idastar`.
//!
//! Each file is one search on a page. Their options are in `conventions.rs`. What they use is explained
//! in [`optile_core::for_strategies`].
#![forbid(unsafe_code)]

mod conventions;
mod dfs;
mod ida;
mod iddfs;

pub use dfs::FAMILY as DFS;
pub use ida::FAMILY as IDA;
pub use iddfs::FAMILY as IDDFS;
