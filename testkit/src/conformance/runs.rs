//! Runs repeat exactly, and keep limits and obey signals.

use optile_core::{
    Allowed, Arrangement, Family, Heuristics, Interrupt, Limits, Meter, OptionInfo, PathChoice,
    Problem, Session, Size, Stop,
};

use super::answers::WITH_OPTION;
use crate::trial::{meter, open, sessions, sizes, solve};
use crate::{random_problem, random_problems};

/// The same run twice in one session gives the same path and counters, and so
/// does a new session.
pub fn repeats_exactly(family: &Family, heuristics: &dyn Heuristics) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for (name, mut session) in sessions(family, heuristics) {
        for problem in random_problems(eight, 4, 5, 1) {
            for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
                let first = solve(&name, &mut session, &problem, choice);
                assert_eq!(first, solve(&name, &mut session, &problem, choice), "{name}");
                let mut fresh = open(family, heuristics, &name);
                assert_eq!(first, solve(&name, &mut fresh, &problem, choice), "{name}");
            }
        }
    }
}

/// The bytes of a run do not depend on earlier runs of the session, so they do
/// not depend on which run built shared tables. A run that is repeated in
/// another process has the same row.
pub fn takes_the_same_bytes_after_any_earlier_run(family: &Family, heuristics: &dyn Heuristics) {
    let run = |session: &mut Session, problem: &Problem| {
        // Counted as in the harness.
        let [mut preparing, mut searching] = [meter(None), meter(Some(WITH_OPTION))];
        if session.prepare(problem, &mut preparing).is_ok() {
            let _ = session.solve(problem, PathChoice::Any, &mut searching);
        }
        let of = |meter: &Meter| [meter.counters().peak_bytes, meter.counters().table_bytes];
        let (prepared, searched) = (of(&preparing), of(&searching));
        [0, 1].map(|place| prepared[place].max(searched[place]))
    };
    let eight = Size::new(3, 3).expect("3x3 is a size");
    let problems = random_problems(eight, 8, 2, 9);
    let values = |option: &OptionInfo| match option.allowed {
        Allowed::OneOf(words) => words,
        Allowed::Form { examples, .. } => examples,
        _ => &[],
    };
    let first = family.names().into_iter().next().expect("a name");
    let with_options = family.options.iter().flat_map(|option| {
        let names = values(option).iter().map(|value| format!("{first},{}={value}", option.key));
        names.collect::<Vec<_>>()
    });
    for name in family.names().into_iter().chain(with_options) {
        let fresh = [0, 1].map(|place| run(&mut open(family, heuristics, &name), &problems[place]));
        for order in [[0, 1], [1, 0]] {
            let mut session = open(family, heuristics, &name);
            for place in order {
                let bytes = run(&mut session, &problems[place]);
                assert_eq!(bytes, fresh[place], "{name}, problem {place} of {order:?}");
            }
        }
    }
}

/// A search with a limit of N expansions stops at exactly N. A limit of exactly
/// the expansions that a search needs is enough.
pub fn stops_exactly_at_the_node_limit(family: &Family, heuristics: &dyn Heuristics) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for (name, mut session) in sessions(family, heuristics) {
        for problem in random_problems(eight, 8, 3, 2) {
            let Some((path, counters)) = solve(&name, &mut session, &problem, PathChoice::Any)
            else {
                panic!("{name} has no memory for 3x3");
            };
            let needed = counters.expanded;
            let mut with_limit = |limit| {
                let limits = Limits { expanded: Some(limit), ..Limits::default() };
                let mut meter = Meter::new(limits, Interrupt::default());
                let result = session.solve(&problem, PathChoice::Any, &mut meter);
                (result, meter.counters().expanded)
            };
            for limit in [0, 1, needed / 2, needed - 1] {
                assert_eq!(with_limit(limit), (Err(Stop::Nodes), limit), "{name} {problem}");
            }
            assert_eq!(with_limit(needed), (Ok(path), needed), "{name} {problem}");
        }
    }
}

/// A memory limit is never passed. A search that needs more memory ends before.
pub fn keeps_to_the_memory_limit(family: &Family, heuristics: &dyn Heuristics) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for bytes in [0, 100, 1_000, 10_000, 100_000] {
        for (name, mut session) in sessions(family, heuristics) {
            let problem = random_problem(eight, 8, 3);
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            match session.solve(&problem, PathChoice::Any, &mut meter) {
                Ok(path) => assert_eq!(path.verify(&problem), Ok(()), "{name}"),
                Err(stop) => assert_eq!(stop, Stop::Memory, "{name}"),
            }
            let taken = meter.counters().peak_bytes;
            assert!(taken <= bytes, "{name} took {taken} bytes of {bytes}");
            // A search that was stopped must not affect the next one.
            solve(&name, &mut session, &problem, PathChoice::Any);
        }
    }
}

/// A signal given beforehand ends a search at once, and does not affect the next one.
pub fn obeys_interrupts(family: &Family, heuristics: &dyn Heuristics) {
    let eight = Size::new(3, 3).expect("3x3 is a size");
    for (name, mut session) in sessions(family, heuristics) {
        let problem = random_problem(eight, 8, 4);
        for (give, expected) in [
            (Interrupt::interrupt as fn(&Interrupt), Stop::Interrupted),
            (Interrupt::time_is_up, Stop::Time),
        ] {
            let interrupt = Interrupt::default();
            give(&interrupt);
            let mut meter = Meter::new(Limits::default(), interrupt);
            let result = session.solve(&problem, PathChoice::Any, &mut meter);
            assert_eq!(result, Err(expected), "{name}");
            assert!(meter.counters().expanded <= Meter::PACE, "{name}");
        }
        solve(&name, &mut session, &problem, PathChoice::Any);
    }
}

/// An unsolvable problem is reported at once, without any expansion.
pub fn knows_the_unsolvable(family: &Family, heuristics: &dyn Heuristics) {
    for (name, mut session) in sessions(family, heuristics) {
        for size in sizes(&session) {
            let solvable = random_problem(size, 0, 5);
            let mut tiles = solvable.start().tiles().to_vec();
            let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
            let (a, b) = (cells.next().expect("a tile"), cells.next().expect("another"));
            tiles.swap(a, b);
            let start = Arrangement::new(size, &tiles).expect("a permutation");
            let problem = Problem::new(start, *solvable.goal()).expect("one size");
            let mut meter = meter(None);
            let result = session.solve(&problem, PathChoice::Any, &mut meter);
            assert_eq!(result, Err(Stop::Unsolvable), "{name}");
            assert_eq!(meter.counters().expanded, 0, "{name}");
        }
    }
}
