//! One run: a strategy on a problem, timed, limited, and caught if it panics.

use std::time::{Duration, Instant};

use optile_core::{Counters, Interrupt, Limits, Meter, Path, PathChoice, Problem, Stop, Strategy};
use optile_results::limits::RunLimits;
use optile_results::lines::visible_lines;
use optile_results::tally::Tally;
use rustix::time::{ClockId, clock_gettime};

use crate::crash;
use crate::watchdog::Watchdog;

/// How a run ended, before anybody has looked at its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a path.
    Path(Path),
    /// Without one.
    Stop(Stop),
    /// By a limit that it did not keep by itself, told in words.
    Killed(Stop, String),
    /// With a panic, a signal or an answer that is none; this is the reason.
    Crash(String),
}

impl End {
    /// With its reason as it may go to files and terminals.
    pub(crate) fn in_plain_text(self) -> Self {
        match self {
            Self::Killed(stop, reason) => Self::Killed(stop, visible_lines(&reason)),
            Self::Crash(reason) => Self::Crash(visible_lines(&reason)),
            Self::Stop(Stop::Unsupported(what)) => {
                Self::Stop(Stop::Unsupported(visible_lines(&what)))
            }
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

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What it counted until then. Preparing counts toward bytes only.
    pub tally: Tally,
    /// Time of preparing what later runs share.
    pub prepare: Duration,
    /// Time of searching.
    pub search: Duration,
    /// Processor time of both, of all threads of the process.
    pub cpu: Option<Duration>,
    /// Most bytes that the run's process was resident in.
    pub peak_rss: Option<u64>,
}

/// Processor time that this process has used.
fn processor_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

/// Makes runs, one after the other, under the same limits.
#[derive(Debug)]
pub struct Runner {
    limits: RunLimits,
    interrupt: Interrupt,
    watchdog: Watchdog,
}

impl Runner {
    /// A runner whose searches obey `interrupt`.
    pub fn new(limits: RunLimits, interrupt: &Interrupt) -> Self {
        let watchdog = Watchdog::new(interrupt.clone());
        Self { limits, interrupt: interrupt.clone(), watchdog }
    }

    /// A meter at zero under this runner's limits.
    fn meter(&self, nodes: Option<u64>) -> Meter {
        let limits = Limits { expanded: nodes, bytes: self.limits.memory };
        Meter::new(limits, self.interrupt.clone())
    }

    /// Runs `body` on the clock, within the time limit.
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

    /// Prepares and solves. That the time of an earlier run was up is forgotten,
    /// an interruption is not.
    pub fn run(&self, strategy: &dyn Strategy, problem: &Problem, choice: PathChoice) -> Outcome {
        self.interrupt.restart_time();
        let cpu_before = processor_time();
        // The limit of nodes is about searching.
        let mut preparing = self.meter(None);
        let mut meter = self.meter(self.limits.nodes);
        // Parity tells at once; no table need be built for that.
        let (prepared, prepare) = match problem.is_solvable() {
            true => self.timed(|| strategy.prepare(problem, &mut preparing)),
            false => (Ok(()), Duration::ZERO),
        };
        // Where there is nothing to build, the clock has only measured itself.
        let prepared_any = *preparing.counters() != Counters::default();
        let prepare = if prepared_any || prepared.is_err() { prepare } else { Duration::ZERO };
        let (result, search) = match prepared {
            Ok(()) => self.timed(|| strategy.solve(problem, choice, &mut meter)),
            Err(end) => (Err(end), Duration::ZERO),
        };
        let mut counters = *meter.counters();
        let prepared = preparing.counters();
        counters.peak_bytes = counters.peak_bytes.max(prepared.peak_bytes);
        counters.table_bytes = counters.table_bytes.max(prepared.table_bytes);
        let end = match result {
            Ok(path) => End::Path(path),
            Err(end) => end,
        };
        let cpu = processor_time().zip(cpu_before).map(|(now, then)| now.saturating_sub(then));
        Outcome { end, tally: counters.into(), prepare, search, cpu, peak_rss: None }
    }
}

#[cfg(test)]
mod tests {
    use optile_testkit::{Behaviour, Mock};

    use super::*;

    fn run(behaviour: Behaviour, limits: RunLimits) -> Outcome {
        let problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        Runner::new(limits, &Interrupt::default()).run(
            &Mock::new(behaviour),
            &problem,
            PathChoice::Any,
        )
    }

    #[test]
    fn a_panic_costs_no_more_than_its_run() {
        let outcome = run(Behaviour::Panics, RunLimits::default());
        let End::Crash(message) = outcome.end else { panic!("{:?}", outcome.end) };
        assert!(message.contains("told to panic"));
        assert_eq!(outcome.tally.expanded, Some(10), "the counters survive");
    }

    #[test]
    fn limits_end_a_run_with_its_counters() {
        let nodes = RunLimits { nodes: Some(50_000), ..RunLimits::default() };
        let outcome = run(Behaviour::Endless, nodes);
        assert_eq!((outcome.end, outcome.tally.expanded), (End::Stop(Stop::Nodes), Some(50_000)));

        let time = RunLimits { time: Some(Duration::from_millis(1)), ..RunLimits::default() };
        let outcome = run(Behaviour::Endless, time);
        assert_eq!(outcome.end, End::Stop(Stop::Time));
        assert!(outcome.tally.expanded > Some(10));
    }

    #[test]
    fn an_interruption_before_a_run_ends_it() {
        let interrupt = Interrupt::default();
        let runner = Runner::new(RunLimits::default(), &interrupt);
        interrupt.interrupt();
        let problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        let outcome = runner.run(&Mock::new(Behaviour::Endless), &problem, PathChoice::Any);
        assert_eq!(outcome.end, End::Stop(Stop::Interrupted));
    }

    #[test]
    fn a_signal_of_one_run_does_not_reach_the_next() {
        let limits = RunLimits { time: Some(Duration::from_millis(1)), ..RunLimits::default() };
        let runner = Runner::new(limits, &Interrupt::default());
        let problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        for _ in 0..3 {
            let endless = runner.run(&Mock::new(Behaviour::Endless), &problem, PathChoice::Any);
            assert_eq!(endless.end, End::Stop(Stop::Time));
            let right = runner.run(&Mock::new(Behaviour::Right), &problem, PathChoice::Any);
            assert!(matches!(right.end, End::Path(_)));
        }
    }
}
