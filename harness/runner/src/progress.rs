//! The progress of a long command: a bar on a terminal, otherwise a line from time to
//! time.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use optile_results::quantity::grouped;

/// The least time between two lines. The actual time grows with the elapsed
/// time, so that the lines of a long night fit on about one screen.
const PAUSE: Duration = Duration::from_secs(5);

/// The number of steps that must be done before the remaining time is estimated.
const FEWEST_STEPS: u64 = 3;

/// The time between two looks at a long step: on a terminal, and where each look may add a line.
const LOOKS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// A step that takes longer than this is shown with its time.
const LONG_STEP: Duration = Duration::from_secs(2);

/// The remaining time, if the remaining steps take as long as the finished ones. The order
/// of runs is random, so the finished ones are a fair sample. An estimate from the last
/// few steps would jump with each hard instance.
fn estimate(done: u64, total: u64, elapsed: Duration) -> Option<Duration> {
    let left = total.checked_sub(done)?;
    (done >= FEWEST_STEPS).then(|| elapsed.mul_f64(left as f64 / done as f64))
}

/// The progress of a known number of steps, shown on standard error. Several threads may share
/// it. A thread of its own shows that a long step is still working.
#[derive(Debug)]
pub struct Progress {
    state: Arc<Mutex<State>>,
    /// `None` if there is nothing to show, or if the thread could not be started.
    watch: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug)]
struct State {
    total: u64,
    /// What a step is, in the plural.
    steps: &'static str,
    done: u64,
    failed: u64,
    /// What was begun last, and when.
    current: Option<(String, Instant)>,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Silent,
    Bar(ProgressBar),
    Lines { begun: Instant, last: Instant },
}

impl Progress {
    /// Shows the progress of `total` steps, unless `quiet`. `steps` says what they are.
    pub fn of(total: u64, steps: &'static str, quiet: bool) -> Self {
        let form = if quiet {
            Form::Silent
        } else if io::stderr().is_terminal() {
            Form::Bar(bar(total))
        } else {
            let now = Instant::now();
            Form::Lines { begun: now, last: now }
        };
        Self::shown(total, steps, form)
    }

    fn shown(total: u64, steps: &'static str, form: Form) -> Self {
        let pause = match form {
            Form::Silent => None,
            Form::Bar(_) => Some(LOOKS[0]),
            Form::Lines { .. } => Some(LOOKS[1]),
        };
        let state = State { total, steps, done: 0, failed: 0, current: None, form };
        let state = Arc::new(Mutex::new(state));
        let watched = Arc::clone(&state);
        let watch = pause.and_then(|pause| {
            let (working, over) = mpsc::channel::<()>();
            let look = move || {
                while over.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    lock(&watched).show();
                }
            };
            Some((working, thread::Builder::new().spawn(look).ok()?))
        });
        Self { state, watch }
    }

    /// Leaves out steps that were done earlier.
    pub fn skip(&self, steps: u64) {
        let mut state = lock(&self.state);
        state.total = state.total.saturating_sub(steps);
        if let Form::Bar(bar) = &state.form {
            bar.set_length(state.total);
        }
    }

    /// Shows which step begins.
    pub fn begin(&self, what: impl FnOnce() -> String) {
        let mut state = lock(&self.state);
        if !matches!(state.form, Form::Silent) {
            state.current = Some((what(), Instant::now()));
        }
        if let Form::Bar(bar) = &state.form {
            // The bar draws itself at most a few times per second.
            bar.set_message(state.message());
        }
    }

    /// Counts a step as done, and as failed if `failed`.
    pub fn end(&self, failed: bool) {
        let mut state = lock(&self.state);
        state.failed += u64::from(failed);
        state.done += 1;
        state.show();
    }

    /// Sets the number of steps that are done.
    pub fn reach(&self, done: u64) {
        let mut state = lock(&self.state);
        state.done = done;
        state.show();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((working, thread)) = self.watch.take() {
            drop(working);
            let _ = thread.join();
        }
        if let Form::Bar(bar) = &lock(&self.state).form {
            bar.finish_and_clear();
        }
    }
}

/// A panic of the other thread leaves nothing half done.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = "{bar:30} {human_pos}/{human_len}  {elapsed}{left}  {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        let style = style.with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let left = estimate(state.pos(), state.len().unwrap_or(0), state.elapsed());
            // An error in the progress bar is ignored.
            let _ = left.map(|left| write!(out, ", {} to go", HumanDuration(left)));
        });
        bar.set_style(style.progress_chars("━╸ "));
    }
    // The elapsed time shows that a long step is still working.
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

impl State {
    /// The current step with its time, if it takes long.
    fn long_step(&self) -> Option<String> {
        let (what, begun) = self.current.as_ref()?;
        let time = begun.elapsed();
        (time >= LONG_STEP).then(|| format!("{what}, for {}", HumanDuration(time)))
    }

    /// The failures, and the current step.
    fn message(&self) -> String {
        let short = || self.current.as_ref().map(|(what, _)| what.clone());
        let step = self.long_step().or_else(short).unwrap_or_default();
        format!("{}{step}", self.failures())
    }

    /// Shows the state, as a line only from time to time.
    fn show(&mut self) {
        let (step, failures, message) = (self.long_step(), self.failures(), self.message());
        match &mut self.form {
            Form::Silent => {}
            Form::Bar(bar) => {
                bar.set_position(self.done);
                bar.set_message(message);
            }
            Form::Lines { begun, last } if last.elapsed() >= PAUSE.max(begun.elapsed() / 10) => {
                *last = Instant::now();
                let left = estimate(self.done, self.total, begun.elapsed());
                let left = left.map(|left| format!(", {} to go", HumanDuration(left)));
                let [done, total] = [self.done, self.total].map(|runs| grouped(&runs.to_string()));
                let left = left.unwrap_or_default();
                let step = step.map(|step| format!("; {step}")).unwrap_or_default();
                let line = format!("{done}/{total} {}{left}{failures}{step}", self.steps);
                // The work continues even if nobody reads the progress.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_step_is_shown_with_its_time_while_it_works() {
        let bar = ProgressBar::hidden();
        let progress = Progress::shown(2, "runs", Form::Bar(bar.clone()));
        progress.begin(|| "seven".into());
        assert_eq!(bar.message(), "seven");
        let begun = Instant::now();
        while !bar.message().starts_with("seven, for ") {
            assert!(begun.elapsed() < Duration::from_secs(60), "{}", bar.message());
            thread::sleep(Duration::from_millis(20));
        }
        progress.end(false);
        drop(progress);
        assert!(bar.is_finished());
    }

    #[test]
    fn estimates_wait_for_a_sample_and_go_by_all_of_it() {
        let minute = Duration::from_secs(60);
        assert_eq!(estimate(2, 100, minute), None);
        assert_eq!(estimate(25, 100, minute), Some(minute * 3));
        assert_eq!(estimate(100, 100, minute), Some(Duration::ZERO));
        assert_eq!(estimate(101, 100, minute), None);
    }
}
