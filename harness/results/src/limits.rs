//! The limits of one run.

use std::time::Duration;

/// The limits of one run. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunLimits {
    /// The time of preparing and of searching, each.
    pub time: Option<Duration>,
    /// The processor time of the run's process.
    pub cpu: Option<Duration>,
    /// The number of expansions.
    pub nodes: Option<u64>,
    /// The bytes in tables and queues, and the resident bytes if the run has a process.
    pub memory: Option<u64>,
}
