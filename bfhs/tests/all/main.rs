//! The tests of this crate that use only what it makes public. They are one
//! program, because each program is compiled and linked separately and runs
//! alone.

mod conformance;
mod counts;
mod passes;
mod paths;

use std::sync::Arc;

use optile_bfhs::FAMILY;
use optile_core::{Counters, Heuristic, Meter, Path, PathChoice, Problem};
use optile_testkit::given;

/// A 15-puzzle that takes 45 moves.
const FORTY_FIVE: &str = "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15 \
    -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

fn solve(heuristic: Arc<dyn Heuristic>, problem: &Problem) -> (Path, Counters) {
    let mut meter = Meter::default();
    let path = given(&FAMILY, heuristic, "").solve(problem, PathChoice::Any, &mut meter).unwrap();
    (path, *meter.counters())
}

fn path(heuristic: impl Heuristic + 'static, problem: &Problem) -> Path {
    solve(Arc::new(heuristic), problem).0
}
