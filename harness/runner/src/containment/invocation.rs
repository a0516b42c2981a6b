//! How processes are started: the commands of workers and of keepers of external programs, and
//! what restricts them.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Command};

use anyhow::{Context, Result};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};
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

/// A command that runs this program, or another build of it, as a worker, bound to `core` and with
/// the pattern databases of the folder `tables`, if these are given. It is told of programs that
/// give estimates.
pub(super) fn worker(
    program: Option<&Path>,
    core: Option<usize>,
    tables: Option<&Path>,
    told: &[String],
) -> Command {
    let mut command = program.map_or_else(this_program, Command::new);
    command.arg0("optile");
    command.arg("worker").args(core.map(|core| format!("--core={core}")));
    if let Some(folder) = tables {
        command.arg("--pdb-dir").arg(folder);
    }
    for program in told {
        command.arg("--program").arg(program);
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

/// Restricts this process, a worker: the system ends it with the harness, and it is
/// bound to `core` if one is given.
///
/// # Errors
///
/// When the system refuses.
pub fn restrict_worker(core: Option<usize>) -> Result<()> {
    // No search continues after the harness was killed.
    set_parent_process_death_signal(Some(Signal::KILL))
        .context("cannot ask the system to be killed with the harness")?;
    restrict(core)
}

/// Binds this process to `core` if one is given, and forbids core dumps. Processes that it
/// starts inherit both.
pub(super) fn restrict(core: Option<usize>) -> Result<()> {
    // A strategy may crash. Its memory should not be written to the disk then.
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, none).context("cannot forbid core dumps")?;
    if let Some(core) = core {
        let mut set = CpuSet::new();
        set.set(core);
        sched_setaffinity(None, &set).with_context(|| format!("cannot stay on core {core}"))?;
    }
    Ok(())
}
