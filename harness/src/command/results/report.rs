//! `optile report`: the report of a folder, written again.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use optile_results::terminal::{error_room, room, wrapped};
use optile_results::verdict::Verdict;

use crate::command::Exit;
use crate::registry;

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
        let written = optile_report::write(&self.folder, &results)?;
        let mut err = io::stderr().lock();
        for notice in results.notices.iter().chain(&written.left_out) {
            let _ = writeln!(err, "{}", wrapped(notice, error_room(), 0, 0));
        }
        let verdict = Verdict::of(&results);
        let sentence = wrapped(&verdict.sentence(), room(), 0, 0);
        writeln!(io::stdout(), "{sentence}\nReport: {}", written.page.display())?;
        Ok(Exit::of(verdict.is_clean()))
    }
}
