//! Control groups of version 2, one for each external program.
//!
//! # The main decision
//!
//! **Programs get a group if the system allows it, and are followed by the
//! process tree in all cases.** A process cannot leave its group without
//! permission. One write kills the whole group. The system itself limits its
//! memory and its number of processes. But few processes may make groups: root
//! in a container, and a process in a delegated group (`systemd-run --user
//! --scope -p Delegate=yes`). So groups are used in addition to
//! [`tree`](crate::process::tree), and the record of a run says whether they
//! were.
//!
//! Groups are only made below the group of this process. So nothing else on the machine
//! changes, and the limits of this process apply to its programs too.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use optile_results::record::Containment;

use crate::process::invocation;
use crate::system::control_group::{Groups, number_of};

/// The greatest number of processes and threads of a program.
const MOST_PROCESSES: u64 = 4096;

/// How long a killed group may take to become empty.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time between two attempts to remove a group.
const PAUSE: Duration = Duration::from_millis(1);

/// The group below which the groups of programs are made.
#[derive(Debug)]
pub(crate) struct Site {
    folder: PathBuf,
    /// Whether the system limits the memory and the processes of its groups.
    has_limits: bool,
    made: AtomicU64,
}

impl Site {
    /// The site of this process; `None` if it may not make groups. The first call prepares
    /// it and may move this process to a new group. So the first call must come before this
    /// process starts others.
    pub(crate) fn of_this_process() -> Option<&'static Self> {
        static SITE: OnceLock<Option<Site>> = OnceLock::new();
        SITE.get_or_init(|| {
            let site = Self::within(Groups::own().second()?, process::id())?;
            let group = site.group(None)?;
            // A process that may create a group may not always enter it.
            let place = Some(group.folder());
            let status = invocation::program(&["true".into()], Path::new(""), None, place).status();
            status.is_ok_and(|status| status.success()).then_some(site)
        })
        .as_ref()
    }

    /// The site in the group `folder` of the process `own`, if it may make groups there.
    fn within(folder: &Path, own: u32) -> Option<Self> {
        let processes = fs::read_to_string(folder.join("cgroup.procs")).ok()?;
        if !processes.lines().any(|line| line.trim() == own.to_string()) {
            return None;
        }
        remove_abandoned(folder);
        let has_limits = is_limiting(folder) || make_limiting(folder, own);
        Some(Self { folder: folder.to_owned(), has_limits, made: AtomicU64::new(0) })
    }

    /// The kind of containment, for the record of a run.
    pub(crate) fn containment(&self) -> Containment {
        match self.has_limits {
            true => Containment::ControlGroupLimits,
            false => Containment::ControlGroup,
        }
    }

    /// Makes a group. The system kills a program in it that needs more than `memory` bytes
    /// and some slack. `None` if the system refuses.
    pub(crate) fn group(&self, memory: Option<u64>) -> Option<ProgramGroup> {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(format!("optile-{}-{number}", process::id()));
        fs::create_dir(&folder).ok()?;
        let group = ProgramGroup { folder };
        if self.has_limits {
            group.limit(memory).ok()?;
        }
        Some(group)
    }
}

/// Whether the groups below this one can limit memory and processes.
fn is_limiting(folder: &Path) -> bool {
    names_controllers(folder, "cgroup.subtree_control")
}

/// Whether a file of a group names the controllers of memory and of processes.
fn names_controllers(folder: &Path, file: &str) -> bool {
    let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
    ["memory", "pids"].iter().all(|name| text.split_whitespace().any(|word| word == *name))
}

/// Lets the groups below this one limit memory and processes. The system requires that no
/// process is left in this group, so this process moves to a group below.
///
/// Returns whether that worked. If not, nothing has changed.
fn make_limiting(folder: &Path, own: u32) -> bool {
    if !names_controllers(folder, "cgroup.controllers") {
        return false;
    }
    let below = folder.join(format!("optile-{own}"));
    if fs::create_dir(&below).is_err() {
        return false;
    }
    let moved = write(&below, "cgroup.procs", &own.to_string());
    if moved.and_then(|()| write(folder, "cgroup.subtree_control", "+memory +pids")).is_ok() {
        return true;
    }
    let _ = write(folder, "cgroup.procs", &own.to_string());
    let _ = fs::remove_dir(&below);
    false
}

/// Removes the groups that ended processes of this program left behind.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("optile-"));
        let number = number.and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        if number.is_some_and(|number| !Path::new("/proc").join(number.to_string()).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Writes to an existing file of a group.
fn write(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    use std::io::Write;
    fs::File::options().write(true).open(folder.join(name))?.write_all(text.as_bytes())
}

/// The group of one program. Dropping it kills all processes in it and removes it.
#[derive(Debug)]
pub(crate) struct ProgramGroup {
    folder: PathBuf,
}

impl ProgramGroup {
    /// The folder of the group.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Sets the limits. Because of the slack above `memory`, usually the supervisor ends the
    /// program first. It gives a better reason than the system.
    fn limit(&self, memory: Option<u64>) -> io::Result<()> {
        write(&self.folder, "pids.max", &MOST_PROCESSES.to_string())?;
        // If the file is missing, there is no swap.
        let _ = write(&self.folder, "memory.swap.max", "0");
        let Some(memory) = memory else { return Ok(()) };
        let most = memory.saturating_add(memory / 8).saturating_add(16 << 20);
        write(&self.folder, "memory.max", &most.to_string())?;
        write(&self.folder, "memory.oom.group", "1")
    }

    /// Whether the system has killed a process in it because of lack of memory.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        number_of(&events, "oom_kill").is_some_and(|kills| kills > 0)
    }

    /// Kills all processes in it.
    pub(crate) fn kill(&self) {
        kill(&self.folder);
    }
}

impl Drop for ProgramGroup {
    fn drop(&mut self) {
        remove(&self.folder);
    }
}

/// Kills all processes in a group.
pub(crate) fn kill(folder: &Path) {
    let _ = write(folder, "cgroup.kill", "1");
}

/// Kills all processes in a group and removes it.
pub(crate) fn remove(folder: &Path) {
    kill(folder);
    let deadline = Instant::now() + PATIENCE;
    while fs::remove_dir(folder).is_err_and(|error| error.kind() != io::ErrorKind::NotFound) {
        if Instant::now() >= deadline {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// Calls `start` while this process is in the group `folder`, so that a process started by
/// it begins there. Then this process returns to its own group.
///
/// # Errors
///
/// When the system refuses.
pub(crate) fn within<T>(folder: Option<&Path>, start: impl FnOnce() -> T) -> Result<T> {
    let Some(folder) = folder else { return Ok(start()) };
    let own = Groups::own();
    let home = own.second().context("this process is in no control group")?;
    let enter = |folder: &Path| {
        write(folder, "cgroup.procs", "0")
            .with_context(|| format!("cannot enter the control group {}", folder.display()))
    };
    enter(folder)?;
    let started = start();
    enter(home)?;
    Ok(started)
}

#[cfg(test)]
mod tests;
