//! What both programs are asked, and how they do it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use optile_core::{Interrupt, Size};
use optile_ranks::Communicator;
use optile_ranks::agreement::all_have;
use optile_results::text::terminal::{say, width, wrapped};
use optile_retrograde::Exploration;
use optile_runner::instances::depth_counts;
use optile_runner::library::Console;
use optile_runner::progress::Progress;
use serde::Serialize;

use crate::checkpoint::Checkpoint;
use crate::counts::{ExplorationCounts, compare};
use crate::farthest::{Farthest, farthest};

/// A space to explore, and what to do with its counts.
#[derive(Clone, Debug, Args)]
pub struct Space {
    /// Columns and rows
    #[arg(long, value_name = "WxH")]
    pub size: Size,
    /// Cell of the goal's blank; 0 is the first cell [default: the last]
    #[arg(long, value_name = "CELL")]
    goal_blank: Option<usize>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Save the state of the exploration in this file, and continue from it
    #[arg(long, value_name = "FILE")]
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
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// What all ranks have counted.
#[derive(Debug)]
pub struct Counted {
    /// The states at each distance.
    pub counts: Vec<u64>,
    seconds: f64,
    /// What all ranks have sent to build layers in this run.
    pub bytes_sent: u64,
    farthest: Farthest,
}

impl Space {
    /// The cell of the goal's blank.
    pub fn goal_blank(&self) -> usize {
        self.goal_blank.unwrap_or(self.size.cells() - 1)
    }

    /// The arguments that all ranks must have alike.
    pub fn task(&self) -> String {
        let mut task = format!("explore --size {} --goal-blank {}", self.size, self.goal_blank());
        if self.checkpoint.is_some() {
            task += &format!(" --checkpoint ... --every {}", self.every);
        }
        task
    }

    /// The checkpoint, if there shall be one.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        let path = self.checkpoint.as_deref()?;
        Some(Checkpoint::new(path, self.size, self.goal_blank()))
    }

    /// Counts the space, from where the checkpoint ends; `None` if it was interrupted.
    /// Collective.
    ///
    /// # Errors
    ///
    /// When memory or threads cannot be had, the checkpoint is damaged or of another
    /// space, or a rank has ended. All ranks fail together.
    pub fn explore(
        &self,
        threads: usize,
        ranks: &mut Communicator,
        interrupt: &Interrupt,
    ) -> Result<Option<Counted>> {
        let checkpoint = self.checkpoint();
        let (mut exploration, before) = self.begin(threads, checkpoint.as_ref(), ranks)?;
        let begin = Instant::now();
        let seconds = || before + begin.elapsed().as_secs_f64();
        let (is_first, console) = (ranks.rank() == 0, self.console());
        // Without the greatest distance, nobody knows how far it is.
        let layers = depth_counts::radius(self.size, self.goal_blank()).unwrap_or(0) as u64;
        let is_shown = !self.quiet && layers > 0 && is_first;
        let progress = Progress::of(is_shown.then_some(layers), "layer");
        progress.skip(exploration.depth_counts().len() as u64 - 1);
        let mut kept = exploration.depth_counts().len() - 1;
        let mut tried = kept;
        let mut sent = 0;
        while !exploration.is_over() {
            let depth = exploration.depth_counts().len();
            progress.begin(|| format!("distance {depth}"), None);
            let traffic = ranks.traffic().bytes;
            let layer = exploration.advance(ranks, interrupt)?;
            sent += ranks.traffic().bytes - traffic;
            progress.end(0);
            if exploration.is_over() {
                break;
            }
            let is_due = depth >= tried + self.every as usize || layer.is_interrupted;
            if is_due && let Some(checkpoint) = &checkpoint {
                tried = depth;
                match checkpoint.write(&exploration, seconds(), ranks) {
                    Ok(()) => kept = depth,
                    // The work is worth more than its checkpoint.
                    Err(error) if is_first => {
                        console.warn(format_args!("{error:#}; continuing without a checkpoint"));
                    }
                    Err(_) => {}
                }
            }
            if layer.is_interrupted {
                drop(progress);
                let left = match kept > 0 {
                    true => format!("; the same command continues from distance {kept}"),
                    false => String::new(),
                };
                if is_first {
                    console.say(format_args!("interrupted at distance {depth}{left}"));
                }
                return Ok(None);
            }
        }
        let seconds = seconds();
        let bytes_sent = ranks.add_up(vec![sent])?[0];
        let farthest = farthest(&exploration, ranks)?;
        let counts = exploration.depth_counts().to_vec();
        Ok(Some(Counted { counts, seconds, bytes_sent, farthest }))
    }

    /// The exploration in the checkpoint, or a new one, and the seconds spent before.
    fn begin(
        &self,
        threads: usize,
        checkpoint: Option<&Checkpoint>,
        ranks: &mut Communicator,
    ) -> Result<(Exploration, f64)> {
        let own = Exploration::new(self.size, self.goal_blank(), threads, ranks);
        let mut own = all_have(ranks, own.map_err(Into::into))?;
        let before = checkpoint.map(|checkpoint| checkpoint.resume(&mut own, ranks)).transpose()?;
        let Some(seconds) = before.flatten() else { return Ok((own, 0.0)) };
        if ranks.rank() == 0 {
            let depth = own.depth_counts().len() - 1;
            self.console().say(format_args!("continuing at distance {depth}"));
        }
        Ok((own, seconds))
    }

    fn console(&self) -> Console {
        Console { is_quiet: self.quiet }
    }

    /// Prints the counts, compares them with the published ones, and removes the checkpoint.
    /// Returns whether they agree. `more` are the fields that JSON has besides. Only rank 0 calls
    /// it.
    ///
    /// # Errors
    ///
    /// When the counts cannot be printed, or the checkpoint cannot be removed.
    pub fn conclude(
        &self,
        counted: &Counted,
        peak_bytes: u128,
        more: &impl Serialize,
    ) -> Result<bool> {
        let counts = &counted.counts[..];
        let result = ExplorationCounts {
            size: &self.size.to_string(),
            goal_blank: self.goal_blank(),
            states: counts.iter().sum(),
            radius: counts.len() - 1,
            counts,
            seconds: counted.seconds,
            peak_bytes: u64::try_from(peak_bytes).unwrap_or(u64::MAX),
            more,
        };
        let (is_right, sentence) = match depth_counts::find(self.size, self.goal_blank()) {
            Some(table) => compare(counts, &table),
            None => (true, "no counts are published for this goal".into()),
        };
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer(&mut out, &result)?;
            writeln!(out)?;
        } else {
            let mut text = Vec::new();
            result.print(&mut text)?;
            write!(out, "{}", wrapped(&String::from_utf8(text)?, width(), 0, 0))?;
            counted.farthest.print(&mut out, result.radius, self.size.width())?;
            writeln!(out, "{}{}.", sentence[..1].to_uppercase(), &sentence[1..])?;
        }
        out.flush()?;
        if !is_right && self.json {
            say(&format!("error: {sentence}"));
        }
        self.checkpoint().map_or(Ok(()), |checkpoint| checkpoint.remove())?;
        Ok(is_right)
    }
}
