//! What the system says of a process: its memory and its processor time, read
//! from `/proc`.

use std::fs;
use std::time::Duration;

use crate::machine::kilobytes_of;

/// Memory that a process is resident in, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resident {
    /// Now.
    pub(crate) now: u64,
    /// The most since [`forget_peak`], or since it began.
    pub(crate) peak: u64,
}

/// The resident memory of a process that runs; `None` where the system does
/// not say.
pub(crate) fn resident(process: u32) -> Option<Resident> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    Some(Resident { now: kilobytes_of(&text, "VmRSS")?, peak: kilobytes_of(&text, "VmHWM")? })
}

/// Makes the peak of a process start again, so that a process that makes
/// several runs has a peak for each. Where the system does not do it, later
/// peaks are those of all runs until then.
pub(crate) fn forget_peak(process: u32) {
    let _ = fs::write(format!("/proc/{process}/clear_refs"), "5");
}

/// Processor time of all threads of a process, in steps of the system's clock
/// tick, ten milliseconds. It includes that of its children that have ended.
pub(crate) fn processor_time(process: u32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    time_of(&text)
}

/// User and system time, fields 14 to 17, in a line of `/proc/PID/stat`. The
/// second field is a name in parentheses that may hold anything.
fn time_of(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(')')?;
    let times: Vec<u64> =
        fields.split_whitespace().skip(11).take(4).map_while(|field| field.parse().ok()).collect();
    let ticks: u64 = (times.len() == 4).then(|| times.iter().sum())?;
    let per_second = rustix::param::clock_ticks_per_second();
    Some(Duration::from_nanos(ticks * (1_000_000_000 / per_second.max(1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_system_is_read() {
        let line = "7 (a) b (c)) S 1 7 7 0 -1 4194304 1 2 0 0 250 50 10 0 20 0 1 0 5 6 7";
        assert_eq!(time_of(line), Some(Duration::from_millis(3100)));
        assert_eq!(time_of("7 (a"), None);
        assert_eq!(time_of("7 (a) S 1"), None);
    }

    #[cfg(target_os = "linux")]
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
