//! What one run may spend.

use std::time::Duration;

/// What one run may spend; nothing is limited where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunLimits {
    /// Of preparing and of searching, each.
    pub time: Option<Duration>,
    /// Of processor time of a run's process.
    pub cpu: Option<Duration>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Bytes in tables and queues, and resident where a run has a process.
    pub memory: Option<u64>,
}
