//! The commands that read folders of results.

pub(super) mod chart;
pub(super) mod compare;
pub(super) mod export;
pub(super) mod merge;
pub(super) mod messages;
pub(super) mod report;
mod selection;
