//! What every strategy promises, as one list.
//!
//! # The main decision
//!
//! **One list for all who examine.** The conformance suite of a strategy crate and
//! `optile check` ask for the same things in the same code. They differ in the boards
//! and in where a search runs, which a [`Subject`] says: in a session of this process, in
//! a process that can be ended, or in an external program.
//!
//! An examination first gathers [`Evidence`]: runs on boards whose optimal lengths are known.
//! Each [`Requirement`] then looks at the evidence, and makes further runs if it needs them.
//!
//! **A run that a limit of the examination ended shows nothing** ([`End::is_cut`]): it breaks no
//! requirement, meets none, and is compared with nothing, unless that limit is what is examined. Only
//! a board that any search solves at once must have an answer.
//!
//! Right answers come from code that is written to be easy to read, not to be fast, and that shares
//! none with any search: an [`Oracle`] is a queue and a table of distances over a whole space, and
//! [`shortest_path`] writes the rules of moves again.
#![forbid(unsafe_code)]

mod assessment;
mod evidence;
mod limits;
mod oracle;
pub mod plain;
mod relations;
mod repetition;
mod run;
mod shaped;
#[cfg(test)]
mod tests;

use std::time::Duration;

use optile_core::{Limits, PathChoice, Problem};

pub use assessment::{Assessment, Compliance, Faults, moves, shown};
pub use evidence::{Answers, Evidence, Posed, SolvedCounters};
pub use oracle::Oracle;
pub use plain::shortest_path;
pub use run::{End, Reported, Run};
pub use shaped::renamed;

/// Where the searches of a subject run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// In a session of this process, which counts everything and has no clock.
    Session,
    /// In a process with a strategy of the registry, which keeps each limit itself.
    Process,
    /// In an external program, which may ignore limits and leave counters out.
    Program,
}

/// The conditions of a run, in addition to those that a subject has anyway.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Which path is asked for. External programs cannot be asked for the smallest.
    pub choice: PathChoice,
    /// The most expansions and bytes.
    pub limits: Limits,
    /// The time limit.
    pub time: Option<Duration>,
}

impl Default for Conditions {
    fn default() -> Self {
        Self { choice: PathChoice::Any, limits: Limits::default(), time: None }
    }
}

/// Something that solves problems and is examined.
pub trait Subject {
    /// Why no run can be made at all.
    type Error;

    /// Where its searches run.
    fn host(&self) -> Host;

    /// Solves a problem. What earlier runs built may still be there.
    ///
    /// # Errors
    ///
    /// When no run can be made. That is no fault of the subject.
    fn run(&mut self, problem: &Problem, conditions: &Conditions) -> Result<Run, Self::Error>;

    /// Forgets what earlier runs built.
    fn renew(&mut self);
}

/// One thing that is required of every strategy.
pub struct Requirement<S: Subject> {
    /// Its name, as `optile check` prints it.
    pub name: &'static str,
    /// The requirement, for authors of strategies.
    pub sentence: &'static str,
    /// Examines it. Nothing is returned if that is not possible where the subject runs.
    pub examine: Examination<S>,
}

/// The function that examines a requirement with what is known from earlier runs. It fails if no
/// run can be made.
pub type Examination<S> = fn(&mut S, &Evidence) -> Result<Vec<Assessment>, <S as Subject>::Error>;

/// All requirements, in the order in which they are examined.
pub fn all<S: Subject>() -> [Requirement<S>; 6] {
    [
        Requirement {
            name: evidence::ANSWERS,
            sentence: "each path leads from the start to the goal and has the optimal length, or \
                       one that keeps the promise, it is the smallest one if that is asked for \
                       and not refused, only a search that promises that it may fail finds \
                       nothing, and only boards without a solution are called unsolvable",
            examine: |_, evidence| Ok(evidence.of_answers()),
        },
        Requirement {
            name: evidence::COUNTERS,
            sentence: "the counters of a solved board agree with each other and with the length",
            examine: |_, evidence| Ok(evidence.counters.assessments()),
        },
        Requirement {
            name: repetition::NAME,
            sentence: "the same run has the same path and counters, whatever ran before it",
            examine: repetition::examine,
        },
        Requirement {
            name: limits::NODES,
            sentence: "a limit of N expansions ends a search after exactly N, and is enough for a \
                       search that needs N",
            examine: limits::nodes,
        },
        Requirement {
            name: limits::TIME,
            sentence: "a search ends soon after its time limit",
            examine: limits::time,
        },
        Requirement {
            name: limits::MEMORY,
            sentence: "a search never holds more bytes than its memory limit, and its process holds \
                       not much more than the search tells",
            examine: limits::memory,
        },
    ]
}
