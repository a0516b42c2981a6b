//! `optile pdb`: building pattern databases, and listing their files.

mod build;
mod list;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use optile_runner::library::{self, Console, Library};

use crate::command::exit::Exit;

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
}

/// Build pattern databases, and list their files
///
/// The tables of a heuristic pdb:... are built when they are first needed and kept in a folder, one
/// file per table. These commands build them in advance and list the files. Each time a table is loaded,
/// every byte of it is checked, and a faulty one is built again.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    List(list::Arguments),
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        match self.command {
            Command::Build(arguments) => arguments.execute(),
            Command::List(arguments) => arguments.execute(),
        }
    }
}
