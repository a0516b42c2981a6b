//! Compares the mean of each bound with published means: exactly over all
//! 8-puzzles, and over random 15-puzzles.

use optile_core::{Board, Heuristics, Meter, Rect, State};
use optile_testkit::{Oracle, random_problem};

use crate::HEURISTICS;

/// The sum of a bound over states.
fn sum<B: Board>(name: &str, states: &[State<B>], goal_blank: usize) -> u64 {
    let size = states[0].board().size();
    let estimator =
        HEURISTICS.named(name).unwrap().toward(size, goal_blank, &mut Meter::default()).unwrap();
    let estimates = B::estimates(&*estimator);
    states.iter().map(|state| u64::from(estimates.of_state(state))).sum()
}

/// All 181,440 8-puzzles, with the goal's blank in a corner. The published
/// means are 14.000, 15.119 and 15.68 for Manhattan distance, linear conflict
/// and walking distance. The sums 2,743,200 and 2,845,584 are such means times
/// the number of states. The other sums are pinned as measured.
#[test]
fn means_over_all_eight_puzzles_are_those_published() {
    for goal_blank in [0, 2, 6, 8] {
        let oracle = Oracle::new(Rect::<3, 3>, goal_blank);
        let states: Vec<State<Rect<3, 3>>> = oracle.states().collect();
        for (name, expected) in [
            ("manhattan", 14 * 181_440),
            ("inversion-distance", 15 * 181_440),
            ("linear-conflict", 2_743_200),
            ("walking-distance", 2_845_584),
            ("max(linear-conflict,walking-distance)", 2_908_120),
        ] {
            assert_eq!(sum(name, &states, goal_blank), expected, "{name}");
        }
    }
}

/// The published means over a million boards are 37.006, 38.920 and 39.288. The
/// bounds have a standard deviation of 5, so the mean of this sample lies
/// within four times 0.05 of the mean of all.
#[test]
fn means_over_random_fifteen_puzzles_are_near_those_published() {
    let size = Rect::<4, 4>.size();
    let state = |seed| State::of(random_problem(size, 15, seed).start()).unwrap();
    let states: Vec<State<Rect<4, 4>>> = (0..10_000).map(state).collect();
    for (name, expected) in
        [("manhattan", 37.006), ("linear-conflict", 38.920), ("walking-distance", 39.288)]
    {
        let mean = sum(name, &states, 15) as f64 / states.len() as f64;
        assert!((mean - expected).abs() < 0.2, "{name}: {mean}");
    }
}
