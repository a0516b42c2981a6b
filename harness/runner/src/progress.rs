//! What a long command says while it works: a bar on a terminal, a line now
//! and then elsewhere, nothing when asked to be quiet.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// Least time between two lines; it grows with the time there was, so that a
/// night's work fills a screen and no more.
const PAUSE: Duration = Duration::from_secs(5);

/// Steps that must be done before an estimate is given.
const FEWEST_STEPS: u64 = 10;

/// How long the rest will take if it is like what is done. The order of runs
/// is random, so that what is done is a fair sample: an estimate from the last
/// few steps would jump with each hard instance.
fn estimate(done: u64, total: u64, elapsed: Duration) -> Option<Duration> {
    let left = total.checked_sub(done)?;
    (done >= FEWEST_STEPS).then(|| elapsed.mul_f64(left as f64 / done as f64))
}

/// The progress of a known number of steps, told on standard error.
#[derive(Debug)]
pub struct Progress {
    total: u64,
    /// What the steps are.
    steps: &'static str,
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
    /// Begins to tell of `total` runs, unless `quiet`.
    pub fn new(total: u64, quiet: bool) -> Self {
        Self::of(total, "runs", quiet)
    }

    /// Begins to tell of `total` `steps`, unless `quiet`.
    pub fn of(total: u64, steps: &'static str, quiet: bool) -> Self {
        let form = if quiet {
            Form::Silent
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::new(total);
            let template = "{bar:30} {human_pos}/{human_len}  {elapsed}{left}  {wide_msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                let style =
                    style.with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
                        let left = estimate(state.pos(), state.len().unwrap_or(0), state.elapsed());
                        // Nothing to say is no failure.
                        let _ = left.map(|left| write!(out, ", {} to go", HumanDuration(left)));
                    });
                bar.set_style(style.progress_chars("━╸ "));
            }
            Form::Bar(bar)
        } else {
            let now = Instant::now();
            Form::Lines { begun: now, last: now }
        };
        Self { total, steps, done: 0, failed: 0, form }
    }

    /// Says that so many steps were done before.
    pub fn skip(&mut self, steps: u64) {
        self.total = self.total.saturating_sub(steps);
        if let Form::Bar(bar) = &self.form {
            bar.set_length(self.total);
        }
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
        self.failed += u64::from(failed);
        self.reach(self.done + 1);
    }

    /// Counts so many steps as done in all.
    pub fn reach(&mut self, done: u64) {
        self.done = done;
        match &mut self.form {
            Form::Silent => {}
            Form::Bar(bar) => bar.set_position(self.done),
            Form::Lines { begun, last } if last.elapsed() >= PAUSE.max(begun.elapsed() / 10) => {
                *last = Instant::now();
                let left = estimate(self.done, self.total, begun.elapsed());
                let left = left.map(|left| format!(", {} to go", HumanDuration(left)));
                let (done, total, failures) = (self.done, self.total, self.failures());
                let left = left.unwrap_or_default();
                let line = format!("{done}/{total} {}{left}{failures}", self.steps);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_wait_for_a_sample_and_go_by_all_of_it() {
        let minute = Duration::from_secs(60);
        assert_eq!(estimate(9, 100, minute), None);
        assert_eq!(estimate(25, 100, minute), Some(minute * 3));
        assert_eq!(estimate(100, 100, minute), Some(Duration::ZERO));
        assert_eq!(estimate(101, 100, minute), None);
    }
}
