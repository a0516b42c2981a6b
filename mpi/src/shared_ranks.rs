//! The communicator of a rank, for all strategies of the rank.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use optile_ranks::Communicator;

/// The communicator that all strategies of a rank share.
pub(crate) type SharedRanks = Arc<Mutex<Communicator>>;

/// What several strategies share, for this thread alone.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic under this lock ends the run on all ranks.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
