//! Compares boards of a constant type with the same boards whose shape is read
//! from memory, and estimators by their types with the same estimators as
//! objects. Which estimators have their own copy of the search depends on the
//! type of board, on the order of moves and on the moves that are left out.
//! Paths and counters do not.

use std::sync::Arc;

use optile_core::{
    Arrangement, Counters, HeuristicInfo, Heuristics, Interrupt, Limits, Meter, Path, PathChoice,
    Problem, Session, Size, Stop, Trace,
};
use optile_heuristics::ALL;
use optile_idastar::FAMILY;
use optile_testkit::{Veiled, given, random_problem, shuffled_goal, walk};

use crate::HEURISTICS;

const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

/// Expansions after which a search is cut short. Every copy is cut at the same
/// node.
const LIMIT: u64 = 4_000;

/// Searches that are compiled for other types than the plain one.
const OPTIONS: [&str; 8] = [
    "",
    "order=dlru",
    "fsm=6",
    "transposition=on",
    "order=dlru,fsm=6",
    "order=dlru,fsm=6,transposition=on",
    "sweep=off",
    "sweep=0",
];

fn meter() -> Meter {
    let limits = Limits { expanded: Some(LIMIT), ..Limits::default() };
    Meter::new(limits, Interrupt::default())
}

fn search(
    session: &mut Session,
    problem: &Problem,
    choice: PathChoice,
    mut meter: Meter,
) -> (Result<Path, Stop>, Counters) {
    let result = session.solve(problem, choice, &mut meter);
    (result, *meter.counters())
}

/// Compares every heuristic with every option. A watched search is on the
/// board whose shape is read from memory. Returns how many searches finished.
fn compare(problems: &[Problem]) -> usize {
    let mut solved = 0;
    for name in ALL.iter().flat_map(HeuristicInfo::names) {
        for options in OPTIONS {
            let heuristic = HEURISTICS.named(name).unwrap();
            let veiled = Arc::new(Veiled(Arc::clone(&heuristic)));
            let mut typed = Session::new(given(&FAMILY, heuristic, options));
            let mut veiled = Session::new(given(&FAMILY, veiled, options));
            for problem in problems {
                for choice in CHOICES {
                    let expected = search(&mut typed, problem, choice, meter());
                    let watched = meter().watched(Trace::new(0));
                    let shaped = search(&mut typed, problem, choice, watched);
                    assert_eq!(shaped, expected, "{name} with {options} on {problem}");
                    let object = search(&mut veiled, problem, choice, meter());
                    assert_eq!(object, expected, "{name} with {options} on {problem}");
                    solved += usize::from(expected.0.is_ok());
                }
            }
        }
    }
    solved
}

#[test]
fn eight_puzzles_are_searched_alike() {
    let size = Size::new(3, 3).unwrap();
    let problems = [0, 4, 8].map(|goal_blank| random_problem(size, goal_blank, 1));
    assert!(compare(&problems) > 0);
}

#[test]
fn fifteen_puzzles_are_searched_alike() {
    let problems = [(0, 16), (6, 28), (15, 60)].map(|(goal_blank, steps)| {
        let goal = Arrangement::goal(Size::new(4, 4).unwrap(), goal_blank).unwrap();
        walk(&goal, steps, 2)
    });
    assert!(compare(&problems) > 0);
}

/// No type is for these sizes alone. A watched search does not count subtrees
/// in any order, and others on these boards do.
#[test]
fn boards_without_a_type_of_their_own_are_searched_alike() {
    let problems = [("3x4", 40), ("2x7", 60)]
        .map(|(size, steps)| walk(&shuffled_goal(size.parse().unwrap(), 3), steps, 3));
    assert!(compare(&problems) > 0);
}
