//! Korf's 100 fifteen-puzzles by A*: nodes, bytes a node and speed.
//!
//! ```sh
//! cargo run --release -p optile-astar --example footprint -- \
//!     [--id ID[-ID]]... [--memory GIB] [--strategy NAME]
//! ```
//!
//! Solves the instances with these ids (all 100 by default) by `astar:manhattan`
//! or another strategy of this crate, and compares the lengths with the
//! published ones. The speed is in expansions a second of processor time, user
//! and system, as memory that is touched for the first time is paid for in the
//! latter. A search that would hold more than GIB gibibytes (20 by default) ends
//! at the limit, which is said. Any wrong length makes the exit status 2.

use std::error::Error;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::Duration;

use optile_core::{
    Arrangement, Counters, Interrupt, Limits, Meter, PathChoice, Problem, Stop, Strategy,
};
use rustix::time::{ClockId, clock_gettime};

const INSTANCES: &str = include_str!("../../instances/korf100.tsv");
/// Below so many expansions a search is too short to tell of speed.
const LONG: u64 = 1_000_000;

struct Row {
    id: usize,
    problem: Problem,
    length: usize,
}

fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    INSTANCES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [id, tiles, length, ..] = columns[..] else {
                return Err(format!("expected at least three columns, found {line:?}").into());
            };
            let start: Arrangement = tiles.parse()?;
            let goal = Arrangement::goal(start.size(), 0)?;
            let problem = Problem::new(start, goal)?;
            Ok(Row { id: id.parse()?, problem, length: length.parse()? })
        })
        .collect()
}

struct Arguments {
    ids: Vec<RangeInclusive<usize>>,
    bytes: u64,
    strategy: String,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments =
        Arguments { ids: Vec::new(), bytes: 20 << 30, strategy: "astar:manhattan".to_owned() };
    let mut words = std::env::args().skip(1);
    while let Some(flag) = words.next() {
        let value = words.next().ok_or_else(|| format!("expected a value after {flag:?}"))?;
        match flag.as_str() {
            "--id" => {
                let (first, last) = value.split_once('-').unwrap_or((&value, &value));
                arguments.ids.push(first.parse()?..=last.parse()?);
            }
            "--memory" => arguments.bytes = (value.parse::<f64>()? * 2f64.powi(30)) as u64,
            "--strategy" => arguments.strategy = value,
            _ => return Err(format!("unknown flag {flag:?}").into()),
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
    row: &Row,
    bytes: u64,
) -> Result<(Option<usize>, Counters, Duration), Box<dyn Error>> {
    let limits = Limits { bytes: Some(bytes), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let begin = processor_time();
    let result = strategy.solve(&row.problem, PathChoice::Any, &mut meter);
    let time = processor_time() - begin;
    let length = match result {
        Ok(path) => {
            path.verify(&row.problem)?;
            Some(path.len())
        }
        Err(Stop::Memory) => None,
        Err(stop) => return Err(stop.into()),
    };
    Ok((length, *meter.counters(), time))
}

fn rate(expanded: u64, time: Duration) -> f64 {
    expanded as f64 / time.as_secs_f64() / 1e6
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Arguments { ids, bytes, strategy } = arguments()?;
    let family = optile_astar::family();
    let spec = strategy.parse()?;
    family.check(&spec)?;
    let strategy = (family.build)(&spec)?;
    println!(
        "  id length     expanded  before last    generated       stored B/node  seconds   M/s"
    );
    let (mut expanded, mut total) = (0, Duration::ZERO);
    let mut all_right = true;
    for row in rows()?.iter().filter(|row| ids.iter().any(|ids| ids.contains(&row.id))) {
        let (length, counters, time) = run(&*strategy, row, bytes)?;
        let verdict = match length {
            None => "memory limit",
            Some(length) if length == row.length => "length as published",
            Some(_) => "DIFFERS from what is published",
        };
        all_right &= length.is_none_or(|length| length == row.length);
        println!(
            "{:>4} {:>6} {:>12} {:>12} {:>12} {:>12} {:>6.1} {:>8.2} {:>5.2} {verdict}",
            row.id,
            row.length,
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
