//! Ctrl-C: the first one lets the current work finish, the next one does not.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{process, thread};

use anyhow::{Context, Result};
use optile_core::{Interrupt, Stop};
use optile_results::text::terminal::say;

use crate::system::signals;

/// The exit status of a command that the user interrupted. Shells report this status for a
/// process that SIGINT ended.
pub const EXIT_STATUS: u8 = 130;

/// How long abandoned work may take to end by itself.
const GRACE: Duration = Duration::from_millis(700);

/// Whether the user wants to end, shared with the signal handler.
#[derive(Clone, Debug, Default)]
pub struct Interruption {
    asked: Arc<AtomicU32>,
    idle: Arc<AtomicBool>,
    interrupt: Interrupt,
    /// The work that the first signal lets finish; empty if it does not wait.
    current: Arc<Mutex<String>>,
}

impl Interruption {
    /// Handles Ctrl-C, SIGTERM and SIGHUP. From now on they do not end the process at
    /// once. The first signal makes [`Interruption::is_asked`] true, signal
    /// number `patience` sets [`Interruption::interrupt`], and the next one
    /// ends the process. If `patience` is 2, the second signal ends the process
    /// within a second, also if its work does not end by itself.
    ///
    /// # Errors
    ///
    /// When the system refuses the handler.
    pub fn listen(patience: u32) -> Result<Self> {
        let own = Self::default();
        let handler = own.clone();
        signals::on_request_to_end(move || {
            let asked = handler.asked.fetch_add(1, Ordering::SeqCst) + 1;
            if asked > patience || handler.idle.load(Ordering::SeqCst) {
                process::exit(EXIT_STATUS.into());
            }
            if asked < patience {
                handler.say_what_remains();
                return;
            }
            handler.interrupt.interrupt();
            if asked > 1 {
                detach(|| {
                    thread::sleep(GRACE);
                    process::exit(EXIT_STATUS.into());
                });
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(own)
    }

    /// That of work which ends at this signal.
    pub(crate) fn of(interrupt: Interrupt) -> Self {
        Self { interrupt, ..Self::default() }
    }

    /// Says which work is done at present, and finishes after the first signal. The
    /// signal's handler then tells the user to wait for it, or how to end it now.
    pub fn work_on(&self, what: impl Into<String>) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = what.into();
    }

    fn say_what_remains(&self) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if current.is_empty() {
            return;
        }
        // Nobody may read this. The next signal must not wait for a reader.
        detach(move || {
            // The line of a progress bar ends first.
            say(&format!(
                "\nInterrupted: waiting for {current} to end. Press Ctrl-C again to end it now; \
                 it is then made again later. All finished runs are kept."
            ));
        });
    }

    /// Whether the user has asked to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst) > 0
    }

    /// Whether the user does not want to wait for the current work.
    pub fn is_urgent(&self) -> bool {
        self.interrupt.check() == Err(Stop::Interrupted)
    }

    /// The signal for searches.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Runs `wait`. Meanwhile Ctrl-C ends the process at once, because no work is lost.
    pub fn idle<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.idle.store(true, Ordering::SeqCst);
        let result = wait();
        self.idle.store(false, Ordering::SeqCst);
        result
    }
}

/// Does `work` on a separate thread, unless the system refuses one. Another signal then still
/// ends the process.
fn detach(work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().spawn(work);
}
