use std::collections::BTreeMap;
use std::sync::Arc;

use optile_core::{AnyEstimator, Heuristics, Meter, Rect, Shaped};
use optile_heuristics::Catalogue;

use super::*;

fn estimator<B: Board>(board: B, name: &str, goal_blank: usize) -> Arc<dyn AnyEstimator> {
    let heuristic = Catalogue::default().named(name).unwrap();
    heuristic.toward(board.size(), goal_blank, &mut Meter::default()).unwrap()
}

fn measure<B: Board>(board: B, goal_blank: usize, states: usize) -> Measure<B> {
    Measure::new(board, goal_blank, states, Interrupt::default())
}

/// The definition: the mean over all states.
fn mean<B: Board>(board: B, goal_blank: usize, estimator: &dyn AnyEstimator) -> f64 {
    let (count, base) = (reachable(board.size()), branching_factor(board.size()));
    let weight = |index| {
        let state = State::from_index(board, index, goal_blank);
        base.powf(-f64::from(B::estimates(estimator).of_state(&state)))
    };
    (0..count).map(weight).sum::<f64>() / count as f64
}

fn assert_near(own: f64, expected: f64, name: &str) {
    assert!((own / expected - 1.0).abs() < 1e-9, "{name}: {own:e}, not {expected:e}");
}

/// The blank of some goals is an odd number of steps from a corner, and 2x3 has sides of both
/// parities, so a wrong sign of the determinant is seen.
#[test]
fn exact_values_are_the_means_over_all_states() {
    let names = ["zero", "misplaced", "manhattan", "manhattan-without:3", "inversion-distance"];
    for goal_blank in [0, 1, 4, 8] {
        for name in names {
            let (board, estimator) = (Rect::<3, 3>, estimator(Rect::<3, 3>, name, goal_blank));
            let Eta::Exact(own) = measure(board, goal_blank, 0).of(&*estimator).unwrap() else {
                panic!("{name} is not exact")
            };
            assert_near(own, mean(board, goal_blank, &*estimator), name);
        }
    }
    for size in ["2x2", "2x3", "4x2"] {
        let board = Shaped::<u64>::of(size.parse().unwrap()).unwrap();
        for goal_blank in 0..board.cells() {
            let estimator = estimator(board, "manhattan", goal_blank);
            let Eta::Exact(own) = measure(board, goal_blank, 0).of(&*estimator).unwrap() else {
                panic!("not exact on {size}")
            };
            assert_near(own, mean(board, goal_blank, &*estimator), size);
        }
    }
}

/// Of a hundred samples of 8-puzzles, 95 are expected to have an interval that holds the mean over
/// all states, with a standard deviation of 2.2.
#[test]
fn sampled_intervals_hold_the_means_over_all_states() {
    let names = ["linear-conflict", "walking-distance", "pdb:4-4", "pdb:2-3-3"];
    for goal_blank in [8, 1] {
        let estimators = names.map(|name| estimator(Rect::<3, 3>, name, goal_blank));
        let means = estimators.each_ref().map(|own| mean(Rect::<3, 3>, goal_blank, &**own));
        let mut held = [0; 4];
        for seed in 0..100 {
            let measure = measure(Rect::<3, 3>, goal_blank, 2_000);
            assert!(measure.sample.set(measure.draw(seed).unwrap()).is_ok());
            for ((estimator, mean), held) in estimators.iter().zip(means).zip(&mut held) {
                let Eta::Sampled { value, low, high } = measure.sampled(&**estimator).unwrap()
                else {
                    panic!("an estimate is below manhattan")
                };
                assert!((value / mean - 1.0).abs() < 0.1, "{value:e}, not {mean:e}");
                *held += u32::from(low < mean && mean < high);
            }
        }
        assert!(held.iter().all(|&held| held >= 89), "{names:?} with {goal_blank}: {held:?}");
    }
}

#[test]
fn a_heuristic_below_manhattan_is_not_sampled() {
    let measure = measure(Rect::<3, 3>, 8, 10_000);
    for name in ["misplaced", "inversion-distance"] {
        let estimator = estimator(Rect::<3, 3>, name, 8);
        assert_eq!(measure.sampled(&*estimator), Err(EtaError::BelowManhattan), "{name}");
    }
    // The sample of Manhattan distance itself has no spread.
    let estimator = estimator(Rect::<3, 3>, "manhattan", 8);
    let eta = mean(Rect::<3, 3>, 8, &*estimator);
    match measure.sampled(&*estimator).unwrap() {
        Eta::Sampled { value, low, high } => {
            assert!(low == value && value == high);
            assert_near(value, eta, "manhattan");
        }
        other => panic!("{other:?}"),
    }
}

/// The 360 states of 3x2, with their expected frequencies: the sum of the squared deviations is
/// distributed as chi squared, whose mean is 359 and whose deviation is 27.
#[test]
fn states_are_drawn_in_proportion_to_their_weights() {
    let board = Shaped::<u64>::of("3x2".parse().unwrap()).unwrap();
    for goal_blank in 0..board.cells() {
        let weighted = WeightedStates::new(board, goal_blank).unwrap();
        let manhattan = estimator(board, "manhattan", goal_blank);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(goal_blank as u64);
        let (draws, states) = (100_000, reachable(board.size()));
        let mut drawn = BTreeMap::new();
        for _ in 0..draws {
            *drawn.entry(weighted.sample(&mut dice).index()).or_insert(0.0) += 1.0;
        }
        let total = weighted.eta_of_manhattan() * states as f64;
        let deviation = |index| {
            let state = State::from_index(board, index, goal_blank);
            let estimate = <Shaped<u64>>::estimates(&*manhattan).of_state(&state);
            let share = weighted.branching_factor().powf(-f64::from(estimate)) / total;
            let expected: f64 = f64::from(draws) * share;
            (drawn.get(&index).copied().unwrap_or(0.0) - expected).powi(2) / expected
        };
        let sum: f64 = (0..states).map(deviation).sum();
        assert!((sum - 359.0).abs() < 4.0 * 27.0, "goal blank {goal_blank}: {sum}");
    }
}

/// The table of 4x4 has 65,536 sums; its value is pinned as measured.
#[test]
fn samples_of_larger_boards_are_the_same_each_time() {
    let eta = || {
        let linear = estimator(Rect::<4, 4>, "linear-conflict", 15);
        measure(Rect::<4, 4>, 15, 2_000).of(&*linear).unwrap()
    };
    let first = eta();
    assert_eq!(first, eta());
    let manhattan = estimator(Rect::<4, 4>, "manhattan", 15);
    let Eta::Exact(manhattan) = measure(Rect::<4, 4>, 15, 0).of(&*manhattan).unwrap() else {
        panic!("manhattan is exact")
    };
    match first {
        Eta::Sampled { value, low, high } => {
            assert!(low < value && value < high && high < manhattan);
        }
        other => panic!("{other:?}"),
    }
}

/// The lists from which budgets choose are in the order of eta. Those of 24-puzzles take too long
/// to build here.
#[test]
fn more_memory_for_tables_leaves_fewer_nodes() {
    let eta = |measured| match measured {
        Ok(Eta::Exact(value) | Eta::Sampled { value, .. }) => value,
        Err(error) => panic!("{error}"),
    };
    let names = ["pdb:auto=10kB", "pdb:auto=1MB"];
    let small = measure(Rect::<3, 3>, 8, 0);
    let etas = names.map(|name| eta(small.of(&*estimator(Rect::<3, 3>, name, 8))));
    assert!(etas[0] > etas[1] && small.of_manhattan().unwrap() > etas[0], "{etas:?}");
    let names = ["manhattan", "pdb:auto=100kB", "pdb:auto=1MB", "pdb:auto=100MB"];
    let large = measure(Rect::<4, 4>, 15, 20_000);
    let etas = names.map(|name| eta(large.of(&*estimator(Rect::<4, 4>, name, 15))));
    assert!(etas.is_sorted_by(|more, less| more > less), "{etas:?}");
    assert_near(large.of_manhattan().unwrap(), etas[0], "manhattan");
}

#[test]
fn an_interrupted_measurement_ends() {
    let interrupt = Interrupt::default();
    let measure = Measure::new(Rect::<4, 4>, 15, 2_000, interrupt.clone());
    interrupt.interrupt();
    for name in ["linear-conflict", "manhattan"] {
        let estimator = estimator(Rect::<4, 4>, name, 15);
        assert_eq!(measure.of(&*estimator), Err(EtaError::Stop(Stop::Interrupted)), "{name}");
    }
}
