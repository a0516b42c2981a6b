//! Nodes per second on fifteen-puzzles of R. E. Korf, Depth-first
//! iterative-deepening: an optimal admissible tree search, Artificial
//! Intelligence 27 (1985), and at the beginning of the search of a
//! twenty-four-puzzle of R. E. Korf, A. Felner, Disjoint pattern database
//! heuristics, Artificial Intelligence 134 (2002).

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use optile_core::{
    Arrangement, Heuristics, Interrupt, Limits, Meter, PathChoice, Problem, Session,
};
use optile_heuristics::Catalogue;

/// Sizes and ids of instances, with their starts: easy ones of Korf's, and the
/// first one of Korf's and Felner's.
const INSTANCES: [(&str, &str); 4] = [
    ("4x4 12", "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"),
    ("4x4 42", "4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10"),
    ("4x4 28", "13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7"),
    ("5x5 1", "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13"),
];

/// The plain search comes first. The others are compared with it.
const NAMES: [&str; 6] = [
    "idastar:manhattan,sweep=off",
    "idastar:manhattan",
    "idastar:manhattan,order=dlru",
    "idastar:manhattan,transposition=on",
    "idastar:manhattan,fsm=12",
    "idastar-parallel:manhattan",
];

/// Expansions after which a search that is too long is cut short.
const LIMIT: u64 = 5_000_000;

fn fifteen(criterion: &mut Criterion) {
    for name in NAMES {
        let spec = name.parse().expect("a name");
        let families = [optile_idastar::FAMILY, optile_idastar::PARALLEL];
        let family = families.iter().find(|family| {
            family.check(&spec, &Catalogue::default().list()).is_ok() && {
                name.starts_with(&format!("{}:", family.name))
            }
        });
        let strategy =
            (family.expect("a family").build)(&spec, &Catalogue::default()).expect("a strategy");
        let mut session = Session::new(strategy);
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for (id, start) in INSTANCES {
            let start: Arrangement = start.parse().expect("an arrangement");
            let goal = Arrangement::goal(start.size(), 0).expect("a cell");
            let problem = Problem::new(start, goal).expect("one size");
            session.prepare(&problem, &mut Meter::default()).expect("no limits");
            let mut solve = || {
                let limits = Limits { expanded: Some(LIMIT), ..Limits::default() };
                let mut meter = Meter::new(limits, Interrupt::default());
                // Reaching the limit is a valid end here.
                let _ = session.solve(&problem, PathChoice::Any, &mut meter);
                *meter.counters()
            };
            group.throughput(Throughput::Elements(solve().generated));
            group.bench_function(BenchmarkId::from_parameter(id), |bencher| {
                bencher.iter(&mut solve);
            });
        }
    }
}

criterion_group!(benches, fifteen);
criterion_main!(benches);
