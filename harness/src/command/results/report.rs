//! `optile report`: the report of a folder, written again.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use optile_report::{Analysis, Class, Division, classes};
use optile_results::Results;
use optile_results::text::terminal::{name, width, wrapped};

use super::messages::{parts, say, tables};
use super::selection::{choose, one_of};
use crate::command::exit::Exit;

/// Write the report again from recorded results, without searching
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile report optile-results/eight
  optile report optile-results/eight --by length")]
pub(in crate::command) struct Arguments {
    /// A folder that `optile run` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Only print the table of strategies, for each board size, or for each ten optimal lengths
    #[arg(long, value_name = "CLASS", value_parser = one_of(Division::NAMED))]
    by: Option<Division>,
    /// Only print the table of this strategy, or of those that match a pattern such as 'astar:*'; may
    /// be repeated
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let mut results = optile_results::load(&self.folder)?;
        if !self.strategy.is_empty() {
            choose(&mut results, &self.strategy)?;
        }
        if let Some(division) = self.by {
            return print_classes(&results, division);
        }
        let analysis = Analysis::of(&results);
        write!(io::stdout(), "{}", tables(&analysis))?;
        // The page has all strategies.
        if !self.strategy.is_empty() {
            say(results.remarks());
            return Ok(Exit::of_verdict(&analysis.verdict));
        }
        let written = optile_report::write(&self.folder, &analysis)?;
        say(results.remarks().chain(written.left_out));
        let verdict = &analysis.verdict;
        let sentence = wrapped(&verdict.sentence(), width(), 0, 0);
        writeln!(io::stdout(), "{sentence}\nReport: {}", name(&written.page))?;
        Ok(Exit::of_verdict(verdict))
    }
}

fn print_classes(results: &Results, division: Division) -> Result<Exit> {
    say(results.remarks());
    let classes = classes(results, division);
    let tables: Vec<_> = classes
        .iter()
        .map(|Class { title, summaries }| (Some(title.as_str()), summaries.as_slice()))
        .collect();
    let mut out = io::stdout().lock();
    writeln!(out, "{}", parts(&tables).join("\n\n"))?;
    out.flush()?;
    Ok(Exit::Success)
}
