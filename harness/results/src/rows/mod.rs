//! One run: its row and its counters.

pub mod row;
pub mod tally;
