//! Compares the search on several threads with the search in order. The results
//! and counts must be the same for any number of threads and at any limit.

use std::thread;
use std::time::Duration;

use optile_core::{
    Arrangement, Counters, Interrupt, Limits, Meter, Path, PathChoice, Problem, Size, Spec, Stop,
};
use optile_heuristics::Catalogue;
use optile_idastar::{FAMILY, PARALLEL};
use optile_testkit::random_problem;
use proptest::prelude::*;

/// The results of a run, without the memory held, which differs.
fn run(
    name: &str,
    problem: &Problem,
    choice: PathChoice,
    limit: Option<u64>,
) -> (Result<Path, Stop>, Counters) {
    let spec = name.parse().unwrap();
    let families = [FAMILY, PARALLEL];
    let family = families.iter().find(|family| name.starts_with(&format!("{}:", family.name)));
    let strategy = (family.unwrap().build)(&spec, &Catalogue::default()).unwrap();
    let limits = Limits { expanded: limit, ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let result = strategy.solve(problem, choice, &mut meter);
    (result, Counters { peak_stored: 0, peak_bytes: 0, ..*meter.counters() })
}

fn compare(problem: &Problem, choice: PathChoice, limit: Option<u64>, options: &str) {
    let expected = run(&format!("idastar:{options}"), problem, choice, limit);
    for threads in 1..=3 {
        let name = format!("idastar-parallel:{options},threads={threads}");
        assert_eq!(run(&name, problem, choice, limit), expected, "{name} on {problem}, {limit:?}");
    }
}

/// Instances of R. E. Korf (1985) by id, with the nodes they generate.
#[test]
fn fifteen_puzzles_are_counted_as_in_order() {
    for (start, generated) in [
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 546_343),
        ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 877_822),
        ("13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7", 5_934_441),
    ] {
        let start: Arrangement = start.parse().unwrap();
        let goal = Arrangement::goal(start.size(), 0).unwrap();
        let problem = Problem::new(start, goal).unwrap();
        for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
            compare(&problem, choice, None, "manhattan");
        }
        let (_, counters) = run("idastar-parallel:manhattan", &problem, PathChoice::Any, None);
        assert_eq!(counters.generated, generated);
    }
}

/// A signal given while threads are searching ends them all, with the counts of
/// a search in order.
#[test]
fn signals_end_a_search_under_way() {
    let problem = random_problem(Size::new(5, 5).unwrap(), 0, 1);
    for name in ["idastar:manhattan", "idastar:misplaced", "idastar-parallel:manhattan,threads=3"] {
        let spec: Spec = name.parse().unwrap();
        let family = if spec.family == "idastar" { FAMILY } else { PARALLEL };
        let strategy = (family.build)(&spec, &Catalogue::default()).unwrap();
        let interrupt = Interrupt::default();
        let mut meter = Meter::new(Limits::default(), interrupt.clone());
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                interrupt.time_is_up();
            });
            strategy.solve(&problem, PathChoice::Any, &mut meter)
        });
        assert_eq!(result, Err(Stop::Time), "{name}");
        let counters = meter.counters();
        assert!(counters.expanded >= counters.expanded_before_last, "{name}");
        assert_eq!(counters.evaluated, counters.generated + 1, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn limits_end_it_where_they_end_the_search_in_order(
        sides in (3usize..=5, 3usize..=5),
        seed: u64,
        limit in 0u64..400_000,
        options in prop_oneof![
            Just("manhattan"),
            Just("manhattan,sweep=off"),
            Just("manhattan,sweep=0,order=rdul"),
            Just("misplaced"),
            Just("manhattan,fsm=9"),
            Just("misplaced,fsm=6"),
            Just("manhattan,subtrees=deepest-first"),
            Just("misplaced,fsm=6,order=rdul,subtrees=deepest-first"),
        ],
    ) {
        let size = Size::new(sides.0, sides.1).unwrap();
        let problem = random_problem(size, seed as usize % size.cells(), seed);
        compare(&problem, PathChoice::Any, Some(limit), options);
    }
}
