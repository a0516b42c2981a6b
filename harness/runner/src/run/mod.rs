//! One run: a strategy on a problem, timed, limited, and caught if it panics.

mod crash;
pub mod watchdog;

use std::ops::Deref;
use std::time::{Duration, Instant};

use optile_core::{
    Counters, Interrupt, Limits, Meter, Path, PathChoice, Problem, Pulse, Session, Stage, Stop,
    Strategy,
};
use optile_results::improvements;
use optile_results::limits::{RunLimits, nanoseconds};
use optile_results::lines::{kept, visible_lines};
use optile_results::row::{Status, Tally};
use rustix::time::{ClockId, clock_gettime};

use self::watchdog::Watchdog;
use crate::library;

/// How a run ended, before its path has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a path.
    Path(Path),
    /// Without a path.
    Stop(Stop),
    /// It exceeded this limit and was ended; the text says how.
    Killed(Stop, String),
    /// With a panic, a signal or an invalid response; the text is the reason.
    Crash(String),
}

impl End {
    /// The status and the reason, without regard to whether the answer is right.
    pub(crate) fn status(&self) -> (Status, Option<String>) {
        match self {
            Self::Path(_) => (Status::Solved, None),
            Self::Crash(reason) => (Status::Crashed, Some(reason.clone())),
            Self::Killed(stop, reason) => (Status::of(stop), Some(reason.clone())),
            Self::Stop(Stop::Unsupported(what)) => (Status::Unsupported, Some(what.clone())),
            Self::Stop(stop) => (Status::of(stop), None),
        }
    }

    /// The same end, with a reason without control characters, which is safe
    /// for files and terminals, and no longer than what a row keeps.
    pub(crate) fn in_plain_text(self) -> Self {
        let plain = |text: String| kept(&visible_lines(&text));
        match self {
            Self::Killed(stop, reason) => Self::Killed(stop, plain(reason)),
            Self::Crash(reason) => Self::Crash(plain(reason)),
            Self::Stop(Stop::Unsupported(what)) => Self::Stop(Stop::Unsupported(plain(what))),
            end => end,
        }
    }
}

impl From<Result<Path, Stop>> for End {
    fn from(result: Result<Path, Stop>) -> Self {
        match result {
            Ok(path) => Self::Path(path),
            Err(stop) => Self::Stop(stop),
        }
    }
}

/// The result of a run: how it ended, its counters and its times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// How the run ended.
    pub end: End,
    /// Its counters. Preparing only counts for the bytes.
    pub tally: Tally,
    /// The paths of an anytime search, see [`improvements`].
    pub improvements: Option<String>,
    /// The time spent on preparing what later runs share.
    pub prepare: Duration,
    /// The time spent on searching.
    pub search: Duration,
    /// The processor time of both, of all threads of the process.
    pub cpu: Option<Duration>,
    /// The peak resident memory of the run's process in bytes.
    pub peak_rss: Option<u64>,
}

impl Measurement {
    /// A measurement without counters of a run that took this time.
    pub(crate) fn bare(end: End, search: Duration) -> Self {
        Self {
            end,
            tally: Tally::default(),
            improvements: None,
            prepare: Duration::ZERO,
            search,
            cpu: None,
            peak_rss: None,
        }
    }
}

/// The nanoseconds of a clock that only goes forward.
fn now_ns() -> u64 {
    let now = Duration::try_from(clock_gettime(ClockId::Monotonic));
    now.map_or(0, nanoseconds)
}

/// The processor time that this process has used.
fn processor_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

/// Makes runs one after the other, with the same limits.
#[derive(Debug)]
pub struct Runner {
    limits: RunLimits,
    interrupt: Interrupt,
    watchdog: Watchdog,
    pulse: Pulse,
}

impl Runner {
    /// A runner whose searches end when `interrupt` is set.
    pub fn new(limits: RunLimits, interrupt: &Interrupt) -> Self {
        let watchdog = Watchdog::new(interrupt.clone());
        let (interrupt, pulse) = (interrupt.clone(), Pulse::default());
        Self { limits, interrupt, watchdog, pulse }
    }

    /// How far the search in hand has come.
    pub(crate) fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// A new meter with this runner's limits.
    fn meter(&self, nodes: Option<u64>) -> Meter {
        let limits = Limits { expanded: nodes, bytes: self.limits.memory };
        Meter::new(limits, self.interrupt.clone())
    }

    /// Runs `body` within the time limit and measures its time.
    fn timed<T>(&self, body: impl FnOnce() -> Result<T, Stop>) -> (Result<T, End>, Duration) {
        let guard = match self.watchdog.watch(self.limits.time) {
            Ok(guard) => guard,
            Err(stop) => return (Err(End::Stop(stop)), Duration::ZERO),
        };
        let begin = Instant::now();
        let result = crash::catch(body);
        let elapsed = begin.elapsed();
        drop(guard);
        let result = match result {
            Ok(result) => result.map_err(End::Stop),
            Err(message) => Err(End::Crash(message)),
        };
        (result, elapsed)
    }

    /// Prepares and solves. A time limit that ended an earlier run has no
    /// effect on this run. An interruption stays in effect.
    pub fn run<S: Deref<Target: Strategy>>(
        &self,
        session: &mut Session<S>,
        problem: &Problem,
        choice: PathChoice,
    ) -> Measurement {
        self.interrupt.restart_time();
        let cpu_before = processor_time();
        // The node limit only applies to searching.
        let mut preparing = self.meter(None);
        let mut meter = self.meter(self.limits.nodes).telling(self.pulse.clone()).reading(now_ns);
        self.pulse.set(Stage::default());
        // Unsolvable problems are known by parity. They need no tables.
        let (prepared, prepare) = match (self.interrupt.check(), problem.is_solvable()) {
            // Many short runs, of which none checks the signal, also end.
            (Err(stop), _) => (Err(End::Stop(stop)), Duration::ZERO),
            (Ok(()), true) => self.timed(|| session.prepare(problem, &mut preparing)),
            (Ok(()), false) => (Ok(()), Duration::ZERO),
        };
        // If nothing was prepared, the time is only that of reading the clock.
        let prepared_any = *preparing.counters() != Counters::default();
        let prepare = if prepared_any || prepared.is_err() { prepare } else { Duration::ZERO };
        let mut begin = 0;
        let (result, search) = match prepared {
            Ok(()) => self.timed(|| {
                begin = now_ns();
                session.solve(problem, choice, &mut meter)
            }),
            Err(end) => (Err(end), Duration::ZERO),
        };
        let mut counters = *meter.counters();
        let prepared = preparing.counters();
        counters.peak_bytes = counters.peak_bytes.max(prepared.peak_bytes);
        counters.table_bytes = counters.table_bytes.max(prepared.table_bytes);
        let end = match (library::changed(), result) {
            (Some(what), _) => End::Crash(what),
            (None, Ok(path)) => End::Path(path),
            (None, Err(end)) => end,
        };
        let cpu = processor_time().zip(cpu_before).map(|(now, then)| now.saturating_sub(then));
        let mut paths = meter.profile().improvements.clone();
        paths.iter_mut().for_each(|path| path.ns = path.ns.saturating_sub(begin));
        Measurement {
            end,
            tally: counters.into(),
            improvements: improvements::written(&paths),
            prepare,
            search,
            cpu,
            peak_rss: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use optile_testkit::{Behaviour, Mock};

    use super::*;

    fn run(behaviour: Behaviour, limits: RunLimits) -> Measurement {
        let problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        Runner::new(limits, &Interrupt::default()).run(
            &mut Session::new(&Mock::new(behaviour)),
            &problem,
            PathChoice::Any,
        )
    }

    #[test]
    fn a_panic_costs_no_more_than_its_run() {
        let measurement = run(Behaviour::Panics, RunLimits::default());
        let End::Crash(message) = measurement.end else { panic!("{:?}", measurement.end) };
        assert!(message.contains("told to panic"));
        assert_eq!(measurement.tally.expanded, Some(10), "the counters survive");
    }

    #[test]
    fn limits_end_a_run_with_its_counters() {
        let nodes = RunLimits { nodes: Some(50_000), ..RunLimits::default() };
        let measurement = run(Behaviour::Endless, nodes);
        assert_eq!(
            (measurement.end, measurement.tally.expanded),
            (End::Stop(Stop::Nodes), Some(50_000))
        );

        let time = RunLimits { time: Some(Duration::from_millis(1)), ..RunLimits::default() };
        let measurement = run(Behaviour::Endless, time);
        assert_eq!(measurement.end, End::Stop(Stop::Time));
        assert!(measurement.tally.expanded > Some(10));
    }

    #[test]
    fn a_reason_is_cut_to_what_a_row_keeps() {
        let End::Crash(reason) = End::Crash("\u{1b}x".repeat(100_000)).in_plain_text() else {
            panic!("another end")
        };
        assert!(reason.starts_with("\\u{1b}x") && reason.chars().count() < 5000, "{reason}");
    }

    #[test]
    fn an_interruption_before_a_run_ends_it() {
        let interrupt = Interrupt::default();
        let runner = Runner::new(RunLimits::default(), &interrupt);
        interrupt.interrupt();
        let problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        let measurement = runner.run(
            &mut Session::new(&Mock::new(Behaviour::Endless)),
            &problem,
            PathChoice::Any,
        );
        assert_eq!(measurement.end, End::Stop(Stop::Interrupted));
    }

    #[test]
    fn a_signal_of_one_run_does_not_reach_the_next() {
        let limits = RunLimits { time: Some(Duration::from_millis(50)), ..RunLimits::default() };
        let runner = Runner::new(limits, &Interrupt::default());
        let problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        for _ in 0..3 {
            let endless = runner.run(
                &mut Session::new(&Mock::new(Behaviour::Endless)),
                &problem,
                PathChoice::Any,
            );
            assert_eq!(endless.end, End::Stop(Stop::Time));
            let right = runner.run(
                &mut Session::new(&Mock::new(Behaviour::Right)),
                &problem,
                PathChoice::Any,
            );
            assert!(matches!(right.end, End::Path(_)));
        }
    }
}
