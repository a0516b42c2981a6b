//! The row of a run in the result files, and its counters. A new counter is a field of [`Row`] and
//! a line of the list below it.

use std::fmt;

use optile_core::{Counters, Path, Promise, Size, Stop};
use serde::{Deserialize, Deserializer, Serialize};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With a path that was replayed and keeps the strategy's promise.
    Solved,
    /// The problem has no solution.
    Unsolvable,
    /// The search found no path, as its strategy says that it may.
    NotFound,
    /// The time limit ended it.
    TimeLimit,
    /// The limit of expansions ended it.
    NodeLimit,
    /// The memory limit ended it.
    MemoryLimit,
    /// The strategy does not support boards of this size.
    Unsupported,
    /// With a path that does not reach the goal or is longer than promised, or with a wrong
    /// "unsolvable".
    Wrong,
    /// With a panic, an abort, a signal, or an invalid answer.
    Crashed,
}

impl Status {
    /// Every status, in the order in which tables show them.
    pub const ALL: [Self; 9] = [
        Self::Solved,
        Self::Unsolvable,
        Self::NotFound,
        Self::TimeLimit,
        Self::NodeLimit,
        Self::MemoryLimit,
        Self::Unsupported,
        Self::Wrong,
        Self::Crashed,
    ];

    /// The status of a run that `stop` ended.
    pub const fn of(stop: &Stop) -> Self {
        match stop {
            Stop::Unsolvable => Self::Unsolvable,
            Stop::NotFound => Self::NotFound,
            Stop::Nodes => Self::NodeLimit,
            Stop::Memory => Self::MemoryLimit,
            Stop::Unsupported(_) => Self::Unsupported,
            // An interrupted run has no row. Other stops may be added by later versions.
            _ => Self::TimeLimit,
        }
    }

    /// Whether it is a fault of the strategy.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Wrong | Self::Crashed)
    }

    /// The name in files, such as `time-limit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::NotFound => "not-found",
            Self::TimeLimit => "time-limit",
            Self::NodeLimit => "node-limit",
            Self::MemoryLimit => "memory-limit",
            Self::Unsupported => "unsupported",
            Self::Wrong => "wrong",
            Self::Crashed => "crashed",
        }
    }

    /// The name in tables and messages.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotFound => "not found",
            _ => self.name(),
        }
    }
}

/// As in tables and messages.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// What came of a run: what a process answers, and what a row stores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// How the run ended.
    pub status: Status,
    /// The path, one letter per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// The reason, if the status alone is not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Nanoseconds spent on preparing what later runs share.
    #[serde(default, deserialize_with = "or_zero")]
    pub prepare_ns: u64,
    /// Nanoseconds spent on searching.
    #[serde(default, deserialize_with = "or_zero")]
    pub search_ns: u64,
    /// Nanoseconds of processor time of both, of all threads of the process.
    #[serde(default)]
    pub cpu_ns: Option<u64>,
    /// The peak resident memory of the process in bytes, which no process says of itself.
    #[serde(skip)]
    pub peak_rss: Option<u64>,
    /// The counters. Preparing only counts for the bytes.
    #[serde(flatten)]
    pub tally: Tally,
    /// The paths of an anytime search, see [`crate::improvements`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub improvements: Option<String>,
    /// Nanoseconds of the search in which it waited for the program of its heuristic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_ns: Option<u64>,
}

fn or_zero<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Outcome {
    /// An outcome of which nothing else is known.
    pub fn new(status: Status, reason: Option<String>) -> Self {
        Self {
            status,
            moves: None,
            reason,
            prepare_ns: 0,
            search_ns: 0,
            cpu_ns: None,
            peak_rss: None,
            tally: Tally::default(),
            improvements: None,
            program_ns: None,
        }
    }

    /// What stopped the search, if it was stopped.
    pub fn stop(&self) -> Option<Stop> {
        Some(match self.status {
            Status::Unsolvable => Stop::Unsolvable,
            Status::NotFound => Stop::NotFound,
            Status::TimeLimit => Stop::Time,
            Status::NodeLimit => Stop::Nodes,
            Status::MemoryLimit => Stop::Memory,
            Status::Unsupported => Stop::Unsupported(self.reason.clone().unwrap_or_default()),
            Status::Solved | Status::Wrong | Status::Crashed => return None,
        })
    }

    /// The path, if there is one that can be read.
    pub fn path(&self) -> Option<Path> {
        self.moves.as_ref()?.parse().ok()
    }
}

impl From<Result<Path, Stop>> for Outcome {
    fn from(answer: Result<Path, Stop>) -> Self {
        match answer {
            Ok(path) => Self { moves: Some(path.to_string()), ..Self::new(Status::Solved, None) },
            Err(Stop::Unsupported(what)) => Self::new(Status::Unsupported, Some(what)),
            Err(stop) => Self::new(Status::of(&stop), None),
        }
    }
}

/// One run: one sample of a strategy on an instance. It is a line of `results.jsonl` and of
/// `results.csv`. `docs/formats.md` describes both, and `docs/methodology.md` defines the
/// counters.
///
/// A counter that a run does not report is empty, never zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The name of the run: a digest of suite, instance, strategy with options, sample and
    /// version. The same run has the same id on every machine.
    pub id: String,
    /// The id of the [`crate::record::Origin`] that made the run.
    pub origin: String,
    /// The instance's id, unique in its suite.
    pub instance: String,
    /// The board's size.
    #[serde(with = "crate::text::as_text")]
    pub size: Size,
    /// The strategy's name with its options.
    pub strategy: String,
    /// What the strategy promises of its path. Older files do not have this field; all their
    /// strategies promise optimal paths.
    #[serde(default, with = "crate::text::as_text")]
    pub promise: Promise,
    /// The number of the sample of this pair, from 0.
    pub sample: u32,
    /// The position in the plan, from 0. Runs begin in this order.
    pub order: u64,
    /// How the run ended.
    pub status: Status,
    /// The reason, if the status alone is not enough.
    pub reason: Option<String>,
    /// The number of moves of the path.
    pub length: Option<u32>,
    /// The path, one letter per move.
    pub moves: Option<String>,
    /// The optimal length: that of the instance file, or else that of the path of a strategy that
    /// promises optimal paths.
    pub optimal: Option<u32>,
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Nodes expanded before the last iteration, f-layer or depth.
    pub expanded_before_last: Option<u64>,
    /// Successors generated.
    pub generated: Option<u64>,
    /// Heuristic values computed.
    pub evaluated: Option<u64>,
    /// Duplicates dropped.
    pub duplicates: Option<u64>,
    /// Nodes reopened.
    pub reopened: Option<u64>,
    /// The largest number of nodes held at once.
    pub peak_stored: Option<u64>,
    /// Iterations, f-layers or depths.
    pub layers: Option<u64>,
    /// Nanoseconds spent on preparing what later runs share, such as tables.
    pub prepare_ns: u64,
    /// Nanoseconds spent on searching.
    pub search_ns: u64,
    /// The largest number of bytes held at once in tables, queues and stacks.
    pub peak_bytes: Option<u64>,
    /// Bytes of the tables in which the heuristic looks values up. Older files
    /// do not have this field.
    #[serde(default)]
    pub table_bytes: Option<u64>,
    /// Nanoseconds of processor time of all threads for preparing and searching; empty if it
    /// is not known.
    pub cpu_ns: Option<u64>,
    /// The peak resident memory of the run's process in bytes, from the system. If runs share a
    /// process, it is at least what the process already held. Empty for runs inside the harness.
    pub peak_rss: Option<u64>,
    /// The paths of an anytime search, see [`crate::improvements`]. Older files do not
    /// have this field.
    #[serde(default)]
    pub improvements: Option<String>,
    /// Nanoseconds of the search in which it waited for the external program that computes its
    /// heuristic. Only rows of such heuristics have this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_ns: Option<u64>,
}

/// Defines [`Tally`] and everything that goes through all counters, from one list: the name in
/// files, which is also that of the field of [`Row`], and the name in [`Counters`].
macro_rules! counters {
    ($($name:ident = $counter:ident,)*) => {
        /// The counters of a run; `docs/methodology.md` defines them. A counter
        /// that was not reported is empty, never zero.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Tally {
            $(
                #[doc = concat!("See [`Row::", stringify!($name), "`].")]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $name: Option<u64>,
            )*
        }

        impl Tally {
            /// The names of all counters, as files have them.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The counters that were reported, by their names.
            pub fn reported(&self) -> impl Iterator<Item = (&'static str, u64)> {
                let all = [$((stringify!($name), self.$name)),*];
                all.into_iter().filter_map(|(name, value)| Some((name, value?)))
            }
        }

        impl Row {
            /// The row of a run on a board of this size. Nothing else is known of it yet.
            pub fn new(size: Size, outcome: Outcome) -> Self {
                Self {
                    id: String::new(),
                    origin: String::new(),
                    instance: String::new(),
                    size,
                    strategy: String::new(),
                    promise: Promise::Optimal,
                    sample: 0,
                    order: 0,
                    status: outcome.status,
                    reason: outcome.reason,
                    length: outcome.moves.as_ref().map(|moves| moves.len() as u32),
                    moves: outcome.moves,
                    optimal: None,
                    prepare_ns: outcome.prepare_ns,
                    search_ns: outcome.search_ns,
                    cpu_ns: outcome.cpu_ns,
                    peak_rss: outcome.peak_rss,
                    improvements: outcome.improvements,
                    program_ns: outcome.program_ns,
                    $($name: outcome.tally.$name,)*
                }
            }
        }

        impl From<Counters> for Tally {
            fn from(counters: Counters) -> Self {
                Self { $($name: Some(counters.$counter),)* }
            }
        }
    };
}

counters! {
    expanded = expanded,
    expanded_before_last = expanded_before_last,
    generated = generated,
    evaluated = evaluated,
    duplicates = duplicates,
    reopened = reopened,
    peak_stored = peak_stored,
    layers = layers,
    peak_bytes = peak_bytes,
    table_bytes = table_bytes,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::small;

    #[test]
    fn every_counter_is_a_column_of_rows() {
        let row = serde_json::to_value(&small().rows[0]).unwrap();
        for &name in Tally::NAMES {
            assert!(row.get(name).is_some(), "{name}");
        }
        let counters = Counters { expanded: 7, layers: 3, ..Counters::default() };
        assert!(Tally::from(counters).reported().eq(counters.named()));
        assert_eq!(Tally::default().reported().next(), None);
    }
}
