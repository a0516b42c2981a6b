//! Makes runs in other processes: sends requests, enforces limits, and turns everything
//! that can happen into a measurement.
//!
//! # The main decision
//!
//! **One protocol for the harness's own workers and for external programs.** The
//! supervisor treats both alike. So the same limits, waiting times and checks apply to
//! both, and their results are comparable.
//!
//! A strategy keeps its limits itself and reports its counters. The supervisor only acts
//! if it does not: it kills a process that exceeds its resident memory or its processor
//! time, or that has not answered well after its time limit.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use optile_core::{Problem, Stop};
use optile_results::limits::RunLimits;
use optile_results::record::SHARED_CELLS;
use optile_results::unit::Unit;
use rustix::process::Signal;

use crate::containment::{Contained, EXIT_TIME, Received};
use crate::interruption::Interruption;
use crate::plan::solver::{External, Solver};
use crate::run::{End, Measurement};
use crate::supervision::caps::Caps;
use crate::supervision::claim::believed;
use crate::supervision::protocol::{Greeting, Request, Response};

/// Time between two checks of a working process.
const TICK: Duration = Duration::from_millis(10);

/// The longest time between the start of a process and its greeting.
const GREETING: Duration = Duration::from_secs(60);

/// Runs on boards with at most [`SHARED_CELLS`] cells share a process, up to this
/// number of runs. A run on a larger board has a separate process.
const SHARED_RUNS: u32 = 1000;

/// The reason given for a run that the system ended because of lack of memory.
const NO_MEMORY: &str = "killed by the system for lack of memory";

/// The processes of one job, and their limits.
#[derive(Debug)]
pub struct Supervisor<'a> {
    limits: RunLimits,
    core: Option<usize>,
    tables: Option<&'a Path>,
    pub(super) interruption: &'a Interruption,
    /// Indexed by the program's name. The worker's name is empty.
    processes: HashMap<String, Served>,
    next_id: u64,
}

/// A process that has greeted.
#[derive(Debug)]
struct Served {
    child: Contained,
    /// The number of requests that the process was sent.
    requests: u32,
}

/// Why a process has not sent a line.
pub(super) enum Silence<T> {
    /// It has sent something else; the text says what.
    Invalid(String),
    /// It has closed its output.
    End,
    /// Nobody waits for it any more.
    Over(T),
}

/// Waits for the next line of a process. From time to time, `look` may end the wait.
pub(super) fn next_line<T>(
    child: &mut Contained,
    mut look: impl FnMut(&mut Contained) -> Option<T>,
) -> Result<String, Silence<T>> {
    loop {
        match child.receive(TICK) {
            Received::Line(line) => return Ok(line),
            Received::Invalid(what) => return Err(Silence::Invalid(what)),
            Received::End => return Err(Silence::End),
            Received::Nothing => {
                if let Some(end) = look(child) {
                    return Err(Silence::Over(end));
                }
            }
        }
    }
}

/// The key of a solver's process in [`Supervisor::processes`].
fn key(solver: &Solver) -> &str {
    match solver {
        Solver::BuiltIn(_) => "",
        Solver::External(external) => &external.name,
    }
}

impl<'a> Supervisor<'a> {
    /// A supervisor without processes. Processes that it starts are bound to `core`.
    pub fn new(limits: RunLimits, core: Option<usize>, interruption: &'a Interruption) -> Self {
        Self { limits, core, tables: None, interruption, processes: HashMap::new(), next_id: 0 }
    }

    /// The same, with workers that take pattern databases from this folder.
    #[must_use]
    pub fn with_tables(self, tables: Option<&'a Path>) -> Self {
        Self { tables, ..self }
    }

    /// Starts a program and waits for its greeting, but gives up when `is_over`.
    ///
    /// # Errors
    ///
    /// When it cannot be started or does not greet.
    pub(crate) fn start(
        &self,
        solver: &Solver,
        is_over: fn(&Interruption) -> bool,
    ) -> Result<Contained> {
        let (mut child, name) = match solver {
            Solver::BuiltIn(_) => {
                (Contained::worker(self.core, self.tables)?, "the worker".to_owned())
            }
            Solver::External(External { name, command, folder, .. }) => {
                let memory = Caps::of(solver, self.limits).resident;
                let started = Contained::program(command, folder, self.core, memory)?;
                (started, format!("program {name:?}"))
            }
        };
        let deadline = Instant::now() + GREETING;
        let greeting = next_line(&mut child, |_| match () {
            () if is_over(self.interruption) => {
                Some(anyhow!("interrupted while {name} was starting"))
            }
            () if Instant::now() > deadline => {
                Some(anyhow!("{name} did not greet within {}", duration(GREETING)))
            }
            () => None,
        });
        match greeting {
            Ok(line) => Greeting::read(&line).context(name)?,
            Err(Silence::Invalid(what)) => return Err(anyhow!("{name} {what} for a greeting")),
            Err(Silence::End) => {
                return Err(anyhow!("{name} did not greet: it {}", child.end(EXIT_TIME).reason));
            }
            Err(Silence::Over(error)) => return Err(error),
        };
        Ok(child)
    }

    /// Makes a run.
    ///
    /// # Errors
    ///
    /// When no process can be started for it. Everything that happens later is part of the
    /// measurement.
    pub fn run(&mut self, solver: &Solver, problem: &Problem) -> Result<Measurement> {
        let measurement = self.attempt(solver, problem)?;
        Ok(Measurement { end: measurement.end.in_plain_text(), ..measurement })
    }

    fn attempt(&mut self, solver: &Solver, problem: &Problem) -> Result<Measurement> {
        let key = key(solver);
        let mut earlier = self.processes.remove(key);
        // A process that wrote something without a request is not used again.
        earlier.take_if(|served| served.child.receive(Duration::ZERO) != Received::Nothing);
        let mut served = match earlier {
            Some(served) => served,
            None => {
                let child = match self.start(solver, Interruption::is_urgent) {
                    Err(_) if self.interruption.is_urgent() => {
                        let end = End::Stop(Stop::Interrupted);
                        return Ok(Measurement::bare(end, Duration::ZERO));
                    }
                    started => started?,
                };
                Served { child, requests: 0 }
            }
        };
        self.next_id += 1;
        served.requests += 1;
        served.child.forget_peak();
        let watch = Watch {
            id: self.next_id,
            begun: Instant::now(),
            cpu_before: served.child.processor_time().unwrap_or_default(),
            caps: Caps::of(solver, self.limits),
        };
        let request = Request::new(self.next_id, solver.name(), problem, self.limits);
        if !served.child.send(&serde_json::to_string(&request)?) {
            let what = "does not read its requests".into();
            return Ok(watch.crash(&mut served.child, what, true));
        }
        let child = &mut served.child;
        let answer = next_line(child, |child| {
            let stopped = || Some(watch.measurement(End::Stop(Stop::Interrupted)));
            if self.interruption.is_urgent() { stopped() } else { watch.look(child) }
        });
        let measurement = match answer {
            Ok(line) => match watch.read(&line, child) {
                Ok(measurement) => measurement,
                Err(error) => watch.crash(child, format!("{error:#}"), true),
            },
            Err(Silence::Invalid(what)) => watch.crash(child, what, true),
            Err(Silence::End) => watch.crash(child, String::new(), false),
            Err(Silence::Over(measurement)) => measurement,
        };
        if self.interruption.is_urgent() {
            return Ok(watch.measurement(End::Stop(Stop::Interrupted)));
        }
        if matches!(measurement.end, End::Path(_) | End::Stop(_)) {
            self.processes.insert(key.to_owned(), served);
        }
        Ok(measurement)
    }

    /// Ends the process that made a run, unless later runs may share it.
    pub(crate) fn retire_after(&mut self, solver: &Solver, problem: &Problem) {
        let key = key(solver);
        let is_small = problem.size().cells() <= SHARED_CELLS;
        if self.processes.get(key).is_some_and(|p| !is_small || p.requests >= SHARED_RUNS) {
            self.processes.remove(key);
        }
    }
}

/// Starts each external program once, so that a mistake in a command is reported before
/// the first run.
///
/// # Errors
///
/// When a program cannot be started or does not greet, or when the user interrupts.
pub fn try_out(solvers: &[Solver], interruption: &Interruption) -> Result<()> {
    let supervisor = Supervisor::new(RunLimits::default(), None, interruption);
    for solver in solvers {
        if let Solver::External(_) = solver {
            supervisor.start(solver, Interruption::is_asked)?;
        }
    }
    Ok(())
}

/// A request that waits for its response.
struct Watch {
    id: u64,
    begun: Instant,
    cpu_before: Duration,
    caps: Caps,
}

impl Watch {
    /// A measurement without counters, timed by this process.
    fn measurement(&self, end: End) -> Measurement {
        Measurement::bare(end, self.begun.elapsed())
    }

    /// Ends a process that cannot be used any more. Returns the measurement of its run.
    fn crash(&self, child: &mut Contained, what: String, is_alive: bool) -> Measurement {
        let resident = child.resident(self.caps.resident);
        let mut measurement = self.measurement(End::Crash(what));
        let exit = child.end(if is_alive { Duration::ZERO } else { EXIT_TIME });
        let peak = resident.map_or(exit.peak_rss, |resident| resident.peak);
        if !is_alive {
            let killed = exit.signal == Some(Signal::KILL.as_raw());
            measurement.end = match killed && child.ran_out_of_memory(peak) {
                true => End::Killed(Stop::Memory, NO_MEMORY.into()),
                false => End::Crash(format!("no answer: its process {}", exit.reason)),
            };
        }
        measurement.cpu = Some(exit.cpu.saturating_sub(self.cpu_before));
        measurement.peak_rss = Some(peak);
        measurement
    }

    /// Kills a working process that has exceeded its limits.
    fn look(&self, child: &mut Contained) -> Option<Measurement> {
        let elapsed = self.begun.elapsed();
        let resident = self.caps.resident.and_then(|cap| {
            let resident = child.resident(Some(cap))?.now;
            (resident > cap).then(|| format!("{} resident", Unit::Bytes.text(resident as f64)))
        });
        let mut overspent = || {
            let cap = self.caps.cpu?;
            let used = child.processor_time()?.saturating_sub(self.cpu_before);
            (used > cap).then_some(used)
        };
        let (stop, what) = if let Some(what) = resident {
            (Stop::Memory, what)
        } else if self.caps.wall.is_some_and(|cap| elapsed > cap) {
            (Stop::Time, "no answer".to_owned())
        } else if let Some(used) = overspent() {
            (Stop::Time, format!("{} of processor time", duration(used)))
        } else {
            return None;
        };
        let mut measurement = self.crash(child, String::new(), true);
        measurement.end =
            End::Killed(stop, format!("killed after {} with {what}", duration(elapsed)));
        Some(measurement)
    }

    /// Reads a response and checks it against the request and the clock.
    fn read(&self, line: &str, child: &mut Contained) -> Result<Measurement> {
        let elapsed = self.begun.elapsed();
        let answer = Response::read(line)?;
        if answer.id != self.id {
            return Err(anyhow!("answered request {}: expected {}", answer.id, self.id));
        }
        let said = answer.prepare_ns.unwrap_or(0).saturating_add(answer.search_ns.unwrap_or(0));
        if u128::from(said) > elapsed.as_nanos() {
            return Err(anyhow!(
                "reports {} of preparing and searching, but answered after {}",
                duration(Duration::from_nanos(said)),
                duration(elapsed)
            ));
        }
        let mut measurement = self.measurement(answer.end()?);
        if self.caps.time.is_some_and(|limit| elapsed > limit)
            && matches!(measurement.end, End::Path(_))
        {
            measurement.end =
                End::Killed(Stop::Time, format!("answered too late, after {}", duration(elapsed)));
        }
        (measurement.tally, measurement.profile) = (answer.tally, answer.profile);
        measurement.prepare = Duration::from_nanos(answer.prepare_ns.unwrap_or(0));
        let outside = elapsed - measurement.prepare;
        measurement.search = answer.search_ns.map_or(outside, Duration::from_nanos);
        measurement.outside = answer.search_ns.filter(|_| !self.caps.is_own).map(|_| outside);
        let claimed = answer.cpu_ns.map(Duration::from_nanos);
        measurement.cpu = match claimed {
            Some(_) if self.caps.is_own => claimed,
            _ => {
                let used = child.processor_time();
                believed(claimed, used.map(|used| used.saturating_sub(self.cpu_before)))
            }
        };
        measurement.peak_rss = child.resident(self.caps.resident).map(|resident| resident.peak);
        Ok(measurement)
    }
}

pub(super) fn duration(time: Duration) -> String {
    Unit::Nanoseconds.text(time.as_nanos() as f64)
}
