//! How far the building of tables has come.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far the building of tables has come, for displays.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    of: AtomicU64,
}

impl Progress {
    /// The progress before the first table is begun.
    pub const fn new() -> Self {
        Self { done: AtomicU64::new(0), of: AtomicU64::new(0) }
    }

    /// Pattern states reached since the program began.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Pattern states of all tables that were begun. If tiles and blank have
    /// too little room, not all of these can be reached.
    pub fn of(&self) -> u64 {
        self.of.load(Ordering::Relaxed)
    }

    pub(crate) fn add_done(&self, states: usize) {
        self.done.fetch_add(states as u64, Ordering::Relaxed);
    }

    pub(crate) fn add_of(&self, states: usize) {
        self.of.fetch_add(states as u64, Ordering::Relaxed);
    }
}
