//! One run: its row, its counters and its profile.

pub mod profile;
pub mod row;
pub(crate) mod table;
pub mod tally;
