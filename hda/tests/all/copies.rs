//! What must not depend on the types of heuristics, also in searches with threads.

use std::sync::Arc;

use optile_core::{Arrangement, Counters, Heuristic, Meter, Path, PathChoice, Problem, State};
use optile_hda::FAMILY;
use optile_heuristics::Manhattan;
use optile_testkit::{Oracle, Patchy, Veiled, given, random_problems, walk};

const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

/// Expansions after which threads are started.
const ALONE: u64 = 1 << 13;

fn solve(
    heuristic: &Arc<dyn Heuristic>,
    threads: usize,
    problem: &Problem,
    choice: PathChoice,
) -> (Path, Counters) {
    let strategy = given(&FAMILY, Arc::clone(heuristic), &format!("threads={threads}"));
    let mut meter = Meter::default();
    let path = strategy.solve(problem, choice, &mut meter);
    (path.unwrap(), *meter.counters())
}

/// A heuristic used by its type has its values in registers, and as an object in
/// memory. Order and counts must be the same.
#[test]
fn types_and_objects_are_asked_for_the_same() {
    let goal = Arrangement::goal("4x4".parse().unwrap(), 6).unwrap();
    let typed: Arc<dyn Heuristic> = Arc::new(Manhattan);
    let object: Arc<dyn Heuristic> = Arc::new(Veiled(Arc::clone(&typed)));
    let mut most = 0;
    for seed in [0, 2, 4, 6] {
        let problem = walk(&goal, 30 + 9 * seed, seed as u64);
        for choice in CHOICES {
            for threads in 1..=3 {
                let [expected, found] =
                    [&typed, &object].map(|heuristic| solve(heuristic, threads, &problem, choice));
                assert_eq!(found, expected, "{problem} on {threads} threads");
                most = most.max(found.1.expanded);
            }
        }
    }
    assert!(most > 2 * ALONE, "{most}");
}

#[test]
fn inconsistent_heuristics_reopen_nodes_and_stay_optimal() {
    let oracle = Oracle::eight(8);
    let patchy: Arc<dyn Heuristic> = Arc::new(Patchy);
    for threads in 1..=3 {
        let (mut reopened, mut most) = (0, 0);
        for problem in random_problems("3x3".parse().unwrap(), 8, 10, 7) {
            let [any, smallest] = CHOICES.map(|choice| {
                let (path, counters) = solve(&patchy, threads, &problem, choice);
                reopened += counters.reopened;
                most = most.max(counters.expanded);
                path
            });
            let start = State::of(problem.start()).unwrap();
            assert_eq!(any.len() as u32, oracle.distance(&start));
            assert_eq!(smallest, oracle.smallest_path(&start));
        }
        assert!(reopened > 0 && most > 2 * ALONE, "{reopened} reopened, {most} expanded");
    }
}
