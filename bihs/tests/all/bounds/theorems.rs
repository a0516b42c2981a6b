//! What holds for the bounds of every instance.

use super::least::{Bounds, Class, classes, reversed};
use optile_core::{Heuristics, Meter, Problem, Size, Workspace};
use optile_heuristics::Catalogue;
use optile_testkit::random_problems;

/// Problems of several sizes, with goals of every kind.
fn problems() -> Vec<Problem> {
    let sizes = [("2x3", 0), ("3x3", 0), ("3x3", 1), ("3x3", 4), ("3x3", 8), ("5x2", 3)];
    let problems = sizes.iter().flat_map(|&(size, blank)| {
        let size: Size = size.parse().unwrap();
        random_problems(size, blank, 1, 5)
    });
    problems.collect()
}

fn counts(problem: &Problem, heuristic: &str) -> (u32, Vec<(Class, u64)>) {
    let heuristic = Catalogue::default().named(heuristic).unwrap();
    classes(problem, &*heuristic, &mut Workspace::default(), &mut Meter::default()).unwrap()
}

#[test]
fn bounds_do_not_depend_on_the_direction_and_are_reached_by_the_best_fraction() {
    let heuristics = ["zero", "misplaced", "manhattan", "linear-conflict", "walking-distance"];
    for (turn, heuristic) in heuristics.into_iter().enumerate() {
        // Each heuristic has every other problem.
        for problem in problems().into_iter().skip(turn % 2).step_by(2) {
            let (length, forward) = counts(&problem, heuristic);
            let (_, backward) = counts(&reversed(&problem), heuristic);
            let bounds = Bounds::of(length, &forward, &backward);
            let Bounds { basic, consistent, astar, astar_reverse, .. } = bounds;
            assert!(consistent <= basic && basic <= astar.min(astar_reverse), "{problem}");

            let back = Bounds::of(length, &backward, &forward);
            assert_eq!((back.basic, back.consistent), (basic, consistent), "{problem}");
            assert_eq!((back.astar, back.astar_reverse), (astar_reverse, astar), "{problem}");

            // In the words of the definition of fractional MM.
            let Some(p) = bounds.p_star() else { continue };
            let limit = f64::from(length - 1);
            let most_below = |counts: &[(Class, u64)], g: f64| -> u64 {
                let below = counts.iter().filter(|(class, _)| f64::from(class.g) < g - 1e-9);
                below.map(|(_, count)| count).sum()
            };
            let expanded =
                |p: f64| most_below(&forward, p * limit) + most_below(&backward, (1.0 - p) * limit);
            assert_eq!(expanded(p), basic, "{problem}");
            for other in 0..=100 {
                assert!(expanded(f64::from(other) / 100.0) >= basic, "{problem}");
            }
        }
    }
}
