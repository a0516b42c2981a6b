//! The commands that read or make single boards.

mod answer;
pub(super) mod generate;
pub(super) mod solve;
mod source;
