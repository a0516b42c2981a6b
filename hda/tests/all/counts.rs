//! Exact counts, the same each time. Change these figures only when the search
//! is meant to change.

use optile_core::{Arrangement, Meter, PathChoice, Problem};
use optile_hda::family;

fn figures(heuristic: &str, threads: usize, problem: &Problem, choice: PathChoice) -> [u64; 7] {
    let name = format!("hda:{heuristic},threads={threads}");
    let strategy = (family().build)(&name.parse().unwrap()).unwrap();
    let mut meter = Meter::default();
    let path = strategy.solve(problem, choice, &mut meter).unwrap();
    let counters = *meter.counters();
    meter.reset();
    assert_eq!(strategy.solve(problem, choice, &mut meter), Ok(path));
    assert_eq!(*meter.counters(), counters, "{threads} threads");
    let c = counters;
    [
        c.iterations,
        c.expanded,
        c.expanded_before_last,
        c.generated,
        c.evaluated,
        c.duplicates,
        c.peak_stored,
    ]
}

const ANY: PathChoice = PathChoice::Any;
const SMALLEST: PathChoice = PathChoice::LexicographicallySmallest;

/// With one rank these are the figures of A* in order.
#[test]
fn eight_puzzles() {
    let problem = "867254301".parse().unwrap();
    let zero = [1, 2, 3].map(|threads| figures("zero", threads, &problem, ANY));
    let expected = [
        [32, 181439, 181438, 302400, 181440, 120961, 181440],
        [32, 181438, 181438, 302399, 246358, 120960, 183151],
        [32, 181438, 181438, 302399, 267754, 120960, 183876],
    ];
    assert_eq!(zero, expected);
    let misplaced = [1, 2, 3].map(|threads| figures("misplaced", threads, &problem, ANY));
    let expected = [
        [25, 121528, 121515, 205226, 146154, 59073, 144706],
        [25, 122514, 121515, 206862, 179161, 59416, 146414],
        [25, 129518, 121515, 218894, 199867, 63852, 154106],
    ];
    assert_eq!(misplaced, expected);
    let manhattan = [1, 2, 3].map(|threads| figures("manhattan", threads, &problem, ANY));
    let expected = [
        [6, 6728, 6549, 10981, 10377, 605, 10001],
        [6, 7336, 6549, 12039, 11662, 734, 10963],
        [6, 7791, 6549, 12810, 12545, 826, 11656],
    ];
    assert_eq!(manhattan, expected);
    let smallest = [1, 2, 3].map(|threads| figures("manhattan", threads, &problem, SMALLEST));
    let expected = [
        [6, 21197, 6549, 34729, 31738, 2992, 30047],
        [6, 21197, 6549, 34729, 33220, 3107, 30049],
        [6, 21197, 6549, 34729, 33726, 3188, 30051],
    ];
    assert_eq!(smallest, expected);
}

/// Instance 9 of R. E. Korf (1985).
#[test]
fn a_fifteen_puzzle() {
    let start: Arrangement = "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0".parse().unwrap();
    let goal = Arrangement::goal(start.size(), 0).unwrap();
    let problem = Problem::new(start, goal).unwrap();
    let any = [1, 2, 3].map(|threads| figures("manhattan", threads, &problem, ANY));
    let expected = [
        [8, 313701, 262571, 638063, 608942, 29122, 596337],
        [8, 327823, 262571, 666681, 651172, 30290, 623508],
        [8, 348963, 262571, 710191, 699171, 32617, 664328],
    ];
    assert_eq!(any, expected);
    let smallest = [1, 2, 3].map(|threads| figures("manhattan", threads, &problem, SMALLEST));
    let expected = [
        [8, 1070043, 262571, 2169346, 2048464, 120883, 1995770],
        [8, 1070043, 262571, 2169346, 2108035, 120691, 1995780],
        [8, 1070043, 262571, 2169346, 2128044, 121422, 1995773],
    ];
    assert_eq!(smallest, expected);
}
