//! What ranks tell each other, which are processes.

mod agreement;
mod asynchronous;
mod outbox;
mod path;
mod wire;
mod words;

use optile_ranks::Gone;

pub(crate) use agreement::agree;
pub(crate) use asynchronous::Agent;
pub(crate) use path::find_path;
pub(crate) use wire::Wire;
use words::{pack, packed_length, skip, unpack};

/// Ends the search of a rank that cannot go on without another.
pub(crate) fn lost(gone: Gone) -> ! {
    panic!("{gone}")
}
