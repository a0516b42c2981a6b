//! How processes are started: the commands of workers and of keepers of programs, and
//! what restricts them.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Command};

use anyhow::{Context, Result};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};
use serde::{Deserialize, Serialize};

/// What a keeper is told, as the first argument of its command. The program and its arguments
/// follow.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// The core to stay on.
    pub(super) core: Option<usize>,
    /// The process whose end ends the program.
    pub(super) harness: u32,
    /// Whether this keeper starts another one, which starts the program.
    pub(super) is_first: bool,
}

impl Order {
    /// An order of this process to the first keeper of a program.
    pub(super) fn first(core: Option<usize>) -> Self {
        Self { core, harness: process::id(), is_first: true }
    }

    /// An order of this process, the first keeper, to the second one.
    pub(super) fn second(&self) -> Self {
        Self { harness: process::id(), is_first: false, ..*self }
    }

    /// A command that runs these words with a [keeper](super::keeper) as their parent.
    pub(super) fn command(&self, words: &[OsString]) -> Result<Command> {
        let mut command = this_program();
        command.arg("confine").arg(serde_json::to_string(self)?).args(words);
        Ok(command)
    }
}

/// The arguments of a worker of this program, or of another build of it, bound to `core` and with
/// the pattern databases of the folder `tables`, if these are given. It is told of programs that
/// give estimates.
pub(super) fn of_worker(
    core: Option<usize>,
    tables: Option<&Path>,
    told: &[String],
) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["worker".into()];
    arguments.extend(core.map(|core| format!("--core={core}").into()));
    arguments.extend(tables.into_iter().flat_map(|folder| ["--pdb-dir".into(), folder.into()]));
    arguments.extend(told.iter().flat_map(|program| ["--program".into(), program.into()]));
    arguments
}

/// A command that runs this program. The path leads to the open file, not to its name.
/// So a build that replaces the program meanwhile cannot mix versions.
pub(super) fn this_program() -> Command {
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
