//! `optile-mpi explore`: the states of a whole space at each distance from a goal.

mod checkpoint;
mod farthest;
mod memory;
mod model;
mod plan;
mod scratch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use optile_core::Size;
use optile_instances::depth_counts;
use optile_instances::exploration_counts::{ExplorationCounts, Farthest, compare};
use optile_ranks::Communicator;
use optile_results::quantity::parse_bytes;
use optile_retrograde::{
    Exploration, Forecast, MemoryStore, Partition, RankedError, RankedExploration, WordStore,
};
use optile_runner::interruption::{EXIT_STATUS, Interruption};
use optile_runner::progress::Progress;
use serde::Serialize;

use self::checkpoint::Checkpoint;
use self::farthest::farthest;
use self::scratch::Scratch;
use crate::agreement::{all_have, all_texts, fail_together};
use crate::cores::warn_of_few;
use crate::launch::on_ranks;

/// Count the states of a whole space at each distance from a goal
///
/// This is breadth-first search with one bit per state. Each rank holds a part of the space.
/// The counts are compared with published ones, if there are any. With --checkpoint, the same
/// command continues an exploration that was interrupted, also with another number of ranks.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mpirun -n 4 optile-mpi explore --size 2x7 --checkpoint /shared/2x7
  optile-mpi --local 2 explore --size 3x4
  optile-mpi explore --size 4x4 --plan --ranks 8,64,512 --threads 64 --memory 512GB --network 25

Exit status: 2 if the counts differ from the published ones.")]
pub(super) struct Arguments {
    /// Columns and rows
    #[arg(long, value_name = "WxH")]
    size: Size,
    /// Cell of the goal's blank; 0 is the first cell [default: the last]
    #[arg(long, value_name = "CELL")]
    goal_blank: Option<usize>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Number of threads of each rank
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Save the state of the exploration in this folder, which all ranks can read, and continue
    /// from it
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Number of distances between checkpoints
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        requires = "checkpoint",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    every: u32,
    /// Keep the states in files in this folder instead of memory. Each rank may have its own
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// Most bytes that a rank may use, such as 4GiB [default: the machine's free memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory_limit: Option<u64>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    plan: plan::PlanArguments,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    counts: ExplorationCounts<'a>,
    ranks: usize,
    threads: u16,
    /// What all ranks have sent to build layers in this run.
    bytes_sent: u64,
    /// The machine of each rank.
    hosts: Vec<String>,
}

/// What all ranks have found.
struct Found {
    seconds: f64,
    bytes_sent: u64,
    farthest: Farthest,
}

impl Arguments {
    pub(super) fn execute(&self, local: Option<usize>) -> Result<ExitCode> {
        Exploration::check(self.sides(), self.goal_blank())?;
        if self.plan.is_asked() {
            return self.plan.print(self.size, self.goal_blank(), self.threads.into(), self.json);
        }
        let interruption = Interruption::listen(1)?;
        on_ranks(local, &self.task(), |ranks| {
            if local.is_none() {
                warn_of_few(ranks, self.threads.into())?;
            }
            let result = self.explore(ranks, &interruption);
            fail_together(ranks, result)
        })
    }

    /// The arguments that all ranks must have alike. The others may differ.
    fn task(&self) -> String {
        let mut task = format!("explore --size {} --goal-blank {}", self.size, self.goal_blank());
        if self.checkpoint.is_some() {
            task += &format!(" --checkpoint ... --every {}", self.every);
        }
        task
    }

    fn goal_blank(&self) -> usize {
        self.goal_blank.unwrap_or(self.size.cells() - 1)
    }

    fn sides(&self) -> [usize; 2] {
        [self.size.width(), self.size.height()]
    }

    /// What each rank does. All ranks fail together.
    fn explore(&self, ranks: &mut Communicator, interruption: &Interruption) -> Result<ExitCode> {
        let partition = Partition::new(self.sides(), ranks.ranks())?;
        let checkpoint = self.checkpoint.as_deref();
        let checkpoint =
            checkpoint.map(|folder| Checkpoint::new(folder, self.size, self.goal_blank()));
        if let Some(checkpoint) = &checkpoint {
            all_have(ranks, checkpoint.try_out())?;
        }
        let needs = Forecast::rank_bytes(
            self.sides(),
            ranks.ranks(),
            self.threads.into(),
            self.scratch.is_some(),
        );
        memory::afford(ranks, needs?, self.memory_limit)?;
        let store = self.store(&partition, ranks.rank());
        let store = all_have(ranks, store)?;
        let (mut exploration, before) = self.begin(store, checkpoint.as_ref(), ranks)?;
        let found =
            self.count(&mut exploration, before, checkpoint.as_ref(), ranks, interruption)?;
        let Some(found) = found else { return Ok(EXIT_STATUS.into()) };
        let hosts = all_texts(ranks, &optile_runner::machine::host())?;
        let concluded = match ranks.rank() {
            0 => self.conclude(&exploration, &found, hosts, ranks.ranks()),
            _ => Ok(true),
        };
        let is_right = all_have(ranks, concluded)?;
        let removed = match &checkpoint {
            Some(checkpoint) if ranks.rank() == 0 => checkpoint.remove(),
            _ => Ok(()),
        };
        all_have(ranks, removed)?;
        Ok(if is_right { ExitCode::SUCCESS } else { 2.into() })
    }

    fn store(&self, partition: &Partition, rank: usize) -> Result<Box<dyn WordStore>> {
        let (cells, parts) = (self.size.cells(), partition.parts_of(rank).len());
        Ok(match &self.scratch {
            Some(folder) => {
                Box::new(Scratch::new(folder, rank, cells, partition.words_of(rank).len())?)
            }
            None => {
                let store = MemoryStore::new(cells, parts, partition.part_words());
                Box::new(store.map_err(RankedError::from)?)
            }
        })
    }

    /// The exploration in the checkpoint, or a new one, and the seconds spent before.
    fn begin(
        &self,
        store: Box<dyn WordStore>,
        checkpoint: Option<&Checkpoint>,
        ranks: &mut Communicator,
    ) -> Result<(RankedExploration, f64)> {
        let (sides, threads) = (self.sides(), usize::from(self.threads));
        let record = checkpoint.map(|checkpoint| checkpoint.record(ranks)).transpose()?.flatten();
        let (Some(checkpoint), Some(record)) = (checkpoint, record) else {
            let own = RankedExploration::new(sides, self.goal_blank(), threads, store, ranks);
            return Ok((all_have(ranks, own.map_err(Into::into))?, 0.0));
        };
        let partition = Partition::new(sides, ranks.ranks())?;
        let filled = checkpoint.fill(&record, &partition, ranks.rank(), self.size.cells(), &*store);
        all_have(ranks, filled)?;
        let counts = record.counts.clone();
        let own =
            RankedExploration::resume(sides, self.goal_blank(), threads, counts, store, ranks);
        let own = all_have(ranks, own.map_err(Into::into))?;
        own.verify(ranks).map_err(|error| checkpoint.blame(error.into()))?;
        if ranks.rank() == 0 {
            self.say(format_args!("continuing at distance {}", own.depth_counts().len() - 1));
        }
        Ok((own, record.seconds))
    }

    fn say(&self, what: impl std::fmt::Display) {
        if !self.quiet {
            // A closed standard error changes nothing.
            let _ = writeln!(io::stderr(), "{what}");
        }
    }

    /// Explores to the end; `None` if the user interrupts it.
    fn count(
        &self,
        exploration: &mut RankedExploration,
        before: f64,
        checkpoint: Option<&Checkpoint>,
        ranks: &mut Communicator,
        interruption: &Interruption,
    ) -> Result<Option<Found>> {
        let begin = Instant::now();
        let seconds = || before + begin.elapsed().as_secs_f64();
        let is_first = ranks.rank() == 0;
        let layers = model::radius(self.size, self.goal_blank())?.unwrap_or(0);
        let mut progress =
            Progress::of(layers as u64, "layers", self.quiet || layers == 0 || !is_first);
        progress.skip(exploration.depth_counts().len() as u64 - 1);
        let mut kept = exploration.depth_counts().len() - 1;
        let mut tried = kept;
        let mut sent = 0;
        while !exploration.is_over() {
            let depth = exploration.depth_counts().len();
            progress.begin(|| format!("distance {depth}"));
            let traffic = ranks.traffic().bytes;
            let layer = exploration.advance(ranks, interruption.interrupt());
            sent += ranks.traffic().bytes - traffic;
            let layer = all_have(ranks, layer.map_err(Into::into))?;
            progress.end(false);
            let is_due = depth >= tried + self.every as usize || layer.is_interrupted;
            if let Some(checkpoint) = checkpoint
                && is_due
                && !exploration.is_over()
            {
                tried = depth;
                match checkpoint.write(exploration, seconds(), ranks) {
                    Ok(()) => kept = depth,
                    // The work is worth more than its checkpoint.
                    Err(error) if is_first => {
                        let _ = writeln!(io::stderr(), "warning: {error:#}; continuing without it");
                    }
                    Err(_) => {}
                }
            }
            if layer.is_interrupted && !exploration.is_over() {
                drop(progress);
                if is_first {
                    let left = match checkpoint {
                        Some(_) if kept > 0 => {
                            format!("; the same command continues from distance {kept}")
                        }
                        _ => String::new(),
                    };
                    self.say(format_args!("interrupted at distance {depth}{left}"));
                }
                return Ok(None);
            }
        }
        let seconds = seconds();
        let bytes_sent = ranks.share(&[sent])?.iter().map(|words| words[0]).sum();
        let farthest = farthest(exploration, ranks)?;
        Ok(Some(Found { seconds, bytes_sent, farthest }))
    }

    /// Prints the counts, and compares them with the published ones. Returns whether they
    /// agree.
    fn conclude(
        &self,
        exploration: &RankedExploration,
        found: &Found,
        hosts: Vec<String>,
        ranks: usize,
    ) -> Result<bool> {
        let counts = exploration.depth_counts();
        let threads = usize::from(self.threads);
        let bytes = Forecast::rank_bytes(self.sides(), ranks, threads, self.scratch.is_some())?;
        let size = self.size.to_string();
        let result = ExplorationCounts {
            size: &size,
            goal_blank: self.goal_blank(),
            states: exploration.stored(),
            radius: counts.len() - 1,
            counts,
            seconds: found.seconds,
            peak_bytes: (bytes * ranks as u128) as u64,
        };
        let published = depth_counts::find(self.size, self.goal_blank())?;
        let comparison = published.map(|table| compare(counts, &table));
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            let Found { bytes_sent, .. } = *found;
            let report = Report { counts: result, ranks, threads: self.threads, bytes_sent, hosts };
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
        } else {
            result.print(&mut out)?;
            found.farthest.print(&mut out, counts.len() - 1, self.size.width())?;
            match &comparison {
                Some((_, sentence)) => writeln!(out, "The counts {sentence}."),
                None => writeln!(out, "No counts are published for this goal."),
            }?;
        }
        out.flush()?;
        let (is_right, sentence) = comparison.unwrap_or((true, String::new()));
        if !is_right && self.json {
            // A closed standard error changes nothing.
            let _ = writeln!(io::stderr(), "error: the counts {sentence}");
        }
        Ok(is_right)
    }
}
