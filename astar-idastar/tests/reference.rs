//! The hybrid with tables of many sizes against distances that are known.

use optile_astar_idastar::AStarIdaStar;
use optile_core::{
    Board, Counters, Heuristic, Interrupt, Limits, Meter, PathChoice, Problem, Rect, State, Stop,
    Strategy,
};
use optile_heuristics::{Manhattan, Misplaced};
use optile_testkit::{Oracle, random_problems};

type Eight = Rect<3, 3>;

/// Bytes, from hardly enough for A* to begin to enough for most problems.
const TABLES: [u64; 5] = [70_000, 90_000, 150_000, 300_000, 1_000_000];

fn compare<H: Heuristic + Copy>(heuristic: H, lookups: u32) {
    let oracle = Oracle::<Eight>::new(8);
    for problem in random_problems(Eight::SIZE, 8, 12, 12) {
        let state = State::of(problem.start()).unwrap();
        for table in TABLES {
            let strategy = AStarIdaStar { heuristic, table: Some(table), lookups };
            let mut meter = Meter::default();
            let path = strategy.solve(&problem, PathChoice::Any, &mut meter).unwrap();
            path.verify(&problem).unwrap();
            assert_eq!(path.len() as u32, oracle.distance(&state), "{problem}, {table} bytes");
            assert!(meter.counters().peak_bytes <= table);
            let smallest = PathChoice::LexicographicallySmallest;
            let path = strategy.solve(&problem, smallest, &mut meter).unwrap();
            assert_eq!(path, oracle.smallest_path(&state), "{problem}, {table} bytes");
        }
    }
}

#[test]
fn paths_are_right_wherever_the_table_ends() {
    for lookups in [0, 3, 100] {
        compare(Manhattan, lookups);
        compare(Misplaced, lookups);
    }
}

fn counters(name: &str, bytes: Option<u64>) -> (Result<usize, Stop>, Counters) {
    let spec = name.parse().unwrap();
    let strategy = (optile_astar_idastar::family().build)(&spec).unwrap();
    // The fifth of Korf's hundred, with 56 moves.
    let problem: Problem = "4 7 14 13 / 10 3 9 12 / 11 5 6 15 / 1 2 8 0 \
        -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15"
        .parse()
        .unwrap();
    let mut meter = Meter::new(Limits { bytes, ..Limits::default() }, Interrupt::default());
    let path = strategy.solve(&problem, PathChoice::Any, &mut meter);
    (path.map(|path| path.len()), *meter.counters())
}

/// Change these figures only when the search is meant to change.
#[test]
fn node_counts_are_pinned() {
    for (name, bytes, expected) in [
        ("astar-idastar:manhattan,table=4096", None, [5648086, 11050393, 6317, 8]),
        ("astar-idastar:manhattan", Some(8 << 20), [4431785, 8623747, 12927, 8]),
        ("astar-idastar:manhattan,lookups=4", Some(8 << 20), [3767472, 7332325, 38274, 8]),
    ] {
        let (length, c) = counters(name, bytes);
        assert_eq!(length, Ok(56));
        assert!(c.peak_bytes <= 8 << 20);
        let counts = [c.expanded, c.generated, c.duplicates, c.layers];
        assert_eq!(counts, expected, "{name}");
    }
}
