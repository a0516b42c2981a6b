//! Lengths and smallest paths, compared with an oracle.

use std::sync::Arc;

use optile_core::{Arrangement, Board, Heuristic, PathChoice, Problem, Rect, Size, State};
use optile_heuristics::{Manhattan, WalkingDistance, Zero};
use optile_testkit::{Oracle, Patchy, shortest_path, walk};

use crate::{ALGORITHMS, run};

/// Goals with the blank in a corner, on an edge and in the centre.
const BLANKS: [usize; 3] = [0, 5, 4];

fn heuristics() -> [Arc<dyn Heuristic>; 3] {
    [Arc::new(Zero), Arc::new(Manhattan), Arc::new(Patchy)]
}

/// Solves each `step`-th 8-puzzle by each algorithm.
fn check_eights(step: usize) {
    for blank in BLANKS {
        let oracle = Oracle::eight(blank);
        let goal = Arrangement::goal(Rect::<3, 3>.size(), blank).unwrap();
        for (number, state) in oracle.some_states(step).enumerate() {
            let problem = Problem::new(state.arrangement(), goal).unwrap();
            let length = oracle.distance(&state) as usize;
            let smallest = oracle.smallest_path(&state);
            for heuristic in heuristics() {
                for (place, algorithm) in ALGORITHMS.into_iter().enumerate() {
                    let rounds = (number + place).is_multiple_of(2);
                    let solve = |choice| run(algorithm, &heuristic, rounds, &problem, choice).0;
                    let path = solve(PathChoice::Any);
                    assert_eq!(path.len(), length, "{algorithm:?}, {heuristic:?}: {problem}");
                    // Wanted less often, since it takes longer.
                    if (number + place).is_multiple_of(7) {
                        let path = solve(PathChoice::LexicographicallySmallest);
                        assert_eq!(path, smallest, "{algorithm:?}, {heuristic:?}: {problem}");
                    }
                }
            }
        }
    }
}

#[test]
fn eight_puzzles_are_solved_as_the_oracle_says() {
    check_eights(60_013);
}

/// An inconsistent heuristic finds states again at a lower cost, and on both
/// sides.
#[test]
fn inconsistent_heuristics_reopen_nodes() {
    let goal = Arrangement::goal(Rect::<3, 3>.size(), 4).unwrap();
    let patchy: Arc<dyn Heuristic> = Arc::new(Patchy);
    let manhattan: Arc<dyn Heuristic> = Arc::new(Manhattan);
    for algorithm in ALGORITHMS {
        let mut reopened = 0;
        for seed in 0..20 {
            let problem = walk(&goal, 60, seed);
            let any = PathChoice::Any;
            reopened += run(algorithm, &patchy, false, &problem, any).1.reopened;
            assert_eq!(run(algorithm, &manhattan, false, &problem, any).1.reopened, 0);
        }
        assert!(reopened > 0, "{algorithm:?}");
    }
}

/// Walks on boards of all sizes, also with a heuristic whose estimates toward
/// the start need renamed tiles.
#[test]
fn boards_of_other_sizes_are_solved() {
    let heuristics: [Arc<dyn Heuristic>; 2] =
        [Arc::new(Manhattan), Arc::new(WalkingDistance::default())];
    for size in Size::all() {
        for seed in 0..2 {
            let blank = (7 * seed as usize + size.number()) % size.cells();
            let problem = walk(&Arrangement::goal(size, blank).unwrap(), 15, seed);
            let length = shortest_path(&problem).unwrap().len();
            let all = ALGORITHMS.into_iter().enumerate();
            for (place, algorithm) in all.skip(seed as usize).step_by(2) {
                let number = (place + size.number()) % 2;
                let heuristic = &heuristics[number];
                if heuristic.supports(size) {
                    let path = run(algorithm, heuristic, false, &problem, PathChoice::Any).0;
                    assert_eq!(path.len(), length, "{algorithm:?}, {heuristic:?}: {problem}");
                }
            }
        }
    }
}

/// A start and a goal that are neighbours, or the same.
#[test]
fn short_problems_are_solved() {
    for blank in 0..9 {
        let goal = State::goal(Rect::<3, 3>, blank);
        for m in goal.moves() {
            let start = goal.successor(m).arrangement();
            let problem = Problem::new(start, goal.arrangement()).unwrap();
            for heuristic in heuristics() {
                for algorithm in ALGORITHMS {
                    let path = run(algorithm, &heuristic, true, &problem, PathChoice::Any).0;
                    assert_eq!(path.moves(), [m.inverse()]);
                }
            }
        }
    }
}
