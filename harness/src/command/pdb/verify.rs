//! `optile pdb verify`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use optile_results::quantity::counted;
use optile_runner::library;

use super::{TableFolder, chosen};
use crate::command::exit::Exit;

/// Check every byte of tables
///
/// Without a file, this checks all tables in the folder.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb verify
  optile pdb verify 4x4-goal15-1.2.3.4.5.6.7-bytes

Exit status: 1 if a table is faulty.")]
pub(super) struct Arguments {
    /// Files, or names of tables in the folder
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    place: TableFolder,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let folder = self.place.folder()?;
        let mut paths = chosen(&folder, &self.files)?;
        if self.files.is_empty() {
            // A draft is not a table yet.
            paths.retain(|path| !library::is_draft(path));
        }
        let mut out = io::stdout().lock();
        let mut faulty = 0;
        for path in &paths {
            let verdict = match library::read(path) {
                Ok(_) => "sound".to_owned(),
                Err(fault) => {
                    faulty += 1;
                    format!("FAULTY: {fault}")
                }
            };
            writeln!(out, "{}: {verdict}", path.display())?;
        }
        if faulty > 0 {
            bail!(
                "{faulty} of {} cannot be used: remove what is faulty, and it is built again when needed",
                counted(paths.len(), "table")
            );
        }
        if paths.is_empty() {
            writeln!(out, "There are no tables in {}.", folder.display())?;
        }
        Ok(Exit::Success)
    }
}
