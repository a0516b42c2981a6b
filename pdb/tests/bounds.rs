//! The bounds on whole spaces and along walks: admissible, consistent where
//! they say so, and the same by steps as from nothing.

use optile_core::{Arrangement, Board, Estimator, Heuristic, Meter, Rect, Size, State, with_board};
use optile_pdb::{Pdb, PdbEstimator, Recipe};
use optile_testkit::{Oracle, walk};
use proptest::prelude::*;

type Loose = Pdb<16, false>;

fn toward<B: Board>(name: &str, goal_blank: usize) -> PdbEstimator<16> {
    let recipe: Recipe = name.parse().unwrap();
    let heuristic = Loose::new(recipe).unwrap();
    heuristic.toward::<B>(goal_blank, &mut Meter::default()).unwrap()
}

/// Checks a whole space toward one goal; returns the sum of all bounds and the
/// most that a bound differs between neighbours.
fn check<B: Board>(name: &str, oracle: &Oracle<B>, goal_blank: usize) -> (u64, u32) {
    let toward = toward::<B>(name, goal_blank);
    let estimate = |value| Estimator::<B>::estimate(&toward, value);
    let (mut sum, mut most) = (0, 0);
    for (number, state) in oracle.states().enumerate() {
        let value = toward.root(&state);
        let bound = estimate(value);
        assert!(bound <= oracle.distance(&state), "{name}: {state:?} is overestimated");
        // All moves are of tiles of some pattern.
        assert!(bound % 2 == oracle.distance(&state) % 2);
        sum += u64::from(bound);
        for m in state.moves() {
            let mut successor = state;
            let slide = successor.apply(m);
            let next = toward.step(value, slide, &successor);
            if number % 16 == 0 {
                assert_eq!(next, toward.root(&successor), "{name}: {state:?} {m}");
            }
            most = most.max(bound.abs_diff(estimate(next)));
        }
    }
    assert_eq!(estimate(toward.root(&State::<B>::goal(goal_blank))), 0);
    (sum, most)
}

#[test]
fn bounds_hold_on_all_eight_puzzles_toward_every_goal() {
    for goal_blank in 0..9 {
        let oracle = Oracle::<Rect<3, 3>>::new(goal_blank);
        let check = |name: &str| check(name, &oracle, goal_blank);
        for name in ["4-4", "1.3.8-2.4.5-6.7"] {
            let (plain, loose) = check(name);
            let (zero, most) = check(&format!("{name}+zero"));
            assert!(plain <= zero && loose > 1 && most == 1);
            assert_eq!(check(&format!("{name}+nibbles")), (plain, loose));
            assert!(check(&format!("{name}+reflected")).0 >= plain);
            let (both, most) = check(&format!("{name}+zero+reflected"));
            assert!(both >= zero && most == 1);
        }
    }
}

#[test]
fn the_extreme_partitions_are_manhattan_distance_and_the_truth() {
    let oracle = Oracle::<Rect<3, 3>>::new(0);
    assert_eq!(check("1-1-1-1-1-1-1-1", &oracle, 0), (14 * 181_440, 1));
    let lengths: u64 = oracle.states().map(|state| u64::from(oracle.distance(&state))).sum();
    for name in ["8", "8+zero", "8+reflected", "8+nibbles"] {
        assert_eq!(check(name, &oracle, 0), (lengths, 1));
    }
}

#[test]
fn dual_lookups_are_bounds_and_the_truth_where_patterns_are_whole() {
    for goal_blank in [0, 1, 4, 5, 8] {
        let oracle = Oracle::<Rect<3, 3>>::new(goal_blank);
        let check = |name: &str| check(name, &oracle, goal_blank);
        for name in ["4-4", "1.3.8-2.4.5-6.7"] {
            let (plain, _) = check(name);
            let (dual, _) = check(&format!("{name}+dual"));
            assert!(dual > plain);
            assert_eq!(check(&format!("{name}+dual+nibbles")).0, dual);
            assert!(check(&format!("{name}+dual+zero")).0 >= dual);
            assert!(check(&format!("{name}+dual+reflected")).0 >= dual);
        }
    }
}

#[test]
fn two_bits_know_as_much_as_bytes() {
    for goal_blank in [0, 5] {
        let oracle = Oracle::<Rect<3, 3>>::new(goal_blank);
        let bytes = check("5-3+zero", &oracle, goal_blank);
        assert_eq!(check("5-3+zero+mod3", &oracle, goal_blank), bytes);
    }
}

/// What the name calls for along a walk back from `start`: by steps and from
/// nothing.
fn along<B: Board>(name: &str, start: &Arrangement, goal_blank: usize) -> Vec<u32> {
    let toward = toward::<B>(name, goal_blank);
    let mut state = State::<B>::of(start).unwrap();
    let mut value = toward.root(&state);
    let mut bounds = Vec::new();
    for step in 0..60 {
        let m = state.moves().nth(step * 7 % state.moves().len()).unwrap();
        let slide = state.apply(m);
        value = toward.step(value, slide, &state);
        assert_eq!(value, toward.root(&state), "{name} at {state:?}");
        bounds.push(Estimator::<B>::estimate(&toward, value));
    }
    bounds
}

/// Patterns of at most three tiles, so that tables are small on every board.
fn threes(size: Size) -> String {
    let tiles = size.cells() - 1;
    let counts = (0..tiles.div_ceil(3)).map(|i| 3.min(tiles - 3 * i).to_string());
    counts.collect::<Vec<_>>().join("-")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn steps_equal_values_from_nothing_on_every_size(
        width in 2usize..=5, height in 2usize..=5, seed: u64, blank in 0usize..25,
    ) {
        let size = Size::new(width, height).unwrap();
        let blank = blank % size.cells();
        let goal = Arrangement::goal(size, blank).unwrap();
        let start = *walk(&goal, 80, seed).start();
        let name = threes(size);
        let reflected = width == height && blank % width == blank / width;
        let reflected = if reflected { "+reflected" } else { "" };
        let bounds = |options: &str| {
            let name = format!("{name}{options}{reflected}");
            with_board!(size, B => along::<B>(&name, &start, blank))
        };
        let plain = bounds("");
        prop_assert_eq!(bounds("+nibbles"), &plain[..]);
        let zero = bounds("+zero");
        prop_assert_eq!(bounds("+zero+mod3"), &zero[..]);
        prop_assert_eq!(bounds("+zero+nibbles"), &zero[..]);
        prop_assert!(plain.iter().zip(&zero).all(|(plain, zero)| plain <= zero));
        prop_assert!(zero.windows(2).all(|pair| pair[0].abs_diff(pair[1]) == 1));
    }
}
