//! Searches that the bounds bind, and the published means over 8-puzzles.

use std::sync::Arc;

use super::least::{Bounds, bounds};
use optile_astar::FAMILY;
use optile_bihs::{Algorithm, Bidirectional, SideChoice};
use optile_core::{Arrangement, Heuristic, Meter, PathChoice, Problem, Size, Strategy};
use optile_heuristics::{Manhattan, ManhattanWithout};
use optile_testkit::{given, random_problems, walk};

/// Algorithms that do not use consistency.
const WITHOUT_CONSISTENCY: [Algorithm; 8] = [
    Algorithm::Mm(1000),
    Algorithm::Mm(0),
    Algorithm::Mm(500),
    Algorithm::Mm(400),
    Algorithm::Mm(900),
    Algorithm::Nbs,
    Algorithm::Dvcbs,
    Algorithm::Bs,
];

/// Algorithms that use it.
const WITH_CONSISTENCY: [Algorithm; 9] = [
    Algorithm::Bae(SideChoice::Alternate),
    Algorithm::Bae(SideChoice::Cardinality),
    Algorithm::Bae(SideChoice::Fewest),
    Algorithm::BaeLeastB,
    Algorithm::TwoLevelBae(SideChoice::Alternate),
    Algorithm::TwoLevelBae(SideChoice::Cardinality),
    Algorithm::Dbbs(SideChoice::Alternate),
    Algorithm::Dbbs(SideChoice::Cardinality),
    Algorithm::Dbbs(SideChoice::Fewest),
];

/// The expansions of a search before its last bound.
fn expanded(strategy: &dyn Strategy, problem: &Problem, length: u32) -> u64 {
    let mut meter = Meter::default();
    let path = strategy.solve(problem, PathChoice::Any, &mut meter).unwrap();
    assert_eq!(path.len() as u32, length, "{problem}");
    meter.counters().expanded_before_last
}

fn before(
    algorithm: Algorithm,
    heuristic: &Arc<dyn Heuristic>,
    problem: &Problem,
    length: u32,
) -> u64 {
    expanded(&Bidirectional::new(algorithm, heuristic.clone()), problem, length)
}

/// Checks everything that is proved, on one instance.
fn check(problem: &Problem, heuristic: &Arc<dyn Heuristic>, is_zero_only_at_the_goal: bool) {
    let bounds = bounds(problem, &**heuristic, &mut Meter::default()).unwrap();
    let Bounds { length, basic, consistent, astar, astar_reverse, .. } = bounds;
    let before = |algorithm| before(algorithm, heuristic, problem, length);
    let ahead = given(&FAMILY, heuristic.clone(), "");
    assert_eq!(expanded(&*ahead, problem, length), astar, "{problem}");
    assert_eq!(before(Algorithm::AStarReverse), astar_reverse, "{problem}");

    // Fractional MM knows that another move is needed from a state that is not
    // the goal. So it does not expand states with g = C - 1 and an estimate of
    // 0, unlike A*.
    let fractions = [before(Algorithm::Mm(1000)), before(Algorithm::Mm(0))];
    if is_zero_only_at_the_goal {
        assert_eq!(fractions, [astar, astar_reverse], "{problem}");
    }
    assert!(fractions[0] <= astar && fractions[1] <= astar_reverse, "{problem}");

    for algorithm in WITHOUT_CONSISTENCY {
        let expanded = before(algorithm);
        assert!(expanded >= basic, "{algorithm:?}: {expanded} < {basic}: {problem}");
        let is_near = algorithm != Algorithm::Nbs || expanded <= 2 * basic;
        assert!(is_near, "{algorithm:?}: {expanded} > 2 * {basic}: {problem}");
    }
    for algorithm in WITH_CONSISTENCY {
        let expanded = before(algorithm);
        assert!(expanded >= consistent, "{algorithm:?}: {expanded} < {consistent}: {problem}");
    }
}

fn size(name: &str) -> Size {
    name.parse().unwrap()
}

#[test]
fn eight_puzzles_obey_the_theorems() {
    let manhattan: Arc<dyn Heuristic> = Arc::new(Manhattan);
    for problem in random_problems(size("3x3"), 0, 6, 21) {
        check(&problem, &manhattan, true);
    }
}

/// Their estimates may be 0 for states that are not the goal.
#[test]
fn eight_puzzles_obey_the_theorems_with_weaker_heuristics() {
    for ignored in [2, 5, 8] {
        let heuristic: Arc<dyn Heuristic> = Arc::new(ManhattanWithout(ignored));
        for problem in random_problems(size("3x3"), 4, 1, 22) {
            check(&problem, &heuristic, false);
        }
    }
}

#[test]
fn fifteen_puzzles_obey_the_theorems() {
    let manhattan: Arc<dyn Heuristic> = Arc::new(Manhattan);
    let goal = Arrangement::goal(size("4x4"), 0).unwrap();
    for seed in 0..3 {
        check(&walk(&goal, 70, seed), &manhattan, true);
    }
}

/// Published means over 200 random 8-puzzles with Manhattan distance: of the
/// expansions of A* and A* from the goal with f < C, of those of MM before its
/// last bound, and of both bounds. Their source is a computation for this
/// project by other code. Its instances have a mean length of 22.09.
const MEANS: [f64; 5] = [614.0, 517.0, 656.0, 481.0, 404.0];
const MEAN_LENGTH: f64 = 22.09;

/// The mean, and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// Compares the means of so many instances with those published of 200, whose standard errors
/// follow from those of these instances.
fn compare_means(instances: usize) {
    let manhattan: Arc<dyn Heuristic> = Arc::new(Manhattan);
    let mut columns: [Vec<f64>; 6] = Default::default();
    for problem in random_problems(size("3x3"), 0, instances, 23) {
        let bounds = bounds(&problem, &Manhattan, &mut Meter::default()).unwrap();
        let Bounds { length, basic, consistent, astar, astar_reverse, .. } = bounds;
        let mm = before(Algorithm::Mm(500), &manhattan, &problem, length);
        let figures = [astar, astar_reverse, mm, basic, consistent, length.into()];
        for (column, figure) in columns.iter_mut().zip(figures) {
            column.push(figure as f64);
        }
    }
    for (column, expected) in columns.iter().zip(MEANS.into_iter().chain([MEAN_LENGTH])) {
        let (mean, error) = mean(column);
        let difference = (mean - expected).abs();
        let of_difference = error * (1.0 + instances as f64 / 200.0).sqrt();
        assert!(difference < 2.0 * of_difference, "{mean} ± {error}, not {expected}");
    }
}

#[test]
fn means_over_some_eight_puzzles_are_near_those_published() {
    compare_means(20);
}

#[test]
#[ignore = "takes 9 s"]
fn means_over_random_eight_puzzles_are_near_those_published() {
    compare_means(200);
}
