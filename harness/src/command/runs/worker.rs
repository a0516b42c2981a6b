//! The processes that `optile run` starts: workers, and keepers of external programs.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use optile_runner::containment;
use optile_runner::library::{self, Console, Library};
use optile_runner::plan::solver::External;
use optile_runner::supervision::program::Programs;
use optile_runner::supervision::worker;

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
    /// A program that gives estimates
    #[arg(long, value_parser = External::of_told)]
    program: Vec<External>,
}

impl WorkerArguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        containment::restrict_worker(self.core)?;
        // A table that is missing there could not be stored. It is built for each run.
        let folder = library::folder(self.pdb_dir.as_deref());
        let library = Library::new(folder, Console { is_quiet: true }).read_only();
        let mut registry = registry::with_tables(Arc::new(library));
        let programs = Programs::add_to(&mut registry, &self.program);
        let build = |name: &str| registry.build(name);
        worker::serve(build, &programs, io::stdin().lock(), io::stdout())?;
        Ok(Exit::Success)
    }
}

/// The arguments of a keeper process, which starts an external program.
#[derive(Debug, Args)]
#[command(hide = true)]
pub(in crate::command) struct KeeperArguments {
    /// What the harness orders
    order: String,
    /// The program and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

impl KeeperArguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        match containment::keep(&self.order, &self.words)? {}
    }
}
