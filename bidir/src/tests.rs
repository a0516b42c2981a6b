//! Tests of search from both ends.

use optile_core::{Counters, Rect, with_shaped_board};
use optile_store::{Hashed, Numbered};
use optile_testkit::random_problems;

use super::*;

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
