//! The exact counts of published experiments, on the instances of R. E. Korf,
//! Depth-first iterative-deepening: an optimal admissible tree search,
//! Artificial Intelligence 27 (1985). The example `korf100` compares all of
//! them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use optile_core::{Arrangement, Interrupt, Limits, Meter, PathChoice, Problem};
use optile_heuristics::Catalogue;

/// The easy instances that have published counts.
const IDS: [&str; 8] = ["9", "12", "19", "28", "30", "31", "42", "47"];

/// The most expansions between two checks for signals. They take some twenty microseconds.
const MOST_UNCHECKED: u64 = 1 << 11;

#[test]
fn counts_are_those_published_and_signals_are_checked_often() {
    let name = "idastar:manhattan".parse().unwrap();
    let strategy = (optile_idastar::FAMILY.build)(&name, &Catalogue::default()).unwrap();
    let mut met = 0;
    for line in include_str!("../../../instances/korf100.tsv").lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        if !IDS.contains(&columns[0]) {
            continue;
        }
        let start: Arrangement = columns[1].parse().unwrap();
        let goal = Arrangement::goal(start.size(), 0).unwrap();
        let problem = Problem::new(start, goal).unwrap();
        let checks = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&checks);
        let interrupt = Interrupt::default().or(move || {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        let mut meter = Meter::new(Limits::default(), interrupt);
        let path = strategy.solve(&problem, PathChoice::Any, &mut meter).unwrap();
        path.verify(&problem).unwrap();
        let counters = meter.counters();
        let found = [path.len() as u64, counters.expanded, counters.generated];
        let published = [2, 3, 4].map(|column: usize| columns[column].parse().unwrap());
        assert_eq!(found, published, "id {}", columns[0]);
        assert!(checks.load(Ordering::Relaxed) * MOST_UNCHECKED > counters.expanded);
        met += 1;
    }
    assert_eq!(met, IDS.len());
}
