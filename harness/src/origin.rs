//! What a folder of results says about where it comes from.

use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use crate::record::{FORMAT, LimitsRecord, RunRecord};
use crate::suite::{RunLimits, Suite};

/// The record of a run that is about to begin on this machine.
pub fn record(
    suite: &Suite,
    limits: RunLimits,
    strategies: Vec<String>,
    planned: u64,
) -> RunRecord {
    RunRecord {
        format: FORMAT,
        suite: suite.name.clone(),
        about: suite.about.clone(),
        command: env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        revision: env!("OPTILE_REVISION").to_owned(),
        compiler: env!("OPTILE_COMPILER").to_owned(),
        target: env!("OPTILE_TARGET").to_owned(),
        cpu: cpu(),
        cores: thread::available_parallelism().map_or(1, usize::from),
        memory: memory().unwrap_or(0),
        os: env::consts::OS.to_owned(),
        started: now(),
        finished: None,
        complete: false,
        seed: suite.seed,
        repeat: suite.repeat,
        limits: LimitsRecord {
            time_ns: limits.time.map(|time| time.as_nanos().try_into().unwrap_or(u64::MAX)),
            nodes: limits.nodes,
            memory: limits.memory,
        },
        planned,
        strategies,
        pairs: suite.pairs.clone(),
    }
}

/// The value of a key in the text of a file under `/proc`.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let line = text.lines().find(|line| line.starts_with(key))?;
    line.split_once(':').map(|(_, value)| value.trim())
}

fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    value_of(&text, "model name").unwrap_or(env::consts::ARCH).to_owned()
}

/// Memory that this process may use, in bytes: what the machine has, or what
/// its control group is given. `None` where the system does not say.
pub fn memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes: u64 = value_of(&text, "MemTotal")?.strip_suffix("kB")?.trim().parse().ok()?;
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok())
        .min();
    Some(group.unwrap_or(u64::MAX).min(kilobytes * 1024))
}

/// The memory limit of a run for which none is given: half of what there is,
/// so that a search is stopped and the process never killed.
pub fn default_memory_limit() -> Option<u64> {
    memory().map(|bytes| bytes / 2)
}

/// The time, UTC, ISO 8601 to the second.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    utc(seconds)
}

/// Seconds since 1970 as a date and time of day. The calendar's arithmetic is
/// H. Hinnant's `civil_from_days` (chrono-Compatible Low-Level Date
/// Algorithms, 2013), for days after 1970 only.
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
    fn the_limit_is_below_what_there_is() {
        assert!(default_memory_limit() <= memory());
    }
}
