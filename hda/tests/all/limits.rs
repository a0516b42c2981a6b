//! Limits, signals and panics, in searches long enough for several threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use optile_core::{
    AnyEstimator, Board, Counters, Estimator, Heuristic, Interrupt, Limits, Meter, Path,
    PathChoice, Problem, Size, Slide, State, Stop, Strategy, TileSum,
};
use optile_hda::{FAMILY, Hda};
use optile_heuristics::{Catalogue, Manhattan};
use optile_testkit::random_problem;
use proptest::prelude::*;

fn strategy(heuristic: &str, threads: usize) -> Box<dyn Strategy> {
    let name = format!("hda:{heuristic},threads={threads}");
    (FAMILY.build)(&name.parse().unwrap(), &Catalogue::default()).unwrap()
}

fn solve(problem: &Problem, threads: usize, limits: Limits) -> (Result<Path, Stop>, Counters) {
    solve_by("manhattan", problem, threads, limits)
}

fn solve_by(
    heuristic: &str,
    problem: &Problem,
    threads: usize,
    limits: Limits,
) -> (Result<Path, Stop>, Counters) {
    let mut meter = Meter::new(limits, Interrupt::default());
    let result = strategy(heuristic, threads).solve(problem, PathChoice::Any, &mut meter);
    (result, *meter.counters())
}

/// Ten to eighty thousand expansions.
fn twelve(seed: u64) -> Problem {
    random_problem(Size::new(4, 3).unwrap(), 0, seed)
}

/// Far too long for a test.
fn twenty_four() -> Problem {
    random_problem(Size::new(5, 5).unwrap(), 0, 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_limit_of_expansions_is_exact_and_changes_nothing_else(
        seed in 0u64..6,
        threads in 1usize..=4,
        part in 0.0..1.2,
    ) {
        let problem = twelve(seed);
        let (path, counters) = solve(&problem, threads, Limits::default());
        let needed = counters.expanded;
        for limit in [(part * needed as f64) as u64, needed - 1, needed, needed + 1] {
            let limits = Limits { expanded: Some(limit), ..Limits::default() };
            let (limited, limited_counters) = solve(&problem, threads, limits);
            if limit < needed {
                prop_assert_eq!((limited, limited_counters.expanded), (Err(Stop::Nodes), limit));
            } else {
                prop_assert_eq!((limited, limited_counters), (path.clone(), counters));
            }
        }
    }

    #[test]
    fn a_limit_of_bytes_is_kept(threads in 1usize..=4, megabytes in 0u64..16) {
        let limits = Limits { bytes: Some(megabytes << 20), ..Limits::default() };
        let (result, counters) = solve(&twenty_four(), threads, limits);
        prop_assert_eq!(result, Err(Stop::Memory));
        prop_assert!(counters.peak_bytes <= megabytes << 20);
        let (again, same) = solve(&twenty_four(), threads, limits);
        prop_assert_eq!((again, same), (Err(Stop::Memory), counters));
    }
}

#[test]
fn tables_and_nodes_share_the_limit_of_bytes() {
    const LIMIT: u64 = 4 << 20;
    let limits = Limits { bytes: Some(LIMIT), ..Limits::default() };
    for threads in 1..=3 {
        let (result, counters) = solve_by("pdb:4-4-4-4-4-4", &twenty_four(), threads, limits);
        assert_eq!(result, Err(Stop::Memory));
        let (tables, nodes) = (counters.table_bytes, counters.peak_bytes);
        assert!(tables > LIMIT / 4 && nodes > LIMIT / 4, "{tables} and {nodes}");
        assert!(tables + nodes <= LIMIT, "{tables} and {nodes}");
    }
}

#[test]
fn signals_end_a_search_under_way() {
    for threads in 1..=4 {
        let interrupt = Interrupt::default();
        let mut meter = Meter::new(Limits::default(), interrupt.clone());
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                interrupt.time_is_up();
            });
            strategy("manhattan", threads).solve(&twenty_four(), PathChoice::Any, &mut meter)
        });
        assert_eq!(result, Err(Stop::Time));
        let counters = meter.counters();
        assert!(counters.expanded >= counters.expanded_before_last);
    }
}

/// Manhattan distance that panics after this number of calls.
#[derive(Debug)]
struct Brittle(u64);

struct BrittleEstimator {
    manhattan: Box<TileSum>,
    left: AtomicU64,
}

impl Heuristic for Brittle {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        let manhattan = Manhattan.estimator(size, goal_blank);
        Ok(Arc::new(BrittleEstimator { manhattan, left: AtomicU64::new(self.0) }))
    }
}

impl Estimator for BrittleEstimator {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        true
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        self.manhattan.root(state)
    }

    fn step<B: Board>(&self, value: u32, slide: Slide, state: &State<B>) -> u32 {
        // Only the thread that asks at this moment panics.
        assert!(self.left.fetch_sub(1, Ordering::Relaxed) != 1, "told to panic");
        self.manhattan.step(value, slide, state)
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}

/// The other threads do not wait forever, and the search passes the panic on.
#[test]
fn a_panic_in_one_thread_is_that_of_the_search() {
    for threads in 1..=4 {
        for evaluations in [10, 100_000, 123_456, 200_001] {
            let strategy = Hda::new(Arc::new(Brittle(evaluations)), threads).boxed();
            let (problem, mut meter) = (twenty_four(), Meter::default());
            let search = || strategy.solve(&problem, PathChoice::Any, &mut meter);
            let panic = catch_unwind(AssertUnwindSafe(search)).expect_err("it was told to");
            let message = panic.downcast_ref::<&str>();
            assert_eq!(message, Some(&"told to panic"), "{threads} threads");
        }
    }
}
