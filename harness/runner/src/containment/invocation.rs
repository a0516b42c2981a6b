//! The commands that start processes: workers, and keepers of external programs.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Command};

use anyhow::Result;
use serde::{Deserialize, Serialize};

/// What a keeper is told, as the argument of its command.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// The program and its arguments.
    pub(super) words: Vec<String>,
    /// The core to stay on.
    pub(super) core: Option<usize>,
    /// The process whose end ends the program.
    pub(super) harness: u32,
}

impl Order {
    /// An order of this process.
    pub(super) fn new(words: &[String], core: Option<usize>) -> Self {
        Self { words: words.to_vec(), core, harness: process::id() }
    }

    /// A command that runs the program with a [keeper](super::keeper) as its parent.
    pub(super) fn command(&self) -> Result<Command> {
        let mut command = this_program();
        command.arg("confine").arg(serde_json::to_string(self)?);
        Ok(command)
    }
}

/// A command that runs this program as a worker, bound to `core` and with the pattern databases
/// of the folder `tables`, if these are given.
pub(super) fn worker(core: Option<usize>, tables: Option<&Path>) -> Command {
    let mut command = this_program();
    command.arg("worker").args(core.map(|core| format!("--core={core}")));
    if let Some(folder) = tables {
        command.arg("--pdb-dir").arg(folder);
    }
    command
}

/// A command that runs this program. The path leads to the open file, not to its name.
/// So a build that replaces the program meanwhile cannot mix versions.
fn this_program() -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("optile");
    command
}
