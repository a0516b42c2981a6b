//! Compares the hybrid, with closed lists of many sizes, with known distances.

use std::sync::Arc;

use optile_astar_idastar::AStarIdaStar;
use optile_core::{
    Arrangement, Board, Counters, Heuristic, Interrupt, Limits, Meter, PathChoice, Problem, Rect,
    Size, State, Stop,
};
use optile_heuristics::{Catalogue, Manhattan, Misplaced};
use optile_testkit::{Oracle, random_problems, shortest_path, walk};

/// Bytes of closed lists: from hardly enough for A* to begin, to enough for
/// most problems.
const TABLES: [u64; 5] = [70_000, 90_000, 150_000, 300_000, 1_000_000];

fn compare(heuristic: &Arc<dyn Heuristic>) {
    let oracle = Oracle::eight(8);
    for problem in random_problems(Rect::<3, 3>.size(), 8, 12, 12) {
        let state = State::of(problem.start()).unwrap();
        for table in TABLES {
            let heuristic = Arc::clone(heuristic);
            let strategy = AStarIdaStar { heuristic, table: Some(table) }.boxed();
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
    let heuristics: [Arc<dyn Heuristic>; 2] = [Arc::new(Manhattan), Arc::new(Misplaced)];
    heuristics.iter().for_each(compare);
}

/// Boards that are not nearly square, some of them with wide words. The
/// smallest path is that of a search whose closed list never becomes full.
#[test]
fn searches_on_uneven_boards_find_the_same_paths() {
    const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];
    let mut full = 0;
    for (number, size) in ["2x6", "2x7", "3x6", "3x8", "4x6", "6x4", "2x12"].iter().enumerate() {
        let size: Size = size.parse().unwrap();
        for seed in 0..2 {
            let goal = Arrangement::goal(size, (number + 5 * seed) % size.cells()).unwrap();
            let problem = walk(&goal, 24 + 2 * seed, seed as u64);
            let expected = shortest_path(&problem).unwrap().len() as u32;
            let solve = |table, choice| {
                let heuristic = Arc::new(Misplaced);
                let mut meter = Meter::default();
                let path = AStarIdaStar { heuristic, table }
                    .boxed()
                    .solve(&problem, choice, &mut meter)
                    .unwrap();
                path.verify(&problem).unwrap();
                assert_eq!(path.len() as u32, expected, "{problem}");
                (path, meter.counters().expanded)
            };
            for choice in CHOICES {
                let (whole, expanded) = solve(None, choice);
                let (path, more) = solve(Some(100_000), choice);
                full += usize::from(more > expanded);
                if choice == PathChoice::LexicographicallySmallest {
                    assert_eq!(path, whole, "{problem}");
                }
            }
        }
    }
    assert!(full > 10, "the closed list became full in {full} searches");
}

fn counters(name: &str, bytes: Option<u64>) -> (Result<usize, Stop>, Counters) {
    let spec = name.parse().unwrap();
    let strategy = (optile_astar_idastar::FAMILY.build)(&spec, &Catalogue::default()).unwrap();
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
        ("astar-idastar:manhattan,table=4096", None, [4870256, 9472295, 11758, 8]),
        ("astar-idastar:manhattan", Some(8 << 20), [3298323, 6403064, 18797, 8]),
    ] {
        let (length, c) = counters(name, bytes);
        assert_eq!(length, Ok(56));
        assert!(c.peak_bytes <= 8 << 20);
        let counts = [c.expanded, c.generated, c.duplicates, c.layers];
        assert_eq!(counts, expected, "{name}");
    }
}
