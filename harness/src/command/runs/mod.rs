//! The commands that run strategies on suites, and the processes that they start.

pub(super) mod run;
pub(super) mod selection;
pub(super) mod verify;
mod watch;
pub(super) mod worker;
