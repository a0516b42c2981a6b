//! Generated nodes a second on fifteen-puzzles of R. E. Korf, Depth-first
//! iterative-deepening: an optimal admissible tree search, Artificial
//! Intelligence 27 (1985).

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use optile_core::{Arrangement, Meter, PathChoice, Problem};

/// Easy instances by their ids, with their starts.
const INSTANCES: [(u32, &str); 3] = [
    (12, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"),
    (42, "4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10"),
    (28, "13 14 6 12 4 5 1 0 9 3 10 2 15 11 8 7"),
];

fn fifteen(criterion: &mut Criterion) {
    for name in
        ["idastar:manhattan", "idastar:manhattan,order=dlru", "idastar:manhattan,transposition=on"]
    {
        let build = optile_idastar::family().build;
        let strategy = build(&name.parse().expect("a name")).expect("a strategy");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for (id, start) in INSTANCES {
            let start: Arrangement = start.parse().expect("an arrangement");
            let goal = Arrangement::goal(start.size(), 0).expect("a cell");
            let problem = Problem::new(start, goal).expect("one size");
            let solve = || {
                let mut meter = Meter::default();
                strategy.solve(&problem, PathChoice::Any, &mut meter).map(|_| meter)
            };
            let generated = solve().expect("a path").counters().generated;
            group.throughput(Throughput::Elements(generated));
            group.bench_function(BenchmarkId::from_parameter(id), |bencher| bencher.iter(solve));
        }
    }
}

criterion_group!(benches, fifteen);
criterion_main!(benches);
