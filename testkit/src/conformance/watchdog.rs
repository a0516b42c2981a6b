//! A watchdog for searches in the process of a test.
//!
//! A search that never counts an expansion cannot be stopped. So a test runs in a thread of its own,
//! and another one fails with the name of the search that does not end.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use optile_core::{Interrupt, Problem};

use optile_requirement::shown;

/// The time for a search, and the time that it then has to stop. The machine may be busy.
const TIME: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(5);

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(500);

/// A search that has begun.
#[derive(Clone)]
struct Begun {
    strategy: String,
    problem: Problem,
    interrupt: Interrupt,
    at: Instant,
}

/// The search in hand of a thread.
type Present = Arc<Mutex<Option<Begun>>>;

thread_local! {
    static PRESENT: RefCell<Present> = RefCell::default();
}

fn lock(present: &Mutex<Option<Begun>>) -> MutexGuard<'_, Option<Begun>> {
    present.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does the work of a search, of which the watchdog of the thread knows.
pub(crate) fn search<T>(
    strategy: &str,
    problem: &Problem,
    interrupt: &Interrupt,
    work: impl FnOnce() -> T,
) -> T {
    let present = PRESENT.with_borrow(Arc::clone);
    let (strategy, interrupt) = (strategy.to_owned(), interrupt.clone());
    *lock(&present) = Some(Begun { strategy, problem: *problem, interrupt, at: Instant::now() });
    let result = work();
    *lock(&present) = None;
    result
}

/// Does the work of a test. A search of it that takes longer than half a minute is stopped.
///
/// # Panics
///
/// When the work panics, and when a search does not stop.
pub fn watched(test: impl FnOnce() + Send + 'static) {
    watch(TIME, PATIENCE, test);
}

fn watch(time: Duration, patience: Duration, test: impl FnOnce() + Send + 'static) {
    let present = Present::default();
    let own = Arc::clone(&present);
    let (working, over) = mpsc::channel::<()>();
    let name = thread::current().name().unwrap_or("a test").to_owned();
    let worker = Builder::new().name(name).spawn(move || {
        PRESENT.set(own);
        let _working = working;
        test();
    });
    let worker = worker.expect("the system has room for a thread");
    while over.recv_timeout(PAUSE.min(time)) == Err(RecvTimeoutError::Timeout) {
        let begun = lock(&present).clone();
        let Some(Begun { strategy, problem, interrupt, at }) = begun else { continue };
        if at.elapsed() > time {
            interrupt.time_is_up();
        }
        assert!(
            at.elapsed() <= time + patience,
            "{strategy} does not end on {}: it has searched for {time:?}, and does not stop when \
             its time is up; call Meter::expand before each expansion, and return its error",
            shown(&problem)
        );
    }
    if let Err(panic) = worker.join() {
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use optile_core::Stop;

    use super::*;

    const SHORT: Duration = Duration::from_millis(20);

    fn problem() -> Problem {
        "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap()
    }

    /// What a watched test says when it panics.
    fn said(test: impl FnOnce() + Send + 'static) -> String {
        let panic = catch_unwind(std::panic::AssertUnwindSafe(|| watch(SHORT, SHORT, test)));
        *panic.unwrap_err().downcast().unwrap()
    }

    #[test]
    fn a_search_that_never_counts_is_named_with_its_board() {
        let said = said(|| {
            search("beam:zero", &problem(), &Interrupt::default(), || {
                loop {
                    thread::park();
                }
            });
        });
        assert!(said.starts_with("beam:zero does not end on 1 2 3 / 4 5 6 / 7 0 8: "), "{said}");
    }

    #[test]
    fn a_search_that_looks_at_its_signal_is_stopped_and_the_test_goes_on() {
        watch(SHORT, Duration::from_secs(60), || {
            let signal = Interrupt::default();
            let stop = search("endless", &problem(), &signal, || {
                loop {
                    if let Err(stop) = signal.check() {
                        return stop;
                    }
                    thread::yield_now();
                }
            });
            assert_eq!(stop, Stop::Time);
        });
    }

    #[test]
    fn a_panic_of_a_test_is_its_own() {
        assert_eq!(said(|| panic!("{}", "of its own")), "of its own");
    }
}
