//! `optile pdb remove`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use optile_results::unit::Unit;
use optile_runner::library::{DRAFT, TABLE, is_being_written};

use super::{TableFolder, chosen};
use crate::command::exit::Exit;

/// Remove tables
///
/// A process that uses a table keeps it until it ends. Removed tables are built
/// again when they are needed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb remove 4x4-goal15-1.2.3.4.5.6.7-bytes
  optile pdb remove --all")]
pub(super) struct Arguments {
    /// Files, or names of tables in the folder
    #[arg(value_name = "FILE", required_unless_present = "all", conflicts_with = "all")]
    files: Vec<PathBuf>,
    /// All tables in the folder, and unfinished files of killed processes
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    place: TableFolder,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let folder = self.place.folder()?;
        let paths = chosen(&folder, &self.files)?;
        // All names are checked first, so that a mistake does not remove half of them.
        for path in &paths {
            let ending = path.extension().and_then(|ending| ending.to_str());
            if !ending.is_some_and(|ending| [TABLE, DRAFT].contains(&ending)) {
                bail!(
                    "{} is not the name of a table: expected one that ends in .{TABLE} or .{DRAFT}",
                    path.display()
                );
            }
        }
        let mut out = io::stdout().lock();
        for path in paths {
            let cannot = || format!("cannot remove {}", path.display());
            if is_being_written(&path) {
                if self.all {
                    writeln!(out, "kept {}: a process is writing it", path.display())?;
                    continue;
                }
                bail!("{}: a process is writing it: wait for it, or end it", cannot());
            }
            let bytes = fs::symlink_metadata(&path).map_or(0, |metadata| metadata.len());
            fs::remove_file(&path).with_context(cannot)?;
            let bytes = Unit::Bytes.text(bytes as f64);
            writeln!(out, "removed {} ({bytes})", path.display())?;
        }
        Ok(Exit::Success)
    }
}
