//! The commands that start processes: workers, and keepers of programs.

use std::env;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::library::{self, Library};

/// A command that runs this program. The path goes by the open file, not by
/// its name: a build that puts another program in its place meanwhile does not
/// mix versions.
fn this_program() -> Result<Command> {
    let open = Path::new("/proc/self/exe");
    let path = if open.exists() { open.to_owned() } else { env::current_exe()? };
    let mut command = Command::new(path);
    command.arg0("optile");
    Ok(command)
}

/// A command that runs this program as a worker, on one core where one is
/// given.
pub(crate) fn worker(core: Option<usize>) -> Result<Command> {
    let mut command = this_program()?;
    command.arg("worker").args(core.map(|core| format!("--core={core}")));
    if let Some(folder) = library::installed().and_then(Library::folder) {
        command.arg("--pdb-dir").arg(folder);
    }
    Ok(command)
}

/// A command that runs a program from elsewhere, in its folder, on one core
/// and in the control group of this folder where these are given. A process of this program
/// [keeps](crate::keeper) it.
pub(crate) fn program(
    words: &[String],
    folder: &Path,
    core: Option<usize>,
    group: Option<&Path>,
) -> Result<Command> {
    let mut command = this_program()?;
    command.arg("confine").args(core.map(|core| format!("--core={core}")));
    command.arg(format!("--harness={}", std::process::id()));
    if let Some(group) = group {
        command.arg("--group").arg(group);
    }
    command.arg("--").args(words);
    if !folder.as_os_str().is_empty() {
        command.current_dir(folder);
    }
    Ok(command)
}
