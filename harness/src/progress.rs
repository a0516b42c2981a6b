//! What a long command says while it works: a bar on a terminal, a line now
//! and then elsewhere, nothing when asked to be quiet.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Least time between two lines; it grows with the time there was, so that a
/// night's work fills a screen and no more.
const PAUSE: Duration = Duration::from_secs(5);

/// The progress of a known number of steps, told on standard error.
#[derive(Debug)]
pub struct Progress {
    total: u64,
    done: u64,
    failed: u64,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Silent,
    Bar(ProgressBar),
    Lines { begun: Instant, last: Instant },
}

impl Progress {
    /// Begins to tell of `total` steps, unless `quiet`.
    pub fn new(total: u64, quiet: bool) -> Self {
        let form = if quiet {
            Form::Silent
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::new(total);
            let template = "{bar:30} {human_pos}/{human_len}  {elapsed}, {eta} to go  {wide_msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("━╸ "));
            }
            Form::Bar(bar)
        } else {
            let now = Instant::now();
            Form::Lines { begun: now, last: now }
        };
        Self { total, done: 0, failed: 0, form }
    }

    /// Says what the next step is.
    pub fn begin(&self, what: impl FnOnce() -> String) {
        if let Form::Bar(bar) = &self.form {
            // The bar draws itself a few times a second at most.
            bar.set_message(format!("{}{}", self.failures(), what()));
        }
    }

    /// Counts a step as done, and as failed where it is.
    pub fn end(&mut self, failed: bool) {
        self.done += 1;
        self.failed += u64::from(failed);
        match &mut self.form {
            Form::Silent => {}
            Form::Bar(bar) => bar.set_position(self.done),
            Form::Lines { begun, last } if last.elapsed() >= PAUSE.max(begun.elapsed() / 10) => {
                *last = Instant::now();
                let line = format!("{}/{} runs{}", self.done, self.total, self.failures());
                // Nobody listening is no reason to stop working.
                let _ = writeln!(io::stderr(), "{}", line.trim_end());
            }
            Form::Lines { .. } => {}
        }
    }

    fn failures(&self) -> String {
        match self.failed {
            0 => String::new(),
            failed => format!(", {failed} wrong or crashed  "),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Form::Bar(bar) = &self.form {
            bar.finish_and_clear();
        }
    }
}
