//! Pinned counts, and the memory that a search takes.

use std::sync::Arc;

use optile_bfhs::FAMILY;
use optile_core::{Heuristic, Interrupt, Limits, Meter, PathChoice, Problem, Stop};
use optile_heuristics::{Manhattan, Misplaced, Zero};
use optile_testkit::given;

use crate::{FORTY_FIVE, solve};

fn figures(heuristic: impl Heuristic + 'static, problem: &str) -> [u64; 7] {
    let (_, c) = solve(Arc::new(heuristic), &problem.parse().unwrap());
    optile_testkit::figures(&c)
}

/// Change these figures only when the search is meant to change.
#[test]
fn node_counts_are_pinned() {
    assert_eq!(figures(Zero, "867254301"), [16, 970472, 699101, 1386084, 2356557, 260728, 47314]);
    assert_eq!(figures(Misplaced, "867254301"), [13, 354652, 197252, 530923, 885576, 66610, 37537]);
    assert_eq!(figures(Manhattan, "867254301"), [6, 30621, 8472, 47466, 78088, 2622, 2962]);
    assert_eq!(figures(Manhattan, FORTY_FIVE), [6, 209006, 38943, 413103, 622110, 8305, 15414]);
}

/// Every expanded state is stored once, but only few at one time.
#[test]
fn few_of_the_states_are_held_at_once() {
    let [_, expanded, before_last, .., peak_stored] = figures(Manhattan, FORTY_FIVE);
    assert!(peak_stored < (expanded - before_last) / 8);
}

/// A search asks for no more memory than it reports at its end.
#[test]
fn the_peak_of_memory_is_enough() {
    let problem: Problem = FORTY_FIVE.parse().unwrap();
    let (path, counters) = solve(Arc::new(Manhattan), &problem);
    let with_limit = |bytes| {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let search = given(&FAMILY, Arc::new(Manhattan), "");
        let result = search.solve(&problem, PathChoice::Any, &mut meter);
        (result, *meter.counters())
    };
    assert_eq!(with_limit(counters.peak_bytes), (Ok(path), counters));
    let (result, limited) = with_limit(counters.peak_bytes / 2);
    assert_eq!(result, Err(Stop::Memory));
    assert!(limited.peak_bytes <= counters.peak_bytes / 2);
}
