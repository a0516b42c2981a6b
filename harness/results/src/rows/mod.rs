//! One run: its row with its counters, and the paths of an anytime search.

pub mod improvements;
pub mod row;
pub(crate) mod table;
