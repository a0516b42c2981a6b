//! `optile pdb`: building pattern databases and managing their files.

mod build;
mod info;
mod list;
mod remove;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use optile_pdb::AnyTable;
use optile_runner::library::{self, Console, Holding, Library, TABLE};
use optile_runner::plan::registry::Registry;

use crate::command::exit::Exit;
use crate::registry;

/// The folder of tables, an option of several commands.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct TableFolder {
    /// The folder of pattern databases [default: OPTILE_PDB_DIR, or optile in the cache folder]
    #[arg(long, value_name = "DIR")]
    pdb_dir: Option<PathBuf>,
}

impl TableFolder {
    /// The folder, or an error if there is none.
    fn folder(&self) -> Result<PathBuf> {
        library::folder(self.pdb_dir.as_deref()).ok_or_else(|| {
            anyhow!(
                "there is no folder for pattern databases: give one with --pdb-dir or \
                 OPTILE_PDB_DIR"
            )
        })
    }

    /// The library in the folder. Tables are read from the folder, and missing
    /// ones are built and written to it.
    pub(super) fn library(&self, is_quiet: bool) -> Arc<Library> {
        let folder = library::folder(self.pdb_dir.as_deref());
        Arc::new(Library::new(folder, Console { is_quiet }))
    }

    /// The strategies, with their tables from the library in the folder.
    pub(super) fn registry(&self, is_quiet: bool) -> Registry {
        registry::with_tables(self.library(is_quiet))
    }
}

/// Build pattern databases and manage their files
///
/// The tables of a heuristic pdb:..., and those of walking-distance on 4x5, 5x4 and 5x5
/// boards, are built when they are first needed and kept in a folder, one file per
/// table. These commands build them in advance, and show,
/// check and remove the files.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    List(list::Arguments),
    Info(info::Arguments),
    Verify(verify::Arguments),
    Remove(remove::Arguments),
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        match self.command {
            Command::Build(arguments) => arguments.execute(),
            Command::List(arguments) => arguments.execute(),
            Command::Info(arguments) => arguments.execute(),
            Command::Verify(arguments) => arguments.execute(),
            Command::Remove(arguments) => arguments.execute(),
        }
    }
}

/// The files in the folder.
fn holdings(folder: &Path) -> Result<Vec<Holding>> {
    library::holdings(folder).with_context(|| format!("cannot read {}", folder.display()))
}

/// The file of this name: a path, or the name of a file in the folder, with or
/// without its ending.
fn find(folder: &Path, name: &Path) -> Result<PathBuf> {
    let mut with_ending = folder.join(name).into_os_string();
    with_ending.push(format!(".{TABLE}"));
    let places = [name.to_owned(), folder.join(name), with_ending.into()];
    match places.into_iter().find(|place| place.is_file()) {
        Some(place) => Ok(place),
        None => bail!(
            "there is no {} here or in {}: `optile pdb list` shows the tables",
            name.display(),
            folder.display()
        ),
    }
}

/// The greatest number of moves in a table.
fn greatest(table: &AnyTable) -> usize {
    table.counts().len().saturating_sub(1)
}

/// The files of these names, or if there are none, all files in the folder.
fn chosen(folder: &Path, names: &[PathBuf]) -> Result<Vec<PathBuf>> {
    match names {
        [] => Ok(holdings(folder)?.into_iter().map(|holding| holding.path).collect()),
        names => names.iter().map(|name| find(folder, name)).collect(),
    }
}
