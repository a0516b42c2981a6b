//! The tests of all searches of this crate, which are one program.

mod dfs;
mod dfs_conformance;
mod ida;
mod ida_conformance;
mod iddfs;
mod iddfs_conformance;

use optile_core::{
    Arrangement, Counters, Family, Heuristics, Meter, Path, PathChoice, Problem, Stop,
};
use optile_heuristics::Catalogue;

/// A problem of a course: rows of tiles, with the blank of the goal first or last.
fn problem(start: &[u8], goal: &[u8]) -> Problem {
    let side = (start.len() as f64).sqrt() as usize;
    let size = format!("{side}x{side}").parse().unwrap();
    let [start, goal] = [start, goal].map(|tiles| Arrangement::new(size, tiles).unwrap());
    Problem::new(start, goal).unwrap()
}

/// How a search ends, and what it counts.
fn solve(family: &Family, name: &str, problem: &Problem) -> (Result<Path, Stop>, Counters) {
    let spec = name.parse().unwrap();
    family.check(&spec, &Catalogue::default().list()).unwrap();
    let strategy = (family.build)(&spec, &Catalogue::default()).unwrap();
    let mut meter = Meter::default();
    let end = strategy.solve(problem, PathChoice::Any, &mut meter);
    (end, *meter.counters())
}
