//! Memory and processor time of a process, as the system counts them.

use std::time::Duration;

use procfs::process::{ClearRefs, Process, Stat};

/// The resident memory of a process, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resident {
    /// Now.
    pub(crate) now: u64,
    /// The peak since [`forget_peak`], or since the process began.
    pub(crate) peak: u64,
}

fn process(id: u32) -> Option<Process> {
    Process::new(id.cast_signed()).ok()
}

/// The resident memory of a process; `None` if the system does not report it.
pub(crate) fn resident(id: u32) -> Option<Resident> {
    let status = process(id)?.status().ok()?;
    Some(Resident { now: status.vmrss? * 1024, peak: status.vmhwm? * 1024 })
}

/// The proportional set size of a process in bytes: memory that several processes share is
/// divided among them. The system takes milliseconds to compute it.
pub(crate) fn proportional(id: u32) -> Option<u64> {
    let all = process(id)?.smaps_rollup().ok()?.memory_map_rollup;
    all.into_iter().next()?.extension.map.get("Pss").copied()
}

/// Restarts the measurement of the peak, so that a process that makes several runs has a
/// peak for each. If the system refuses, the peak is that of all runs so far.
pub(crate) fn forget_peak(id: u32) {
    let _ = process(id).map(|process| process.clear_refs(ClearRefs::PeakRSS));
}

/// The state, the parent and the times of a process; `None` if there is no such process.
pub(crate) fn stat(id: u32) -> Option<Stat> {
    process(id)?.stat().ok()
}

/// Whether the process has ended and has not been waited for.
pub(crate) fn is_dead(stat: &Stat) -> bool {
    matches!(stat.state, 'Z' | 'X' | 'x')
}

/// The processor time of all threads of a process, in ticks of ten
/// milliseconds. It includes its children that have ended and been waited for.
pub(crate) fn processor_time(id: u32) -> Option<Duration> {
    let Stat { utime, stime, cutime, cstime, .. } = stat(id)?;
    // The times of children are signed, and some systems reported negative ones.
    let children = [cutime, cstime].map(|ticks| ticks.max(0).cast_unsigned());
    let ticks = utime + stime + children.iter().sum::<u64>();
    let per_second = procfs::ticks_per_second().max(1);
    Some(Duration::from_nanos(ticks.saturating_mul(1_000_000_000 / per_second)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
