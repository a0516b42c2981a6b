//! Exact counts, the same each time. Change these figures only when the search
//! is meant to change.

use optile_core::{Arrangement, Meter, PathChoice, Problem};
use optile_hda::FAMILY;
use optile_heuristics::Catalogue;

fn figures(heuristic: &str, threads: usize, problem: &Problem, choice: PathChoice) -> [u64; 7] {
    let name = format!("hda:{heuristic},threads={threads}");
    let strategy = (FAMILY.build)(&name.parse().unwrap(), &Catalogue::default()).unwrap();
    let mut meter = Meter::default();
    let path = strategy.solve(problem, choice, &mut meter).unwrap();
    let counters = *meter.counters();
    meter.reset();
    assert_eq!(strategy.solve(problem, choice, &mut meter), Ok(path));
    assert_eq!(*meter.counters(), counters, "{threads} threads");
    optile_testkit::figures(&counters)
}

const ANY: PathChoice = PathChoice::Any;
const SMALLEST: PathChoice = PathChoice::LexicographicallySmallest;

/// With one thread these are the figures of A* in order.
#[test]
fn eight_puzzles() {
    let problem = "867254301".parse().unwrap();
    let zero = [1, 2, 3].map(|threads| figures("zero", threads, &problem, ANY));
    let expected = [
        [32, 181438, 181438, 302399, 302400, 120753, 194737],
        [32, 181439, 181438, 302400, 302401, 120870, 194912],
        [32, 181438, 181438, 302399, 302400, 120877, 195257],
    ];
    assert_eq!(zero, expected);
    let misplaced = [1, 2, 3].map(|threads| figures("misplaced", threads, &problem, ANY));
    let expected = [
        [25, 121530, 121515, 205230, 205231, 44823, 160408],
        [25, 122327, 121515, 206638, 206639, 45214, 161424],
        [25, 125071, 121515, 210866, 210867, 46382, 164505],
    ];
    assert_eq!(misplaced, expected);
    let manhattan = [1, 2, 3].map(|threads| figures("manhattan", threads, &problem, ANY));
    let expected = [
        [6, 6728, 6549, 10981, 10982, 584, 10398],
        [6, 7111, 6549, 11645, 11646, 642, 11004],
        [6, 7430, 6549, 12183, 12184, 712, 11471],
    ];
    assert_eq!(manhattan, expected);
    let smallest = [1, 2, 3].map(|threads| figures("manhattan", threads, &problem, SMALLEST));
    let expected = [
        [6, 21197, 6549, 34729, 34730, 2577, 32151],
        [6, 21197, 6549, 34729, 34730, 2580, 32165],
        [6, 21197, 6549, 34729, 34730, 2585, 32145],
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
        [8, 313685, 262571, 638036, 638037, 23517, 614520],
        [8, 318040, 262571, 646877, 646878, 23750, 623128],
        [8, 321114, 262571, 653239, 653240, 24003, 629205],
    ];
    assert_eq!(any, expected);
    let smallest = [1, 2, 3].map(|threads| figures("manhattan", threads, &problem, SMALLEST));
    let expected = [
        [8, 1070043, 262571, 2169346, 2169347, 94154, 2075191],
        [8, 1070043, 262571, 2169346, 2169347, 94232, 2075113],
        [8, 1070043, 262571, 2169346, 2169347, 94633, 2074719],
    ];
    assert_eq!(smallest, expected);
}
