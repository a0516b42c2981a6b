//! How much is examined.

use std::time::{Duration, Instant};

/// How much is examined. An empty field is no limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The time for the boards of one kind.
    pub(super) time: Option<Duration>,
    /// The number of 8-puzzles.
    pub(super) boards: Option<u64>,
}

impl Extent {
    /// Whether this many boards since this moment are enough.
    pub(super) fn is_used_up(&self, boards: u64, since: Instant) -> bool {
        self.boards.is_some_and(|most| boards >= most)
            || self.time.is_some_and(|time| since.elapsed() > time)
    }

    /// The share of the boards of one kind that is done after the first `tried` of `all`.
    pub(super) fn share(&self, tried: usize, all: usize, since: Instant) -> f64 {
        let most = self.boards.map_or(all as f64, |most| (all as f64).min(most as f64));
        let of_time = self.time.map(|time| since.elapsed().as_secs_f64() / time.as_secs_f64());
        (tried as f64 / most).max(of_time.unwrap_or_default())
    }
}
