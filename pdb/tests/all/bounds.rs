//! The bounds on whole spaces and along walks. They must be admissible, and
//! consistent if they say so. Steps must give the same values as computation
//! from the state.

use std::sync::{Arc, LazyLock};

use optile_core::{
    Arrangement, Board, Estimator, Heuristic, Meter, Rect, Shaped, Size, State, Stop, with_board,
    with_shaped_board,
};
use optile_pdb::{Memory, Pdb, PdbEstimator, Recipe};
use optile_testkit::{Oracle, walk};
use proptest::prelude::*;

fn recipe(name: &str) -> Recipe {
    name.parse().unwrap()
}

/// The tables of all tests.
static TABLES: LazyLock<Arc<Memory>> = LazyLock::new(Arc::default);

fn toward(name: &str, size: Size, goal_blank: usize) -> PdbEstimator<16> {
    PdbEstimator::toward(&recipe(name), size, goal_blank, &**TABLES, &mut Meter::default()).unwrap()
}

/// Checks each `every`-th state of a space toward one goal; returns the sum of their bounds and the
/// most that a bound differs between neighbours.
fn check<B: Board>(
    name: &str,
    board: B,
    oracle: &Oracle<B>,
    goal_blank: usize,
    every: usize,
) -> (u64, u32) {
    let estimator = toward(name, board.size(), goal_blank);
    let (mut sum, mut most) = (0, 0);
    for (number, state) in oracle.some_states(every).enumerate() {
        let value = estimator.root(&state);
        let bound = estimator.estimate(value);
        assert!(bound <= oracle.distance(&state), "{name}: {state:?} is overestimated");
        // All moves are of tiles of some pattern.
        assert!(bound % 2 == oracle.distance(&state) % 2);
        sum += u64::from(bound);
        for m in state.moves() {
            let mut successor = state;
            let slide = successor.apply(m);
            let next = estimator.step(value, slide, &successor);
            if number % 16 == 0 {
                assert_eq!(next, estimator.root(&successor), "{name}: {state:?} {m}");
            }
            most = most.max(bound.abs_diff(estimator.estimate(next)));
        }
    }
    assert_eq!(estimator.estimate(estimator.root(&State::goal(board, goal_blank))), 0);
    assert!(most == 1 || !estimator.is_consistent());
    (sum, most)
}

/// Goals take turns with these.
const PARTITIONS: [&str; 2] = ["4-4", "1.3.8-2.4.5-6.7"];

/// Checks each `every`-th 8-puzzle toward every goal.
fn check_eight_puzzles(every: usize) {
    for goal_blank in 0..9 {
        let oracle = Oracle::eight(goal_blank);
        let check = |name: &str| check(name, Rect, oracle, goal_blank, every);
        let name = PARTITIONS[goal_blank % 2];
        let (plain, loose) = check(name);
        let (zero, most) = check(&format!("{name}+zero"));
        assert!(plain <= zero && loose > 1 && most == 1);
        assert_eq!(check(&format!("{name}+nibbles")), (plain, loose));
        assert!(check(&format!("{name}+reflected")).0 >= plain);
        let (both, most) = check(&format!("{name}+zero+reflected"));
        assert!(both >= zero && most == 1);
    }
}

/// States of 8-puzzles of which one is checked. It has no factor in common with their numbers of
/// permutations, so the sample has tiles and the blank in every place.
const SOME: usize = 11;

#[test]
fn bounds_hold_on_eight_puzzles_toward_every_goal() {
    check_eight_puzzles(SOME);
}

#[test]
#[ignore = "takes 4 s"]
fn bounds_hold_on_all_eight_puzzles_toward_every_goal() {
    check_eight_puzzles(1);
}

#[test]
fn the_extreme_partitions_are_manhattan_distance_and_the_truth() {
    let oracle = Oracle::eight(0);
    let check = |name: &str| check(name, Rect, oracle, 0, 1);
    assert_eq!(check("1-1-1-1-1-1-1-1"), (14 * 181_440, 1));
    let lengths: u64 = oracle.states().map(|state| u64::from(oracle.distance(&state))).sum();
    for name in ["8", "8+zero", "8+reflected", "8+nibbles"] {
        assert_eq!(check(name), (lengths, 1));
    }
}

#[test]
fn nibbles_know_as_much_as_bytes() {
    for goal_blank in [0, 5] {
        let oracle = Oracle::eight(goal_blank);
        let bytes = check("5-3+zero", Rect, oracle, goal_blank, SOME);
        assert_eq!(check("5-3+zero+nibbles", Rect, oracle, goal_blank, SOME), bytes);
    }
}

/// No search asks for the values of such states, but there must be an answer.
#[test]
fn states_that_cannot_be_solved_have_values() {
    let size: Size = "3x3".parse().unwrap();
    let swapped = Arrangement::new(size, &[0, 2, 1, 3, 4, 5, 6, 7, 8]).unwrap();
    let state = State::<Rect<3, 3>>::of(&swapped).unwrap();
    assert!(!state.reaches(0));
    for name in
        ["8", "8+nibbles", "8+zero+reflected", "7-1+zero+nibbles", "8+zero+nibbles+reflected"]
    {
        let estimator = toward(name, size, 0);
        assert!(estimator.estimate(estimator.root(&state)) > 0, "{name}");
    }
}

#[test]
fn bounds_hold_on_every_small_board() {
    for size in Size::all().filter(|size| size.cells() <= 9) {
        let board = Shaped::<u64>::of(size).unwrap();
        let goals = [size.cells() / 2, 0, size.cells() - 1];
        // The 8-puzzle is tested above as well, and takes longest.
        for &goal_blank in &goals[..if size.cells() < 9 { 3 } else { 1 }] {
            let oracle = Oracle::new(board, goal_blank);
            let every = if size.cells() < 9 { 1 } else { SOME };
            let check = |name: &str| check(name, board, &oracle, goal_blank, every);
            let (plain, _) = check("up-to-3");
            assert_eq!(check("up-to-3+nibbles").0, plain);
            let zero = check("up-to-3+zero");
            assert_eq!(check("up-to-3+zero+nibbles"), zero);
            assert!(plain <= zero.0);
            if size.width() == size.height() {
                assert!(check("up-to-3+zero+reflected+nibbles").0 >= zero.0);
            }
        }
    }
}

/// The bounds of a named heuristic along a walk from `start`. Values by steps,
/// from the state and from the bound are compared.
fn along<B: Board>(_: B, name: &str, start: &Arrangement, goal_blank: usize) -> Vec<u32> {
    let estimator = toward(name, start.size(), goal_blank);
    let mut state = State::<B>::of(start).unwrap();
    let mut value = estimator.root(&state);
    let mut bounds = Vec::new();
    for step in 0..60 {
        let m = state.moves().nth(step * 7 % state.moves().len()).unwrap();
        let slide = state.apply(m);
        value = estimator.step(value, slide, &state);
        let bound = estimator.estimate(value);
        assert_eq!(value, estimator.root(&state), "{name} at {state:?}");
        assert_eq!(value, estimator.resume(&state, bound), "{name} at {state:?}");
        bounds.push(bound);
    }
    bounds
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn steps_equal_values_from_the_state_on_every_size(
        number in 0..Size::COUNT, seed: u64, is_inner: bool,
    ) {
        let size = Size::all().nth(number).unwrap();
        let (width, height) = (size.width(), size.height());
        // One of two goals, because tables are built for each.
        let blank = if is_inner { size.cells() / 2 } else { size.cells() - 1 };
        let goal = Arrangement::goal(size, blank).unwrap();
        let start = *walk(&goal, 80, seed).start();
        let reflected = width == height && blank % width == blank / width;
        let reflected = if reflected { "+reflected" } else { "" };
        let bounds = |options: &str| {
            let name = format!("up-to-3{options}{reflected}");
            let bounds = with_board!(size, board => along(board, &name, &start, blank));
            // The same without constants.
            let others = with_shaped_board!(size, board => along(board, &name, &start, blank));
            assert_eq!(bounds, others);
            bounds
        };
        let plain = bounds("");
        prop_assert_eq!(bounds("+nibbles"), &plain[..]);
        let zero = bounds("+zero");
        prop_assert_eq!(bounds("+zero+nibbles"), &zero[..]);
        prop_assert!(plain.iter().zip(&zero).all(|(plain, zero)| plain <= zero));
        prop_assert!(zero.windows(2).all(|pair| pair[0].abs_diff(pair[1]) == 1));
    }
}

#[test]
fn heuristics_have_the_estimator_for_their_number_of_slots() {
    let size: Size = "3x3".parse().unwrap();
    let state = State::from_index(Rect::<3, 3>, 12345, 0);
    for (name, is_consistent, few) in [
        ("4-4+reflected", false, true),
        ("4-4+zero+reflected", true, true),
        ("2-2-2-2+zero+nibbles+reflected", true, false),
    ] {
        let heuristic = Pdb::new(recipe(name), TABLES.clone()).unwrap();
        assert!(heuristic.has_tables());
        let any = heuristic.toward(size, 0, &mut Meter::default()).unwrap();
        let estimates = Rect::<3, 3>::estimates(any.as_ref());
        assert_eq!(estimates.is_consistent(), is_consistent, "{name}");
        assert_eq!(any.downcast_ref::<PdbEstimator<4>>().is_some(), few, "{name}");
        assert_eq!(any.downcast_ref::<PdbEstimator<8>>().is_some(), !few, "{name}");
        let typed = toward(name, size, 0);
        assert_eq!(estimates.of_state(&state), typed.estimate(typed.root(&state)), "{name}");
    }
    let many = recipe("4-4+reflected");
    let stop = PdbEstimator::<3>::toward(&many, size, 0, &**TABLES, &mut Meter::default());
    assert!(matches!(stop, Err(Stop::Unsupported(_))));
}
