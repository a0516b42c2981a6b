//! Waiting for a condition, but not for ever.

use std::thread;
use std::time::{Duration, Instant};

/// Time between two checks of a condition.
pub(super) const PAUSE: Duration = Duration::from_millis(1);

/// Checks `condition` until it is true, at least once and at most for `patience`.
/// Returns whether it became true.
pub(super) fn wait_until(patience: Duration, mut condition: impl FnMut() -> bool) -> bool {
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
