//! The commands that run strategies on suites, and the processes that they start.

pub(super) mod run;
pub(in crate::command) mod selection;
pub(super) mod worker;
