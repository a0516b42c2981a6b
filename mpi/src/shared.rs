//! The communicator that all strategies of a rank share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use optile_ranks::Communicator;

/// The communicator that all strategies of a rank share.
pub(crate) type Shared = Arc<Mutex<Communicator>>;

/// The communicator, for this thread alone.
pub(crate) fn lock(ranks: &Shared) -> MutexGuard<'_, Communicator> {
    // A panic under this lock ends the run on all ranks.
    ranks.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The communicator of a rank without others.
pub(crate) fn alone() -> Shared {
    Arc::new(Mutex::new(Communicator::alone()))
}

/// The communicator, out of the hands of the launcher.
pub(crate) fn shared(ranks: &mut Communicator) -> Shared {
    Arc::new(Mutex::new(std::mem::replace(ranks, Communicator::alone())))
}

/// Waits until all ranks have come this far, so that the time of a search has no part of
/// the preparing of another rank.
pub(crate) fn all_are_ready(ranks: &Shared) {
    let shared = lock(ranks).share(&[]);
    shared.unwrap_or_else(|gone| panic!("{gone}"));
}
