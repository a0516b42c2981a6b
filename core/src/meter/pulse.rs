//! How far a search has come, for other threads to see while it works.

use std::array;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How far a search has come. The counts of iterations are exact once these have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stage {
    /// The threshold of the iteration in hand; 0 if the search tells none.
    pub threshold: u64,
    /// Expansions in all iterations before it.
    pub finished: u64,
    /// Expansions in the iteration before the last finished one.
    pub before_last: u64,
    /// Expansions in the last finished iteration.
    pub last: u64,
    /// Expansions in the iteration in hand, as far as its threads have told them.
    pub current: u64,
}

/// The [`Stage`] of a search, which another thread may read at any time. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<[AtomicU64; 5]>);

impl Pulse {
    /// How far the search has come. If it begins an iteration at the same time, the numbers may
    /// be of both iterations.
    pub fn stage(&self) -> Stage {
        let [threshold, finished, before_last, last, current] =
            array::from_fn(|place| self.0[place].load(Ordering::Relaxed));
        Stage { threshold, finished, before_last, last, current }
    }

    /// Says how far the search has come.
    pub fn set(&self, stage: Stage) {
        let Stage { threshold, finished, before_last, last, current } = stage;
        for (place, value) in self.0.iter().zip([threshold, finished, before_last, last, current]) {
            place.store(value, Ordering::Relaxed);
        }
    }

    /// Says that an iteration begins after so many expansions.
    pub(super) fn begin(&self, threshold: u32, expanded: u64) {
        let before = self.stage();
        self.set(Stage {
            threshold: threshold.into(),
            finished: expanded,
            before_last: before.last,
            last: expanded.saturating_sub(before.finished),
            current: 0,
        });
    }

    /// Adds expansions to the iteration in hand.
    pub(super) fn add(&self, expanded: u64) {
        self.0[4].fetch_add(expanded, Ordering::Relaxed);
    }
}
