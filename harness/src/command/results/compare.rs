//! `optile compare`: two folders of results.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use optile_report::comparison::{Measure, Options, Side, Text, compare};
use optile_results::Results;
use optile_results::lines::quote;

use super::messages::say;
use crate::command::exit::Exit;
use crate::registry;

/// Compare two folders of results
///
/// Rows are matched by instance and strategy. Every ratio is B ÷ A over the
/// instances that both solved. docs/comparison.md has the rules.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile compare results/before results/after
  optile compare results/before results/after --measure expanded --json
  optile compare results results \\
    --pair idastar:manhattan idastar:manhattan,order=dlru

Exit status: 2 if lengths differ, if the same build counted nodes differently, or if B is newly \
wrong; 1 if an instance file is wrong.")]
pub(in crate::command) struct Arguments {
    /// The baseline: a folder that `optile run` wrote, or its results.jsonl
    a: PathBuf,
    /// What to compare with it
    b: PathBuf,
    /// Quantity: expanded, generated, time or memory; may be repeated [default: expanded, time]
    #[arg(long, value_name = "NAME")]
    measure: Vec<Measure>,
    /// Compare a strategy of A with one of B, instead of each with itself; may be repeated
    #[arg(long, num_args = 2, value_names = ["OF_A", "OF_B"])]
    pair: Vec<String>,
    /// Show every instance, not only those with the largest ratios
    #[arg(long)]
    instances: bool,
    /// Print everything as one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let (name_a, a) = load(self.a)?;
        let (name_b, b) = load(self.b)?;
        let pairs = self.pair.chunks_exact(2);
        let options = Options {
            measures: distinct(self.measure, &[Measure::Expanded, Measure::Time]),
            pairs: pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect(),
        };
        let is_sound = a.wrong_lengths.is_empty() && b.wrong_lengths.is_empty();
        let (a, b) = (Side::new(&name_a, &a), Side::new(&name_b, &b));
        let comparison = compare(&a, &b, &options)?;
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer_pretty(&mut out, &comparison)?;
            writeln!(out)?;
        } else {
            write!(out, "{}", Text { comparison: &comparison, all_instances: self.instances })?;
        }
        out.flush()?;
        say(comparison.faults.iter().map(|fault| {
            format!("{} on instance {}: {}", fault.strategy, quote(&fault.instance), fault.what)
        }));
        Ok(match comparison.faults.is_empty() {
            true if is_sound => Exit::Success,
            true => Exit::Incomplete,
            false => Exit::Wrong,
        })
    }
}

/// The name for messages and the results of a folder, or of the folder of a file
/// of rows.
pub(super) fn load(path: PathBuf) -> Result<(String, Results)> {
    let name = path.display().to_string();
    let mut folder = path;
    if folder.is_file() {
        if folder.file_name().is_none_or(|file| file != "results.jsonl") {
            bail!("{name}: expected a folder that `optile run` wrote, or the results.jsonl in it");
        }
        folder.pop();
    }
    // The order of the registry decides the colours.
    Ok((name, optile_results::load(&folder, &registry::all().names())?))
}

/// Each measure once, in the order given; the default if there is none.
pub(super) fn distinct(given: Vec<Measure>, default: &[Measure]) -> Vec<Measure> {
    let mut measures: Vec<Measure> = Vec::new();
    for measure in given {
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    if measures.is_empty() { default.to_vec() } else { measures }
}
