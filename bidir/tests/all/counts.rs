//! Exact counts, the same each time.

use optile_bidir::FAMILY;
use optile_core::{Meter, PathChoice, Problem};

fn figures(problem: &str, choice: PathChoice) -> (u64, u64, u64, u64, u64) {
    let problem: Problem = problem.parse().unwrap();
    let mut meter = Meter::default();
    (FAMILY.build)(&"bidir".parse().unwrap(), &())
        .unwrap()
        .solve(&problem, choice, &mut meter)
        .unwrap();
    let c = meter.counters();
    (c.layers, c.expanded, c.generated, c.duplicates, c.peak_stored)
}

/// Change these figures only when the search is meant to change.
#[test]
fn node_counts_are_pinned() {
    let smallest = PathChoice::LexicographicallySmallest;
    assert_eq!(figures("867254301", PathChoice::Any), (31, 10051, 17365, 1430, 15936));
    assert_eq!(figures("867254301", smallest), (32, 10160, 17528, 1446, 16082));
    assert_eq!(figures("647850321", PathChoice::Any), (31, 10087, 17438, 1432, 16007));
    let fifteen = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12";
    assert_eq!(figures(fifteen, PathChoice::Any), (9, 58, 134, 0, 135));
}
