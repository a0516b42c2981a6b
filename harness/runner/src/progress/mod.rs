//! The progress of a long command: a bar on a terminal, otherwise a line from time to
//! time.

mod pace;

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use optile_core::{Pulse, room_for_threads};
use optile_results::text::lines::visible;
use optile_results::text::quantity::{counted, grouped};
use optile_results::text::terminal::{USUAL_WIDTH, error_width, say};

use self::pace::Pace;

/// A bar, the elapsed time and what [`State::parts`] says, each part on a line of its own.
const TEMPLATE: &str = "{bar:20} {elapsed:>4}  {msg}";
/// The columns before the message.
const BEFORE: usize = 20 + 1 + 4 + 2;

/// A step that takes longer than this is shown with its time.
const LONG_STEP: Duration = Duration::from_secs(2);

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
    /// It counts, also where it is not drawn.
    bar: ProgressBar,
    form: Form,
    /// What a step is; empty if steps are shares of the work.
    step_noun: &'static str,
    failed: u64,
    /// What an author wants to know at once.
    note: Option<String>,
    /// Whether the steps come in a random order, so that those done tell how long the others take.
    is_fair: bool,
    /// What was begun last, and when.
    current: Option<(String, Instant)>,
    /// Present if it is a search that tells how far it has come.
    pace: Option<Pace>,
}

#[derive(Debug)]
enum Form {
    Silent,
    Bar,
    Lines { last: Instant },
}

impl Progress {
    /// The steps of work of which only the share that is done is known. Such steps have no name.
    pub const SHARES: u64 = 1000;

    /// Shows the progress of `total` steps; nothing if it is `None`. `noun` says what one is.
    pub fn of(total: Option<u64>, noun: &'static str) -> Self {
        let (form, target) = if total.is_none() {
            (Form::Silent, ProgressDrawTarget::hidden())
        } else if io::stderr().is_terminal() {
            (Form::Bar, ProgressDrawTarget::stderr())
        } else {
            (Form::Lines { last: Instant::now() }, ProgressDrawTarget::hidden())
        };
        let bar = ProgressBar::with_draw_target(total, target);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("━╸ "));
        }
        Self::shown(bar, noun, form)
    }

    fn shown(bar: ProgressBar, noun: &'static str, form: Form) -> Self {
        let pause = match form {
            Form::Silent => None,
            Form::Bar => Some(LOOKS[0]),
            Form::Lines { .. } => Some(LOOKS[1]),
        };
        let state = State::new(bar, form, noun);
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
        lock(&self.state).bar.dec_length(steps);
    }

    /// Gives no estimate of the remaining time: the later steps take longer than the first ones.
    pub(crate) fn hardest_last(&self) {
        lock(&self.state).is_fair = false;
    }

    /// Shows which step begins. A search tells its pulse how far it has come.
    pub fn begin(&self, what: impl FnOnce() -> String, pulse: Option<Pulse>) {
        let mut state = lock(&self.state);
        state.pace = pulse.map(Pace::of);
        if !matches!(state.form, Form::Silent) {
            state.current = Some((what(), Instant::now()));
        }
        if let Form::Bar = state.form {
            state.show();
        }
    }

    /// Counts a step as done, with so many failures.
    pub fn end(&self, failures: u64) {
        let mut state = lock(&self.state);
        state.failed += failures;
        state.bar.inc(1);
        state.show();
    }

    /// Shows a note from now on; the first one at once.
    pub fn note(&self, note: Option<String>) {
        let mut state = lock(&self.state);
        let is_first = state.note.is_none() && note.is_some();
        state.note = note;
        if is_first {
            state.write();
        }
    }

    /// Sets the number of steps that are done.
    pub fn reach(&self, done: u64) {
        let mut state = lock(&self.state);
        state.bar.set_position(done);
        state.show();
    }

    /// Does `work`, which may write to the terminal, while no bar is there.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        lock(&self.state).bar.suspend(work)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((working, thread)) = self.watch.take() {
            drop(working);
            let _ = thread.join();
        }
        lock(&self.state).bar.finish_and_clear();
    }
}

/// Does `work`, and meanwhile `tick` after each pause. If the system gives no thread for this, there
/// are no ticks.
pub(crate) fn meanwhile<T>(
    pause: Duration,
    mut tick: impl FnMut() + Send,
    work: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        let (working, over) = mpsc::channel::<()>();
        // The loop ends when the other end is dropped, even by a panic.
        let ticks = move || {
            while over.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        };
        if room_for_threads(1).is_ok() {
            let _ = thread::Builder::new().spawn_scoped(scope, ticks);
        }
        let result = work();
        drop(working);
        result
    })
}

/// A panic of the other thread leaves nothing half done.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As much of a text as there is room for.
fn cut(text: &str, room: usize) -> String {
    text.chars().take(room).collect()
}

impl State {
    fn new(bar: ProgressBar, form: Form, step_noun: &'static str) -> Self {
        let (failed, note, current, pace) = (0, None, None, None);
        Self { bar, form, step_noun, failed, note, is_fair: true, current, pace }
    }

    fn is_shares(&self) -> bool {
        self.step_noun.is_empty()
    }

    /// How much is done, which step was begun last, and how fast it works.
    fn parts(&mut self) -> Vec<String> {
        let pace = self.pace.as_mut().and_then(|pace| pace.look(Instant::now()));
        let parts = [Some(self.whole()), self.note.clone(), self.step(), pace];
        parts.into_iter().flatten().map(|part| visible(&part)).collect()
    }

    fn whole(&self) -> String {
        let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let mut text = match self.is_shares() {
            true => format!("{} %", done * 100 / total.max(1)),
            false => {
                format!("{}/{}", grouped(&done.to_string()), counted(total, self.step_noun))
            }
        };
        let left = estimate(done, total, self.bar.elapsed()).filter(|_| self.is_fair);
        if let Some(left) = left {
            text.push_str(&format!(", {} to go", HumanDuration(left)));
        }
        if self.failed > 0 {
            text.push_str(&format!(", {} wrong or crashed", self.failed));
        }
        text
    }

    fn step(&self) -> Option<String> {
        let (name, begun) = self.current.as_ref()?;
        let time = begun.elapsed();
        Some(match time >= LONG_STEP && !self.is_shares() {
            true => format!("{name}, for {}", HumanDuration(time)),
            false => name.clone(),
        })
    }

    /// Shows the state, as a line of its own only from time to time.
    fn show(&mut self) {
        match self.form {
            Form::Lines { last } if last.elapsed() < PAUSE.max(self.bar.elapsed() / 10) => {}
            _ => self.write(),
        }
    }

    fn write(&mut self) {
        match self.form {
            Form::Bar => {
                let width = error_width().unwrap_or(USUAL_WIDTH);
                let parts = self.parts();
                self.bar.set_message(within(&parts, width.into()));
            }
            Form::Lines { .. } => {
                say(&self.parts().join("; "));
                self.form = Form::Lines { last: Instant::now() };
            }
            Form::Silent => {}
        }
    }
}

/// The message for a terminal of this width, of which no line is filled.
fn within(parts: &[String], width: usize) -> String {
    let before = [BEFORE].into_iter().chain(std::iter::repeat(0));
    let lines =
        parts.iter().zip(before).map(|(part, before)| cut(part, width.saturating_sub(before + 1)));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "korf100-17 with idastar-parallel:pdb:7-8+reflected";

    fn hidden(total: u64) -> ProgressBar {
        ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden())
    }

    fn state(noun: &'static str, done: u64, total: u64) -> State {
        let bar = hidden(total).with_elapsed(Duration::from_secs(720));
        bar.set_position(done);
        State::new(bar, Form::Silent, noun)
    }

    #[test]
    fn a_long_step_is_shown_with_its_time_while_it_works() {
        let bar = hidden(2);
        let progress = Progress::shown(bar.clone(), "run", Form::Bar);
        progress.begin(|| "seven".into(), None);
        assert!(bar.message().ends_with("\nseven"), "{}", bar.message());
        let begun = Instant::now();
        while !bar.message().contains("seven, for ") {
            assert!(begun.elapsed() < Duration::from_secs(60), "{}", bar.message());
            thread::sleep(Duration::from_millis(20));
        }
        progress.end(0);
        drop(progress);
        assert!(bar.is_finished());
    }

    #[test]
    fn a_line_says_what_is_done_and_what_is_being_done() {
        let mut state = state("run", 1_150, 2_300);
        state.failed = 2;
        state.current =
            Instant::now().checked_sub(Duration::from_secs(40)).map(|t| (NAME.into(), t));
        let expected = format!(
            "1,150/2,300 runs, 12 minutes to go, 2 wrong or crashed; {NAME}, for 40 seconds"
        );
        assert_eq!(state.parts().join("; "), expected);
        state.is_fair = false;
        assert!(state.parts()[0].starts_with("1,150/2,300 runs, 2 wrong"));
        assert_eq!(self::state("run", 0, 1).parts(), ["0/1 run"]);
    }

    #[test]
    fn a_name_does_nothing_to_the_terminal() {
        let bar = hidden(2);
        let progress = Progress::shown(bar.clone(), "runs", Form::Bar);
        progress.begin(|| "\u{1b}[2J\u{202e}7 with bfs".into(), None);
        assert!(bar.message().ends_with("\n\\u{1b}[2J\\u{202e}7 with bfs"), "{}", bar.message());
    }

    #[test]
    fn the_first_note_is_shown_at_once() {
        let bar = hidden(2);
        let progress = Progress::shown(bar.clone(), "", Form::Bar);
        progress.note(Some("1 fault so far: crash".into()));
        assert!(bar.message().ends_with("\n1 fault so far: crash"), "{}", bar.message());
    }

    #[test]
    fn shares_have_no_number_and_their_steps_no_time() {
        let mut state = state("", 500, 1000);
        state.current =
            Instant::now().checked_sub(Duration::from_secs(40)).map(|t| ("a".into(), t));
        assert_eq!(state.parts(), ["50 %, 12 minutes to go", "a"]);
    }

    #[test]
    fn no_line_of_a_terminal_is_filled() {
        let parts = ["1,150/2,300 runs, 11 minutes to go", NAME, "threshold 96"].map(String::from);
        let all = within(&parts, 80);
        assert_eq!(all, parts.join("\n"));
        let narrow = within(&parts, 40);
        let lines: Vec<&str> = narrow.lines().collect();
        assert_eq!(lines, [&parts[0][..12], &NAME[..39], "threshold 96"]);
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
