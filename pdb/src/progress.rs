use std::sync::atomic::{AtomicU64, Ordering};

/// How far the making of tables has come, for those who want to watch.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    of: AtomicU64,
}

impl Progress {
    /// A progress that nothing has been asked of.
    pub const fn new() -> Self {
        Self { done: AtomicU64::new(0), of: AtomicU64::new(0) }
    }

    /// Pattern states met since the program began.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Pattern states of all tables that were begun. Somewhat more than can
    /// be met, where tiles and blank have too little room.
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
