//! Ctrl-C: asked once it waits for what is under way, asked twice it does not.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use anyhow::{Context, Result};
use optile_core::Interrupt;

/// The exit status of a command that the user ended, as shells have it for a
/// process that SIGINT ended.
pub const EXIT_STATUS: u8 = 130;

/// Whether the user wants to end, shared with the signal handler.
#[derive(Clone, Debug, Default)]
pub struct Interruption {
    asked: Arc<AtomicU32>,
    idle: Arc<AtomicBool>,
    interrupt: Interrupt,
}

impl Interruption {
    /// Listens for Ctrl-C and for requests to terminate, which from now on do
    /// not end the process: the first one makes [`Interruption::is_asked`]
    /// true, the `patience`-th gives [`Interruption::interrupt`] its signal
    /// and the one after that ends the process.
    ///
    /// # Errors
    ///
    /// When the system refuses the handler.
    pub fn listen(patience: u32) -> Result<Self> {
        let own = Self::default();
        let handler = own.clone();
        ctrlc::set_handler(move || {
            let asked = handler.asked.fetch_add(1, Ordering::SeqCst) + 1;
            if asked > patience || handler.idle.load(Ordering::SeqCst) {
                process::exit(EXIT_STATUS.into());
            }
            if asked == patience {
                handler.interrupt.interrupt();
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(own)
    }

    /// Whether the user has asked for an end.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst) > 0
    }

    /// The signal for searches.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Runs `wait`, during which nothing is under way and the process may end
    /// at once.
    pub fn idle<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.idle.store(true, Ordering::SeqCst);
        let result = wait();
        self.idle.store(false, Ordering::SeqCst);
        result
    }
}
