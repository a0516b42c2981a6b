//! Every heuristic on whole spaces and along walks. It must be admissible, and
//! consistent if it says so. Steps, known estimates and computation from the
//! state must give the same values.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Arrangement, Board, Estimates, Estimator, HeuristicInfo, Heuristics, Meter, Move,
    PathEstimates, Rect, Shaped, Size, Slide, State, Stop, with_board, with_shaped_board,
};
use optile_heuristics::ALL;
use optile_testkit::{Oracle, walk, with_type};
use proptest::prelude::*;

use crate::{HEURISTICS, is_left_out, some_goals};

fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(HeuristicInfo::names)
}

/// The heuristic of a name toward a goal; `None` if it does not support the
/// size.
fn toward(name: &str, size: Size, goal_blank: usize) -> Option<Arc<dyn AnyEstimator>> {
    let heuristic = HEURISTICS.named(name).unwrap();
    match heuristic.toward(size, goal_blank, &mut Meter::default()) {
        Ok(estimator) => Some(estimator),
        Err(stop) => {
            assert!(matches!(stop, Stop::Unsupported(_)) && !heuristic.supports(size), "{name}");
            None
        }
    }
}

/// All successors of a state, with their moves and slides.
fn successors<B: Board>(state: &State<B>) -> impl Iterator<Item = (Move, Slide, State<B>)> {
    let state = *state;
    state.moves().map(move |m| {
        let mut successor = state;
        let slide = successor.apply(m);
        (m, slide, successor)
    })
}

/// Checks the values of every so many states of a space.
fn check_space<B: Board>(estimator: &impl Estimator, oracle: &Oracle<B>, every: usize) {
    for state in oracle.some_states(every) {
        let value = estimator.root(&state);
        assert_eq!(estimator.resume(&state, Estimator::estimate(estimator, value)), value);
        for (_, slide, successor) in successors(&state) {
            assert_eq!(estimator.step(value, slide, &successor), estimator.root(&successor));
        }
    }
}

/// Checks the bounds of every so many states of a space toward one goal.
fn check_bounds<B: Board>(
    estimates: &dyn Estimates<B>,
    oracle: &Oracle<B>,
    goal: State<B>,
    every: usize,
) {
    for state in oracle.some_states(every) {
        let bound = estimates.of_state(&state);
        assert!(bound <= oracle.distance(&state), "{state:?} is overestimated");
        for (m, slide, successor) in successors(&state) {
            let estimate = estimates.of_state(&successor);
            assert!(!estimates.is_consistent() || bound <= estimate + 1);
            if let Some(lowering) = estimates.lowering(state.board(), slide.tile, slide.from) {
                let expected = if lowering.contains(m) { bound - 1 } else { bound + 1 };
                assert_eq!(estimate, expected);
            }
        }
        check_lowering(estimates, &state, goal);
    }
    assert_eq!(estimates.of_state(&goal), 0);
}

/// Only in the goal, no tile has a move that lowers the estimate.
fn check_lowering<B: Board>(estimates: &dyn Estimates<B>, state: &State<B>, goal: State<B>) {
    let board = state.board();
    let lowers = |cell| {
        let moves = estimates.lowering(board, state.tile(cell), cell);
        moves.map(|moves| !moves.is_empty())
    };
    let mut cells = (0..board.cells()).filter(|&cell| cell != state.blank());
    let any = cells.clone().any(|cell| lowers(cell) == Some(true));
    let sum_of_tiles = cells.all(|cell| lowers(cell).is_some());
    assert!(any != (*state == goal) || !sum_of_tiles);
}

/// Checks that steps give the estimates that are computed from the states: from
/// roots, from known estimates, and from values that may have been kept. Returns the
/// estimates of the states.
fn check_object<B: Board>(estimates: &dyn Estimates<B>, states: &[State<B>]) -> Vec<u32> {
    let (mut values, mut kept) = (estimates.path(2), estimates.kept());
    let check = |state: &State<B>| {
        let bound = estimates.of_state(state);
        assert_eq!(values.begin(0, state), bound);
        check_values(estimates, &mut *values, state);
        values.resume(0, state, bound);
        check_values(estimates, &mut *values, state);
        assert_eq!(kept.begin(0, state), bound);
        check_values(estimates, &mut *kept, state);
        kept.resume(0, state, bound);
        check_values(estimates, &mut *kept, state);
        // The values of successors with a lower estimate were kept.
        for (.., successor) in successors(state) {
            kept.resume(0, &successor, estimates.of_state(&successor));
            check_values(estimates, &mut *kept, &successor);
        }
        bound
    };
    states.iter().map(check).collect()
}

/// Checks the steps from a state whose value is at the first place.
fn check_values<B: Board>(
    estimates: &dyn Estimates<B>,
    values: &mut dyn PathEstimates<B>,
    state: &State<B>,
) {
    for (_, slide, successor) in successors(state) {
        let estimate = estimates.of_state(&successor);
        let mut step = |limit| values.step(0, 1, slide, &successor, limit);
        assert_eq!(step(estimate), None);
        assert_eq!(step(estimate + 1), Some(estimate));
        assert_eq!(step(u32::MAX), Some(estimate));
    }
}

/// Checks heuristics on every so many states of a board toward a goal, by their own
/// types and as objects. Each heuristic is checked toward every `turns`-th
/// goal.
fn check_heuristics<B: Board>(board: B, goal_blank: usize, turns: usize, every: usize) {
    let oracle = Oracle::new(board, goal_blank);
    let goal = State::goal(board, goal_blank);
    // Code that all types of estimators share is checked on fewer states.
    let some: Vec<State<B>> = oracle.some_states(11 * every).collect();
    for name in names().skip(goal_blank % turns).step_by(turns) {
        let estimator = toward(name, board.size(), goal_blank).expect(name);
        check_bounds(B::estimates(&*estimator), &oracle, goal, every);
        with_type!(&*estimator, estimator => check_space(estimator, &oracle, every));
        check_object(B::estimates(&*estimator), &some);
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
    for name in ["4x2", "2x4", "3x2", "2x3"] {
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

/// A pseudo-random walk from a state, with the slide of each move.
fn wander<B: Board>(start: State<B>) -> Vec<(Slide, State<B>)> {
    let mut state = start;
    let slide = |step: usize| {
        let m = state.moves().nth(step * 7 % state.moves().len()).unwrap();
        (state.apply(m), state)
    };
    (0..40).map(slide).collect()
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

/// Follows a walk along a path and compares each estimate with that computed
/// from the state. Then checks some states of the walk as an object. Returns
/// their estimates, the start first.
fn check_path<B: Board>(estimates: &dyn Estimates<B>, start: State<B>) -> Vec<u32> {
    let mut values = estimates.path(3);
    values.begin(0, &start);
    let mut states = vec![start];
    for (place, (slide, state)) in wander(start).into_iter().enumerate() {
        let estimate = estimates.of_state(&state);
        let step = values.step(place % 3, (place + 1) % 3, slide, &state, u32::MAX);
        assert_eq!(step, Some(estimate));
        states.push(state);
    }
    let some: Vec<State<B>> = states.into_iter().step_by(4).collect();
    check_object(estimates, &some)
}

/// Checks one heuristic on a walk from a start. Returns its bound there.
fn check_walk(name: &str, start: &Arrangement, goal_blank: usize) -> Option<u32> {
    let size = start.size();
    let estimator = toward(name, size, goal_blank)?;
    let (estimates, is_constant) = with_board!(size, board => {
        let start = on(board, start);
        with_type!(&*estimator, estimator => check_steps(estimator, start));
        (check_path(estimates_on(board, &*estimator), start), is_constant(board))
    });
    if is_constant {
        let shaped = with_shaped_board!(size, board => {
            check_path(estimates_on(board, &*estimator), on(board, start))
        });
        assert_eq!(estimates, shaped, "{name} on {size}");
    }
    Some(estimates[0])
}

fn is_constant<B: Board>(_: B) -> bool {
    B::SHAPE.is_some()
}

fn on<B: Board>(_: B, arrangement: &Arrangement) -> State<B> {
    State::of(arrangement).unwrap()
}

fn estimates_on<B: Board>(_: B, estimator: &dyn AnyEstimator) -> &dyn Estimates<B> {
    B::estimates(estimator)
}

/// Checks every heuristic on a walk from a start that is itself 80 random moves
/// away from the goal.
fn check_walks(size: Size, seed: u64, goal_blank: usize) {
    let goal = Arrangement::goal(size, goal_blank).unwrap();
    let start = *walk(&goal, 80, seed).start();
    let (manhattan, misplaced) = slowly(&start, &goal);
    for name in names().filter(|name| !is_left_out(name, size, goal_blank)) {
        let bound = check_walk(name, &start, goal_blank);
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
    let goal = Arrangement::goal(size, 4).unwrap();
    let start = *walk(&goal, 80, 2).start();
    for last in 0..=8 {
        let name = format!("manhattan-without:{last}");
        assert_eq!(check_walk(&name, &start, 4), Some(without(&start, &goal, last)));
        let estimator = toward(&name, size, 4).unwrap();
        let estimates = Rect::<3, 3>::estimates(&*estimator);
        check_bounds(estimates, Oracle::eight(4), State::goal(Rect::<3, 3>, 4), 11);
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
