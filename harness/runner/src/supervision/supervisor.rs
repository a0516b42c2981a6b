//! Makes runs in other processes: sends requests, enforces limits, and turns everything
//! that can happen into an outcome.
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
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use optile_core::{PathChoice, Problem, Pulse, Traced};
use optile_results::limits::RunLimits;
use optile_results::program::ProgramRecord;
use optile_results::record::SHARED_CELLS;
use optile_results::rows::row::{Outcome, Status};
use optile_results::text::lines::{kept, visible_lines};
use optile_results::text::terminal::say;

use crate::containment::{Contained, EXIT_TIME, Received};
use crate::interruption::Interruption;
use crate::plan::Plan;
use crate::plan::solver::{Before, External, Solver};
use crate::supervision::pending::{Caps, Pending, Silence, duration, limits_of, next_line};
use crate::supervision::plain;
use crate::supervision::protocol::{Beat, Greeting, Request, traced};
use crate::system::clock::Clock;

/// The longest time between the start of a process and its greeting.
const GREETING: Duration = Duration::from_secs(60);

/// Runs on boards with at most [`SHARED_CELLS`] cells share a process, up to this
/// number of runs. A run on a larger board has a separate process.
const SHARED_RUNS: u32 = 1000;

/// The processes of one job, and their limits.
#[derive(Debug)]
pub struct Supervisor<'a> {
    limits: RunLimits,
    /// The core of its processes.
    pub core: Option<usize>,
    /// Whether runs are made in turn with another build. The processes of both are then started
    /// alike, and each run has a new one: how it lies in memory makes it faster or slower.
    pub(crate) is_in_turn: bool,
    /// The folder from which workers take pattern databases.
    pub tables: Option<&'a Path>,
    /// The programs that give estimates in workers.
    pub programs: &'a [External],
    /// Which optimal path workers are asked for.
    pub choice: PathChoice,
    /// Present if programs are asked to show their expansions.
    trace: Option<Shown>,
    /// Present if workers are asked how far they have come.
    pub(crate) pulse: Option<Pulse>,
    pub(super) interruption: &'a Interruption,
    /// Indexed by [`Supervisor::key`].
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

/// What a program has shown.
#[derive(Debug)]
struct Shown {
    /// The most expansions to keep.
    most: usize,
    rows: Vec<Traced>,
}

/// A reason without control characters, which is safe for files and terminals, and no longer
/// than what a row keeps.
fn plain(reason: &str) -> String {
    kept(&visible_lines(reason))
}

impl<'a> Supervisor<'a> {
    /// A supervisor without processes.
    pub fn new(limits: RunLimits, interruption: &'a Interruption) -> Self {
        Self {
            limits,
            core: None,
            is_in_turn: false,
            tables: None,
            programs: &[],
            choice: PathChoice::Any,
            trace: None,
            pulse: None,
            interruption,
            processes: HashMap::new(),
            next_id: 0,
        }
    }

    /// The programs behind the heuristic of a solver, as its worker is told of them. The worker
    /// starts them before it greets, so that no clock of a run measures it.
    fn told(&self, solver: &Solver) -> Vec<String> {
        let behind = self.programs.iter().filter(|program| program.is_behind(solver.asked()));
        behind.map(External::told).collect()
    }

    /// The key of a solver's process in [`Supervisor::processes`].
    fn key(&self, solver: &Solver) -> String {
        match solver {
            Solver::BuiltIn(_) => self.told(solver).concat(),
            Solver::External(external) => external.name.clone(),
            Solver::Before(_) => "@before".to_owned() + &self.told(solver).concat(),
        }
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
        let told = self.told(solver);
        let (mut child, name) = match solver {
            Solver::BuiltIn(_) => {
                let own = self.is_in_turn.then(|| Path::new("/proc/self/exe"));
                let worker = Contained::worker(own, self.core, self.tables, &told)?;
                (worker, "the worker".to_owned())
            }
            Solver::Before(Before { program, .. }) => {
                let program = program.path();
                let started = Contained::worker(Some(&program), self.core, self.tables, &told)?;
                (started, "the other build of optile".to_owned())
            }
            Solver::External(External { name, command, folder, .. }) => {
                let words: Vec<OsString> = command.iter().map(OsString::from).collect();
                let started = Contained::program(&words, folder, self.core)?;
                (started, format!("program {name:?}"))
            }
        };
        if solver.is_plain() {
            return Ok(child);
        }
        let (mut clock, patience) = (Clock::start(), GREETING * (1 + told.len() as u32));
        let greeting = next_line(&mut child, |_| match clock.elapsed() {
            _ if is_over(self.interruption) => {
                Some(anyhow!("interrupted while {name} was starting"))
            }
            elapsed if elapsed > patience => {
                Some(anyhow!("{name} did not greet within {}", duration(patience)))
            }
            _ => None,
        });
        match greeting {
            Ok(line) => {
                let Greeting { protocol, program } = Greeting::read(&line).context(name)?;
                (child.greeting, child.protocol) = (program, protocol);
            }
            Err(Silence::Invalid(what)) => return Err(anyhow!("{name} {what} for a greeting")),
            Err(Silence::End) => {
                return Err(anyhow!("{name} did not greet: it {}", child.end(EXIT_TIME).reason));
            }
            Err(Silence::Over(error)) => return Err(error),
        };
        Ok(child)
    }

    /// Makes a run; `None` if the user interrupts it.
    ///
    /// # Errors
    ///
    /// When no process can be started for it. Everything that happens later is part of the
    /// outcome.
    pub fn run(&mut self, solver: &Solver, problem: &Problem) -> Result<Option<Outcome>> {
        let key = self.key(solver);
        let mut served = match self.idle(&key) {
            Some(served) => served,
            None => match self.start(solver, Interruption::is_urgent) {
                Err(_) if self.interruption.is_urgent() => return Ok(None),
                started => Served { child: started?, requests: 0 },
            },
        };
        served.requests += 1;
        let outcome = self.ask(&mut served.child, solver, problem);
        let Some(outcome) = outcome.filter(|_| !self.interruption.is_urgent()) else {
            return Ok(None);
        };
        // A process that has ended, that was too late or that gives an excuse is not asked again.
        if outcome.reason.is_none() || outcome.status == Status::Unsupported {
            self.processes.insert(key, served);
        }
        let reason = outcome.reason.as_deref().map(plain);
        Ok(Some(Outcome { reason, ..outcome }))
    }

    /// Makes a run of a program that is asked to show its expansions. Returns at most `most` of
    /// them. A program that does not start has crashed.
    pub fn watch(
        &mut self,
        solver: &Solver,
        problem: &Problem,
        most: usize,
    ) -> (Option<Outcome>, Vec<Traced>) {
        self.trace = Some(Shown { most, rows: Vec::new() });
        let outcome = self.run(solver, problem).unwrap_or_else(|error| {
            Some(Outcome::new(Status::Crashed, Some(plain(&format!("{error:#}")))))
        });
        let rows = self.trace.take().map_or(Vec::new(), |shown| shown.rows);
        (outcome, rows)
    }

    /// A process that waits for requests. One that wrote something without a request is ended.
    fn idle(&mut self, key: &str) -> Option<Served> {
        let mut served = self.processes.remove(key)?;
        (served.child.receive(Duration::ZERO) == Received::Nothing).then_some(served)
    }

    /// Sends a request and waits for its outcome; `None` if the user interrupts.
    fn ask(
        &mut self,
        child: &mut Contained,
        solver: &Solver,
        problem: &Problem,
    ) -> Option<Outcome> {
        let limits = limits_of(solver, self.limits);
        let plain = match solver.is_plain().then(|| plain::line(problem)).transpose() {
            Err(stop) => return Some(Outcome::from(Err(stop))),
            Ok(line) => line,
        };
        self.next_id += 1;
        child.tree.forget_peak();
        let caps = Caps::of(solver, limits);
        let mut pending = Pending {
            id: self.next_id,
            clock: Clock::start(),
            cpu_before: child.tree.processor_time().unwrap_or_default(),
            has_others: !caps.is_own || !self.told(solver).is_empty(),
            caps,
            plain: solver.is_plain().then_some(*problem),
        };
        let is_large = problem.size().cells() > SHARED_CELLS;
        let pulse = self.pulse.clone().filter(|_| is_large && pending.caps.is_own);
        let request = Request {
            smallest_path: self.choice == PathChoice::LexicographicallySmallest,
            trace: self.trace.is_some(),
            progress: pulse.is_some(),
            ..Request::new(self.next_id, solver.asked(), problem, limits)
        };
        let is_sent = match plain.as_deref() {
            Some(line) => child.send_line(line.to_owned()),
            None => child.send(&request),
        };
        if !is_sent {
            let what = "does not read its requests".into();
            return Some(pending.kill(child, Status::Crashed, what));
        }
        let interruption = self.interruption;
        let fault = loop {
            match next_line(child, |child| pending.look(child, interruption)) {
                Ok(line) => match self.hear(&line, problem, pulse.as_ref()) {
                    // A process that never stops writing is looked at, too.
                    Ok(true) => {
                        if let Some(outcome) = pending.look(child, interruption) {
                            return outcome;
                        }
                    }
                    Ok(false) => match pending.read(&line, child) {
                        Ok(outcome) => return Some(outcome),
                        Err(error) => break format!("{error:#}"),
                    },
                    Err(error) => break format!("{error:#}"),
                },
                Err(Silence::Invalid(what)) => break what,
                Err(Silence::End) => return Some(pending.ended(child)),
                Err(Silence::Over(outcome)) => return outcome,
            }
        };
        Some(pending.kill(child, Status::Crashed, fault))
    }

    /// Takes what a process says before its answer. Returns false for any other line.
    fn hear(&mut self, line: &str, problem: &Problem, pulse: Option<&Pulse>) -> Result<bool> {
        if let Some(Shown { most, rows }) = &mut self.trace
            && let Some(row) = traced(line, problem)?
        {
            if rows.len() < *most {
                rows.push(row);
            }
            return Ok(true);
        }
        let Some(pulse) = pulse else { return Ok(false) };
        let beat = serde_json::from_str::<Beat>(line);
        Ok(beat.map(|Beat { stage }| pulse.set(stage)).is_ok())
    }

    /// Ends the process that made a run, unless later runs may share it.
    pub fn retire_after(&mut self, solver: &Solver, problem: &Problem) {
        let key = self.key(solver);
        let is_small = problem.size().cells() <= SHARED_CELLS;
        let most = if self.is_in_turn { 1 } else { SHARED_RUNS };
        if self.processes.get(&key).is_some_and(|p| !is_small || p.requests >= most) {
            self.processes.remove(&key);
        }
    }
}

/// Starts each external program and another build once, so that a mistake in a command is reported before
/// the first run. Returns what they are. A program that does not start costs its own runs, which
/// crash, if there are others.
///
/// # Errors
///
/// When no strategy is left, when another build does not start, or when the user interrupts.
pub fn try_out(plan: &Plan, interruption: &Interruption) -> Result<Vec<ProgramRecord>> {
    let supervisor = Supervisor::new(RunLimits::default(), interruption);
    let mut programs: Vec<ProgramRecord> = Vec::new();
    let mut failed: Vec<(External, anyhow::Error)> = Vec::new();
    for solver in plan.solvers.iter().chain(&plan.estimating()) {
        let is_known = |program: &ProgramRecord| program.is_of(solver.name());
        if !matches!(solver, Solver::BuiltIn(_)) && !programs.iter().any(is_known) {
            let greeting = match (supervisor.start(solver, Interruption::is_asked), solver) {
                (Ok(child), _) => child.greeting.clone(),
                (Err(error), Solver::External(program)) if !interruption.is_asked() => {
                    failed.push((program.clone(), error));
                    String::new()
                }
                (Err(error), _) => return Err(error),
            };
            programs.extend(solver.program(&greeting));
        }
    }
    let is_left = |solver: &Solver| {
        failed.iter().all(|(one, _)| one.name != solver.name() && !one.is_behind(solver.asked()))
    };
    if !plan.solvers.iter().any(is_left) && !failed.is_empty() {
        return Err(failed.swap_remove(0).1);
    }
    for (_, error) in failed {
        say(&format!("its runs will be `crashed`: {error:#}"));
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use optile_core::Stage;

    use super::*;

    #[test]
    fn a_reason_is_cut_to_what_a_row_keeps() {
        let reason = plain(&"\u{1b}x".repeat(100_000));
        assert!(reason.starts_with("\\u{1b}x") && reason.chars().count() < 5000, "{reason}");
    }

    #[test]
    fn what_a_process_says_before_its_answer_is_kept() {
        let interruption = Interruption::default();
        let mut supervisor = Supervisor::new(RunLimits::default(), &interruption);
        supervisor.trace = Some(Shown { most: 1, rows: Vec::new() });
        let problem: Problem = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        let pulse = Pulse::default();
        let mut hear = |line: &str| supervisor.hear(line, &problem, Some(&pulse)).unwrap();
        let good = r#"{"trace": [1,2,3,4,5,6,7,0,8], "g": 0, "h": 1}"#;
        let stage = Stage { threshold: 46, ..Stage::default() };
        assert!(hear(good) && hear(good));
        assert!(hear(&serde_json::to_string(&Beat { stage }).unwrap()));
        assert!(!hear("{\"id\": 1}"));
        assert_eq!(pulse.stage(), stage);
        let row = Traced { state: *problem.start(), g: 0, h: Some(1), side: 0, iteration: 0 };
        assert_eq!(supervisor.trace.unwrap().rows, [row]);
    }
}
