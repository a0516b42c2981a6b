//! `optile report`: the report of a folder, written again.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use optile_report::Analysis;
use optile_results::terminal::{width, wrapped};

use super::messages::say;
use crate::command::exit::Exit;
use crate::registry;

/// Write the report again from recorded results, without searching
#[derive(Debug, Args)]
pub(in crate::command) struct Arguments {
    /// A folder that `optile run` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let mut results = optile_results::load(&self.folder)?;
        results.registry = registry::all().names();
        let analysis = Analysis::of(&results);
        let written = optile_report::write(&self.folder, &analysis)?;
        say(results.remarks().chain(written.left_out));
        let verdict = &analysis.verdict;
        let sentence = wrapped(&verdict.sentence(), width(), 0, 0);
        writeln!(io::stdout(), "{sentence}\nReport: {}", written.page.display())?;
        Ok(Exit::of(verdict.is_clean()))
    }
}
