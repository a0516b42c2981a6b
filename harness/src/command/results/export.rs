//! `optile export`: results as files for papers.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use optile_report::Analysis;
use optile_report::export::{self, Format, Options};
use optile_results::storage::disk;
use optile_results::text::quantity::counted;
use optile_results::text::terminal;
use optile_runner::session::{Isolation, origin};

use super::compare::{distinct, load};
use super::messages::{remarks, say};
use super::selection::{choose, one_of, other_names};
use crate::command::build::BUILD;
use crate::command::exit::Exit;

/// Write tables for papers from recorded results
///
/// Each file begins with the command that made it and the origin of its data.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile export optile-results/korf100 --to paper/data
  optile export optile-results/eight --to tables --format markdown,csv
  optile export optile-results/eight --to paper --columns solved,par2_ns,time_ratio \\
    --name 'astar:manhattan=A*'

In a paper, with the package booktabs:
  \\input{data/summary}")]
pub(in crate::command) struct Arguments {
    /// A folder that `optile run` wrote, or its results.jsonl
    folder: PathBuf,
    /// Where to write; files of an earlier export are replaced
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    /// Formats of the files
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "csv,markdown,latex", value_parser = one_of(Format::NAMED))]
    format: Vec<Format>,
    /// Columns of the table of strategies after the first, by their names in summary.csv [default:
    /// solved, median nodes and time, and the ratio of times]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
    /// Another name for a strategy in the tables for readers; may be repeated
    #[arg(long, value_name = "NAME=TEXT")]
    name: Vec<String>,
    /// Export only this strategy, or those that match a pattern such as 'astar:*'; may be
    /// repeated
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let cannot = || format!("cannot write into {}", self.to.display());
        disk::try_out_folder(&self.to).with_context(cannot)?;
        let (name, mut results) = load(self.folder)?;
        let chosen = choose(&mut results, &self.strategy)?;
        let known: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let names = other_names(&self.name, &known)?;
        let options = Options { formats: distinct(self.format), columns: self.columns, names };
        let maker = origin::here(Isolation::InProcess, BUILD);
        let files = export::export(&Analysis::of(&results), &maker, &options)?;
        let written = export::write(&self.to, &files)?;
        say(remarks(&name, &results));
        let mut out = io::BufWriter::new(io::stdout().lock());
        written.iter().try_for_each(|path| writeln!(out, "{}", terminal::name(path)))?;
        writeln!(out, "{} written.", counted(written.len(), "file"))?;
        out.flush()?;
        Ok(Exit::Success)
    }
}
