//! Korf's 100 fifteen-puzzles, compared with the published lengths and counts.
//!
//! `cargo run --release -p optile-idastar --example korf100 [-- FIRST LAST [NAME]]`
//!
//! Solves the instances with ids from FIRST to LAST (all 100 by default, which
//! takes minutes) with the strategy NAME (by default `idastar:manhattan`).
//! Compares the exact length, nodes expanded and nodes generated of each
//! instance. For some instances no counts are published. Their counts are part
//! of the sums over all 100 instances, which are compared at the end. If
//! anything differs, the exit status is 2. Options that change counts cause
//! differences.

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use optile_core::{Arrangement, Counters, Heuristics, Meter, PathChoice, Problem, Spec, Strategy};
use optile_heuristics::Catalogue;

const INSTANCES: &str = include_str!("../../instances/korf100.tsv");
/// Nodes expanded and generated over all 100.
const SUMS: [u64; 2] = [18_433_671_328, 36_302_807_931];

struct Row {
    id: usize,
    problem: Problem,
    length: usize,
    /// Nodes expanded and generated, if published.
    counts: Option<[u64; 2]>,
}

fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let count = |text: &str| if text == "-" { Ok(None) } else { text.parse().map(Some) };
    INSTANCES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [id, tiles, length, expanded, generated] = columns[..] else {
                return Err(format!("expected five columns, found {line:?}").into());
            };
            let start: Arrangement = tiles.parse()?;
            let goal = Arrangement::goal(start.size(), 0)?;
            Ok(Row {
                id: id.parse()?,
                problem: Problem::new(start, goal)?,
                length: length.parse()?,
                counts: count(expanded)?.zip(count(generated)?).map(|(e, g)| [e, g]),
            })
        })
        .collect()
}

fn arguments() -> Result<(usize, usize, String), Box<dyn Error>> {
    let number = |id: &str| id.parse().map_err(|_| format!("expected an id, found {id:?}"));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = "idastar:manhattan".to_owned();
    match &arguments[..] {
        [] => Ok((1, 100, name)),
        [first, last] => Ok((number(first)?, number(last)?, name)),
        [first, last, name] => Ok((number(first)?, number(last)?, name.clone())),
        _ => Err("expected no arguments, FIRST and LAST, or FIRST, LAST and NAME".into()),
    }
}

/// The strategy with this name, from one of this crate's families.
fn strategy(name: &str) -> Result<Box<dyn Strategy>, Box<dyn Error>> {
    let spec: Spec = name.parse()?;
    let families = [optile_idastar::FAMILY, optile_idastar::PARALLEL];
    let family = families.iter().find(|family| family.name == spec.family);
    let family = family.ok_or_else(|| format!("no family {:?} here", spec.family))?;
    family.check(&spec, &Catalogue::default().list())?;
    Ok((family.build)(&spec, &Catalogue::default())?)
}

fn print(label: &str, length: &str, counts: [u64; 2], time: Duration, verdict: &str) {
    let [expanded, generated] = counts;
    let seconds = time.as_secs_f64();
    let rate = generated as f64 / seconds / 1e6;
    println!(
        "{label:>4} {length:>6} {expanded:>12} {generated:>12} {seconds:>9.3} {rate:>7.1} {verdict}"
    );
}

fn run(strategy: &dyn Strategy, row: &Row) -> Result<(usize, Counters, Duration), Box<dyn Error>> {
    let mut meter = Meter::default();
    let begin = Instant::now();
    let path = strategy.solve(&row.problem, PathChoice::Any, &mut meter)?;
    let time = begin.elapsed();
    path.verify(&row.problem)?;
    Ok((path.len(), *meter.counters(), time))
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (first, last, name) = arguments()?;
    let strategy = strategy(&name)?;
    println!("  id length     expanded    generated   seconds     M/s");
    let mut sums = [0, 0];
    let mut total = Duration::ZERO;
    let mut all_right = true;
    for row in rows()?.iter().filter(|row| (first..=last).contains(&row.id)) {
        let (length, counters, time) = run(&*strategy, row)?;
        let counts = [counters.expanded, counters.generated];
        let right = length == row.length && row.counts.is_none_or(|published| published == counts);
        all_right &= right;
        sums[0] += counts[0];
        sums[1] += counts[1];
        total += time;
        let verdict = match row.counts {
            _ if !right => "DIFFERS from the published counts",
            Some(_) => "as published",
            None => "length as published",
        };
        print(&row.id.to_string(), &length.to_string(), counts, time, verdict);
    }
    let right = (first, last) != (1, 100) || sums == SUMS;
    all_right &= right;
    print("sum", "", sums, total, if right { "" } else { "DIFFERS from the published counts" });
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::from(2) })
}
