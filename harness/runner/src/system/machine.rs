//! The machine: its processor, memory, name and time.

use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use optile_results::limits::RunLimits;

use crate::system::control_group::Groups;

/// The value of a key in the text of a file under `/proc`.
pub(crate) fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let line = text.lines().find(|line| line.starts_with(key))?;
    line.split_once(':').map(|(_, value)| value.trim())
}

/// A value such as `1234 kB`, in bytes.
pub(crate) fn kilobytes_of(text: &str, key: &str) -> Option<u64> {
    let kilobytes: u64 = value_of(text, key)?.strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

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

/// The address space that this process may use, in bytes, as `ulimit -v` sets it. `None` if it
/// has no limit.
fn address_space() -> Option<u64> {
    limit_of(&fs::read_to_string("/proc/self/limits").ok()?, "Max address space")
}

/// The soft limit in a line of `/proc/self/limits`. `None` if it is unlimited.
fn limit_of(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The part of the address space that this process does not use yet, in bytes. `None` if it has
/// no limit.
pub fn free_address_space() -> Option<u64> {
    let used = kilobytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmSize")?;
    Some(address_space()?.saturating_sub(used))
}

/// A line of `/proc/meminfo`, in bytes.
fn of_machine(kind: &str) -> Option<u64> {
    kilobytes_of(&fs::read_to_string("/proc/meminfo").ok()?, kind)
}

/// The memory limit of a run if none is given: half of the machine's memory, divided among
/// the runs made at the same time. So a search stops before the system kills it. It is at most
/// half of the address space that a process may use.
pub fn default_memory_limit(jobs: u32) -> Option<u64> {
    let share = memory().map(|bytes| bytes / 2 / u64::from(jobs.max(1)));
    share.into_iter().chain(address_space().map(|bytes| bytes / 2)).min()
}

/// These limits, with the [`default_memory_limit`] if they have no memory limit.
pub fn with_memory_limit(limits: RunLimits, jobs: u32) -> RunLimits {
    let memory = limits.memory.or_else(|| default_memory_limit(jobs));
    RunLimits { memory, ..limits }
}

/// The current time in UTC, in ISO 8601 to the second.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    utc(seconds)
}

/// Seconds since 1970 as date and time of day. The algorithm is H. Hinnant's
/// `civil_from_days` (chrono-Compatible Low-Level Date Algorithms, 2013), for days after
/// 1970 only.
fn utc(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Months from March, so that the leap day is the last of the year.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_and_leap_days_are_right() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(utc(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(utc(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(utc(1_735_689_599), "2024-12-31T23:59:59Z");
        assert_eq!(utc(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn the_limit_is_below_what_there_is_and_shared() {
        assert!(default_memory_limit(1) <= memory());
        assert!(default_memory_limit(4) <= default_memory_limit(1).map(|bytes| bytes / 4));
    }

    #[test]
    fn files_of_the_system_are_read() {
        let text = "Name:\tx\nVmHWM:\t    1234 kB\n";
        assert_eq!(kilobytes_of(text, "VmHWM"), Some(1234 * 1024));
        assert_eq!(kilobytes_of(text, "VmRSS"), None);
        assert_eq!(value_of(text, "Name"), Some("x"));
        let text = "Limit                Soft Limit  Hard Limit  Units\n\
                    Max stack size       8388608     unlimited   bytes\n\
                    Max address space    unlimited   unlimited   bytes\n";
        assert_eq!(limit_of(text, "Max stack size"), Some(8_388_608));
        assert_eq!(limit_of(text, "Max address space"), None);
    }
}
