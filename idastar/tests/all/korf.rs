//! The exact counts of published experiments, on the instances of R. E. Korf,
//! Depth-first iterative-deepening: an optimal admissible tree search,
//! Artificial Intelligence 27 (1985). The example `korf100` compares all of
//! them.

use optile_core::{Arrangement, Meter, PathChoice, Problem};
use optile_heuristics::Catalogue;

/// The easy instances that have published counts.
const IDS: [&str; 8] = ["9", "12", "19", "28", "30", "31", "42", "47"];

#[test]
fn counts_are_those_published() {
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
        let mut meter = Meter::default();
        let path = strategy.solve(&problem, PathChoice::Any, &mut meter).unwrap();
        path.verify(&problem).unwrap();
        let counters = meter.counters();
        let found = [path.len() as u64, counters.expanded, counters.generated];
        let published = [2, 3, 4].map(|column: usize| columns[column].parse().unwrap());
        assert_eq!(found, published, "id {}", columns[0]);
        met += 1;
    }
    assert_eq!(met, IDS.len());
}
