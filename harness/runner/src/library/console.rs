//! Messages about tables, on standard error.

use std::fmt;
use std::time::{Duration, Instant};

use optile_pdb::Key;
use optile_results::text::terminal;

use crate::progress::{Progress, meanwhile};

/// Time between two updates of the progress.
const TICK: Duration = Duration::from_millis(100);

/// The progress of building a table is only shown after this time.
const SILENCE: Duration = Duration::from_secs(1);

/// Writes messages to standard error. The work continues if nobody reads them.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    /// Whether only warnings are written.
    pub is_quiet: bool,
}

impl Console {
    /// Writes a warning.
    pub fn warn(self, what: impl fmt::Display) {
        terminal::say(&format!("warning: {what}"));
    }

    /// Writes a message, unless the console is quiet.
    pub fn say(self, what: impl fmt::Display) {
        if !self.is_quiet {
            terminal::say(&what.to_string());
        }
    }

    /// Shows the progress while `make` builds a table, if it takes long.
    pub(crate) fn watch<T>(self, key: &Key, make: impl FnOnce(&optile_pdb::Progress) -> T) -> T {
        let made = optile_pdb::Progress::new();
        if self.is_quiet {
            return make(&made);
        }
        let begun = Instant::now();
        let mut shown = None;
        let tick = || {
            if begun.elapsed() >= SILENCE && made.of() > 0 {
                let progress = shown.get_or_insert_with(|| {
                    let progress = Progress::of(Some(made.of()), "state");
                    progress.begin(|| key.to_string(), None);
                    progress
                });
                progress.reach(made.done());
            }
        };
        meanwhile(TICK, tick, || make(&made))
    }
}
