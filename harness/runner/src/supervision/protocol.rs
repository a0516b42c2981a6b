//! The lines that the harness and a process that solves for it exchange. The process is
//! a worker of the harness or an external program.
//!
//! The process first writes a [`Greeting`]. Then it reads one [`Request`] per line from
//! standard input and answers each with one [`Response`] on standard output, until its
//! input ends. `docs/external.md` describes version [`VERSION`] of the protocol for
//! authors of programs.
//!
//! ```
//! use optile_runner::supervision::protocol::Response;
//!
//! let line = r#"{"id": 7, "status": "solved", "moves": "ul", "expanded": 3}"#;
//! let answer = Response::read(line)?;
//! let counters = answer.outcome.counters;
//! assert_eq!((answer.id, counters.expanded), (7, Some(3)));
//! assert_eq!(counters.generated, None, "a counter that is not reported stays empty");
//! assert!(Response::read(r#"{"id": 7, "status": "solved", "expnded": 3}"#).is_err());
//! # Ok::<(), anyhow::Error>(())
//! ```

use std::fmt;
use std::ops::Not;

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Arrangement, Counters, Path, PathChoice, Problem, Size, Stage, Traced};
use optile_results::limits::RunLimits;
use optile_results::rows::improvements;
use optile_results::rows::row::{Outcome, Status};
use optile_results::text::lines::quote;
use optile_results::text::names::{nearest, suggestion};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The version of the protocol of all processes.
pub const VERSION: u32 = 1;

/// The version in which a heuristic is asked for many boards at once. A program that solves is
/// asked as in [`VERSION`].
pub const MANY_BOARDS: u32 = 2;

/// The first line of a process. It says that the process is ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// The version of the protocol that the process uses.
    pub protocol: u32,
    /// The name and version of the program, for people.
    #[serde(default)]
    pub program: String,
}

impl Greeting {
    /// Reads the first line of a process.
    ///
    /// # Errors
    ///
    /// When it is not a greeting, or a greeting with an unknown version of the
    /// protocol.
    pub fn read(line: &str) -> Result<Self> {
        let greeting: Self = serde_json::from_str(line).with_context(|| {
            format!("greeted with {}: expected {{\"protocol\":{VERSION}}}", quote(line))
        })?;
        if ![VERSION, MANY_BOARDS].contains(&greeting.protocol) {
            bail!("speaks protocol {}: expected {VERSION} or {MANY_BOARDS}", greeting.protocol);
        }
        Ok(greeting)
    }
}

/// A problem to solve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The number of the request. The response repeats it.
    pub id: u64,
    /// The strategy's name with options, or the program's name in the suite.
    pub strategy: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The start's tiles, row by row, 0 for the blank.
    pub start: Vec<u8>,
    /// The goal's tiles, in the same form.
    pub goal: Vec<u8>,
    /// The limit of preparing and of searching, each in nanoseconds.
    pub time_limit_ns: Option<u64>,
    /// The limit of expansions.
    pub node_limit: Option<u64>,
    /// The limit of memory in bytes.
    pub memory_limit: Option<u64>,
    /// Whether the lexicographically smallest path is asked for. External programs are not asked.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub smallest_path: bool,
    /// Whether an external program may show what it expands.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub trace: bool,
    /// Whether a worker says meanwhile how far it has come. External programs are not asked.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub progress: bool,
}

impl Request {
    /// A request to solve a problem within limits.
    pub fn new(id: u64, strategy: &str, problem: &Problem, limits: RunLimits) -> Self {
        Self {
            id,
            strategy: strategy.to_owned(),
            width: problem.size().width(),
            height: problem.size().height(),
            start: problem.start().tiles().to_vec(),
            goal: problem.goal().tiles().to_vec(),
            time_limit_ns: limits.time_ns(),
            node_limit: limits.nodes,
            memory_limit: limits.memory,
            smallest_path: false,
            trace: false,
            progress: false,
        }
    }

    /// Which optimal path is asked for.
    pub fn choice(&self) -> PathChoice {
        match self.smallest_path {
            true => PathChoice::LexicographicallySmallest,
            false => PathChoice::Any,
        }
    }

    /// The problem to solve.
    ///
    /// # Errors
    ///
    /// When start and goal are not a problem.
    pub fn problem(&self) -> Result<Problem> {
        let size = Size::new(self.width, self.height)?;
        let start = Arrangement::new(size, &self.start)?;
        Ok(Problem::new(start, Arrangement::new(size, &self.goal)?)?)
    }

    /// The limits to keep.
    pub fn limits(&self) -> RunLimits {
        RunLimits {
            time: self.time_limit_ns.map(std::time::Duration::from_nanos),
            cpu: None,
            nodes: self.node_limit,
            memory: self.memory_limit,
        }
    }
}

/// The response to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    /// The request's id.
    pub id: u64,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What only workers say. The harness measures programs from outside.
const OF_WORKERS: [&str; 6] =
    ["search_ns", "cpu_ns", "program_ns", "pipe_ns", "rounded", "peak_rss_bytes"];

/// All fields of a response.
fn fields(more: &'static [&'static str]) -> Vec<&'static str> {
    let own = ["id", "status", "moves", "reason", "prepare_ns"];
    own.iter()
        .chain(more)
        .chain(<Counters>::NAMES)
        .chain(&["improvements", "extra"])
        .copied()
        .collect()
}

impl Response {
    /// Reads a response of an external program.
    ///
    /// # Errors
    ///
    /// When the line is not a response. An unknown field is an error too,
    /// because a misspelt counter would silently be missing. A field that
    /// occurs twice is also an error.
    pub fn read(line: &str) -> Result<Self> {
        let response = Self::with(line, &[])?;
        if response.outcome.status == Status::Wrong {
            bail!("answered \"wrong\", which only the harness may decide");
        }
        Ok(response)
    }

    /// Reads a response of a worker, which says times, too.
    ///
    /// # Errors
    ///
    /// Those of [`Response::read`].
    pub fn of_worker(line: &str) -> Result<Self> {
        Self::with(line, &OF_WORKERS)
    }

    fn with(line: &str, more: &'static [&'static str]) -> Result<Self> {
        let what = || format!("answered {}: expected an answer as a JSON object", quote(line));
        let Object(object) = serde_json::from_str(line).with_context(what)?;
        let fields = fields(more);
        if let Some(unknown) = object.keys().find(|key| !fields.contains(&key.as_str())) {
            bail!(
                "answered with the unknown field {}: {}expected {}",
                quote(unknown),
                suggestion(nearest(unknown, fields.iter().copied())),
                fields.join(", ")
            );
        }
        let object = serde_json::Value::from(object);
        let counters = Counters::deserialize(&object).with_context(what)?;
        let mut response: Self = serde_json::from_value(object).with_context(what)?;
        response.outcome.counters = counters;
        Ok(response)
    }

    /// What came of a run whose search took this time.
    ///
    /// # Errors
    ///
    /// When the response contradicts itself or that time.
    pub fn within(self, search_ns: u64) -> Result<Outcome> {
        let Outcome { status, moves, reason, counters, improvements, .. } = &self.outcome;
        let length = self.outcome.length().map(u64::from);
        let fault = improvements::contradiction(improvements, counters.expanded, length, search_ns);
        if let Some(fault) = fault {
            bail!("answered a contradiction: {fault}");
        }
        let moves = match (status, moves) {
            (Status::Solved, None) => bail!(
                "answered \"solved\" without moves: expected moves such as \"moves\":\"ulld\""
            ),
            // A worker knows if an estimate was too large.
            (Status::Solved | Status::Wrong, Some(moves)) => {
                let path = moves.parse::<Path>();
                let path = path.with_context(|| format!("answered moves {}", quote(moves)))?;
                Some(path.to_string())
            }
            _ => None,
        };
        let reason = match status {
            Status::Solved | Status::Unsolvable | Status::NotFound => None,
            Status::Unsupported | Status::Crashed => Some(reason.clone().unwrap_or_default()),
            _ => reason.clone(),
        };
        Ok(Outcome { moves, reason, search_ns, ..self.outcome })
    }
}

/// What a worker says before its answer of how far its search has come.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Beat {
    pub(super) stage: Stage,
}

/// How a line of a trace begins.
const BEGINNING: &str = "{\"trace\"";

/// One line of a trace. `docs/external.md` describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceLine {
    trace: Vec<u8>,
    g: u32,
    h: Option<u32>,
    #[serde(default)]
    side: usize,
    #[serde(default)]
    iteration: u64,
}

/// The expansion that a line shows; `None` if the line is none of a trace.
pub(super) fn traced(line: &str, problem: &Problem) -> Result<Option<Traced>> {
    if !line.starts_with(BEGINNING) {
        return Ok(None);
    }
    let what = || {
        format!(
            "showed the expansion {}: expected {{\"trace\":[the tiles],\"g\":0}}, and perhaps h, \
             side (0 or 1) and iteration",
            quote(line)
        )
    };
    let TraceLine { trace, g, h, side, iteration } =
        serde_json::from_str(line).with_context(what)?;
    ensure!(side < 2, "{}", what());
    let state = Arrangement::new(problem.size(), &trace).with_context(what)?;
    Ok(Some(Traced { state, g, h, side, iteration }))
}

/// A JSON object in which each key occurs once. With two values for a key, the
/// intended one would not be known.
#[derive(Debug)]
pub(crate) struct Object(pub(crate) serde_json::Map<String, serde_json::Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

/// Reads the fields of an [`Object`].
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Object, A::Error> {
        let mut object = serde_json::Map::new();
        while let Some((key, value)) = fields.next_entry::<String, serde_json::Value>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("the field {} occurs twice", quote(&key))));
            }
            object.insert(key, value);
        }
        Ok(Object(object))
    }
}

#[cfg(test)]
mod tests;
