//! The commands that read or make single boards.

pub(super) mod generate;
pub(super) mod solve;
