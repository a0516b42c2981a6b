//! `optile rank`: the strategies of one run or of several, ranked.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use optile_report::comparison::Measure;
use optile_report::ranking::{Class, Key, Options, Ranking, Standing, rank};
use optile_results::Results;
use optile_results::names::select;
use optile_results::quantity::counted;
use optile_results::terminal::{prose, width};
use optile_results::unit::Unit;

use super::compare::load;
use super::messages::{remarks, say};
use crate::command::exit::Exit;

/// Rank strategies by their ratio to the best, for each class of instances
///
/// Ratios are geometric means over the instances that all strategies solved.
/// Strategies that solved more come first. Strategies that only look answers up have no
/// place. docs/comparison.md has the rules.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile rank optile-results/eight
  optile rank optile-results/eight --measure time --by length
  optile rank results/one results/two --by size,length --band 5
")]
pub(in crate::command) struct Arguments {
    /// Folders that `optile run` wrote; their results are combined
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The quantity to rank by: expanded, generated, time or memory
    #[arg(long, value_name = "NAME", default_value_t = Measure::Expanded)]
    measure: Measure,
    /// What makes a class of instances
    #[arg(long, value_name = "KEYS", value_delimiter = ',', default_value = "size")]
    by: Vec<By>,
    /// Width of a class of optimal lengths, in moves
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    band: u32,
    /// Rank only this strategy, or those that match a pattern such as 'astar:*'; may be
    /// repeated
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// Print everything as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    Size,
    Length,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let loaded: Vec<(String, Results)> =
            self.folders.into_iter().map(load).collect::<Result<_>>()?;
        let folders: Vec<&Results> = loaded.iter().map(|(_, results)| results).collect();
        let mut known: Vec<&str> = Vec::new();
        for name in folders.iter().flat_map(|results| &results.record.strategies) {
            if !known.contains(&name.as_str()) {
                known.push(name);
            }
        }
        let strategies = match &self.strategy[..] {
            [] => Vec::new(),
            given => select(given, &known, "strategy")?,
        };
        let key = |by: &By| match by {
            By::Size => Key::Size,
            By::Length => Key::Length,
        };
        let options = Options {
            measure: self.measure,
            by: self.by.iter().map(key).collect(),
            band: self.band,
            strategies,
        };
        let ranking = rank(&folders, &options)?;
        say(loaded.iter().flat_map(|(name, results)| remarks(name, results)));
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer_pretty(&mut out, &ranking)?;
            writeln!(out)?;
        } else {
            print(&mut out, &ranking)?;
        }
        out.flush()?;
        Ok(Exit::Success)
    }
}

fn print(out: &mut impl Write, ranking: &Ranking) -> io::Result<()> {
    for class in &ranking.classes {
        let table = ranking.class_table(class).terminal(width());
        writeln!(out, "{}\n{table}\n", heading(ranking, class))?;
    }
    let about = ranking.measure.about();
    let note = format!(
        "÷ best: geometric mean of {about} divided by the least of any strategy, over the instances \
         that all solved, with a 95\u{a0}% interval. Strategies that solved more come first."
    );
    let penalty = match (ranking.penalty_ns, &ranking.no_penalty) {
        (Some(penalty), _) => Some(format!(
            "PAR-2: mean search time, where an unsolved instance counts as twice the time limit, \
             {}.",
            Unit::Nanoseconds.text(penalty)
        )),
        (None, reason) => reason.as_ref().map(|why| format!("PAR-2 is not available: {why}.")),
    };
    let unsolvable = (ranking.unsolvable > 0).then(|| {
        format!("Left out: {} without a solution.", counted(ranking.unsolvable, "instance"))
    });
    for note in [note].into_iter().chain(ranking.notes()).chain(penalty).chain(unsolvable) {
        writeln!(out, "{}", prose(&note))?;
    }
    Ok(())
}

fn heading(ranking: &Ranking, class: &Class) -> String {
    let instances = counted(class.instances, "instance");
    let common = match class.common {
        0 => "none solved by all, so no ratios".into(),
        common => {
            let idle = class.lines.iter().any(|line| line.solved == 0);
            let who = match ranking.apart.values().max() {
                _ if idle => "all that solved any",
                Some(Standing::Lookup) => "all searches",
                Some(_) => "all that promise optimal paths",
                None => "all",
            };
            let those = if common == class.instances { "each" } else { &common.to_string() };
            format!("{those} solved by {who}")
        }
    };
    format!("{}: {instances}, {common}", class.kind)
}
