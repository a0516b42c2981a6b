//! Tables and walks against the plainest breadth-first search, and what
//! several searches share.

use std::thread;

use optile_core::{
    Board, Interrupt, Limits, Meter, PathChoice, Problem, Rect, State, Stop, Strategy,
};
use optile_retrograde::{Retrograde, Table};
use optile_testkit::Oracle;

/// Distances of all states, and the paths of every `stride`-th, toward every
/// goal.
fn check<B: Board>(stride: usize) {
    for goal_blank in 0..B::CELLS {
        let mut meter = Meter::default();
        let table = Table::build::<B>(goal_blank, &mut meter).expect("nothing is limited");
        let oracle = Oracle::<B>::new(goal_blank);
        assert_eq!(table.depth_counts(), oracle.counts());
        let mut states = 0;
        table.for_each::<B>(|state, distance| {
            assert_eq!(distance, oracle.distance(&state), "{state:?} to {goal_blank}");
            if states % stride == 0 {
                let path = table.path(&state, &mut meter).expect("the goal is in reach");
                assert_eq!(path, oracle.smallest_path(&state), "{state:?} to {goal_blank}");
            }
            states += 1;
        });
        assert_eq!(states as u128, State::<B>::REACHABLE);
    }
}

#[test]
fn small_tables_hold_the_distances() {
    check::<Rect<2, 2>>(1);
    check::<Rect<2, 3>>(1);
    check::<Rect<3, 2>>(1);
    check::<Rect<4, 2>>(7);
    check::<Rect<2, 4>>(7);
}

#[test]
fn tables_of_3x3_hold_the_distances() {
    check::<Rect<3, 3>>(5);
}

#[test]
fn states_out_of_reach_have_no_distance() {
    type Five = Rect<2, 3>;
    let mut meter = Meter::default();
    let table = Table::build::<Five>(5, &mut meter).expect("nothing is limited");
    for index in 0..State::<Five>::REACHABLE {
        // On boards of even width, goals one row apart are of different halves.
        let state = State::<Five>::from_index(index, 3);
        assert!(!state.reaches(5));
        assert_eq!(table.distance(&state), None, "{state:?}");
        assert_eq!(table.path(&state, &mut meter), Err(Stop::Unsolvable), "{state:?}");
    }
}

fn solve(
    strategy: &Retrograde,
    limits: Limits,
    interrupt: Interrupt,
) -> (Result<usize, Stop>, Meter) {
    let problem: Problem = "8 6 7 / 2 5 4 / 3 0 1".parse().expect("a board");
    let mut meter = Meter::new(limits, interrupt);
    let path = Strategy::solve(strategy, &problem, PathChoice::Any, &mut meter);
    (path.map(|path| path.len()), meter)
}

#[test]
fn a_stopped_build_can_be_made_up_for() {
    let strategy = Retrograde::default();
    let free = Limits::default;
    let few = Limits { expanded: Some(1000), ..free() };
    let (stop, meter) = solve(&strategy, few, Interrupt::default());
    assert_eq!((stop, meter.counters().expanded), (Err(Stop::Nodes), 1000));

    let small = Limits { bytes: Some(10_000), ..free() };
    let (stop, meter) = solve(&strategy, small, Interrupt::default());
    assert_eq!((stop, meter.counters().peak_bytes), (Err(Stop::Memory), 0));

    let interrupt = Interrupt::default();
    interrupt.time_is_up();
    assert_eq!(solve(&strategy, free(), interrupt).0, Err(Stop::Time));

    assert_eq!(solve(&strategy, free(), Interrupt::default()).0, Ok(31));
    // Now that there is a table, a search needs one expansion a move.
    let (length, meter) = solve(&strategy, few, Interrupt::default());
    assert_eq!((length, meter.counters().expanded), (Ok(31), 31));
}

#[test]
fn one_thread_builds_for_all() {
    let strategy = Retrograde::default();
    let expanded: Vec<u64> = thread::scope(|scope| {
        let solvers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let (length, meter) = solve(&strategy, Limits::default(), Interrupt::default());
                    assert_eq!(length, Ok(31));
                    meter.counters().expanded
                })
            })
            .collect();
        solvers.into_iter().map(|solver| solver.join().expect("a solver")).collect()
    });
    let builders = expanded.iter().filter(|&&expanded| expanded > 31).count();
    assert_eq!(builders, 1, "{expanded:?}");
}
