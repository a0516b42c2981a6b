//! Every heuristic on whole spaces and along walks. It must be admissible, and
//! consistent if it says so. Steps, known estimates and computation from the
//! state must give the same values.

use optile_core::{
    Arrangement, Board, Estimator, HeuristicInfo, Heuristics, Rect, Shaped, Size, State, with_board,
};
use optile_heuristics::ALL;
use optile_testkit::heuristic::{
    NOT_SQUARE, Tested, bounds_hold_toward, some_goals, steps_equal_whole_boards_of, wander,
};
use optile_testkit::{Oracle, walk, with_type};
use proptest::prelude::*;

use crate::{HEURISTICS, is_left_out};

fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(HeuristicInfo::names)
}

/// The heuristic of a name.
fn tested(name: &str) -> Tested {
    Tested::new(name, "", HEURISTICS.named(name).unwrap())
}

/// Checks the values of every so many states of a space.
fn check_space<B: Board>(estimator: &impl Estimator, oracle: &Oracle<B>, every: usize) {
    for state in oracle.some_states(every) {
        let value = estimator.root(&state);
        assert_eq!(estimator.resume(&state, Estimator::estimate(estimator, value)), value);
        for m in state.moves() {
            let mut successor = state;
            let slide = successor.apply(m);
            assert_eq!(estimator.step(value, slide, &successor), estimator.root(&successor));
        }
    }
}

/// Checks heuristics on every so many states of a board toward a goal, by their own
/// types and as objects. Each heuristic is checked toward every `turns`-th
/// goal.
fn check_heuristics<B: Board>(board: B, goal_blank: usize, turns: usize, every: usize) {
    let oracle = Oracle::new(board, goal_blank);
    for name in names().skip(goal_blank % turns).step_by(turns) {
        bounds_hold_toward(&tested(name), &oracle, goal_blank, every);
        if let Some(estimator) = tested(name).toward(board.size(), goal_blank) {
            with_type!(&*estimator, estimator => check_space(estimator, &oracle, every));
        }
    }
}

#[test]
fn bounds_hold_on_eight_puzzles_toward_every_goal() {
    for goal_blank in 0..9 {
        check_heuristics(Rect::<3, 3>, goal_blank, 2, 11);
    }
}

#[test]
#[ignore = "takes 4 s"]
fn bounds_hold_on_all_eight_puzzles_toward_every_goal() {
    for goal_blank in 0..9 {
        check_heuristics(Rect::<3, 3>, goal_blank, 2, 1);
    }
}

#[test]
fn bounds_hold_on_boards_that_are_not_square() {
    for name in NOT_SQUARE {
        let board = Shaped::<u64>::of(name.parse().unwrap()).unwrap();
        for goal_blank in 0..board.cells() {
            check_heuristics(board, goal_blank, 1, if board.cells() == 8 { 5 } else { 1 });
        }
    }
}

/// The mean Manhattan distance over all 181,440 8-puzzles, goal blank in a
/// corner: every tile is at every cell equally often, so it is eight times a
/// mean of simple fractions, and comes to exactly 14.
#[test]
fn the_mean_manhattan_distance_of_the_eight_puzzle_is_fourteen() {
    let oracle = Oracle::eight(0);
    let estimator = optile_heuristics::Manhattan.estimator(Rect::<3, 3>.size(), 0);
    let bound = |state| u64::from(Estimator::estimate(&*estimator, estimator.root(&state)));
    assert_eq!(oracle.states().map(bound).sum::<u64>(), 14 * 181_440);
}

/// Each tile's steps to its goal cell, computed from the arrangement.
fn steps(state: &Arrangement, goal: &Arrangement) -> impl Iterator<Item = u32> {
    let width = state.size().width();
    let place = |tiles: &[u8], tile| tiles.iter().position(|&t| t == tile).unwrap();
    (1..state.size().cells() as u8).map(move |tile| {
        let (a, b) = (place(state.tiles(), tile), place(goal.tiles(), tile));
        ((a / width).abs_diff(b / width) + (a % width).abs_diff(b % width)) as u32
    })
}

/// Manhattan distance and misplaced tiles, tile by tile.
fn slowly(state: &Arrangement, goal: &Arrangement) -> (u32, u32) {
    let misplaced = steps(state, goal).filter(|&steps| steps > 0).count();
    (steps(state, goal).sum(), misplaced as u32)
}

/// Manhattan distance without the tiles from 1 to `last`.
fn without(state: &Arrangement, goal: &Arrangement, last: usize) -> u32 {
    steps(state, goal).skip(last).sum()
}

/// Follows a walk by steps and compares each value with that computed from the
/// state.
fn check_steps<B: Board>(estimator: &impl Estimator, start: State<B>) {
    let mut value = estimator.root(&start);
    for (slide, state) in wander(start) {
        value = estimator.step(value, slide, &state);
        assert_eq!(value, estimator.root(&state));
        assert_eq!(estimator.resume(&state, Estimator::estimate(estimator, value)), value);
    }
}

fn on<B: Board>(_: B, arrangement: &Arrangement) -> State<B> {
    State::of(arrangement).unwrap()
}

/// Checks one heuristic on a walk from a start. Returns its bound there.
fn check_walk(name: &str, size: Size, seed: u64, goal_blank: usize) -> Option<u32> {
    let tested = tested(name);
    let (start, _) = start(size, seed, goal_blank);
    let estimator = tested.toward(size, goal_blank)?;
    with_board!(size, board => {
        let start = on(board, &start);
        with_type!(&*estimator, estimator => check_steps(estimator, start));
    });
    steps_equal_whole_boards_of(&tested, size, seed, goal_blank)
}

/// A start that is 80 random moves away from its goal.
fn start(size: Size, seed: u64, goal_blank: usize) -> (Arrangement, Arrangement) {
    let goal = Arrangement::goal(size, goal_blank).unwrap();
    (*walk(&goal, 80, seed).start(), goal)
}

/// Checks every heuristic on a walk from a start.
fn check_walks(size: Size, seed: u64, goal_blank: usize) {
    let (start, goal) = start(size, seed, goal_blank);
    let (manhattan, misplaced) = slowly(&start, &goal);
    for name in names().filter(|name| !is_left_out(name, size, goal_blank)) {
        let bound = check_walk(name, size, seed, goal_blank);
        match name {
            "zero" => assert_eq!(bound, Some(0)),
            "misplaced" => assert_eq!(bound, Some(misplaced)),
            "manhattan" => assert_eq!(bound, Some(manhattan)),
            "manhattan-without:3" => assert_eq!(bound, Some(without(&start, &goal, 3))),
            _ => {}
        }
    }
}

#[test]
fn a_sum_without_tiles_leaves_out_exactly_these_and_becomes_zero() {
    let size: Size = "3x3".parse().unwrap();
    let (start, goal) = start(size, 2, 4);
    for last in 0..=8 {
        let name = format!("manhattan-without:{last}");
        assert_eq!(check_walk(&name, size, 2, 4), Some(without(&start, &goal, last)));
        bounds_hold_toward(&tested(&name), Oracle::eight(4), 4, 11);
        let estimator = tested(&name).toward(size, 4).unwrap();
        with_type!(&*estimator, estimator => check_space(estimator, Oracle::eight(4), 11));
    }
}

/// A step was once wrong on this board.
#[test]
fn steps_equal_values_from_the_state_on_a_board_that_once_failed() {
    check_walks("4x4".parse().unwrap(), 0, 6);
}

#[test]
fn steps_and_known_estimates_equal_values_from_the_state_on_each_size() {
    for size in Size::all() {
        for goal_blank in some_goals(size) {
            check_walks(size, 3, goal_blank);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn steps_and_known_estimates_equal_values_from_the_state(
        size in prop::sample::select(Size::all().collect::<Vec<_>>()), seed: u64, blank in 0usize..25,
    ) {
        check_walks(size, seed, blank % size.cells());
    }
}
