//! The processes that `optile run` starts: workers, and keepers of external programs.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use optile_runner::library::{self, Console, Library};
use optile_runner::{confinement, keeper, worker};

use crate::command::exit::Exit;
use crate::registry;

/// The arguments of a worker process, which solves for the harness.
#[derive(Debug, Args)]
#[command(hide = true)]
pub(in crate::command) struct WorkerArguments {
    /// The core to stay on
    #[arg(long)]
    core: Option<usize>,
    /// The folder of pattern databases
    #[arg(long)]
    pdb_dir: Option<PathBuf>,
}

impl WorkerArguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        confinement::follow_harness()?;
        confinement::confine(self.core)?;
        // A table that is missing there could not be stored. It is built for each run.
        let folder = library::folder(self.pdb_dir.as_deref());
        let library = Library::new(folder, false, Console { is_quiet: true });
        let registry = registry::with_tables(Arc::new(library));
        worker::serve(|name| registry.build(name), io::stdin().lock(), io::stdout().lock())?;
        Ok(Exit::Success)
    }
}

/// The arguments of a keeper process, which starts an external program.
#[derive(Debug, Args)]
#[command(hide = true)]
pub(in crate::command) struct KeeperArguments {
    /// The core to stay on
    #[arg(long)]
    core: Option<usize>,
    /// The process whose end ends this one
    #[arg(long)]
    harness: Option<u32>,
    /// The folder of the control group of the program
    #[arg(long)]
    group: Option<PathBuf>,
    /// The program and its arguments
    #[arg(required = true, last = true)]
    command: Vec<OsString>,
}

impl KeeperArguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        confinement::confine(self.core)?;
        match keeper::keep(&self.command, self.harness, self.group.as_deref())? {}
    }
}
