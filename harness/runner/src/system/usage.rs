//! Memory and processor time of a process, read from `/proc`.

use std::fs;
use std::time::Duration;

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

/// The resident memory of a process, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resident {
    /// Now.
    pub(crate) now: u64,
    /// The peak since [`forget_peak`], or since the process began.
    pub(crate) peak: u64,
}

/// The resident memory of a process; `None` if the system does not report it.
pub(crate) fn resident(process: u32) -> Option<Resident> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    Some(Resident { now: kilobytes_of(&text, "VmRSS")?, peak: kilobytes_of(&text, "VmHWM")? })
}

/// The proportional set size of a process in bytes: memory that several processes share is
/// divided among them. The system takes milliseconds to compute it.
pub(crate) fn proportional(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    kilobytes_of(&text, "Pss:")
}

/// Restarts the measurement of the peak, so that a process that makes several runs has a
/// peak for each. If the system refuses, the peak is that of all runs so far.
pub(crate) fn forget_peak(process: u32) {
    let _ = fs::write(format!("/proc/{process}/clear_refs"), "5");
}

/// The processor time of all threads of a process, in ticks of ten
/// milliseconds. It includes its children that have ended and been waited for.
pub(crate) fn processor_time(process: u32) -> Option<Duration> {
    Some(Stat::of(process)?.time)
}

/// Some fields of `/proc/PID/stat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Whether the process has ended and has not been waited for.
    pub(crate) is_dead: bool,
    /// The number of its parent.
    pub(crate) parent: u32,
    /// User and system time of the process and of its children that have been waited for.
    pub(crate) time: Duration,
    /// When it began, in ticks since the machine started.
    pub(crate) began: u64,
}

impl Stat {
    /// Reads the fields of a process; `None` if there is no such process.
    pub(crate) fn of(process: u32) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// Reads a line of `/proc/PID/stat`. The state is field 3, the parent is field 4, the
    /// times are fields 14 to 17, and the beginning is field 22. Field 2 is a name in
    /// parentheses and may contain any character.
    fn read(line: &str) -> Option<Self> {
        let (_, fields) = line.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().take(20).collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let mut ticks = 0;
        for field in 14..=17 {
            // The times of children are signed, and some systems reported negative ones.
            ticks += fields.get(field - 3)?.parse::<i64>().ok()?.max(0).cast_unsigned();
        }
        let per_second = rustix::param::clock_ticks_per_second().max(1);
        Some(Self {
            is_dead: matches!(*fields.first()?, "Z" | "X" | "x"),
            parent: number(4)?.try_into().ok()?,
            time: Duration::from_nanos(ticks.saturating_mul(1_000_000_000 / per_second)),
            began: number(22)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_system_is_read() {
        let line = "7 (a) b (c)) S 1 7 7 0 -1 4194304 1 2 0 0 250 50 10 0 20 0 1 0 5 6 7";
        let time = Duration::from_millis(3100);
        let stat = Stat { is_dead: false, parent: 1, time, began: 5 };
        assert_eq!(Stat::read(line), Some(stat));
        assert!(Stat::read(&line.replace(") S", ") Z")).unwrap().is_dead);
        assert_eq!(Stat::read("7 (a"), None);
        assert_eq!(Stat::read("7 (a) S 1"), None);
    }

    #[test]
    fn values_of_the_system_are_read() {
        let text = "Name:\tx\nVmHWM:\t    1234 kB\n";
        assert_eq!(kilobytes_of(text, "VmHWM"), Some(1234 * 1024));
        assert_eq!(kilobytes_of(text, "VmRSS"), None);
        assert_eq!(value_of(text, "Name"), Some("x"));
    }

    #[test]
    fn this_process_has_memory() {
        let id = std::process::id();
        let before = resident(id).unwrap();
        assert!(before.now > 0 && before.peak >= before.now);
        let block = vec![1u8; 64 << 20];
        let peak = resident(id).unwrap().peak;
        assert!(peak >= before.now + (60 << 20), "{} bytes of {peak}", block.len());
        assert!(processor_time(id).is_some());
    }
}
