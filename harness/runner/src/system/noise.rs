//! How much other programs used the machine during the runs, read from `/proc` before and
//! after them.

use std::fs;
use std::time::{Duration, Instant};

use optile_results::record::Noise;
use procfs::{CpuTime, CurrentSI, KernelStats};

use crate::system::usage;

/// A measurement of the machine that has begun.
#[derive(Clone, Copy, Debug)]
pub struct NoiseMeter {
    before: Option<Reading>,
}

/// Processor time of all cores, in ticks since the machine started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reading {
    total: u64,
    busy: u64,
    steal: u64,
    /// That of this process and of its children that have ended.
    own: u64,
}

impl NoiseMeter {
    /// Begins a measurement.
    pub fn begin() -> Self {
        Self { before: Reading::take() }
    }

    /// Ends the measurement. `None` if the system does not report it.
    pub fn end(self) -> Option<Noise> {
        let (before, after) = (self.before?, Reading::take()?);
        let total = after.total.checked_sub(before.total)?.max(1);
        let share =
            |ticks: u64| (u128::from(ticks.min(total)) * 1_000_000 / u128::from(total)) as u64;
        let busy = after.busy.saturating_sub(before.busy);
        let own = after.own.saturating_sub(before.own);
        Some(Noise {
            clock_ns: clock_step().as_nanos().try_into().unwrap_or(u64::MAX),
            steal_ppm: share(after.steal.saturating_sub(before.steal)),
            others_ppm: share(busy.saturating_sub(own)),
            governor: governor(),
        })
    }
}

impl Reading {
    fn take() -> Option<Self> {
        let all = KernelStats::current().ok()?.total;
        Some(Self::of(&all, usage::processor_time(std::process::id())?))
    }

    fn of(all: &CpuTime, own: Duration) -> Self {
        let [irq, softirq] = [all.irq, all.softirq].map(Option::unwrap_or_default);
        let [waiting, steal] = [all.iowait, all.steal].map(Option::unwrap_or_default);
        let busy = all.user + all.nice + all.system + irq + softirq;
        let tick = Duration::from_secs(1) / procfs::ticks_per_second().max(1) as u32;
        Self {
            total: busy + all.idle + waiting + steal,
            busy,
            steal,
            own: (own.as_nanos() / tick.as_nanos().max(1)) as u64,
        }
    }
}

/// The smallest step of the clock that was seen.
fn clock_step() -> Duration {
    let step = |_| {
        let begin = Instant::now();
        loop {
            let elapsed = begin.elapsed();
            if !elapsed.is_zero() {
                return elapsed;
            }
        }
    };
    (0..100).map(step).min().unwrap_or_default()
}

/// The frequency governor of the first core.
fn governor() -> Option<String> {
    let file = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    Some(fs::read_to_string(file).ok()?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use procfs::FromReadSI;

    use super::*;

    #[test]
    fn times_of_the_system_are_read() {
        let stat = "cpu  10 1 2 100 5 1 1 7 0 0\ncpu0 10 1 2 100 5 1 1 7 0 0\nintr 1 2\n\
                    ctxt 3\nbtime 4\nprocesses 5\nprocs_running 1\nprocs_blocked 0\n";
        let all = KernelStats::from_read(stat.as_bytes(), procfs::current_system_info());
        let reading = Reading::of(&all.unwrap().total, Duration::from_millis(120));
        assert_eq!(reading, Reading { total: 127, busy: 15, steal: 7, own: 12 });
    }

    #[test]
    fn shares_are_of_the_whole_machine() {
        let meter = NoiseMeter::begin();
        if let Some(noise) = meter.end() {
            assert!(noise.steal_ppm <= 1_000_000 && noise.others_ppm <= 1_000_000);
            assert!(noise.clock_ns > 0);
        }
    }
}
