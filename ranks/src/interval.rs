//! When to look for messages.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Says at most once per interval that it is time to look for messages. Threads may share it.
///
/// ```
/// use std::time::Duration;
///
/// use optile_ranks::Interval;
///
/// assert!(!Interval::new(Duration::from_secs(3600)).is_over());
/// let always = Interval::new(Duration::ZERO);
/// assert!(always.is_over() && always.is_over());
/// ```
#[derive(Debug)]
pub struct Interval {
    begin: Instant,
    length: Duration,
    /// Nanoseconds from the beginning to the last time that it was over.
    last: AtomicU64,
}

impl Interval {
    /// An interval that begins now.
    pub fn new(length: Duration) -> Self {
        Self { begin: Instant::now(), length, last: AtomicU64::new(0) }
    }

    /// Whether the interval is over. If it is, the next one begins.
    pub fn is_over(&self) -> bool {
        let now = self.begin.elapsed();
        let last = Duration::from_nanos(self.last.load(Ordering::Relaxed));
        let is_over = now.saturating_sub(last) >= self.length;
        if is_over {
            self.last.store(now.as_nanos() as u64, Ordering::Relaxed);
        }
        is_over
    }
}
