//! The thread that ends searches at their time limit.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use optile_core::{Interrupt, Stop, room_for_threads};

use crate::system::clock::Clock;

/// The longest time between two looks at the clock.
const TICK: Duration = Duration::from_millis(100);

/// What the thread waits for.
#[derive(Debug, Default)]
struct Watch {
    limit: Option<(Clock, Duration)>,
    over: bool,
}

/// A thread that sets a signal at a deadline. Strategies read no clock. They check the
/// signal from time to time.
#[derive(Debug)]
pub struct Watchdog {
    interrupt: Interrupt,
    watch: Arc<(Mutex<Watch>, Condvar)>,
    /// Started with the first watch.
    thread: OnceLock<JoinHandle<()>>,
}

/// Locks the watch. A panic cannot leave it half changed, so a poisoned lock is harmless.
fn lock(watch: &Mutex<Watch>) -> MutexGuard<'_, Watch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    /// A watchdog that sets `interrupt`.
    pub fn new(interrupt: Interrupt) -> Self {
        let watch = Arc::new((Mutex::new(Watch::default()), Condvar::new()));
        Self { interrupt, watch, thread: OnceLock::new() }
    }

    /// Starts the thread if it is not running.
    fn wake(&self) -> Result<(), Stop> {
        if self.thread.get().is_some() {
            return Ok(());
        }
        room_for_threads(1)?;
        let shared = Arc::clone(&self.watch);
        let interrupt = self.interrupt.clone();
        let started = thread::Builder::new().spawn(move || {
            let (mutex, changed) = &*shared;
            let mut watch = lock(mutex);
            while !watch.over {
                let left =
                    |(clock, limit): &mut (Clock, Duration)| limit.saturating_sub(clock.elapsed());
                watch = match watch.limit.as_mut().map(left) {
                    None => changed.wait(watch).unwrap_or_else(PoisonError::into_inner),
                    Some(Duration::ZERO) => {
                        watch.limit = None;
                        // The lock is still held, so a signal never comes after the guard of
                        // its watch was dropped.
                        interrupt.time_is_up();
                        watch
                    }
                    Some(left) => {
                        let left = left.min(TICK);
                        changed.wait_timeout(watch, left).unwrap_or_else(PoisonError::into_inner).0
                    }
                };
            }
        });
        let thread = started.map_err(|_| Stop::Memory)?;
        // Only one thread calls this, so it is not set yet.
        let _ = self.thread.set(thread);
        Ok(())
    }

    /// Starts a watch. It ends when the guard is dropped. Without a limit it does nothing.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no memory for the thread.
    pub fn watch(&self, limit: Option<Duration>) -> Result<Guard<'_>, Stop> {
        if limit.is_some() {
            self.wake()?;
            self.set(limit);
        }
        Ok(Guard { watchdog: limit.map(|_| self) })
    }

    fn set(&self, limit: Option<Duration>) {
        lock(&self.watch.0).limit = limit.map(|limit| (Clock::start(), limit));
        self.watch.1.notify_one();
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        lock(&self.watch.0).over = true;
        self.watch.1.notify_one();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has already been printed.
            let _ = thread.join();
        }
    }
}

/// A watch. Dropping it ends the watch.
#[derive(Debug)]
pub struct Guard<'a> {
    watchdog: Option<&'a Watchdog>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if let Some(watchdog) = self.watchdog {
            watchdog.set(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signal_comes_at_the_deadline_and_not_without_one() {
        let interrupt = Interrupt::default();
        let watchdog = Watchdog::new(interrupt.clone());
        drop(watchdog.watch(Some(Duration::from_secs(3600))).unwrap());
        drop(watchdog.watch(None).unwrap());
        assert_eq!(interrupt.check(), Ok(()));
        let guard = watchdog.watch(Some(Duration::from_millis(1))).unwrap();
        while interrupt.check().is_ok() {
            thread::yield_now();
        }
        assert_eq!(interrupt.check(), Err(Stop::Time));
        drop(guard);
    }
}
