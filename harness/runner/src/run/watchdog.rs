//! The thread that ends searches at their time limit.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use optile_core::{Interrupt, Stop, room_for_threads};

/// What the thread waits for.
#[derive(Default)]
struct Watch {
    deadline: Option<Instant>,
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

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("deadline", &self.deadline).finish_non_exhaustive()
    }
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
                watch = match watch.deadline.map(|at| at.saturating_duration_since(Instant::now()))
                {
                    None => changed.wait(watch).unwrap_or_else(PoisonError::into_inner),
                    Some(Duration::ZERO) => {
                        watch.deadline = None;
                        // The lock is still held, so a signal never comes after the guard of
                        // its watch was dropped.
                        interrupt.time_is_up();
                        watch
                    }
                    Some(left) => {
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
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        if deadline.is_some() {
            self.wake()?;
            self.set(deadline);
        }
        Ok(Guard { watchdog: deadline.map(|_| self) })
    }

    fn set(&self, deadline: Option<Instant>) {
        lock(&self.watch.0).deadline = deadline;
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
