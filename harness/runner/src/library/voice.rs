use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use optile_pdb::Key;
use optile_results::unit::Unit;

use super::cost::Cost;
use crate::machine;
use crate::progress::Progress;

/// How often the making of a table is looked at.
const TICK: Duration = Duration::from_millis(100);

/// How long it is not worth a word.
const SILENCE: Duration = Duration::from_secs(1);

/// Entries that take about that long.
const MANY: u64 = 20_000_000;

/// What is said on standard error. Nobody listening is no reason to stop.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// Whether nothing is said but what is wrong.
    pub is_quiet: bool,
}

impl Voice {
    /// Says what is wrong.
    pub fn warn(self, what: impl fmt::Display) {
        let _ = writeln!(io::stderr(), "warning: {what}");
    }

    /// Says what is worth knowing.
    pub fn say(self, what: impl fmt::Display) {
        if !self.is_quiet {
            let _ = writeln!(io::stderr(), "{what}");
        }
    }

    /// Says what the making of a table costs, unless it is over at once.
    pub(crate) fn announce(self, key: &Key) {
        if key.entries() >= MANY {
            self.say(format_args!("making {key}: {}{}", Cost::of([key]), free_memory()));
        }
    }

    /// Shows how far the making of a table has come while `make` makes it.
    pub(crate) fn watch<T>(self, key: &Key, make: impl FnOnce(&optile_pdb::Progress) -> T) -> T {
        let made = optile_pdb::Progress::new();
        if self.is_quiet {
            return make(&made);
        }
        thread::scope(|scope| {
            let (working, over) = mpsc::channel::<()>();
            let made = &made;
            // Without a thread, nothing is shown.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                let begun = Instant::now();
                let mut shown = None;
                // It is over when the other end is dropped, in whatever way.
                while over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    if begun.elapsed() >= SILENCE && made.of() > 0 {
                        let progress = shown.get_or_insert_with(|| {
                            let progress = Progress::of(made.of(), "states", false);
                            progress.begin(|| key.to_string());
                            progress
                        });
                        progress.reach(made.done());
                    }
                }
            });
            let result = make(made);
            drop(working);
            result
        })
    }
}

/// `, 1.00 GB free`, where the system says so.
pub(crate) fn free_memory() -> String {
    let free = machine::free_memory().map(|bytes| Unit::Bytes.text(bytes as f64));
    free.map(|free| format!(", of which {free} are free")).unwrap_or_default()
}
