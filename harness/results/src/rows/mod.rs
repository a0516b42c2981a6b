//! Runs: their rows and counters, and what several rows say together.

pub mod agreement;
pub mod counts;
pub mod row;
pub mod tally;
pub mod verdict;
