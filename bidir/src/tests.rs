//! Tests of search from both ends.

use optile_core::{Counters, Problem, Rect, Strategy, with_shaped_board};
use optile_store::{Hashed, Numbered};
use optile_testkit::random_problems;

use super::*;

fn figures(problem: &str, choice: PathChoice) -> (u64, u64, u64, u64, u64) {
    let problem: Problem = problem.parse().unwrap();
    let mut meter = Meter::default();
    Bidirectional.solve(&problem, choice, &mut meter).unwrap();
    let c = meter.counters();
    (c.iterations, c.expanded, c.generated, c.duplicates, c.peak_stored)
}

/// Change these figures only when the search is meant to change.
#[test]
fn node_counts_are_pinned() {
    let smallest = PathChoice::LexicographicallySmallest;
    assert_eq!(figures("867254301", PathChoice::Any), (31, 10051, 17365, 1430, 15936));
    assert_eq!(figures("867254301", smallest), (32, 10160, 17528, 1446, 16082));
    assert_eq!(figures("647850321", PathChoice::Any), (31, 10087, 17438, 1432, 16007));
    let fifteen = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12";
    assert_eq!(figures(fifteen, PathChoice::Any), (9, 58, 134, 0, 135));
}

fn check_encodings<B: Board>(board: B) {
    for problem in random_problems(board.size(), board.cells() / 2, 20, 6) {
        for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
            let task = problem.task::<B>(choice).unwrap();
            let (mut one, mut other) = (Meter::default(), Meter::default());
            let path = search_in(Numbered::of(board).unwrap(), &task, &mut one).unwrap();
            assert_eq!(search_in(Hashed::new(board), &task, &mut other), Ok(path));
            let blind = |meter: &Meter| Counters { peak_bytes: 0, ..*meter.counters() };
            assert_eq!(blind(&one), blind(&other));
        }
    }
}

#[test]
fn numbered_and_hashed_encodings_are_searched_alike() {
    check_encodings(Rect::<3, 3>);
    with_shaped_board!(Rect::<3, 3>.size(), board => check_encodings(board));
}

#[test]
fn distances_without_a_label_end_the_search() {
    let last = Backward::beyond(FARTHEST - 1).unwrap();
    assert_eq!(last.label(Move::Up), Label::MAX);
    assert!(!Forward.is_other(START) && Forward.is_other(last.label(Move::Up)));
    assert!(matches!(Backward::beyond(FARTHEST), Err(Stop::Unsupported(_))));
}
