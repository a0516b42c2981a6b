//! A request that waits for its response: limits, and what becomes of the process.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use optile_core::Stop;
use optile_results::limits::nanoseconds;
use optile_results::unit::Unit;
use rustix::process::Signal;

use crate::containment::{Contained, EXIT_TIME};
use crate::run::{End, Measurement};
use crate::supervision::caps::Caps;
use crate::supervision::protocol::Response;

/// The reason given for a run that the system ended because of lack of memory.
const NO_MEMORY: &str = "killed by the system for lack of memory";

/// A request that waits for its response.
pub(super) struct Pending {
    pub(super) id: u64,
    pub(super) begun: Instant,
    /// The processor time of the process before the request.
    pub(super) cpu_before: Duration,
    pub(super) caps: Caps,
}

impl Pending {
    /// A measurement without counters, timed by this process.
    pub(super) fn measurement(&self, end: End) -> Measurement {
        Measurement::bare(end, self.begun.elapsed())
    }

    /// Ends a process that cannot be used any more. Returns the measurement of its run.
    pub(super) fn crash(&self, child: &mut Contained, what: String, is_alive: bool) -> Measurement {
        let resident = child.resident(self.caps.resident);
        let mut measurement = self.measurement(End::Crash(what));
        let exit = child.end(if is_alive { Duration::ZERO } else { EXIT_TIME });
        let peak = resident.map_or(exit.peak_rss, |resident| resident.peak);
        if !is_alive {
            let killed = exit.signal == Some(Signal::KILL.as_raw());
            measurement.end = match killed && child.ran_out_of_memory(peak) {
                true => End::Killed(Stop::Memory, NO_MEMORY.into()),
                false => End::Crash(format!("no answer: its process {}", exit.reason)),
            };
        }
        measurement.cpu = Some(exit.cpu.saturating_sub(self.cpu_before));
        measurement.peak_rss = Some(peak);
        measurement
    }

    /// Kills a working process that has exceeded its limits.
    pub(super) fn look(&self, child: &mut Contained) -> Option<Measurement> {
        let elapsed = self.begun.elapsed();
        let resident = self.caps.resident.and_then(|cap| {
            let resident = child.resident(Some(cap))?.now;
            (resident > cap).then(|| format!("{} resident", Unit::Bytes.text(resident as f64)))
        });
        let mut overspent = || {
            let cap = self.caps.cpu?;
            let used = child.processor_time()?.saturating_sub(self.cpu_before);
            (used > cap).then_some(used)
        };
        let (stop, what) = if let Some(what) = resident {
            (Stop::Memory, what)
        } else if self.caps.wall.is_some_and(|cap| elapsed > cap) {
            (Stop::Time, "no answer".to_owned())
        } else if let Some(used) = overspent() {
            (Stop::Time, format!("{} of processor time", duration(used)))
        } else {
            return None;
        };
        let mut measurement = self.crash(child, String::new(), true);
        measurement.end =
            End::Killed(stop, format!("killed after {} with {what}", duration(elapsed)));
        Some(measurement)
    }

    /// The processor time of a program for this request. The system counts it in ticks of ten
    /// milliseconds, and zero means that it is too short to be known.
    fn used(&self, child: &mut Contained) -> Option<Duration> {
        let used = child.processor_time()?.saturating_sub(self.cpu_before);
        Some(used).filter(|used| !used.is_zero())
    }

    /// Reads a response and checks it against the request and the clock.
    pub(super) fn read(&self, line: &str, child: &mut Contained) -> Result<Measurement> {
        let elapsed = self.begun.elapsed();
        let answer = match self.caps.is_own {
            true => Response::of_worker(line)?,
            false => Response::read(line)?,
        };
        if answer.id != self.id {
            return Err(anyhow!("answered request {}: expected {}", answer.id, self.id));
        }
        let said = answer.prepare_ns.unwrap_or(0).saturating_add(answer.search_ns.unwrap_or(0));
        if u128::from(said) > elapsed.as_nanos() {
            return Err(anyhow!(
                "reports {} of preparing and searching, but answered after {}",
                duration(Duration::from_nanos(said)),
                duration(elapsed)
            ));
        }
        let prepare = Duration::from_nanos(answer.prepare_ns.unwrap_or(0));
        let search = answer.search_ns.map_or(elapsed - prepare, Duration::from_nanos);
        let mut measurement = self.measurement(answer.end(nanoseconds(search))?);
        if self.caps.time.is_some_and(|limit| elapsed > limit)
            && matches!(measurement.end, End::Path(_))
        {
            measurement.end =
                End::Killed(Stop::Time, format!("answered too late, after {}", duration(elapsed)));
        }
        (measurement.tally, measurement.improvements) = (answer.tally, answer.improvements);
        (measurement.prepare, measurement.search) = (prepare, search);
        measurement.cpu = match self.caps.is_own {
            true => answer.cpu_ns.map(Duration::from_nanos),
            false => self.used(child),
        };
        measurement.peak_rss = child.resident(self.caps.resident).map(|resident| resident.peak);
        Ok(measurement)
    }
}

pub(super) fn duration(time: Duration) -> String {
    Unit::Nanoseconds.text(time.as_nanos() as f64)
}
