//! The commands that start processes: workers, and keepers of external programs.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// A command that runs this program. The path leads to the open file, not to its name.
/// So a build that replaces the program meanwhile cannot mix versions.
fn this_program() -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("optile");
    command
}

/// A command that runs this program as a worker, bound to `core` and with the pattern databases
/// of the folder `tables`, if these are given.
pub(crate) fn worker(core: Option<usize>, tables: Option<&Path>) -> Command {
    let mut command = this_program();
    command.arg("worker").args(core.map(|core| format!("--core={core}")));
    if let Some(folder) = tables {
        command.arg("--pdb-dir").arg(folder);
    }
    command
}

/// A command that runs an external program in its folder, with a
/// [keeper](crate::process::keeper) as its parent. The program is bound to `core` and is in the
/// control group of the folder `group`, if these are given.
pub(crate) fn program(
    words: &[String],
    folder: &Path,
    core: Option<usize>,
    group: Option<&Path>,
) -> Command {
    let mut command = this_program();
    command.arg("confine").args(core.map(|core| format!("--core={core}")));
    command.arg(format!("--harness={}", std::process::id()));
    if let Some(group) = group {
        command.arg("--group").arg(group);
    }
    command.arg("--").args(words);
    if !folder.as_os_str().is_empty() {
        command.current_dir(folder);
    }
    command
}
