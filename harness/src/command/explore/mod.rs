//! `optile explore`: the states of a whole space at each distance from a goal.

mod chart;

use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use indicatif::HumanDuration;
use optile_core::{Limits, Meter, Size, Stop};
use optile_instances::depth_counts::{self, DepthCounts};
use optile_instances::exploration_counts::{ExplorationCounts, Farthest, compare};
use optile_results::quantity::{grouped, parse_bytes};
use optile_results::terminal::{width, wrapped};
use optile_results::unit::Unit;
use optile_retrograde::Exploration;
use optile_runner::interruption::Interruption;
use optile_runner::library::Console;
use optile_runner::progress::Progress;

use super::{Exit, memory};
use crate::exploration::{self, Checkpoint, Resumed};

/// Count the states of a whole space at each distance from a goal
///
/// This is breadth-first search with one bit per state, on all cores. The counts are
/// compared with published ones, if there are any. With --checkpoint, the same
/// command continues an exploration that was interrupted.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile explore --size 3x4
  optile explore --size 2x6 --chart states.svg
  optile explore --size 2x7 --checkpoint 2x7.checkpoint

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
    /// Also write the counts to this file, as a chart or a table: .svg, .png or .csv
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
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
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Most bytes to use, such as 4GiB [default: the machine's free memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory_limit: Option<u64>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let (size, threads) = (self.size, self.threads());
        Exploration::check(exploration::sides(size), self.goal_blank())?;
        self.chart.as_deref().map(chart::try_out).transpose()?;
        let checkpoint = self.checkpoint.as_deref();
        let checkpoint = checkpoint.map(|path| Checkpoint::new(path, size, self.goal_blank()));
        checkpoint.as_ref().map(Checkpoint::try_out).transpose()?;
        let needs = self.afford()?;
        let interruption = Interruption::listen(1)?;
        let limits = Limits { expanded: None, bytes: self.memory_limit };
        let mut meter = Meter::new(limits, interruption.interrupt().clone());
        let published = depth_counts::find(size, self.goal_blank())?;
        let radius = published.as_ref().filter(|table| table.complete);
        let radius = radius.map(|table| table.counts.len() - 1);

        let estimate = match exploration::estimate(size, radius, threads, &mut meter) {
            Ok(estimate) => estimate,
            Err(_) if interruption.is_asked() => return Ok(Exit::Interrupted),
            Err(error) => return Err(error),
        };
        if let Some(estimate) = &estimate {
            let time = HumanDuration(estimate.time);
            self.console().say(format_args!("{needs}, and about {time} on {threads} threads"));
        }
        let resumed = self.resume(checkpoint.as_ref())?;
        meter.reset();
        let radius = radius.or(estimate.map(|estimate| estimate.radius));
        let counted = self.count(resumed, radius, checkpoint.as_ref(), &mut meter)?;
        let Some(Resumed { exploration, seconds }) = counted else { return Ok(Exit::Interrupted) };
        let is_right = self.conclude(&exploration, seconds, &meter, published)?;
        if let Some(file) = &checkpoint {
            file.remove()?;
        }
        Ok(Exit::of(is_right))
    }

    fn goal_blank(&self) -> usize {
        self.goal_blank.unwrap_or(self.size.cells() - 1)
    }

    fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    fn console(&self) -> Console {
        Console { is_quiet: self.quiet }
    }

    /// Says what the exploration needs, or fails if there is no memory for it.
    fn afford(&self) -> Result<String> {
        let sides = exploration::sides(self.size);
        let bytes = Exploration::bytes(sides, self.threads());
        let needs = format!(
            "{}: {} states need {} of memory",
            self.size,
            grouped(&Exploration::states(sides).to_string()),
            Unit::Bytes.text(bytes as f64)
        );
        memory::afford(bytes, self.memory_limit, &needs)?;
        Ok(needs)
    }

    /// The exploration in the checkpoint, or a new one.
    fn resume(&self, checkpoint: Option<&Checkpoint>) -> Result<Resumed> {
        let threads = self.threads();
        if let Some(resumed) = checkpoint.map(|file| file.read(threads)).transpose()?.flatten() {
            let depth = resumed.exploration.depth_counts().len() - 1;
            self.console().say(format_args!("continuing at distance {depth}"));
            return Ok(resumed);
        }
        let sides = exploration::sides(self.size);
        let exploration = Exploration::new(sides, self.goal_blank(), threads)?;
        Ok(Resumed { exploration, seconds: 0.0 })
    }

    /// Explores to the end; `None` if the user interrupts it. `radius` is the
    /// greatest distance as far as it is known.
    fn count(
        &self,
        resumed: Resumed,
        radius: Option<usize>,
        checkpoint: Option<&Checkpoint>,
        meter: &mut Meter,
    ) -> Result<Option<Resumed>> {
        let Resumed { mut exploration, seconds: before } = resumed;
        let begin = Instant::now();
        let seconds = || before + begin.elapsed().as_secs_f64();
        let layers = radius.unwrap_or(0) as u64;
        let mut progress = Progress::of(layers, "layers", self.quiet || layers == 0);
        progress.skip(exploration.depth_counts().len() as u64 - 1);
        let mut kept = checkpoint.map(|_| exploration.depth_counts().len() - 1);
        while !exploration.is_over() {
            let depth = exploration.depth_counts().len();
            progress.begin(|| format!("distance {depth}"));
            match exploration.advance(meter) {
                Ok(_) => {}
                Err(Stop::Interrupted) => {
                    drop(progress);
                    let left = left(kept);
                    self.console().say(format_args!("interrupted at distance {depth}{left}"));
                    return Ok(None);
                }
                Err(stop) => return Err(stop).with_context(|| format!("at distance {depth}")),
            }
            progress.end(false);
            if let (Some(file), Some(at)) = (checkpoint, &mut kept)
                && depth >= *at + self.every as usize
                && !exploration.is_over()
            {
                match file.write(&exploration, seconds()) {
                    Ok(()) => *at = depth,
                    // The work is worth more than its checkpoint.
                    Err(error) => {
                        self.console().say(format_args!(
                            "warning: {error:#}; continuing without a checkpoint"
                        ));
                    }
                }
            }
        }
        Ok(Some(Resumed { seconds: seconds(), exploration }))
    }

    /// Prints and draws the counts, and compares them with the published ones.
    /// Returns whether they agree.
    fn conclude(
        &self,
        exploration: &Exploration,
        seconds: f64,
        meter: &Meter,
        published: Option<DepthCounts>,
    ) -> Result<bool> {
        let counts = exploration.depth_counts();
        let result = ExplorationCounts {
            size: &self.size.to_string(),
            goal_blank: self.goal_blank(),
            states: exploration.stored(),
            radius: counts.len() - 1,
            counts,
            seconds,
            peak_bytes: meter.counters().peak_bytes,
        };
        let comparison = published.map(|table| compare(counts, &table));
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer(&mut out, &result)?;
            writeln!(out)?;
        } else {
            let mut text = Vec::new();
            result.print(&mut text)?;
            write!(out, "{}", wrapped(&String::from_utf8(text)?, width(), 0, 0))?;
            let mut farthest = Farthest::default();
            exploration.for_each_last(|tiles| farthest.add(tiles));
            farthest.print(&mut out, counts.len() - 1, self.size.width())?;
            match &comparison {
                Some((_, sentence)) => writeln!(out, "The counts {sentence}."),
                None => writeln!(out, "No counts are published for this goal."),
            }?;
        }
        out.flush()?;
        if let Some(file) = &self.chart {
            let figure = exploration::figure(self.size, self.goal_blank(), counts);
            chart::draw(file, &figure)?;
        }
        let (is_right, sentence) = comparison.unwrap_or((true, String::new()));
        if !is_right && self.json {
            // A closed standard error changes nothing.
            let _ = writeln!(io::stderr(), "error: the counts {sentence}");
        }
        Ok(is_right)
    }
}

fn left(kept: Option<usize>) -> String {
    match kept {
        None | Some(0) => String::new(),
        Some(depth) => format!("; the same command continues from distance {depth}"),
    }
}
