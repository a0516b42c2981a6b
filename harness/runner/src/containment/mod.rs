//! Containment: the processes that make runs are started, measured and ended together with all
//! processes that they start.
//!
//! A contained process is a worker of this program or an external program. A program has a keeper
//! as its parent, so that all its processes are in one tree.

mod contained;
mod invocation;
mod keeper;
mod tree;

use std::thread;
use std::time::{Duration, Instant};

pub(crate) use self::contained::{Contained, EXIT_TIME, ProcessExit, Received};
pub use self::invocation::restrict_worker;
pub use self::keeper::keep;

/// Time between two checks of a condition.
const PAUSE: Duration = Duration::from_millis(1);

/// Checks `condition` until it is true, at least once and at most for `patience`.
/// Returns whether it became true.
fn wait_until(patience: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + patience;
    loop {
        if condition() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(PAUSE);
    }
}
