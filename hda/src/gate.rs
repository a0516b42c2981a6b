//! Where the threads of a rank wait for each other.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// A thread has ended early, and the others cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

/// A gate that the first thread opens when all others have arrived.
///
/// A thread first looks again and again. It goes to sleep only if that lasts longer than waking
/// it would. So a step on as many cores as threads ends without a call of the system.
pub(crate) struct Gate {
    /// How often the gate was opened.
    opened: AtomicUsize,
    /// The threads that wait for the next opening.
    arrived: AtomicUsize,
    is_broken: AtomicBool,
    asleep: AtomicUsize,
    sleep: Mutex<()>,
    woken: Condvar,
    /// How often a thread looks before it sleeps.
    looks: u32,
}

/// Looks of a thread. That takes some ten microseconds, as long as waking it, and most steps end
/// sooner on all threads. A multiple of it would be wasted where other programs use the cores.
const LOOKS: u32 = 1 << 8;

impl Gate {
    /// A closed gate for so many threads.
    pub(crate) fn new(threads: usize) -> Self {
        // A thread that looks on a core that another one needs delays that one.
        let has_cores = threads == 1
            || thread::available_parallelism().is_ok_and(|cores| threads <= cores.get());
        Self {
            opened: AtomicUsize::new(0),
            arrived: AtomicUsize::new(0),
            is_broken: AtomicBool::new(false),
            asleep: AtomicUsize::new(0),
            sleep: Mutex::new(()),
            woken: Condvar::new(),
            looks: if has_cores { LOOKS } else { 0 },
        }
    }

    /// Waits until the gate was opened so many times.
    pub(crate) fn pass(&self, openings: usize) -> Result<(), Broken> {
        self.wait_until(|| self.opened.load(SeqCst) >= openings)
    }

    /// Says that a thread other than the first has arrived.
    pub(crate) fn arrive(&self) {
        self.arrived.fetch_add(1, SeqCst);
        self.wake();
    }

    /// For the first thread: waits until so many others have arrived.
    pub(crate) fn gather(&self, others: usize) -> Result<(), Broken> {
        self.wait_until(|| self.arrived.load(SeqCst) == others)?;
        self.arrived.store(0, SeqCst);
        Ok(())
    }

    /// For the first thread: lets the others pass.
    pub(crate) fn open(&self) {
        self.opened.fetch_add(1, SeqCst);
        self.wake();
    }

    fn wait_until(&self, is_true: impl Fn() -> bool) -> Result<(), Broken> {
        for _ in 0..self.looks {
            if is_true() {
                return Ok(());
            }
            spin_loop();
        }
        let mut sleep = self.sleep.lock().unwrap_or_else(PoisonError::into_inner);
        // A thread that changes something looks at this number afterwards. So either it sees
        // that somebody sleeps, or what it has changed is seen here.
        self.asleep.fetch_add(1, SeqCst);
        let end = loop {
            // A thread may end after what is waited for, so this is read first.
            let is_broken = self.is_broken.load(SeqCst);
            if is_true() {
                break Ok(());
            }
            if is_broken {
                break Err(Broken);
            }
            sleep = self.woken.wait(sleep).unwrap_or_else(PoisonError::into_inner);
        };
        self.asleep.fetch_sub(1, SeqCst);
        end
    }

    fn wake(&self) {
        if self.asleep.load(SeqCst) > 0 {
            // Whoever is about to sleep has this lock until it does.
            drop(self.sleep.lock());
            self.woken.notify_all();
        }
    }
}

/// Tells all threads, when it is dropped, that one has ended, whether it has panicked or not.
/// At the end of a search nobody waits any more.
pub(crate) struct Guard<'a>(pub(crate) &'a Gate);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.is_broken.store(true, SeqCst);
        self.0.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    use super::*;

    /// For many steps, every thread waits until all others have counted.
    #[test]
    fn nobody_passes_before_all_have_arrived() {
        const STEPS: usize = 1000;
        for threads in 1..5 {
            let (gate, count) = (Gate::new(threads), AtomicUsize::new(0));
            thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(|| {
                        for step in 0..STEPS {
                            gate.pass(step).unwrap();
                            assert!(count.load(SeqCst) >= step * (threads - 1));
                            count.fetch_add(1, SeqCst);
                            gate.arrive();
                        }
                    });
                }
                for step in 0..STEPS {
                    gate.gather(threads - 1).unwrap();
                    assert_eq!(count.load(SeqCst), (step + 1) * (threads - 1));
                    gate.open();
                }
            });
        }
    }

    #[test]
    fn a_panic_in_one_thread_ends_the_waiting_of_all() {
        let gate = Gate::new(4);
        thread::scope(|scope| {
            scope.spawn(|| assert_eq!(gate.gather(3), Err(Broken)));
            scope.spawn(|| assert_eq!(gate.pass(1), Err(Broken)));
            let end = catch_unwind(AssertUnwindSafe(|| {
                let _guard = Guard(&gate);
                panic!("a thread was told to panic");
            }));
            assert!(end.is_err());
        });
    }
}
