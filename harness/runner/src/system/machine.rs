//! The machine: its processor, memory, name and time.

use std::time::SystemTime;
use std::{env, fs};

use optile_results::limits::RunLimits;
use optile_results::record::share_of_memory;
use rustix::process::{Resource, getrlimit};

use crate::system::control_group::Groups;
use crate::system::usage::{kilobytes_of, value_of};

/// The processor's name.
pub fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    value_of(&text, "model name").unwrap_or(env::consts::ARCH).to_owned()
}

/// The machine's name on its network; empty if the system does not report it.
pub fn host() -> String {
    fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

/// The memory that this process may use, in bytes: that of the machine, or less if a
/// control group limits it. `None` if the system does not report it.
pub fn memory() -> Option<u64> {
    Some(of_machine("MemTotal")?.min(Groups::own().limit().unwrap_or(u64::MAX)))
}

/// The free memory within the limits of the process's control groups, in bytes. `None` if
/// the system does not report it.
pub fn free_memory() -> Option<u64> {
    Some(of_machine("MemAvailable")?.min(Groups::own().free().unwrap_or(u64::MAX)))
}

/// A line of `/proc/meminfo`, in bytes.
fn of_machine(kind: &str) -> Option<u64> {
    kilobytes_of(&fs::read_to_string("/proc/meminfo").ok()?, kind)
}

/// The address space that this process may use, in bytes, as `ulimit -v` sets it. `None` if it
/// has no limit.
fn address_space() -> Option<u64> {
    getrlimit(Resource::As).current
}

/// The part of the address space that this process does not use yet, in bytes. `None` if it has
/// no limit.
pub fn free_address_space() -> Option<u64> {
    let used = kilobytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmSize")?;
    Some(address_space()?.saturating_sub(used))
}

/// The memory limit of a run if none is given: half of the machine's memory, divided among
/// the runs made at the same time. So a search stops before the system kills it. It is at most
/// half of the address space that a process may use.
pub fn default_memory_limit(jobs: u32) -> Option<u64> {
    let share = memory().map(|bytes| share_of_memory(bytes, jobs));
    share.into_iter().chain(address_space().map(|bytes| bytes / 2)).min()
}

/// These limits, with the [`default_memory_limit`] if they have no memory limit.
pub fn with_memory_limit(limits: RunLimits, jobs: u32) -> RunLimits {
    let memory = limits.memory.or_else(|| default_memory_limit(jobs));
    RunLimits { memory, ..limits }
}

/// The current time in UTC, in ISO 8601 to the second.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_below_what_there_is_and_shared() {
        assert!(default_memory_limit(1) <= memory());
        assert!(default_memory_limit(4) <= default_memory_limit(1).map(|bytes| bytes / 4));
    }
}
