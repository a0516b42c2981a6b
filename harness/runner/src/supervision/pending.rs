//! A request that waits for its response: limits, and what becomes of the process.

use std::time::Duration;

use anyhow::{Result, anyhow};
use optile_core::Problem;
use optile_results::limits::{RunLimits, nanoseconds};
use optile_results::rows::row::{Outcome, Status};
use optile_results::text::unit::Unit;
use rustix::process::Signal;

use crate::containment::{Contained, EXIT_TIME, ProcessExit, Received};
use crate::interruption::Interruption;
use crate::plan::solver::Solver;
use crate::supervision::plain;
use crate::supervision::protocol::Response;
use crate::system::clock::Clock;

/// The reason given for a run that the system ended because of lack of memory.
const NO_MEMORY: &str = "killed by the system for lack of memory";

/// How long after its time limit a process may still answer.
const GRACE: Duration = Duration::from_millis(500);

/// The time limit of an external program if no other is given. Nobody knows whether a program
/// ever answers.
const PROGRAM_TIME: Duration = Duration::from_secs(3600);

/// A strategy keeps its memory limit by its own count. A worker's resident
/// memory may exceed this limit by a quarter, because allocators round up, and
/// by this number of bytes for the program itself.
const PROGRAM_BYTES: u64 = 64 << 20;

/// The limits that the supervisor itself enforces on a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// Whether the process is a worker. A worker's clock is trusted.
    pub(super) is_own: bool,
    /// The time after which an answer is too late. Workers keep their time limit
    /// themselves.
    pub(super) time: Option<Duration>,
    /// The time after which a process that has not answered is killed.
    pub(super) wall: Option<Duration>,
    /// The most processor time.
    pub(super) cpu: Option<Duration>,
    /// The most resident bytes.
    pub(super) resident: Option<u64>,
}

/// These limits for a run of this solver. A program always has a limit of time.
pub(super) fn limits_of(solver: &Solver, limits: RunLimits) -> RunLimits {
    let is_program = solver.entry().is_none();
    RunLimits { time: limits.time.or(is_program.then_some(PROGRAM_TIME)), ..limits }
}

impl Caps {
    /// The limits of a run.
    pub(super) fn of(solver: &Solver, limits: RunLimits) -> Self {
        let is_own = solver.entry().is_some();
        let grown = |bytes: u64| bytes.saturating_add(bytes / 4).saturating_add(PROGRAM_BYTES);
        // A worker's limit holds for preparing and for searching, each.
        let parts = if is_own { 2 } else { 1 };
        Self {
            is_own,
            time: limits.time.filter(|_| !is_own),
            wall: limits.time.map(|time| time.saturating_mul(parts).saturating_add(GRACE)),
            cpu: limits.cpu,
            resident: limits.memory.map(|bytes| if is_own { grown(bytes) } else { bytes }),
        }
    }
}

/// A request that waits for its response.
pub(super) struct Pending {
    pub(super) id: u64,
    pub(super) clock: Clock,
    /// The processor time of the process before the request.
    pub(super) cpu_before: Duration,
    /// Whether the process has started others for its runs.
    pub(super) has_others: bool,
    pub(super) caps: Caps,
    /// The problem, if the answer is plain.
    pub(super) plain: Option<Problem>,
}

impl Pending {
    /// An outcome without counters, timed by this process.
    fn outcome(&mut self, status: Status, reason: String) -> Outcome {
        let search_ns = nanoseconds(self.clock.elapsed());
        Outcome { search_ns, ..Outcome::new(status, Some(reason)) }
    }

    /// The outcome of the run of a process that has ended by itself.
    pub(super) fn ended(&mut self, child: &mut Contained) -> Outcome {
        let outcome = self.outcome(Status::Crashed, String::new());
        let (exit, ended) = self.end(child, EXIT_TIME, outcome);
        let peak = ended.peak_rss.unwrap_or_default();
        let killed = exit.signal == Some(Signal::KILL.as_raw());
        let (status, reason) = match killed && child.ran_out_of_memory(peak) {
            true => (Status::MemoryLimit, NO_MEMORY.into()),
            false => (Status::Crashed, format!("no answer: its process {}", exit.reason)),
        };
        Outcome { status, reason: Some(reason), ..ended }
    }

    /// Kills a process that cannot be used any more. Returns the outcome of its run.
    pub(super) fn kill(&mut self, child: &mut Contained, status: Status, why: String) -> Outcome {
        let outcome = self.outcome(status, why);
        self.end(child, Duration::ZERO, outcome).1
    }

    /// Ends a process that may still end by itself for `patience`. The outcome gets what the
    /// process used.
    fn end(
        &self,
        child: &mut Contained,
        patience: Duration,
        outcome: Outcome,
    ) -> (ProcessExit, Outcome) {
        let resident = child.tree.resident(self.caps.resident);
        let exit = child.end(patience);
        let cpu_ns = Some(nanoseconds(exit.cpu.saturating_sub(self.cpu_before)));
        let peak_rss = Some(resident.map_or(exit.peak_rss, |resident| resident.peak));
        (exit, Outcome { cpu_ns, peak_rss, ..outcome })
    }

    /// Looks at a working process from time to time. Returns an outcome if it is not waited for any
    /// longer, which is `None` if the user interrupts.
    pub(super) fn look(
        &mut self,
        child: &mut Contained,
        interruption: &Interruption,
    ) -> Option<Option<Outcome>> {
        match self.clock.is_due(TICK) {
            true if interruption.is_urgent() => Some(None),
            true => self.enforce(child).map(Some),
            false => None,
        }
    }

    /// Kills a working process that has exceeded its limits.
    fn enforce(&mut self, child: &mut Contained) -> Option<Outcome> {
        let elapsed = self.clock.elapsed();
        let resident = self.caps.resident.and_then(|cap| {
            let resident = child.tree.resident(Some(cap))?.now;
            (resident > cap).then(|| format!("{} resident", Unit::Bytes.text(resident as f64)))
        });
        let mut overspent = || {
            let cap = self.caps.cpu?;
            let used = child.tree.processor_time()?.saturating_sub(self.cpu_before);
            (used > cap).then_some(used)
        };
        let (status, what) = if let Some(what) = resident {
            (Status::MemoryLimit, what)
        } else if self.caps.wall.is_some_and(|cap| elapsed > cap) {
            let hint = if self.plain.is_some() { " (is each line flushed?)" } else { "" };
            (Status::TimeLimit, format!("no answer{hint}"))
        } else if let Some(used) = overspent() {
            (Status::TimeLimit, format!("{} of processor time", duration(used)))
        } else {
            return None;
        };
        let reason = format!("killed after {} with {what}", duration(elapsed));
        Some(self.kill(child, status, reason))
    }

    /// The processor time of a program for this request. The system counts it in ticks of ten
    /// milliseconds, and zero means that it is too short to be known.
    fn used(&self, child: &mut Contained) -> Option<Duration> {
        let used = child.tree.processor_time()?.saturating_sub(self.cpu_before);
        Some(used).filter(|used| !used.is_zero())
    }

    /// Reads a response and checks it against the request and the clock.
    pub(super) fn read(&mut self, line: &str, child: &mut Contained) -> Result<Outcome> {
        let (counted, elapsed) = (self.clock.elapsed(), self.clock.begun.elapsed());
        let answer = match &self.plain {
            Some(problem) => plain::read(line, self.id, problem)?,
            None if self.caps.is_own => Response::of_worker(line)?,
            None => Response::read(line)?,
        };
        if answer.id != self.id {
            return Err(anyhow!("answered request {}: expected {}", answer.id, self.id));
        }
        let Outcome { prepare_ns, search_ns, .. } = answer.outcome;
        let said = prepare_ns.saturating_add(search_ns);
        let all = nanoseconds(elapsed);
        if said > all {
            return Err(anyhow!(
                "reports {} of preparing and searching, but answered after {}",
                duration(Duration::from_nanos(said)),
                duration(elapsed)
            ));
        }
        // Programs are timed from outside.
        let search_ns = if self.caps.is_own { search_ns } else { all - prepare_ns };
        let mut outcome = answer.within(search_ns)?;
        if outcome.status == Status::Solved && self.caps.time.is_some_and(|most| counted > most) {
            let late = format!("answered too late, after {}", duration(counted));
            (outcome.status, outcome.reason) = (Status::TimeLimit, Some(late));
            outcome.moves = None;
        }
        // A worker knows only its own processor time.
        if self.has_others {
            outcome.cpu_ns = self.used(child).map(nanoseconds);
        }
        outcome.peak_rss = child.tree.resident(self.caps.resident).map(|resident| resident.peak);
        Ok(outcome)
    }
}

pub(super) fn duration(time: Duration) -> String {
    Unit::Nanoseconds.text(time.as_nanos() as f64)
}

/// Time between two checks of a working process.
const TICK: Duration = Duration::from_millis(10);

/// Why a process has not sent a line.
pub(super) enum Silence<T> {
    /// It has sent something else; the text says what.
    Invalid(String),
    /// It has closed its output.
    End,
    /// Nobody waits for it any more.
    Over(T),
}

/// Waits for the next line of a process. What has arrived is heard first. While there is nothing,
/// `look` may end the wait, by a [`Clock`] and not by an [`Instant`](std::time::Instant).
pub(super) fn next_line<T>(
    child: &mut Contained,
    mut look: impl FnMut(&mut Contained) -> Option<T>,
) -> Result<String, Silence<T>> {
    loop {
        match child.receive(TICK) {
            Received::Line(line) => return Ok(line),
            Received::Invalid(what) => return Err(Silence::Invalid(what)),
            Received::End => return Err(Silence::End),
            Received::Nothing => {}
        }
        if let Some(end) = look(child) {
            return Err(Silence::Over(end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::solver::External;

    #[test]
    fn a_program_always_has_a_limit_of_time() {
        let program = "name = \"mine\"\ncommand = [\"mine\"]";
        let program = Solver::External(toml::from_str::<External>(program).unwrap());
        let given = RunLimits { time: Some(Duration::from_secs(7)), ..RunLimits::default() };
        assert_eq!(limits_of(&program, given), given);
        let limits = limits_of(&program, RunLimits::default());
        assert_eq!(limits.time, Some(PROGRAM_TIME));
        assert_eq!(Caps::of(&program, limits).wall, Some(PROGRAM_TIME + GRACE));
    }
}
