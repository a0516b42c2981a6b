//! An external program that gives estimates: it reads one board per line and answers
//! with `{"id": 7, "h": 12}`. `docs/external.md` describes the lines for authors.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use optile_core::{Interrupt, Problem};
use optile_results::limits::RunLimits;
use optile_results::lines::{quote, visible_lines};
use serde_json::{Value, json};

use crate::containment::{Contained, EXIT_TIME};
use crate::interruption::Interruption;
use crate::plan::solver::{External, Solver};
use crate::supervision::pending::{Silence, duration, next_line};
use crate::supervision::protocol::Object;
use crate::supervision::supervisor::Supervisor;
use crate::system::clock::Clock;

/// A program that gives estimates, for one user who may interrupt it.
#[derive(Debug)]
pub struct Estimates<'a> {
    asker: Asker,
    interruption: &'a Interruption,
}

impl<'a> Estimates<'a> {
    /// A program that is not started yet, with the longest time for one estimate.
    pub fn new(program: External, patience: Duration, interruption: &'a Interruption) -> Self {
        Self { asker: Asker::new(program, patience), interruption }
    }

    /// Asks for the estimate of the moves from start to goal.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or does not greet.
    pub fn of(&mut self, problem: &Problem) -> Result<Estimate> {
        self.asker.of(problem, self.interruption.interrupt())
    }
}

/// The result of a question for an estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The estimate, in moves.
    Value(u32),
    /// The program has not answered with an estimate. The text says what it did.
    Fault(String),
    /// The user has interrupted it.
    Interrupted,
}

/// A program that gives estimates. It is started when it is first asked, and again after
/// a fault.
#[derive(Debug)]
pub(super) struct Asker {
    solver: Solver,
    child: Option<Contained>,
    next_id: u64,
    /// The longest time for one estimate.
    patience: Duration,
}

impl Asker {
    /// A program that is not started yet.
    pub(super) fn new(program: External, patience: Duration) -> Self {
        Self { solver: Solver::External(program), child: None, next_id: 0, patience }
    }

    /// The name of the program.
    pub(super) fn name(&self) -> &str {
        self.solver.name()
    }

    /// Starts the program unless it runs. The signal ends the wait for its greeting.
    pub(super) fn start(&mut self, interrupt: &Interrupt) -> Result<()> {
        if self.child.is_none() {
            let interruption = Interruption::of(interrupt.clone());
            let supervisor = Supervisor::new(RunLimits::default(), &interruption);
            let child = supervisor.start(&self.solver, |own| own.interrupt().check().is_err())?;
            self.child = Some(child);
        }
        Ok(())
    }

    /// Asks for the estimate of the moves from start to goal, until there is a signal.
    pub(super) fn of(&mut self, problem: &Problem, interrupt: &Interrupt) -> Result<Estimate> {
        match self.start(interrupt) {
            Err(_) if interrupt.check().is_err() => return Ok(Estimate::Interrupted),
            started => started?,
        }
        let Some(mut child) = self.child.take() else { return Ok(Estimate::Interrupted) };
        self.next_id += 1;
        let request = json!({
            "id": self.next_id,
            "heuristic": self.solver.name(),
            "width": problem.size().width(),
            "height": problem.size().height(),
            "start": problem.start().tiles(),
            "goal": problem.goal().tiles(),
        });
        if !child.send(&request) {
            return Ok(Estimate::Fault("does not read its requests".to_owned()));
        }
        let (mut clock, patience) = (Clock::start(), self.patience);
        let line = next_line(&mut child, |_| match clock.elapsed() {
            _ if interrupt.check().is_err() => Some(Estimate::Interrupted),
            elapsed if elapsed > patience => {
                Some(Estimate::Fault(format!("no answer within {}", duration(patience))))
            }
            _ => None,
        });
        let fault = match line {
            Ok(line) => match read(&line, self.next_id) {
                Ok(h) => {
                    self.child = Some(child);
                    return Ok(Estimate::Value(h));
                }
                Err(error) => format!("{error:#}"),
            },
            Err(Silence::Invalid(what)) => what,
            Err(Silence::End) => format!("no answer: it {}", child.end(EXIT_TIME).reason),
            Err(Silence::Over(end)) => return Ok(end),
        };
        Ok(Estimate::Fault(visible_lines(&fault)))
    }
}

/// Reads an answer.
fn read(line: &str, expected_id: u64) -> Result<u32> {
    let what = || format!("answered {}: expected {{\"id\":{expected_id},\"h\":12}}", quote(line));
    let Object(object) = serde_json::from_str(line).with_context(what)?;
    if let Some(unknown) = object.keys().find(|key| !["id", "h"].contains(&key.as_str())) {
        bail!("answered with the unknown field {}: expected id and h", quote(unknown));
    }
    if object.get("id").and_then(Value::as_u64) != Some(expected_id) {
        bail!("{}", what());
    }
    let h = object.get("h").and_then(Value::as_u64).and_then(|h| u32::try_from(h).ok());
    h.with_context(what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_number_for_the_request_is_an_estimate() {
        assert_eq!(read(r#"{"id": 7, "h": 12}"#, 7).unwrap(), 12);
        for (line, expected) in [
            ("", "answered \"\": expected {\"id\":7,\"h\":12}"),
            (r#"{"id":6,"h":12}"#, "expected {\"id\":7,\"h\":12}"),
            (r#"{"id":7}"#, "expected {\"id\":7,\"h\":12}"),
            (r#"{"id":7,"h":-1}"#, "expected {\"id\":7,\"h\":12}"),
            (r#"{"id":7,"h":1.5}"#, "expected {\"id\":7,\"h\":12}"),
            (r#"{"id":7,"h":1,"g":2}"#, "unknown field \"g\""),
            (r#"{"id":7,"h":1,"h":2}"#, "\"h\" occurs twice"),
        ] {
            let error = format!("{:#}", read(line, 7).unwrap_err());
            assert!(error.contains(expected), "{line} gives {error}");
        }
    }
}
