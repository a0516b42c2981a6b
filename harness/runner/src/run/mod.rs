//! One run: a strategy on a problem, timed, limited, and caught if it panics.

mod crash;
pub mod watchdog;

use std::ops::Deref;
use std::time::{Duration, Instant};

use optile_core::{
    Counters, Interrupt, Limits, Meter, PathChoice, Problem, Pulse, Session, Stage, Stop, Strategy,
};
use optile_results::limits::{RunLimits, nanoseconds};
use optile_results::rows::row::{Outcome, Status};
use rustix::time::{ClockId, clock_gettime};

use self::watchdog::Watchdog;
use crate::library;

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

    /// Runs `body` within the time limit and measures its time in nanoseconds.
    fn timed<T>(&self, body: impl FnOnce() -> Result<T, Stop>) -> (Result<T, Failure>, u64) {
        let guard = match self.watchdog.watch(self.limits.time) {
            Ok(guard) => guard,
            Err(stop) => return (Err(Failure::Stop(stop)), 0),
        };
        let begin = Instant::now();
        let result = crash::catch(body);
        let elapsed = begin.elapsed();
        drop(guard);
        let result = match result {
            Ok(result) => result.map_err(Failure::Stop),
            Err(message) => Err(Failure::Panic(message)),
        };
        (result, nanoseconds(elapsed))
    }

    /// Prepares and solves; `None` if the user interrupts it. A time limit that ended an earlier
    /// run has no effect on this run. An interruption stays in effect. The path is not checked.
    pub fn run<S: Deref<Target: Strategy>>(
        &self,
        session: &mut Session<S>,
        problem: &Problem,
        choice: PathChoice,
    ) -> Option<Outcome> {
        self.interrupt.restart_time();
        let cpu_before = processor_time();
        // The node limit only applies to searching.
        let mut preparing = self.meter(None);
        let mut meter = self.meter(self.limits.nodes).telling(self.pulse.clone()).reading(now_ns);
        self.pulse.set(Stage::default());
        // Unsolvable problems are known by parity. They need no tables.
        let (prepared, prepare_ns) = match (self.interrupt.check(), problem.is_solvable()) {
            // Many short runs, of which none checks the signal, also end.
            (Err(stop), _) => (Err(Failure::Stop(stop)), 0),
            (Ok(()), true) => self.timed(|| session.prepare(problem, &mut preparing)),
            (Ok(()), false) => (Ok(()), 0),
        };
        // If nothing was prepared, the time is only that of reading the clock.
        let prepared_any = *preparing.counters() != Counters::default();
        let prepare_ns = if prepared_any || prepared.is_err() { prepare_ns } else { 0 };
        let mut begin = 0;
        let (result, search_ns) = match prepared {
            Ok(()) => self.timed(|| {
                begin = now_ns();
                session.solve(problem, choice, &mut meter)
            }),
            Err(failure) => (Err(failure), 0),
        };
        let mut counters = *meter.counters();
        let prepared = preparing.counters();
        counters.peak_bytes = counters.peak_bytes.max(prepared.peak_bytes);
        counters.table_bytes = counters.table_bytes.max(prepared.table_bytes);
        let ended = match (library::changed(), result) {
            (Some(what), _) | (None, Err(Failure::Panic(what))) => {
                Outcome::new(Status::Crashed, Some(what))
            }
            (None, Err(Failure::Stop(Stop::Interrupted))) => return None,
            (None, Err(Failure::Stop(stop))) => Err(stop).into(),
            (None, Ok(path)) => match session.overestimate(problem, &path) {
                None => Ok(path).into(),
                // It is asked outside of all clocks.
                Some(too_large) => Outcome {
                    moves: Some(path.to_string()),
                    ..Outcome::new(Status::Wrong, Some(too_large.to_string()))
                },
            },
        };
        let cpu = processor_time().zip(cpu_before).map(|(now, then)| now.saturating_sub(then));
        let mut paths = meter.profile().improvements.clone();
        paths.iter_mut().for_each(|path| path.ns = path.ns.saturating_sub(begin));
        Some(Outcome {
            prepare_ns,
            search_ns,
            cpu_ns: cpu.map(nanoseconds),
            counters: counters.into(),
            extra: meter.profile().extra[..].into(),
            improvements: paths,
            ..ended
        })
    }
}

/// Why a part of a run did not come to its end.
enum Failure {
    Stop(Stop),
    /// The message of a panic.
    Panic(String),
}

#[cfg(test)]
mod tests {
    use optile_testkit::{Behaviour, Mock};

    use super::*;

    fn run(behaviour: Behaviour, runner: &Runner) -> Option<Outcome> {
        let problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        runner.run(&mut Session::new(&Mock::new(behaviour)), &problem, PathChoice::Any)
    }

    fn within(limits: RunLimits) -> Runner {
        Runner::new(limits, &Interrupt::default())
    }

    #[test]
    fn a_panic_costs_no_more_than_its_run() {
        let outcome = run(Behaviour::Panics, &within(RunLimits::default())).unwrap();
        assert_eq!(outcome.status, Status::Crashed);
        assert!(outcome.reason.unwrap().contains("told to panic"));
        assert_eq!(outcome.counters.expanded, Some(10), "the counters survive");
    }

    #[test]
    fn limits_end_a_run_with_its_counters() {
        let nodes = RunLimits { nodes: Some(50_000), ..RunLimits::default() };
        let outcome = run(Behaviour::Endless, &within(nodes)).unwrap();
        assert_eq!((outcome.status, outcome.reason), (Status::NodeLimit, None));
        assert_eq!(outcome.counters.expanded, Some(50_000));

        let time = RunLimits { time: Some(Duration::from_millis(1)), ..RunLimits::default() };
        let outcome = run(Behaviour::Endless, &within(time)).unwrap();
        assert_eq!((outcome.status, outcome.reason), (Status::TimeLimit, None));
        assert!(outcome.counters.expanded > Some(10));
    }

    #[test]
    fn an_interruption_before_a_run_ends_it() {
        let interrupt = Interrupt::default();
        let runner = Runner::new(RunLimits::default(), &interrupt);
        interrupt.interrupt();
        assert_eq!(run(Behaviour::Endless, &runner), None);
    }

    #[test]
    fn a_signal_of_one_run_does_not_reach_the_next() {
        let limits = RunLimits { time: Some(Duration::from_millis(50)), ..RunLimits::default() };
        let runner = within(limits);
        for _ in 0..3 {
            assert_eq!(run(Behaviour::Endless, &runner).unwrap().status, Status::TimeLimit);
            assert_eq!(run(Behaviour::Right, &runner).unwrap().status, Status::Solved);
        }
    }
}
