//! The record of a result folder in `run.json`: what was run, how and where.

use optile_core::Size;
use serde::{Deserialize, Serialize};

use crate::limits::RunLimits;
use crate::program::ProgramRecord;
use crate::published::PublishedMean;

/// The version of the format of result files. Readers refuse other versions.
pub const FORMAT: u32 = 3;

/// The most runs of a plan. Their list takes a few hundred megabytes. At a millisecond
/// per run, they take three hours.
pub const MOST_RUNS: u64 = 10_000_000;

/// Boards of at most this many cells share a process for many runs, because a run on such a
/// board takes microseconds, and starting a process takes longer.
pub const SHARED_CELLS: usize = 9;

/// What a result folder contains, where its rows come from, and whether it is complete.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The version of the format, see [`FORMAT`].
    pub format: u32,
    /// The suite's name.
    pub suite: String,
    /// A description of the suite in one line.
    pub about: String,
    /// Whether each planned run has its row. Otherwise the run was interrupted.
    pub complete: bool,
    /// The seed of the order of runs.
    pub seed: u64,
    /// The number of samples per pair of instance and strategy.
    pub repeat: u32,
    /// The number of warm-up runs before each sample. They are not measured and have no
    /// row.
    pub warmup: u32,
    /// The limits of each run.
    pub limits: RunLimits,
    /// The plans of the runs in this folder: one, unless folders were merged.
    pub plans: Vec<PlanRecord>,
    /// The strategies, in the order of the registry, followed by external programs.
    pub strategies: Vec<String>,
    /// The external programs that have a part in runs, and another build of optile.
    pub programs: Vec<ProgramRecord>,
    /// Those of the strategies that look answers up and do not search.
    pub lookups: Vec<String>,
    /// The number of instances of the suite, of which the folder may have only some.
    pub suite_instances: Option<usize>,
    /// The sets of the suite's instances: SHA-256, id with version, and name.
    pub sets: Vec<String>,
    /// Pairs of strategies, of which charts of two show the first one at first. If empty, the report
    /// chooses.
    pub pairs: Vec<(String, String)>,
    /// The strategy to which the counts in the instance files belong.
    pub counts_of: Option<String>,
    /// The published means of its strategies.
    pub published: Vec<PublishedMean>,
    /// The origins of the rows: one for each process that began or continued the run, the
    /// oldest first.
    pub origins: Vec<Origin>,
}

/// A list of runs to make, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlanRecord {
    /// The name of the plan. It depends on instances, strategies, samples, order and limits.
    pub id: String,
    /// The number of runs in the whole plan.
    pub runs: u64,
    /// The parts of the plan in this folder, such as `2/8`; empty for the whole plan.
    pub shards: Vec<String>,
    /// The number of runs that belong to this folder.
    pub planned: u64,
    /// Whether the runs are in the order of the instance files, and not in a random one.
    pub listed: bool,
}

/// The origin of some of the rows: one process of `optile run`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The name of the origin. Rows refer to it.
    pub id: String,
    /// The command line.
    pub command: Vec<String>,
    /// The version of optile.
    pub version: String,
    /// The Git revision, with `-dirty` if files had been changed; `unknown` outside a
    /// checkout.
    pub revision: String,
    /// The name and version of the compiler.
    pub compiler: String,
    /// The target and the build profile, such as `x86_64-unknown-linux-gnu release`.
    pub target: String,
    /// The processor's name.
    pub cpu: String,
    /// The number of cores that the run could use.
    pub cores: usize,
    /// The memory in bytes that the process may use: that of the machine, or less if a
    /// control group limits it; 0 if the system does not report it.
    pub memory: u64,
    /// The operating system.
    pub os: String,
    /// The machine's name on its network; empty if the system does not report it.
    pub host: String,
    /// Whether runs had separate processes.
    pub isolated: bool,
    /// How the processes of a run were kept together.
    pub containment: Containment,
    /// The number of runs at the same time. If it is greater than one, each run
    /// had its own core.
    pub jobs: u32,
    /// The ranks that made each run together; empty if runs were made on one machine.
    pub ranks: Option<RanksRecord>,
    /// The beginning, in UTC and ISO 8601.
    pub started: String,
    /// The end; empty before the end, and if the process was killed.
    pub finished: Option<String>,
    /// How much other programs used the machine; empty if the system does not report it or
    /// the process was killed.
    pub noise: Option<Noise>,
    /// The tables that the process built before its first run, so that no run
    /// spent time on them. Empty if no large table had to be built.
    pub tables: Vec<TableRecord>,
}

/// The ranks of a run, which are processes on one machine or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RanksRecord {
    /// The number of ranks.
    pub ranks: usize,
    /// Threads per rank.
    pub threads: usize,
    /// The machine's name, for each rank.
    pub hosts: Vec<String>,
}

/// How the processes of a run are kept together, so that none outlives the run and all
/// count towards its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Containment {
    /// They are not contained: runs shared the process of the harness.
    None,
    /// By descent: `/proc` shows the processes below the keeper process, which adopts
    /// orphans.
    ProcessTree,
}

/// A pattern database that had to be built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRecord {
    /// Its name, as `optile pdb list` shows it.
    pub table: String,
    /// The bytes of its entries.
    pub bytes: u64,
    /// The nanoseconds for building it, writing it and waiting for the disk.
    pub build_ns: u64,
    /// The strategies that look it up.
    pub strategies: Vec<String>,
}

/// Disturbances of measured times during one [`Origin`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noise {
    /// The processor time that the hypervisor gave to other machines, in parts per million
    /// of all processor time.
    pub steal_ppm: u64,
    /// The processor time that other processes of this machine used, in the same unit.
    pub others_ppm: u64,
}

/// A command line that can be pasted into a shell.
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
    /// The command line, which can be pasted into a shell.
    pub fn command_line(&self) -> String {
        shell_line(&self.command)
    }
}

/// The memory limit of a run if none is given: half of the memory, divided among the runs that are
/// made at the same time.
pub fn share_of_memory(bytes: u64, jobs: u32) -> u64 {
    bytes / 2 / u64::from(jobs.max(1))
}

impl RunRecord {
    /// Whether the memory limit is the one of a machine on which none was given.
    pub fn has_default_memory_limit(&self) -> bool {
        let default = |origin: &Origin| share_of_memory(origin.memory, origin.jobs);
        self.origins.iter().any(|origin| self.limits.memory == Some(default(origin)))
    }

    /// The origins of the rows in one line, for the heads of files.
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

    /// The number of runs that belong to this folder.
    pub fn planned(&self) -> u64 {
        self.plans.iter().map(|plan| plan.planned).sum()
    }

    /// Whether a strategy looks answers up and does not search.
    pub fn is_lookup(&self, strategy: &str) -> bool {
        self.lookups.iter().any(|name| name == strategy)
    }

    /// The first origin, which began this folder. `None` if the file has none.
    pub fn first(&self) -> Option<&Origin> {
        self.origins.first()
    }
}

/// One line of `instances.csv`: the board to which an id in the rows refers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InstanceRecord {
    /// The id, as in [`crate::rows::row::RunId::instance`].
    pub instance: String,
    /// The board's size.
    #[serde(with = "crate::text::as_text")]
    pub size: Size,
    /// The tiles of the start, row by row, separated by spaces, 0 for the blank.
    pub start: String,
    /// The tiles of the goal, in the same form.
    pub goal: String,
    /// The optimal length in moves, if the instance file has it.
    pub optimal: Option<u32>,
    /// The published number of expanded nodes, if the instance file has it.
    pub expanded: Option<u64>,
    /// The published number of generated successors, if the instance file has it.
    pub generated: Option<u64>,
}

impl InstanceRecord {
    /// The headings of the file.
    pub(crate) const COLUMNS: [&str; 7] =
        ["instance", "size", "start", "goal", "optimal", "expanded", "generated"];
}
