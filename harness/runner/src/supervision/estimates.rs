//! An external program that gives estimates: it reads boards, one or many per line, and answers
//! with `{"id": 7, "h": 12}` or `{"id": 7, "h": [12, 9]}`. `docs/external.md` describes the lines
//! for authors.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Arrangement, Interrupt};
use optile_results::limits::RunLimits;
use optile_results::text::lines::{quote, visible_lines};
use serde_json::{Value, json};

use crate::containment::{Contained, EXIT_TIME};
use crate::interruption::Interruption;
use crate::plan::solver::{External, Solver};
use crate::supervision::pending::{Silence, duration, next_line};
use crate::supervision::protocol::{MANY_BOARDS, Object};
use crate::supervision::supervisor::Supervisor;
use crate::system::clock::Clock;

/// The most boards of one question.
const MOST_BOARDS: usize = 4096;

/// After a question that took less than this time, the next one may have twice as many boards.
const SHORT: Duration = Duration::from_millis(100);

/// How often an empty question is asked, to measure the pipe.
const EMPTY_QUESTIONS: usize = 9;

/// A program that gives estimates, for one user who may interrupt it.
#[derive(Debug)]
pub struct Estimates<'a> {
    asker: Asker,
    interruption: &'a Interruption,
    /// How many boards the next question has at most.
    boards: usize,
    /// How many boards have an estimate, and the time for which they were waited for.
    pub spent: (u64, Duration),
}

impl<'a> Estimates<'a> {
    /// A program that is not started yet, with the longest time for one answer.
    pub fn new(program: External, patience: Duration, interruption: &'a Interruption) -> Self {
        let asker = Asker::new(program, patience);
        Self { asker, interruption, boards: 1, spent: (0, Duration::ZERO) }
    }

    /// Asks for the estimates of the moves from the first of these boards to their goal. There are
    /// more boards in a question, the faster the answers were, and one after a fault.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or does not greet.
    pub fn of(&mut self, starts: &[Arrangement], goal: &Arrangement) -> Result<Estimate> {
        let interrupt = self.interruption.interrupt();
        self.asker.start(interrupt)?;
        let most = self.boards.min(self.asker.most()).min(starts.len());
        let begun = Instant::now();
        let answer = self.asker.of(&starts[..most], goal, interrupt)?;
        let time = begun.elapsed();
        match &answer {
            Estimate::Values(values) => {
                self.spent = (self.spent.0 + values.len() as u64, self.spent.1 + time);
                self.boards = if time < SHORT { most * 2 } else { most.div_ceil(2) };
            }
            // The board of the fault is found by shorter questions.
            Estimate::Fault(_) if most > 1 => {
                self.boards = 1;
                return self.of(&starts[..1], goal);
            }
            _ => {}
        }
        Ok(answer)
    }

    /// Whether an answer had a fraction, which was rounded down.
    pub fn has_rounded(&self) -> bool {
        self.asker.has_rounded
    }

    /// The least time of an empty question and its answer, if the program can be asked one.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or does not greet.
    pub fn pipe_time(&mut self) -> Result<Option<Duration>> {
        self.asker.pipe_time(self.interruption.interrupt())
    }
}

/// The result of a question for estimates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The estimates, in moves.
    Values(Vec<u32>),
    /// The program has not answered with estimates. The text says what it did.
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
    /// The longest time for one answer.
    patience: Duration,
    pub(super) has_rounded: bool,
}

impl Asker {
    /// A program that is not started yet.
    pub(super) fn new(program: External, patience: Duration) -> Self {
        let solver = Solver::External(program);
        Self { solver, child: None, next_id: 0, patience, has_rounded: false }
    }

    /// The name of the program.
    pub(super) fn name(&self) -> &str {
        self.solver.name()
    }

    /// The most boards of one question to the program that runs.
    pub(super) fn most(&self) -> usize {
        let is_many = |child: &Contained| child.protocol == MANY_BOARDS;
        if self.child.as_ref().is_some_and(is_many) { MOST_BOARDS } else { 1 }
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

    /// The least time of an empty question and its answer, if the program can be asked one.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or does not greet.
    pub(super) fn pipe_time(&mut self, interrupt: &Interrupt) -> Result<Option<Duration>> {
        self.start(interrupt)?;
        let Ok(goal) = "123456780".parse() else { return Ok(None) };
        if self.most() == 1 {
            return Ok(None);
        }
        let mut times = Vec::new();
        for _ in 0..EMPTY_QUESTIONS {
            let begun = Instant::now();
            if !matches!(self.of(&[], &goal, interrupt)?, Estimate::Values(_)) {
                self.start(interrupt)?;
                return Ok(None);
            }
            times.push(begun.elapsed());
        }
        Ok(times.into_iter().min())
    }

    /// Asks for the estimates of the moves from these boards to their goal, until there is a
    /// signal. There are at most [`Asker::most`] boards.
    pub(super) fn of(
        &mut self,
        starts: &[Arrangement],
        goal: &Arrangement,
        interrupt: &Interrupt,
    ) -> Result<Estimate> {
        match self.start(interrupt) {
            Err(_) if interrupt.check().is_err() => return Ok(Estimate::Interrupted),
            started => started?,
        }
        let Some(mut child) = self.child.take() else { return Ok(Estimate::Interrupted) };
        self.next_id += 1;
        let mut request = json!({
            "id": self.next_id,
            "heuristic": self.solver.name(),
            "width": goal.size().width(),
            "height": goal.size().height(),
            "goal": goal.tiles(),
        });
        match starts {
            [start] if child.protocol != MANY_BOARDS => request["start"] = json!(start.tiles()),
            _ => {
                let boards = starts.iter().map(Arrangement::tiles);
                request["boards"] = boards.collect::<Vec<_>>().into();
            }
        }
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
        let expected = Some(starts.len()).filter(|_| child.protocol == MANY_BOARDS);
        let fault = match line {
            Ok(line) => match read(&line, self.next_id, expected) {
                Ok(given) => {
                    self.child = Some(child);
                    self.has_rounded |= given.iter().any(|h| h.fract() != 0.0);
                    // A greater number than any estimate stays one.
                    return Ok(Estimate::Values(given.iter().map(|h| *h as u32).collect()));
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

/// Reads an answer, with so many estimates in a list or with one that is in none.
fn read(line: &str, id: u64, expected: Option<usize>) -> Result<Vec<f64>> {
    let form = match expected {
        None => "12".to_owned(),
        Some(1) => "[12]".to_owned(),
        Some(count) => format!("[12, ...] with {count} numbers"),
    };
    let what = || format!("answered {}: expected {{\"id\":{id},\"h\":{form}}}", quote(line));
    let Object(object) = serde_json::from_str(line).with_context(what)?;
    if let Some(unknown) = object.keys().find(|key| !["id", "h"].contains(&key.as_str())) {
        bail!("answered with the unknown field {}: expected id and h", quote(unknown));
    }
    if object.get("id").and_then(Value::as_u64) != Some(id) {
        bail!("{}", what());
    }
    let given = match (object.get("h"), expected) {
        (Some(Value::Array(all)), Some(count)) if all.len() == count => all.clone(),
        (Some(one @ Value::Number(_)), None) => vec![one.clone()],
        _ => bail!("{}", what()),
    };
    let given: Option<Vec<f64>> = given.iter().map(Value::as_f64).collect();
    let given = given.with_context(what)?;
    ensure!(given.iter().all(|&h| h >= 0.0), what());
    Ok(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_for_the_boards_of_the_request_are_estimates() {
        assert_eq!(read(r#"{"id": 7, "h": 12}"#, 7, None).unwrap(), [12.0]);
        assert_eq!(read(r#"{"id": 7, "h": [12, 0.5]}"#, 7, Some(2)).unwrap(), [12.0, 0.5]);
        assert_eq!(read(r#"{"id": 7, "h": []}"#, 7, Some(0)).unwrap(), [0.0; 0]);
        let one = "expected {\"id\":7,\"h\":12}";
        let many = "expected {\"id\":7,\"h\":[12, ...] with 2 numbers}";
        for (line, count, expected) in [
            ("", None, "answered \"\": expected {\"id\":7,\"h\":12}"),
            (r#"{"id":6,"h":12}"#, None, one),
            (r#"{"id":7}"#, None, one),
            (r#"{"id":7,"h":-1}"#, None, one),
            (r#"{"id":7,"h":[12]}"#, None, one),
            (r#"{"id":7,"h":12}"#, Some(1), "expected {\"id\":7,\"h\":[12]}"),
            (r#"{"id":7,"h":[12]}"#, Some(2), many),
            (r#"{"id":7,"h":[12,1,2]}"#, Some(2), many),
            (r#"{"id":7,"h":[12,null]}"#, Some(2), many),
            (r#"{"id":7,"h":[12,-0.5]}"#, Some(2), many),
            (r#"{"id":7,"h":1,"g":2}"#, None, "unknown field \"g\""),
            (r#"{"id":7,"h":1,"h":2}"#, None, "\"h\" occurs twice"),
        ] {
            let error = format!("{:#}", read(line, 7, count).unwrap_err());
            assert!(error.contains(expected), "{line} gives {error}");
        }
    }
}
