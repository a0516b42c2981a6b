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
//! [`tree`](super::tree), and the record of a run says whether they
//! were.
//!
//! Groups are only made below the group of this process. So nothing else on the machine
//! changes, and the limits of this process apply to its programs too.
//!
//! A process that makes a group locks its folder. The system releases the lock when the
//! process ends in any way. If its keepers were killed as well, the next process that makes
//! groups at this place finds the group, kills what is left in it, and removes it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use optile_results::record::Containment;
use rustix::process::{Pid, Signal, kill_process};

use super::invocation::Order;
use super::patience::wait_until;
use crate::system::control_group::{Groups, number_of};

/// The greatest number of processes and threads of a program.
const MOST_PROCESSES: u64 = 4096;

/// How long a killed group may take to become empty.
const PATIENCE: Duration = Duration::from_secs(5);

/// The group below which the groups of programs are made.
#[derive(Debug)]
pub(crate) struct CgroupParent {
    folder: PathBuf,
    /// Whether the system limits the memory and the processes of its groups.
    has_limits: bool,
    made: AtomicU64,
    /// The lock of the group to which this process has moved.
    _lock: Option<File>,
}

impl CgroupParent {
    /// The parent of this process; `None` if it may not make groups. The first call prepares
    /// it and may move this process to a new group. So the first call must come before this
    /// process starts others.
    pub(crate) fn of_this_process() -> Option<&'static Self> {
        static PARENT: OnceLock<Option<CgroupParent>> = OnceLock::new();
        PARENT
            .get_or_init(|| {
                let parent = Self::within(Groups::own().v2()?, process::id())?;
                let group = parent.group(None)?;
                // A process that may create a group may not always enter it.
                let order = Order::new(&["true".into()], None, Some(group.folder()));
                let status = order.command().ok()?.status().ok()?;
                status.success().then_some(parent)
            })
            .as_ref()
    }

    /// The parent in the group `folder` of the process `own`, if it may make groups there.
    fn within(folder: &Path, own: u32) -> Option<Self> {
        let processes = fs::read_to_string(folder.join("cgroup.procs")).ok()?;
        if !processes.lines().any(|line| line.trim() == own.to_string()) {
            return None;
        }
        remove_abandoned(folder, own);
        let lock = if is_limiting(folder) { None } else { make_limiting(folder, own) };
        let has_limits = lock.is_some() || is_limiting(folder);
        Some(Self { folder: folder.to_owned(), has_limits, made: AtomicU64::new(0), _lock: lock })
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
        let lock = make(&folder).ok()?;
        let group = ProgramGroup { folder, _lock: lock };
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
/// Returns the lock of that group. If this did not work, nothing has changed.
fn make_limiting(folder: &Path, own: u32) -> Option<File> {
    if !names_controllers(folder, "cgroup.controllers") {
        return None;
    }
    let below = folder.join(format!("optile-{own}"));
    let lock = make(&below).ok()?;
    let moved = write(&below, "cgroup.procs", &own.to_string());
    if moved.and_then(|()| write(folder, "cgroup.subtree_control", "+memory +pids")).is_ok() {
        return Some(lock);
    }
    let _ = write(folder, "cgroup.procs", &own.to_string());
    let _ = fs::remove_dir(&below);
    None
}

/// Makes a group. It is locked until the returned file is closed.
fn make(folder: &Path) -> io::Result<File> {
    fs::create_dir(folder)?;
    let lock = File::open(folder)?;
    // Without locks, only the number in its name says whose it is.
    let _ = lock.try_lock();
    Ok(lock)
}

/// Removes the groups that ended processes of this program left behind, and kills what is
/// left in them. The process `own` has made no group yet, so a group with its number is that
/// of an earlier process.
fn remove_abandoned(folder: &Path, own: u32) {
    let is_there = |number: u32| Path::new("/proc").join(number.to_string()).exists();
    // In a container, `/proc` does not show all processes, but they hold their locks.
    let is_locked = |group: &Path| {
        let tried = File::open(group).map(|group| group.try_lock());
        matches!(tried, Ok(Err(TryLockError::WouldBlock)))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("optile-"));
        let number = number.and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        let is_gone = |number| number == own || !is_there(number);
        if number.is_some_and(is_gone) && !is_locked(&entry.path()) {
            remove(&entry.path());
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
    _lock: File,
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

/// Kills all processes in a group and in the groups below it.
pub(crate) fn kill(folder: &Path) {
    if write(folder, "cgroup.kill", "1").is_err() {
        kill_each(folder);
    }
}

/// The same with a signal to each process, for Linux before 5.14. Processes that start others
/// meanwhile are killed by the next call.
fn kill_each(folder: &Path) {
    groups_below(folder).for_each(|group| kill_each(&group));
    let processes = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
    let numbers = processes.lines().filter_map(|line| line.trim().parse().ok());
    for process in numbers.filter_map(Pid::from_raw) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// The groups that a program has made in its group.
fn groups_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
}

/// Kills all processes in a group and removes it with the groups below it.
pub(crate) fn remove(folder: &Path) {
    wait_until(PATIENCE, || {
        kill(folder);
        let is_busy = |error: io::Error| error.kind() == io::ErrorKind::ResourceBusy;
        !remove_empty(folder).is_err_and(is_busy)
    });
}

/// Removes a group without processes, and the groups below it.
fn remove_empty(folder: &Path) -> io::Result<()> {
    groups_below(folder).try_for_each(|group| remove_empty(&group))?;
    fs::remove_dir(folder)
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
    let home = own.v2().context("this process is in no control group")?;
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
