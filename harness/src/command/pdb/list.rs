//! `optile pdb list`.

use std::fs;
use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::Args;
use optile_results::text::terminal::{table, width};
use optile_results::text::unit::Unit;
use optile_runner::library;

use super::TableFolder;
use crate::command::exit::Exit;

/// List the files of tables
///
/// The name of a file says what it holds. A name that ends in `part` is that of a table that is
/// being written. Every byte is checked when a table is loaded.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb list
  optile pdb list --pdb-dir tables")]
pub(super) struct Arguments {
    #[command(flatten)]
    place: TableFolder,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let folder = self.place.folder()?;
        let files =
            library::files(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let mut out = io::stdout().lock();
        if files.is_empty() {
            writeln!(out, "There are no tables in {}.", folder.display())?;
            return Ok(Exit::Success);
        }
        let mut total = 0.0;
        let rows = files.iter().map(|path| {
            let bytes = fs::symlink_metadata(path).map_or(0, |metadata| metadata.len()) as f64;
            total += bytes;
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            vec![name, Unit::Bytes.text(bytes)]
        });
        writeln!(out, "{}", table(&["file", "bytes"], rows.collect(), 1.., width()))?;
        writeln!(out, "\n{} in {}", Unit::Bytes.text(total), folder.display())?;
        Ok(Exit::Success)
    }
}
