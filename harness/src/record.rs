//! How a folder of results came to be, as `run.json` holds it.

use serde::{Deserialize, Serialize};

/// The version of the result files' format. Readers refuse newer ones.
pub const FORMAT: u32 = 1;

/// The origin of a folder of results and whether it is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The format's version, see [`FORMAT`].
    pub format: u32,
    /// The suite's name.
    pub suite: String,
    /// One line about the suite.
    pub about: String,
    /// The command line as given.
    pub command: Vec<String>,
    /// Version of optile.
    pub version: String,
    /// Git revision that it was built from, `-dirty` behind it where files
    /// had been changed; `unknown` outside a checkout.
    pub revision: String,
    /// The compiler, as it names itself.
    pub compiler: String,
    /// The target and the build profile, such as `x86_64-unknown-linux-gnu release`.
    pub target: String,
    /// The processor's name.
    pub cpu: String,
    /// Processors that the run could use.
    pub cores: usize,
    /// Physical memory in bytes, 0 where the system does not say.
    pub memory: u64,
    /// The operating system.
    pub os: String,
    /// When the run began, UTC, ISO 8601.
    pub started: String,
    /// When it ended; empty until then.
    pub finished: Option<String>,
    /// Whether every planned run has its row. A folder without this mark was
    /// cut short.
    pub complete: bool,
    /// Seed of the order of runs.
    pub seed: u64,
    /// Samples a pair.
    pub repeat: u32,
    /// Limits of each run.
    pub limits: LimitsRecord,
    /// Runs planned.
    pub planned: u64,
    /// Strategies, in the order of the registry.
    pub strategies: Vec<String>,
    /// Pairs of strategies that the suite wants compared in scatter charts;
    /// empty for a choice by the report.
    pub pairs: Vec<(String, String)>,
}

/// The limits of each run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsRecord {
    /// Nanoseconds of searching.
    pub time_ns: Option<u64>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Bytes in tables and queues.
    pub memory: Option<u64>,
}

/// One line of `heuristics.csv`: how many states at one distance from a goal
/// a heuristic gives one value, over a whole space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeuristicPoint {
    /// The heuristic's name.
    pub heuristic: String,
    /// The board's size.
    pub size: String,
    /// The cell of the goal's blank.
    pub goal_blank: usize,
    /// True distance to the goal, moves.
    pub distance: u32,
    /// The heuristic's value, moves.
    pub value: u32,
    /// States with both.
    pub states: u64,
}
