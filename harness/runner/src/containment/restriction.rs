//! Restrictions that a worker or an external program is started with.

use anyhow::{Context, Result};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};

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
