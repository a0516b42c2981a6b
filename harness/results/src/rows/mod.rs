//! One run: its row with its counters, and its profile.

pub mod profile;
pub mod row;
pub(crate) mod table;
