//! Runs: the row of each with its counters and the paths of an anytime search, and what the rows of an
//! instance say of each other and of the instance file.

pub mod agreement;
pub(crate) mod extra;
pub mod improvements;
pub mod row;
pub mod wrong_length;
