//! Korf's 100 fifteen-puzzles: nodes, bytes per node and speed.
//!
//! ```sh
//! cargo run --release --example footprint -- \
//!     [--id ID[-ID]]... [--memory GIB] [--strategy NAME]
//! ```
//!
//! Solves the instances with these ids (all 100 by default) with
//! `astar:manhattan` or another strategy, and compares the lengths with the
//! published ones. The speed is in expansions per second of processor time.
//! This includes system time, because the system takes time at the first access
//! to memory. A search that would hold more than GIB gibibytes (20 by default)
//! stops, and its line reports the memory limit. If a length is wrong, the exit
//! status is 2.

use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use optile::registry;
use optile_core::{Counters, Interrupt, Limits, Meter, PathChoice, Stop, Strategy};
use optile_runner::instances::instance::{Instance, InstanceSet};
use rustix::time::{ClockId, clock_gettime};

/// A search with fewer expansions is too short to measure speed.
const LONG: u64 = 1_000_000;

struct Arguments {
    ids: Vec<RangeInclusive<usize>>,
    bytes: u64,
    strategy: String,
}

fn arguments() -> Result<Arguments> {
    let mut arguments =
        Arguments { ids: Vec::new(), bytes: 20 << 30, strategy: "astar:manhattan".to_owned() };
    let mut words = std::env::args().skip(1);
    while let Some(flag) = words.next() {
        let value = words.next().with_context(|| format!("expected a value after {flag:?}"))?;
        match flag.as_str() {
            "--id" => {
                let (first, last) = value.split_once('-').unwrap_or((&value, &value));
                arguments.ids.push(first.parse()?..=last.parse()?);
            }
            "--memory" => arguments.bytes = (value.parse::<f64>()? * 2f64.powi(30)) as u64,
            "--strategy" => arguments.strategy = value,
            _ => bail!("unknown flag {flag:?}"),
        }
    }
    if arguments.ids.is_empty() {
        arguments.ids.push(1..=100);
    }
    Ok(arguments)
}

/// User and system time of this process.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn run(
    strategy: &dyn Strategy,
    instance: &Instance,
    bytes: u64,
) -> Result<(Option<u32>, Counters, Duration)> {
    let limits = Limits { bytes: Some(bytes), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let begin = processor_time();
    let result = strategy.solve(&instance.problem, PathChoice::Any, &mut meter);
    let time = processor_time() - begin;
    let length = match result {
        Ok(path) => {
            path.verify(&instance.problem)?;
            Some(path.len() as u32)
        }
        Err(Stop::Memory) => None,
        Err(stop) => return Err(stop.into()),
    };
    Ok((length, *meter.counters(), time))
}

fn rate(expanded: u64, time: Duration) -> f64 {
    expanded as f64 / time.as_secs_f64() / 1e6
}

fn main() -> Result<ExitCode> {
    let Arguments { ids, bytes, strategy } = arguments()?;
    let strategy = registry::all().build(&strategy)?.strategy;
    let set = InstanceSet::bundled("korf-100")?.context("Korf's hundred are bundled")?;
    let instances = set.instances;
    println!(
        "  id length     expanded  before last    generated       stored B/node  seconds   M/s"
    );
    let (mut expanded, mut total) = (0, Duration::ZERO);
    let mut all_right = true;
    for instance in &instances {
        let id: usize = instance.id.parse()?;
        if !ids.iter().any(|ids| ids.contains(&id)) {
            continue;
        }
        let (length, counters, time) = run(&*strategy, instance, bytes)?;
        let verdict = match length {
            None => "memory limit",
            Some(_) if length == instance.optimal => "length as published",
            Some(_) => "DIFFERS from the published counts",
        };
        all_right &= length.is_none() || length == instance.optimal;
        println!(
            "{:>4} {:>6} {:>12} {:>12} {:>12} {:>12} {:>6.1} {:>8.2} {:>5.2} {verdict}",
            id,
            instance.optimal.unwrap_or_default(),
            counters.expanded,
            counters.expanded_before_last,
            counters.generated,
            counters.peak_stored,
            counters.peak_bytes as f64 / counters.peak_stored as f64,
            time.as_secs_f64(),
            rate(counters.expanded, time),
        );
        if counters.expanded > LONG {
            expanded += counters.expanded;
            total += time;
        }
    }
    println!(
        "over {LONG} expansions: {expanded} in {:.1} s, {:.2} M/s",
        total.as_secs_f64(),
        rate(expanded, total)
    );
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::from(2) })
}
