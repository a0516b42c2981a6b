//! Compares what A* counts with pinned counts, and copies of the search with each other.

use std::sync::Arc;

use optile_astar::{EPEA, FAMILY};
use optile_core::{
    Arrangement, Board, Counters, Family, Heuristic, Meter, Path, PathChoice, Problem, Rect, State,
    Task, Values,
};
use optile_heuristics::{Manhattan, Misplaced, Zero};
use optile_search::BestFirst;
use optile_store::{Encoding, Hashed, Numbered, Ties};
use optile_testkit::{Oracle, Patchy, Veiled, given, random_problems, walk};

type Eight = Rect<3, 3>;

const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

/// All values of the option.
const TIES: [&str; 4] =
    ["ties=larger-g-lifo", "ties=larger-g-fifo", "ties=smaller-g-lifo", "ties=smaller-g-fifo"];

fn eights(goal_blank: usize, count: usize, seed: u64) -> Vec<Problem> {
    random_problems("3x3".parse().unwrap(), goal_blank, count, seed)
}

fn solve(
    family: &Family,
    heuristic: Arc<dyn Heuristic>,
    options: &str,
    problem: &Problem,
    choice: PathChoice,
) -> (Path, Counters) {
    let mut meter = Meter::default();
    let path = given(family, heuristic, options).solve(problem, choice, &mut meter).unwrap();
    (path, *meter.counters())
}

fn figures(heuristic: impl Heuristic + 'static, problem: &str, choice: PathChoice) -> [u64; 7] {
    let problem: Problem = problem.parse().unwrap();
    let (_, c) = solve(&FAMILY, Arc::new(heuristic), "", &problem, choice);
    optile_testkit::figures(&c)
}

/// Only the expansions in the last f-layer depend on ties.
#[test]
fn ties_decide_the_last_f_layer_only() {
    let problem: Problem = "867254301".parse().unwrap();
    let figures = TIES.map(|ties| {
        let c = solve(&FAMILY, Arc::new(Manhattan), ties, &problem, PathChoice::Any).1;
        [c.layers, c.expanded_before_last, c.expanded]
    });
    // With smaller g first, the goal comes out last.
    let expanded = [6728, 6744, 21197, 21197];
    assert_eq!(figures, expanded.map(|expanded| [6, 6549, expanded]));
}

/// Change these figures only when the search is meant to change.
#[test]
fn node_counts_are_pinned() {
    let [any, smallest] = CHOICES;
    assert_eq!(
        figures(Zero, "867254301", any),
        [32, 181438, 181438, 302399, 302400, 120753, 194737]
    );
    assert_eq!(
        figures(Misplaced, "867254301", any),
        [25, 121530, 121515, 205230, 205231, 44823, 160408]
    );
    assert_eq!(figures(Manhattan, "867254301", any), [6, 6728, 6549, 10981, 10982, 584, 10398]);
    assert_eq!(
        figures(Manhattan, "867254301", smallest),
        [6, 21197, 6549, 34729, 34730, 2577, 32151]
    );
    let fifteen = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12";
    assert_eq!(figures(Manhattan, fifteen, any), [1, 9, 0, 19, 20, 0, 20]);
}

fn search_in<V: Values<Eight>, const PARTIAL: bool>(
    encoding: impl Encoding<Eight>,
    values: V,
    task: &Task<Eight>,
) -> (Path, Counters) {
    let (ties, mut meter) = (Ties::default(), Meter::default());
    let path =
        BestFirst::new(encoding, values, task, ties, &mut meter).and_then(
            |mut search| match PARTIAL {
                true => search.find_path_in_part(&mut meter),
                false => search.find_path(&mut meter),
            },
        );
    (path.unwrap(), *meter.counters())
}

/// With the hashed encoding, nodes are expanded in batches, which changes
/// the order. Everything that does not depend on the order must be the
/// same.
#[test]
fn numbered_and_hashed_encodings_are_searched_alike() {
    let manhattan = Manhattan.estimator(Rect::<3, 3>.size(), 4);
    let typed = &*manhattan;
    let (numbered, hashed) = (Numbered::of(Rect::<3, 3>).unwrap(), Hashed::new(Rect::<3, 3>));
    for problem in eights(4, 20, 6) {
        for choice in CHOICES {
            let task = problem.task::<Eight>(choice).unwrap();
            let (path, one) = search_in::<_, false>(numbered, typed, &task);
            let (again, other) = search_in::<_, false>(hashed, typed, &task);
            assert_eq!(one.layers, other.layers);
            assert_eq!(one.expanded_before_last, other.expanded_before_last);
            assert_eq!(path.len(), again.len());
            if choice == PathChoice::LexicographicallySmallest {
                assert_eq!((&path, one.expanded), (&again, other.expanded));
            }
            let (in_part, one) = search_in::<_, true>(numbered, typed, &task);
            let (in_part_again, other) = search_in::<_, true>(hashed, typed, &task);
            assert_eq!(one.layers, other.layers);
            assert_eq!([in_part.len(), in_part_again.len()], [path.len(); 2]);
            if choice == PathChoice::LexicographicallySmallest {
                assert_eq!((&in_part, &in_part_again), (&path, &path));
            }
        }
    }
}

/// Order and counts must be the same by type and by object.
fn check_objects(heuristic: impl Heuristic + 'static, problems: &[Problem]) {
    let typed: Arc<dyn Heuristic> = Arc::new(heuristic);
    let object: Arc<dyn Heuristic> = Arc::new(Veiled(Arc::clone(&typed)));
    for problem in problems {
        for choice in CHOICES {
            for family in [&FAMILY, &EPEA] {
                for ties in TIES {
                    let [by_object, by_type] = [&object, &typed].map(|heuristic| {
                        solve(family, Arc::clone(heuristic), ties, problem, choice)
                    });
                    assert_eq!(by_object, by_type, "{} with {ties}: {problem}", family.name);
                }
            }
        }
    }
}

#[test]
fn types_and_objects_are_asked_for_the_same() {
    let eights = eights(4, 8, 8);
    check_objects(Manhattan, &eights);
    check_objects(Misplaced, &eights);
    let goal = Arrangement::goal("4x4".parse().unwrap(), 6).unwrap();
    let walks = |steps| [0, 1, 2, 3].map(|seed| walk(&goal, steps, seed));
    check_objects(Manhattan, &walks(50));
    check_objects(Misplaced, &walks(24));
}

#[test]
fn inconsistent_heuristics_reopen_nodes_and_stay_optimal() {
    let oracle = Oracle::eight(8);
    let mut reopened = 0;
    for problem in eights(8, 20, 7) {
        let state = State::of(problem.start()).unwrap();
        let [any, smallest] =
            CHOICES.map(|choice| solve(&FAMILY, Arc::new(Patchy), "", &problem, choice));
        assert_eq!(any.0.len() as u32, oracle.distance(&state));
        assert_eq!(smallest.0, oracle.smallest_path(&state));
        reopened += any.1.reopened + smallest.1.reopened;
        let consistent = solve(&FAMILY, Arc::new(Manhattan), "", &problem, CHOICES[1]).1;
        assert_eq!(consistent.reopened, 0);
    }
    assert!(reopened > 0);
}
