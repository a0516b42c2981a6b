//! `optile compare`: two folders of results, or two builds in one folder.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use optile_report::Division;
use optile_report::comparison::{Options, Side, Text, compare};
use optile_results::number::{EXPANDED, Number, TIME};
use optile_results::text::lines::{json, quote};
use optile_results::{Results, before};

use super::messages::say;
use super::selection::{Quantity, one_of};
use crate::command::exit::Exit;

/// Compare two folders of results, or the two builds of `optile run --against`
///
/// Rows are matched by instance and strategy. Every ratio is B ÷ A over the
/// instances that both solved. docs/comparison.md has the rules.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile compare results/before results/after
  optile compare results/before results/after --measure expanded --json
  optile compare results/eight-against
  optile compare results --pair astar:manhattan bae:manhattan --by length

Exit status: 2 if lengths differ, if the same build counted nodes differently, or if B is newly \
wrong; 1 if an instance file is wrong.")]
pub(in crate::command) struct Arguments {
    /// The baseline: a folder that `optile run` wrote, or its results.jsonl
    a: PathBuf,
    /// What to compare with it; without it, A has the runs of two builds
    b: Option<PathBuf>,
    /// What is compared; may be repeated [default: expanded, and search_ns within one folder]
    #[arg(long, value_name = "QUANTITY", value_parser = Quantity)]
    measure: Vec<&'static Number>,
    /// Compare times, too, of two folders that were not made in turn
    #[arg(long)]
    times: bool,
    /// Compare a strategy of A with one of B, instead of each with itself; may be repeated
    #[arg(long, num_args = 2, value_names = ["OF_A", "OF_B"])]
    pair: Vec<String>,
    /// Also compare each pair in classes: by board size, or by optimal length, where each class has
    /// 20 instances that both solved, as far as there are so many
    #[arg(long, value_name = "CLASS", value_parser = one_of(Division::NAMED))]
    by: Option<Division>,
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
        let other = self.b.map(load).transpose()?;
        let (name_b, b) = other.as_ref().map_or((&name_a, &a), |(name, results)| (name, results));
        let given = self.pair.chunks_exact(2);
        let mut pairs: Vec<_> = given.map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        if other.is_none() && pairs.is_empty() {
            let names: Vec<&str> = a.record.strategies.iter().map(String::as_str).collect();
            pairs = before::pairs(&names);
            if pairs.is_empty() {
                bail!(
                    "{name_a} has runs of one build only: expected a second folder, --pair, or a \
                     folder of `optile run --against`"
                );
            }
        }
        let default = match self.times || *name_b == name_a {
            true => &[&EXPANDED, &TIME][..],
            false => &[&EXPANDED],
        };
        let is_sound = a.wrong_lengths.is_empty() && b.wrong_lengths.is_empty();
        let given = if self.measure.is_empty() { default.to_vec() } else { self.measure };
        let times = self.times.then_some(&TIME);
        let options =
            Options { measures: distinct(given.into_iter().chain(times)), pairs, by: self.by };
        let (a, b) = (Side::new(&name_a, &a), Side::new(name_b, b));
        let comparison = compare(&a, &b, &options)?;
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            writeln!(out, "{}", json(&serde_json::to_string_pretty(&comparison)?))?;
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
    Ok((name, optile_results::load(&folder)?))
}

/// Each value once, in the order given.
pub(super) fn distinct<T: PartialEq>(given: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for value in given {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}
