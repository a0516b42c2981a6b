//! How much other programs used the machine during the runs, read from `/proc` before and
//! after them.

use std::fs;
use std::time::Duration;

use optile_results::record::Noise;

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
            steal_ppm: share(after.steal.saturating_sub(before.steal)),
            others_ppm: share(busy.saturating_sub(own)),
        })
    }
}

impl Reading {
    fn take() -> Option<Self> {
        let stat = fs::read_to_string("/proc/stat").ok()?;
        let own = usage::processor_time(std::process::id())?;
        Self::of(&stat, own)
    }

    /// Reads the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq,
    /// steal.
    fn of(stat: &str, own: Duration) -> Option<Self> {
        let line = stat.lines().next()?.strip_prefix("cpu ")?;
        let ticks: Vec<u64> = line.split_whitespace().map_while(|f| f.parse().ok()).collect();
        let &[user, nice, system, idle, waiting, irq, softirq, steal, ..] = &ticks[..] else {
            return None;
        };
        let busy = user + nice + system + irq + softirq;
        let tick = Duration::from_secs(1) / rustix::param::clock_ticks_per_second().max(1) as u32;
        Some(Self {
            total: busy + idle + waiting + steal,
            busy,
            steal,
            own: (own.as_nanos() / tick.as_nanos().max(1)) as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_system_is_read() {
        let stat = "cpu  10 1 2 100 5 1 1 7 0 0\ncpu0 1 2 3\n";
        let reading = Reading::of(stat, Duration::from_millis(120)).unwrap();
        assert_eq!(reading, Reading { total: 127, busy: 15, steal: 7, own: 12 });
        assert_eq!(Reading::of("cpu  1 2 3\n", Duration::ZERO), None);
        assert_eq!(Reading::of("", Duration::ZERO), None);
    }

    #[test]
    fn shares_are_of_the_whole_machine() {
        let meter = NoiseMeter::begin();
        if let Some(noise) = meter.end() {
            assert!(noise.steal_ppm <= 1_000_000 && noise.others_ppm <= 1_000_000);
        }
    }
}
