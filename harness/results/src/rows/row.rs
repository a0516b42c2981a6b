//! The row of a run in the result files: which run it is, and what came of it.

use std::fmt;
use std::ops::Not;

use optile_core::{Counters, Improvement, Path, Promise, Size, Stop};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

pub use super::extra::Extra;

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

    /// Whether a limit ended the run.
    pub fn is_limit(self) -> bool {
        matches!(self, Self::TimeLimit | Self::NodeLimit | Self::MemoryLimit)
    }

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
///
/// A counter that a run does not report is empty, never zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// How the run ended.
    pub status: Status,
    /// The reason, if the status alone is not enough.
    #[serde(default)]
    pub reason: Option<String>,
    /// The path, one letter per move.
    #[serde(default)]
    pub moves: Option<String>,
    /// Nanoseconds spent on preparing what later runs share, such as tables.
    #[serde(default, deserialize_with = "or_default")]
    pub prepare_ns: u64,
    /// Nanoseconds spent on searching.
    #[serde(default, deserialize_with = "or_default")]
    pub search_ns: u64,
    /// Nanoseconds of the search in which it waited for the external program that computes its
    /// heuristic.
    #[serde(default)]
    pub program_ns: Option<u64>,
    /// The part of these that its questions would take if they were empty. Only programs that can be
    /// asked an empty one tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipe_ns: Option<u64>,
    /// Whether an estimate of that program was a fraction, which was rounded down.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub rounded: bool,
    /// Nanoseconds of processor time of preparing and searching, of all threads of the process.
    #[serde(default)]
    pub cpu_ns: Option<u64>,
    /// The peak resident memory of the run's process in bytes, from the system. If runs share a
    /// process, it is at least what the process already held. Empty for runs inside the harness.
    #[serde(default, rename = "peak_rss_bytes")]
    pub peak_rss: Option<u64>,
    /// The paths of an anytime search, each shorter than the one before.
    #[serde(default, deserialize_with = "or_default")]
    pub improvements: Vec<Improvement>,
    /// The counters. Preparing only counts for the bytes. Who reads an outcome reads them apart,
    /// because all fields would have to be copied to tell them from the others.
    #[serde(flatten, skip_deserializing)]
    pub counters: Counters<Option<u64>>,
    /// Counters of the strategy's own. Rows have them last.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Outcome {
    /// An outcome of which nothing else is known.
    pub fn new(status: Status, reason: Option<String>) -> Self {
        Self {
            status,
            reason,
            moves: None,
            prepare_ns: 0,
            search_ns: 0,
            program_ns: None,
            pipe_ns: None,
            rounded: false,
            cpu_ns: None,
            peak_rss: None,
            improvements: Vec::new(),
            counters: Counters::default(),
            extra: Extra::default(),
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

    /// The number of moves of the path.
    pub fn length(&self) -> Option<u32> {
        self.moves.as_ref().map(|moves| moves.len() as u32)
    }

    /// The number of moves of a path that solves the instance.
    pub fn solution(&self) -> Option<u32> {
        self.length().filter(|_| self.status == Status::Solved)
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

/// Which run it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunId {
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
    /// What the strategy promises of its path.
    #[serde(with = "crate::text::as_text")]
    pub promise: Promise,
    /// The number of the sample of this pair, from 0.
    pub sample: u32,
    /// The position in the plan, from 0. Runs begin in this order.
    pub order: u64,
}

/// One run: one sample of a strategy on an instance. It is a line of `results.jsonl`, with the
/// fields of all parts in this order, and of `results.csv`. `docs/formats.md` describes both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Which run it is.
    #[serde(flatten)]
    pub run: RunId,
    /// The optimal length: that of the instance file, or else that of the path of a strategy that
    /// promises optimal paths.
    pub optimal: Option<u32>,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Each part takes its own entries, one after the other. The derived implementation would first
/// copy all entries, which takes several times as long.
impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Parts)
    }
}

struct Parts;

impl<'de> Visitor<'de> for Parts {
    type Value = Row;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
        /// The numbers of fields of [`RunId`], and of [`Outcome`] without the counters.
        const FIELDS: [usize; 2] = [8, 9];
        let run = RunId::deserialize(MapAccessDeserializer::new(First(&mut map, FIELDS[0])))?;
        if map.next_key::<String>()?.as_deref() != Some("optimal") {
            return Err(A::Error::missing_field("optimal"));
        }
        let optimal = map.next_value()?;
        let own = First(&mut map, FIELDS[1]);
        let outcome = Outcome::deserialize(MapAccessDeserializer::new(own))?;
        let counted = First(&mut map, <Counters>::NAMES.len());
        let counters = Counters::deserialize(MapAccessDeserializer::new(counted))?;
        let mut extra = Extra::default();
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "extra" => extra = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Row { run, optimal, outcome: Outcome { counters, extra, ..outcome } })
    }
}

/// The first entries of a map.
struct First<'a, A>(&'a mut A, usize);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for First<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.1.checked_sub(1) {
            Some(left) => {
                self.1 = left;
                self.0.next_key_seed(seed)
            }
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}
