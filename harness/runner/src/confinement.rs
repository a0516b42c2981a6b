//! What a process asks the system to keep it to, before it begins its work.

use anyhow::{Context, Result};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};

/// Binds this process to the one that started it, so that it is killed with it.
///
/// # Errors
///
/// When the system refuses.
pub fn follow_harness() -> Result<()> {
    // A harness that is killed leaves nobody searching.
    set_parent_process_death_signal(Some(Signal::KILL)).context("cannot follow the harness")
}

/// Binds this process to a core where one is given, and lets it leave nothing
/// on the disk. What it starts inherits all of it.
///
/// # Errors
///
/// When the system refuses.
pub fn confine(core: Option<usize>) -> Result<()> {
    // A strategy that crashes is expected; its memory on the disk is not.
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, none).context("cannot forgo core dumps")?;
    if let Some(core) = core {
        let mut set = CpuSet::new();
        set.set(core);
        sched_setaffinity(None, &set).with_context(|| format!("cannot stay on core {core}"))?;
    }
    Ok(())
}
