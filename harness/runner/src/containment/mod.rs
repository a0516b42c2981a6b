//! Containment: the processes that make runs are started, measured and ended together with all
//! processes that they start.
//!
//! A contained process is a worker of this program, another build of it or an external program. Each
//! program of others has a keeper as its parent, so that all its processes are in one tree. Nothing
//! else in optile starts a process.

mod contained;
mod invocation;
mod keeper;
mod tree;

use std::thread;
use std::time::Duration;

pub(crate) use self::contained::{Contained, EXIT_TIME, ProcessExit, Received};
pub use self::invocation::restrict_worker;
pub use self::keeper::keep;
use crate::system::clock::Clock;

/// Time between two checks of a condition.
const PAUSE: Duration = Duration::from_millis(1);

/// Checks `condition` until it is true, at least once and at most for `patience`.
/// Returns whether it became true.
fn wait_until(patience: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let mut clock = Clock::start();
    loop {
        if condition() {
            return true;
        }
        if clock.elapsed() >= patience {
            return false;
        }
        thread::sleep(PAUSE);
    }
}
