//! Runs in processes of their own: asks, waits, watches, and turns whatever
//! happens into an outcome.
//!
//! # The main decision
//!
//! **One protocol for the harness's own workers and for programs from
//! elsewhere.** The supervisor does not know which of them it watches, so the
//! same limits, the same patience and the same checks hold for both, and what
//! makes built-in strategies safe is what makes foreign ones comparable.
//!
//! A strategy keeps its limits itself and ends with its counters. The
//! supervisor only ends what does not: it kills a process that is resident in
//! more memory than it may be, uses more processor time than it may, or has
//! not answered when its time is well over.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use optile_core::{Problem, Stop};
use optile_results::limits::RunLimits;
use optile_results::tally::Tally;
use optile_results::unit::Unit;
use rustix::process::Signal;

use crate::caps::Caps;
use crate::child::{Child, FAREWELL, Heard};
use crate::claim::believed;
use crate::control_group::{self, Kills};
use crate::interruption::Interruption;
use crate::invocation;
use crate::machine;
use crate::program_group::{ProgramGroup, Site};
use crate::protocol::{Answer, Greeting, Request};
use crate::run::{End, Outcome};
use crate::solver::{External, Solver};

/// How often a process is looked at while it works.
const TICK: Duration = Duration::from_millis(10);

/// Longest time between the start of a process and its greeting.
const GREETING: Duration = Duration::from_secs(60);

/// The most cells of boards that share a process, and the most runs that do:
/// a run on a 3x3 board takes microseconds, a process a millisecond to start.
/// Larger boards have a process a run.
const SHARED_CELLS: usize = 9;
const SHARED_RUNS: u32 = 1000;

/// Why a run ended that the system ended for others' sake.
const NO_MEMORY: &str = "killed by the system, which had no more memory for it";

/// The processes of one job, and what they may spend.
#[derive(Debug)]
pub(crate) struct Supervisor<'a> {
    limits: RunLimits,
    core: Option<usize>,
    interruption: &'a Interruption,
    /// By the program's name; the worker's is empty.
    processes: HashMap<String, Served>,
    next_id: u64,
}

/// A process that has greeted, and the requests it was sent.
#[derive(Debug)]
struct Served {
    child: Child,
    /// How many had been killed for want of memory when it was started.
    kills: Kills,
    requests: u32,
}

/// The name that [`Supervisor::processes`] has the process of a solver by.
fn key(solver: &Solver) -> &str {
    match solver {
        Solver::BuiltIn(_) => "",
        Solver::External(external) => &external.name,
    }
}

impl<'a> Supervisor<'a> {
    /// A supervisor without processes, which are bound to `core` when they
    /// start.
    pub(crate) fn new(
        limits: RunLimits,
        core: Option<usize>,
        interruption: &'a Interruption,
    ) -> Self {
        Self { limits, core, interruption, processes: HashMap::new(), next_id: 0 }
    }

    /// Starts a program and waits for its greeting.
    ///
    /// # Errors
    ///
    /// When it cannot be started or does not greet.
    fn start(&self, solver: &Solver) -> Result<Child> {
        let (mut child, name) = match solver {
            Solver::BuiltIn(_) => {
                (Child::start(invocation::worker(self.core)?)?, "the worker".to_owned())
            }
            Solver::External(External { name, command, folder, .. }) => {
                let memory = Caps::of(solver, self.limits).resident;
                let group = Site::of_this_process().and_then(|site| site.group(memory));
                let place = group.as_ref().map(ProgramGroup::folder);
                let command = invocation::program(command, folder, self.core, place)?;
                (Child::start_kept(command, group)?, format!("program {name:?}"))
            }
        };
        let deadline = Instant::now() + GREETING;
        loop {
            match child.listen(TICK) {
                Heard::Line(line) => {
                    Greeting::read(&line).context(name)?;
                    return Ok(child);
                }
                Heard::Noise(what) => return Err(anyhow!("{name} {what} for a greeting")),
                Heard::End => {
                    return Err(anyhow!("{name} did not greet: it {}", child.end(FAREWELL).reason));
                }
                Heard::Nothing if Instant::now() > deadline => {
                    return Err(anyhow!("{name} did not greet within {GREETING:?}"));
                }
                Heard::Nothing if self.is_abandoned() => {
                    return Err(anyhow!("interrupted while {name} was starting"));
                }
                Heard::Nothing => {}
            }
        }
    }

    fn is_abandoned(&self) -> bool {
        self.interruption.interrupt().check() == Err(Stop::Interrupted)
    }

    /// Makes a run.
    ///
    /// # Errors
    ///
    /// When no process can be started for it. What happens to a process that
    /// was started is an outcome.
    pub(crate) fn run(&mut self, solver: &Solver, problem: &Problem) -> Result<Outcome> {
        let outcome = self.attempt(solver, problem)?;
        Ok(Outcome { end: outcome.end.in_plain_text(), ..outcome })
    }

    fn attempt(&mut self, solver: &Solver, problem: &Problem) -> Result<Outcome> {
        let key = key(solver);
        let mut earlier = self.processes.remove(key);
        // A process that says more than it was asked is not trusted.
        earlier.take_if(|served| served.child.listen(Duration::ZERO) != Heard::Nothing);
        let mut served = match earlier {
            Some(served) => served,
            None => {
                let kills = Kills::now();
                Served { child: self.start(solver)?, kills, requests: 0 }
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
            kills: served.kills,
        };
        let request = Request::new(self.next_id, solver.name(), problem, self.limits);
        if !served.child.send(&serde_json::to_string(&request)?) {
            let what = "does not read what it is asked".into();
            return Ok(watch.crash(&mut served.child, what, true));
        }
        let outcome = loop {
            let heard = served.child.listen(TICK);
            if heard == Heard::Nothing && self.is_abandoned() {
                return Ok(watch.outcome(End::Stop(Stop::Interrupted)));
            }
            if let Some(outcome) = watch.take(heard, &mut served.child) {
                break outcome;
            }
        };
        if matches!(outcome.end, End::Path(_) | End::Stop(_)) {
            self.processes.insert(key.to_owned(), served);
        }
        Ok(outcome)
    }

    /// Ends the process that made a run, unless further runs may share it.
    pub(crate) fn retire_after(&mut self, solver: &Solver, problem: &Problem) {
        let key = key(solver);
        let is_small = problem.size().cells() <= SHARED_CELLS;
        if self.processes.get(key).is_some_and(|p| !is_small || p.requests >= SHARED_RUNS) {
            self.processes.remove(key);
        }
    }
}

/// Starts each program from elsewhere once, so that a command with a slip in
/// it is told before any run is made.
///
/// # Errors
///
/// When one cannot be started or does not greet.
pub fn try_out(solvers: &[Solver], interruption: &Interruption) -> Result<()> {
    let supervisor = Supervisor::new(RunLimits::default(), None, interruption);
    for solver in solvers {
        if let Solver::External(_) = solver {
            supervisor.start(solver)?;
        }
    }
    Ok(())
}

/// One request under way.
struct Watch {
    id: u64,
    begun: Instant,
    cpu_before: Duration,
    caps: Caps,
    kills: Kills,
}

impl Watch {
    /// An outcome without counters, timed from outside.
    fn outcome(&self, end: End) -> Outcome {
        Outcome {
            end,
            tally: Tally::default(),
            prepare: Duration::ZERO,
            search: self.begun.elapsed(),
            cpu: None,
            peak_rss: None,
        }
    }

    /// What a line, the lack of one or the end of the process means: an
    /// outcome, or that there is none yet.
    fn take(&self, heard: Heard, child: &mut Child) -> Option<Outcome> {
        match heard {
            Heard::Nothing => self.look(child),
            Heard::Line(line) => Some(match self.read(&line, child) {
                Ok(outcome) => outcome,
                Err(error) => self.crash(child, format!("{error:#}"), true),
            }),
            Heard::Noise(what) => Some(self.crash(child, what, true)),
            Heard::End => Some(self.crash(child, String::new(), false)),
        }
    }

    /// The outcome of a process that is of no more use.
    fn crash(&self, child: &mut Child, what: String, is_alive: bool) -> Outcome {
        let resident = child.resident(self.caps.resident);
        let mut outcome = self.outcome(End::Crash(what));
        let departure = child.end(if is_alive { Duration::ZERO } else { FAREWELL });
        let peak = resident.map_or(departure.peak_rss, |resident| resident.peak);
        if !is_alive {
            let killed = departure.signal == Some(Signal::KILL.as_raw());
            let is_memory = |child: &Child| {
                child.ran_out_of_memory()
                    || control_group::was_memory(self.kills, peak, machine::memory())
            };
            outcome.end = match killed && is_memory(child) {
                true => End::Killed(Stop::Memory, NO_MEMORY.into()),
                false => End::Crash(format!("no answer: its process {}", departure.reason)),
            };
        }
        outcome.cpu = Some(departure.cpu.saturating_sub(self.cpu_before));
        outcome.peak_rss = Some(peak);
        outcome
    }

    /// Looks whether a process that works has gone too far.
    fn look(&self, child: &mut Child) -> Option<Outcome> {
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
        let mut outcome = self.crash(child, String::new(), true);
        outcome.end = End::Killed(stop, format!("killed after {} with {what}", duration(elapsed)));
        Some(outcome)
    }

    /// Reads an answer, checked against what was asked and against the clock.
    fn read(&self, line: &str, child: &mut Child) -> Result<Outcome> {
        let elapsed = self.begun.elapsed();
        let answer = Answer::read(line)?;
        if answer.id != self.id {
            return Err(anyhow!("answered request {}: expected {}", answer.id, self.id));
        }
        let said = answer.prepare_ns.unwrap_or(0).saturating_add(answer.search_ns.unwrap_or(0));
        if u128::from(said) > elapsed.as_nanos() {
            return Err(anyhow!(
                "claims {} of work, but answered after {}",
                duration(Duration::from_nanos(said)),
                duration(elapsed)
            ));
        }
        let mut outcome = self.outcome(answer.end()?);
        if self.caps.time.is_some_and(|limit| elapsed > limit)
            && matches!(outcome.end, End::Path(_))
        {
            outcome.end =
                End::Killed(Stop::Time, format!("answered too late, after {}", duration(elapsed)));
        }
        outcome.tally = answer.tally;
        outcome.prepare = Duration::from_nanos(answer.prepare_ns.unwrap_or(0));
        outcome.search = answer.search_ns.map_or(elapsed - outcome.prepare, Duration::from_nanos);
        let claimed = answer.cpu_ns.map(Duration::from_nanos);
        outcome.cpu = match claimed {
            Some(_) if self.caps.is_own => claimed,
            _ => {
                let used = child.processor_time();
                believed(claimed, used.map(|used| used.saturating_sub(self.cpu_before)))
            }
        };
        outcome.peak_rss = child.resident(self.caps.resident).map(|resident| resident.peak);
        Ok(outcome)
    }
}

fn duration(time: Duration) -> String {
    Unit::Nanoseconds.text(time.as_nanos() as f64)
}
