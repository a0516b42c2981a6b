//! The commands that read or make single boards, and how boards and answers are written.

pub(super) mod answer;
mod choice;
mod claim;
pub(super) mod convert;
mod doubt;
pub(super) mod generate;
pub(super) mod judge;
mod patience;
pub(super) mod problems;
pub(super) mod solve;
pub(super) mod source;
pub(super) mod spelling;
