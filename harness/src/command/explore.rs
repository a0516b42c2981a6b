use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::HumanDuration;
use optile_core::{Limits, Meter, Size, Stop};
use optile_instances::depth_counts;
use optile_results::disk;
use optile_results::quantity::{grouped, parse_bytes};
use optile_results::unit::Unit;
use optile_retrograde::Exploration;
use optile_runner::interruption::Interruption;
use optile_runner::machine;
use optile_runner::progress::Progress;
use serde::Serialize;

use super::Exit;
use crate::exploration::{self, Checkpoint, Resumed};

/// Farthest boards that are shown.
const SHOWN: usize = 8;
/// Columns of the longest bar.
const BAR: f64 = 40.0;

/// Count the states of a whole space at each distance from a goal
///
/// Breadth-first search at one bit a state, on all cores. The counts are held
/// against the published ones where there are any. With --checkpoint a long
/// exploration goes on where it was when the same command is given again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile explore --size 3x4
  optile explore --size 2x6 --chart states.svg
  optile explore --size 2x7 --checkpoint 2x7.checkpoint

Exit status: 2 where the counts are not the published ones.")]
pub(super) struct Arguments {
    /// Columns and rows
    #[arg(long, value_name = "WxH")]
    size: Size,
    /// Where the goal has its blank: 0 is the first cell [default: the last]
    #[arg(long, value_name = "CELL")]
    goal_blank: Option<usize>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Draw the counts into this file too: .svg, .png or .csv
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Keep what is needed to go on in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Distances from one checkpoint to the next
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        requires = "checkpoint",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    every: u32,
    /// Threads that search at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Most bytes to use, such as 4GiB [default: what the machine has free]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory_limit: Option<u64>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answer<'a> {
    size: &'a str,
    goal_blank: usize,
    states: u64,
    radius: usize,
    counts: &'a [u64],
    seconds: f64,
    peak_bytes: u64,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let size = self.size;
        let sides = exploration::sides(size);
        let goal_blank = self.goal_blank.unwrap_or(size.cells() - 1);
        Exploration::check(sides, goal_blank)?;
        if let Some(file) = &self.chart {
            ending(file)?;
            disk::try_out(file).with_context(|| format!("cannot write {}", file.display()))?;
        }
        let checkpoint = self.checkpoint.as_deref();
        let checkpoint = checkpoint.map(|path| Checkpoint::new(path, size, goal_blank));
        checkpoint.as_ref().map(Checkpoint::try_out).transpose()?;
        let threads = self
            .threads
            .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
        let (states, bytes) = (Exploration::states(sides), Exploration::bytes(sides, threads));
        let needs = format!(
            "{size}: {} states need {} of memory",
            grouped(&states.to_string()),
            Unit::Bytes.text(bytes as f64)
        );
        self.afford(bytes, &needs)?;
        let interruption = Interruption::listen(1)?;
        let limits = Limits { expanded: None, bytes: self.memory_limit };
        let mut meter = Meter::new(limits, interruption.interrupt().clone());
        let published = depth_counts::find(size, goal_blank)?;
        let radius = published.as_ref().filter(|table| table.complete);
        let radius = radius.map(|table| table.counts.len() - 1);

        let mut telling = Telling { is_quiet: self.quiet };
        let estimate = match exploration::estimate(size, radius, threads, &mut meter) {
            Ok(estimate) => estimate,
            Err(_) if interruption.is_asked() => return Ok(Exit::Interrupted),
            Err(error) => return Err(error),
        };
        if let Some(estimate) = &estimate {
            telling.say(format_args!(
                "{needs}, and about {} on {threads} threads",
                HumanDuration(estimate.time)
            ));
        }
        let resumed = checkpoint.as_ref().map(|file| file.read(threads)).transpose()?.flatten();
        let resumed = match resumed {
            Some(resumed) => {
                let depth = resumed.exploration.depth_counts().len() - 1;
                telling.say(format_args!("going on at distance {depth}"));
                resumed
            }
            None => {
                Resumed { exploration: Exploration::new(sides, goal_blank, threads)?, seconds: 0.0 }
            }
        };
        let Resumed { mut exploration, seconds: before } = resumed;
        meter.reset();
        let begin = Instant::now();
        let layers = radius.or(estimate.map(|estimate| estimate.radius)).unwrap_or(0) as u64;
        let mut progress = Progress::of(layers, "layers", self.quiet || layers == 0);
        progress.skip(exploration.depth_counts().len() as u64 - 1);
        let mut kept = checkpoint.as_ref().map(|_| exploration.depth_counts().len() - 1);
        let seconds = |begin: Instant| before + begin.elapsed().as_secs_f64();
        while !exploration.is_over() {
            let depth = exploration.depth_counts().len();
            progress.begin(|| format!("distance {depth}"));
            match exploration.advance(&mut meter) {
                Ok(_) => {}
                Err(Stop::Interrupted) => {
                    drop(progress);
                    telling.say(format_args!("interrupted at distance {depth}{}", left(kept)));
                    return Ok(Exit::Interrupted);
                }
                Err(stop) => return Err(stop).with_context(|| format!("at distance {depth}")),
            }
            progress.end(false);
            if let (Some(file), Some(at)) = (&checkpoint, &mut kept)
                && depth >= *at + self.every as usize
                && !exploration.is_over()
            {
                match file.write(&exploration, seconds(begin)) {
                    Ok(()) => *at = depth,
                    // Hours of work are worth more than their insurance.
                    Err(error) => telling.say(format_args!("warning: {error:#}; going on without")),
                }
            }
        }
        drop(progress);
        let seconds = seconds(begin);
        let counts = exploration.depth_counts();
        let answer = Answer {
            size: &size.to_string(),
            goal_blank,
            states: exploration.stored(),
            radius: counts.len() - 1,
            counts,
            seconds,
            peak_bytes: meter.counters().peak_bytes,
        };
        let verdict = published.map(|table| exploration::verdict(counts, &table));
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer(&mut out, &answer)?;
            writeln!(out)?;
        } else {
            print(&mut out, &answer, &farthest(&exploration, size.width()))?;
            match &verdict {
                Some((_, sentence)) => writeln!(out, "The counts are {sentence}."),
                None => writeln!(out, "No counts are published for this goal."),
            }?;
        }
        out.flush()?;
        if let Some(file) = &self.chart {
            draw(file, &exploration::figure(size, goal_blank, counts), size)?;
        }
        if let Some(file) = &checkpoint {
            file.remove()?;
        }
        let (is_right, sentence) = verdict.unwrap_or((true, String::new()));
        if !is_right && self.json {
            telling.is_quiet = false;
            telling.say(format_args!("error: what was counted {sentence}"));
        }
        Ok(Exit::of(is_right))
    }

    /// Refuses what there is no memory for.
    fn afford(&self, bytes: u128, needs: &str) -> Result<()> {
        let allowed = match self.memory_limit {
            Some(limit) => Some((limit, "the limit is")),
            None => machine::free_memory().map(|free| (free, "this machine has free")),
        };
        match allowed {
            Some((allowed, whose)) if bytes > u128::from(allowed) => {
                bail!("{needs}, but {whose} {}", Unit::Bytes.text(allowed as f64))
            }
            _ => Ok(()),
        }
    }
}

/// What is said beside the answer.
struct Telling {
    is_quiet: bool,
}

impl Telling {
    fn say(&self, what: std::fmt::Arguments<'_>) {
        if !self.is_quiet {
            // Nobody listening is no reason to stop working.
            let _ = writeln!(io::stderr(), "{what}");
        }
    }
}

fn left(kept: Option<usize>) -> String {
    match kept {
        None | Some(0) => String::new(),
        Some(depth) => format!("; the same command goes on from distance {depth}"),
    }
}

/// Some of the boards at the greatest distance, and how many more there are.
fn farthest(exploration: &Exploration, width: usize) -> (Vec<String>, u64) {
    let mut shown = Vec::new();
    let mut more = 0;
    exploration.for_each_last(|tiles| {
        if shown.len() < SHOWN {
            let rows = tiles
                .chunks(width)
                .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            shown.push(rows.collect::<Vec<_>>().join(" / "));
        } else {
            more += 1;
        }
    });
    (shown, more)
}

fn print(out: &mut impl Write, answer: &Answer<'_>, farthest: &(Vec<String>, u64)) -> Result<()> {
    let most = answer.counts.iter().max().map_or(1.0, |&most| most as f64).ln().max(1.0);
    let widest = answer.counts.iter().map(|count| grouped(&count.to_string()).len()).max();
    let widest = widest.unwrap_or(0).max("states".len());
    writeln!(out, "distance  {:>widest$}  on a logarithmic scale", "states")?;
    for (depth, &count) in answer.counts.iter().enumerate() {
        let length = 1.0 + (count as f64).ln() / most * (BAR - 1.0);
        let bar = "▇".repeat(length.round() as usize);
        writeln!(out, "{depth:8}  {:>widest$}  {bar}", grouped(&count.to_string()))?;
    }
    let Answer { size, goal_blank, radius, seconds, .. } = answer;
    let states = grouped(&answer.states.to_string());
    let time = Unit::Nanoseconds.text(seconds * 1e9);
    let bytes = Unit::Bytes.text(answer.peak_bytes as f64);
    writeln!(
        out,
        "\n{size}: {states} states, the farthest {radius} moves from the goal with its blank at \
         cell {goal_blank}.\nCounted in {time} with {bytes} of memory."
    )?;
    let (shown, more) = farthest;
    writeln!(out, "\nAt distance {radius}:")?;
    for board in shown {
        writeln!(out, "  {board}")?;
    }
    if *more > 0 {
        writeln!(out, "  and {} more", grouped(&more.to_string()))?;
    }
    writeln!(out)?;
    Ok(())
}

/// The ending of a chart's file, one of those that can be drawn.
fn ending(file: &Path) -> Result<&str> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ensure!(
        matches!(ending, "svg" | "png" | "csv"),
        "{} is no name for a chart: expected it to end in .svg, .png or .csv",
        file.display()
    );
    Ok(ending)
}

fn draw(file: &Path, figure: &optile_chart::Figure, size: Size) -> Result<()> {
    let bytes = match ending(file)? {
        "png" => figure.png()?,
        "svg" => figure.svg()?.into_bytes(),
        _ => {
            let version = env!("CARGO_PKG_VERSION");
            figure.csv(&format!("optile {version}: optile explore --size {size}"))?.into_bytes()
        }
    };
    disk::replace(file, |out| out.write_all(&bytes))
        .with_context(|| format!("cannot write {}", file.display()))
}
