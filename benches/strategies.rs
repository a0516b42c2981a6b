//! Every strategy of the registry: two hundred random 8-puzzles, one solve after
//! the other, and the beginning of the search of a 15-puzzle, number 12 of R. E.
//! Korf, Depth-first iterative-deepening: an optimal admissible tree search,
//! Artificial Intelligence 27 (1985).

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use optile::registry;
use optile_core::{Interrupt, Limits, Meter, PathChoice, Problem, Session, Size, Stop};
use optile_testkit::random_problems;

const FIFTEEN: &str = "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15 \
    -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

/// Expansions after which the search of the 15-puzzle is cut short.
const LIMIT: u64 = 200_000;

/// Bytes that it may take; a strategy that needs more is left out.
const BYTES: u64 = 1 << 30;

fn open(name: &str) -> Session {
    Session::new(registry::all().build(name).expect("a name of the registry").strategy)
}

fn eight(criterion: &mut Criterion) {
    let size = Size::new(3, 3).expect("3x3 is a size");
    let problems = random_problems(size, 8, 200, 8);
    let choices = [("any", PathChoice::Any), ("smallest", PathChoice::LexicographicallySmallest)];
    for name in registry::all().names() {
        let mut session = open(&name);
        let mut group = criterion.benchmark_group(format!("eight/{name}"));
        group.sample_size(10);
        for (choice_name, choice) in choices {
            group.bench_function(choice_name, |bencher| {
                bencher.iter(|| {
                    for problem in &problems {
                        let path = session.solve(problem, choice, &mut Meter::default());
                        assert!(black_box(path).is_ok());
                    }
                });
            });
        }
    }
}

/// The nodes that a limited search generates; `None` if it needs more memory.
fn generated(session: &mut Session, problem: &Problem) -> Option<u64> {
    let limits = Limits { expanded: Some(LIMIT), bytes: Some(BYTES) };
    let mut meter = Meter::new(limits, Interrupt::default());
    // The limit of expansions ends the search as well as a path.
    match session.solve(problem, PathChoice::Any, &mut meter) {
        Err(Stop::Memory | Stop::Unsupported(_)) => None,
        _ => Some(meter.counters().generated),
    }
}

fn fifteen(criterion: &mut Criterion) {
    let problem: Problem = FIFTEEN.parse().expect("a problem");
    for name in registry::all().names() {
        let mut session = open(&name);
        let Some(count) = generated(&mut session, &problem) else { continue };
        let mut group = criterion.benchmark_group(format!("fifteen/{name}"));
        group.sample_size(10).throughput(Throughput::Elements(count));
        group.bench_function("generated", |bencher| {
            bencher.iter(|| generated(&mut session, black_box(&problem)));
        });
    }
}

criterion_group!(benches, eight, fifteen);
criterion_main!(benches);
