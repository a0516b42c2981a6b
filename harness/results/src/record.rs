//! How a folder of results came to be, as `run.json` holds it.

use std::time::Duration;

use anyhow::{Result, bail};
use optile_core::Size;
use serde::{Deserialize, Serialize};

use crate::limits::RunLimits;

/// The version of the result files' format. Readers refuse newer ones, and
/// older ones that they no longer read.
pub const FORMAT: u32 = 2;

/// What a folder of results is about, where its rows come from, and whether it
/// is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The format's version, see [`FORMAT`].
    pub format: u32,
    /// The suite's name.
    pub suite: String,
    /// One line about the suite.
    pub about: String,
    /// Whether every planned run has its row. A folder without this mark was
    /// cut short.
    pub complete: bool,
    /// Seed of the order of runs.
    pub seed: u64,
    /// Samples a pair.
    pub repeat: u32,
    /// Runs of a pair before each sample, on no clock and in no row.
    pub warmup: u32,
    /// Limits of each run.
    pub limits: LimitsRecord,
    /// The plans whose runs are here: one, unless folders were merged.
    pub plans: Vec<PlanRecord>,
    /// Strategies, in the order of the registry, others behind them.
    pub strategies: Vec<String>,
    /// Pairs of strategies that the suite wants compared in scatter charts;
    /// empty for a choice by the report.
    pub pairs: Vec<(String, String)>,
    /// The strategy that the counts of the instance files are of.
    #[serde(default)]
    pub counts_of: Option<String>,
    /// Where rows come from: an entry for each time that a run was begun or
    /// taken up again, the oldest first.
    pub origins: Vec<Origin>,
}

/// A list of runs to make, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Names the plan: its instances, strategies, samples, order and limits.
    pub id: String,
    /// Runs in the whole plan.
    pub runs: u64,
    /// The parts of it that are here, such as `2/8`; empty for the whole.
    pub shards: Vec<String>,
    /// Runs of it that belong here: all, or those of the shards.
    pub planned: u64,
}

/// Where some of the rows come from: one process of `optile run`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Names the origin; rows refer to it.
    pub id: String,
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
    /// Memory in bytes that the process may use: what the machine has, or what
    /// the strictest of its control groups allows; 0 where the system does not
    /// say.
    pub memory: u64,
    /// The operating system.
    pub os: String,
    /// The machine's name on its network; empty where the system does not say.
    pub host: String,
    /// Whether runs had a process of their own, or shared this one.
    pub isolated: bool,
    /// What kept the processes of a run together. Older files do not say.
    #[serde(default)]
    pub containment: Containment,
    /// Runs made at once, each on a core of its own where there is more than
    /// one.
    pub jobs: u32,
    /// When it began, UTC, ISO 8601.
    pub started: String,
    /// When it ended; empty until then, and for ever if it was killed.
    pub finished: Option<String>,
    /// What the machine did beside the runs; empty where the system does not
    /// say or the process was killed.
    pub noise: Option<Noise>,
    /// Tables that it made and kept before its first run, so that no run's
    /// clocks hold their making; empty where all that are large were there.
    #[serde(default)]
    pub tables: Vec<TableRecord>,
}

/// What keeps the processes of a run together, so that none outlives it and
/// all count toward its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Containment {
    /// Nothing: runs shared the process of the harness.
    None,
    /// The descent of processes, found in `/proc` below one of their own that
    /// takes in orphans.
    ProcessTree,
    /// The same, and a control group of version 2 for each program from
    /// elsewhere, by which all of it is killed.
    ControlGroup,
    /// The same, and the system itself limits the memory and the number of
    /// processes of each program.
    ControlGroupLimits,
    /// A file of another version does not say, or says what this one does not
    /// know.
    #[default]
    #[serde(other)]
    Unknown,
}

/// A pattern database that had to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRecord {
    /// Its name, as `optile pdb list` has it.
    pub table: String,
    /// Bytes of its entries.
    pub bytes: u64,
    /// Nanoseconds that making it, writing it and waiting for the disk took.
    pub build_ns: u64,
}

/// What disturbs clocks, over the time of one [`Origin`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noise {
    /// The least time that the clock tells from none, in nanoseconds.
    pub clock_ns: u64,
    /// Processor time that the hypervisor gave to others, in parts per million
    /// of all that there was.
    pub steal_ppm: u64,
    /// Processor time that other processes of this machine used, likewise.
    pub others_ppm: u64,
    /// How the processor's frequency is governed, such as `performance`;
    /// empty where the system does not say.
    pub governor: Option<String>,
}

/// Words as one can paste them into a shell.
pub fn shell_line(words: &[String]) -> String {
    let quoted = |word: &String| {
        let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

impl Origin {
    /// The command as one can paste it into a shell.
    pub fn command_line(&self) -> String {
        shell_line(&self.command)
    }
}

impl RunRecord {
    /// Where the rows come from, in a line for the heads of files.
    pub fn provenance(&self) -> String {
        let of = |origin: &Origin| {
            format!(
                "optile {} ({}), suite {}, seed {}: {}",
                origin.version,
                origin.revision,
                self.suite,
                self.seed,
                origin.command_line()
            )
        };
        self.origins.iter().map(of).collect::<Vec<_>>().join("; ")
    }

    /// Runs that belong here.
    pub fn planned(&self) -> u64 {
        self.plans.iter().map(|plan| plan.planned).sum()
    }

    /// Whether a folder with this record can go on as `planned` by `origin`:
    /// whether both are the same experiment made by the same program.
    ///
    /// # Errors
    ///
    /// When they differ; the message says in what.
    pub fn continues_as(&self, planned: &Self, origin: &Origin) -> Result<()> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, there: String, here: String| {
            if there != here {
                differences.push(format!("{what} there is {there} and here {here}"));
            }
        };
        let shards = |record: &Self| {
            let plans = record.plans.iter().flat_map(|plan| plan.shards.iter().cloned());
            let shards: Vec<String> = plans.collect();
            if shards.is_empty() { "the whole plan".into() } else { shards.join(", ") }
        };
        compare("the suite", self.suite.clone(), planned.suite.clone());
        compare("the seed", self.seed.to_string(), planned.seed.to_string());
        compare("repeat", self.repeat.to_string(), planned.repeat.to_string());
        compare("warmup", self.warmup.to_string(), planned.warmup.to_string());
        // Of memory, a limit that nobody asked for depends on the machine and
        // the jobs; one that was asked for is part of the plan.
        let limits =
            |record: &Self| format!("{:?}", LimitsRecord { memory: None, ..record.limits.clone() });
        compare("the limits", limits(self), limits(planned));
        compare("the strategies", self.strategies.join(" "), planned.strategies.join(" "));
        compare("the part", shards(self), shards(planned));
        if let Some(there) = self.origins.last() {
            compare("the version", there.version.clone(), origin.version.clone());
            compare("the revision", there.revision.clone(), origin.revision.clone());
            compare("the build", there.target.clone(), origin.target.clone());
        }
        if differences.is_empty() && self.plans != planned.plans {
            differences.push("its instances or its limit of memory make another plan".into());
        }
        if !differences.is_empty() {
            bail!(
                "the folder holds results of another experiment: {}; choose another folder with \
                 --out, or say --overwrite",
                differences.join("; ")
            );
        }
        Ok(())
    }

    /// The first origin: what began this folder. `None` where the file has
    /// none.
    pub fn first(&self) -> Option<&Origin> {
        self.origins.first()
    }
}

/// The limits of each run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsRecord {
    /// Nanoseconds of preparing and of searching, each.
    pub time_ns: Option<u64>,
    /// Nanoseconds of processor time of the run's process.
    pub cpu_ns: Option<u64>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Bytes: of tables and queues as strategies account for them, and of
    /// resident memory where a run has its own process.
    pub memory: Option<u64>,
}

impl From<RunLimits> for LimitsRecord {
    fn from(limits: RunLimits) -> Self {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self {
            time_ns: limits.time.map(nanoseconds),
            cpu_ns: limits.cpu.map(nanoseconds),
            nodes: limits.nodes,
            memory: limits.memory,
        }
    }
}

/// One line of `instances.csv`: a board that the rows speak of by its id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InstanceRecord {
    /// The id, as in [`crate::row::Row::instance`].
    pub instance: String,
    /// The board's size.
    #[serde(with = "crate::row::text")]
    pub size: Size,
    /// Tiles of the start, row by row, separated by spaces, 0 for the blank.
    pub start: String,
    /// Tiles of the goal, likewise.
    pub goal: String,
    /// The optimal length in moves, where the instance file knows it.
    pub optimal: Option<u32>,
    /// Nodes expanded by one strategy, where the file has published counts.
    #[serde(default)]
    pub expanded: Option<u64>,
    /// Successors generated, likewise.
    #[serde(default)]
    pub generated: Option<u64>,
}

/// One line of `heuristics.csv`: how many states at one distance from a goal
/// a heuristic gives one value, over a whole space; or how many random states
/// of a large space, whose distances are not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HeuristicPoint {
    /// The heuristic's name.
    pub heuristic: String,
    /// The board's size.
    pub size: String,
    /// The cell of the goal's blank.
    pub goal_blank: usize,
    /// True distance to the goal, moves; none where states are a sample.
    pub distance: Option<u32>,
    /// The heuristic's value, moves.
    pub value: u32,
    /// States with both.
    pub states: u64,
}
