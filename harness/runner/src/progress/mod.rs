//! The progress of a long command: a bar on a terminal, otherwise a line from time to
//! time.

mod line;
mod pace;

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use optile_core::Pulse;
use optile_results::terminal::{USUAL_WIDTH, error_width};

use self::line::{Line, Step};
use self::pace::Pace;

/// The least time between two lines. The actual time grows with the elapsed
/// time, so that the lines of a long night fit on about one screen.
const PAUSE: Duration = Duration::from_secs(5);

/// The number of steps that must be done before the remaining time is estimated.
const FEWEST_STEPS: u64 = 3;

/// The time between two looks at a long step: on a terminal, and where each look may add a line.
const LOOKS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

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
    /// What a step is, in the plural; empty if steps are shares of the work.
    steps: &'static str,
    done: u64,
    failed: u64,
    /// Whether the steps come in a random order, so that those done tell how long the others take.
    is_fair: bool,
    /// What was begun last, and when.
    current: Option<(String, Instant)>,
    /// Present if it is a search that tells how far it has come.
    pace: Option<Pace>,
    begun: Instant,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Silent,
    Bar(ProgressBar),
    Lines { last: Instant },
}

impl Progress {
    /// The steps of work of which only the share that is done is known. Such steps have no name.
    pub const SHARES: u64 = 1000;

    /// Shows the progress of `total` steps, unless `quiet`. `steps` says what they are.
    pub fn of(total: u64, steps: &'static str, quiet: bool) -> Self {
        let form = if quiet {
            Form::Silent
        } else if io::stderr().is_terminal() {
            Form::Bar(bar())
        } else {
            Form::Lines { last: Instant::now() }
        };
        Self::shown(total, steps, form)
    }

    fn shown(total: u64, steps: &'static str, form: Form) -> Self {
        let pause = match form {
            Form::Silent => None,
            Form::Bar(_) => Some(LOOKS[0]),
            Form::Lines { .. } => Some(LOOKS[1]),
        };
        let begun = Instant::now();
        let state = State {
            total,
            steps,
            done: 0,
            failed: 0,
            is_fair: true,
            current: None,
            pace: None,
            begun,
            form,
        };
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
    }

    /// Gives no estimate of the remaining time: the later steps take longer than the first ones.
    pub(crate) fn hardest_last(&self) {
        lock(&self.state).is_fair = false;
    }

    /// Shows which step begins.
    pub fn begin(&self, what: impl FnOnce() -> String) {
        self.begin_with(what, None);
    }

    /// The same with a step that is a search, which tells the pulse how far it has come.
    pub(crate) fn begin_search(&self, what: impl FnOnce() -> String, pulse: Pulse) {
        self.begin_with(what, Some(Pace::of(pulse)));
    }

    fn begin_with(&self, what: impl FnOnce() -> String, pace: Option<Pace>) {
        let mut state = lock(&self.state);
        state.pace = pace;
        if !matches!(state.form, Form::Silent) {
            state.current = Some((what(), Instant::now()));
        }
        if let Form::Bar(_) = &state.form {
            state.show();
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

    /// Sets the share of the work that is done, from 0 to 1.
    pub fn share(&self, done: f64) {
        self.reach((done * Self::SHARES as f64) as u64);
    }

    /// Does `work`, which may write to the terminal, while no bar is there.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &lock(&self.state).form {
            Form::Bar(bar) => bar.suspend(work),
            _ => work(),
        }
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

/// A line that indicatif draws and clears. It draws at most a few times per second.
fn bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{msg}") {
        bar.set_style(style);
    }
    bar
}

impl State {
    fn line(&self) -> Line<'_> {
        let elapsed = self.begun.elapsed();
        let step = self.current.as_ref();
        Line {
            done: self.done,
            total: self.total,
            steps: self.steps,
            elapsed,
            left: estimate(self.done, self.total, elapsed).filter(|_| self.is_fair),
            failed: self.failed,
            step: step.map(|(name, begun)| Step { name, time: begun.elapsed() }),
            pace: None,
        }
    }

    /// Shows the state, as a line of its own only from time to time.
    fn show(&mut self) {
        let pace = self.pace.as_mut().and_then(|pace| pace.look(Instant::now()));
        let line = Line { pace, ..self.line() };
        match &self.form {
            Form::Bar(bar) => {
                let width = error_width().unwrap_or(USUAL_WIDTH);
                bar.set_message(line.within(width.into()));
            }
            Form::Lines { last } if last.elapsed() >= PAUSE.max(line.elapsed / 10) => {
                // The work continues even if nobody reads the progress.
                let _ = writeln!(io::stderr(), "{}", line.in_words());
                self.form = Form::Lines { last: Instant::now() };
            }
            Form::Silent | Form::Lines { .. } => {}
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
        assert!(bar.message().ends_with("  seven"), "{}", bar.message());
        let begun = Instant::now();
        while !bar.message().contains("seven, for ") {
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
