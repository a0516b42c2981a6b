//! The mean value of each heuristic over random 15-puzzles.
//!
//! `cargo run --release -p optile-heuristics --example means [-- BOARDS]`
//!
//! By default it uses a million boards, with the goal's blank in the last cell.
//! It prints the mean and the standard error of each plain heuristic, and of
//! the examples of heuristics with arguments. The published means over a
//! million boards are 37.006 for Manhattan distance, 38.920 for linear conflict
//! and 39.288 for walking distance.

use std::error::Error;

use optile_core::{Board, Estimates, HeuristicInfo, Heuristics, Meter, Rect, State};
use optile_heuristics::{ALL, Catalogue};
use optile_testkit::random_problem;

type Fifteen = Rect<4, 4>;

/// Mean and standard error of a heuristic's estimates for these states.
fn mean(estimator: &dyn Estimates<Fifteen>, states: &[State<Fifteen>]) -> [f64; 2] {
    let [mut sum, mut squares] = [0.0; 2];
    for state in states {
        let bound = f64::from(estimator.of_state(state));
        sum += bound;
        squares += bound * bound;
    }
    let count = states.len() as f64;
    let mean = sum / count;
    [mean, ((squares / count - mean * mean) / count).sqrt()]
}

fn main() -> Result<(), Box<dyn Error>> {
    let boards = match std::env::args().nth(1) {
        Some(boards) => boards.parse()?,
        None => 1_000_000,
    };
    let size = Fifteen::default().size();
    let state = |seed| State::of(random_problem(size, 15, seed).start());
    let states: Vec<State<Fifteen>> = (0..boards).filter_map(state).collect();
    let heuristics = Catalogue::default();
    for name in ALL.iter().flat_map(HeuristicInfo::names) {
        let estimator = heuristics.named(name)?.toward(size, 15, &mut Meter::default())?;
        let [mean, error] = mean(Fifteen::estimates(&*estimator), &states);
        println!("{name:40} {mean:7.3} ± {error:.3}");
    }
    Ok(())
}
