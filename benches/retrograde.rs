//! The time to build the table of a whole state space, and to read a shortest
//! path from it.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use optile_core::{
    Arrangement, Interrupt, Meter, PathChoice, Problem, Rect, Session, Size, State, reachable,
};
use optile_retrograde::{Exploration, Retrograde, Table};

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

fn build(c: &mut Criterion) {
    let (eight, eleven) = (size("3x3"), size("3x4"));
    let mut group = c.benchmark_group("build");
    for (name, goal_blank) in [("corner", 8), ("edge", 7), ("centre", 4)] {
        group.throughput(Throughput::Elements(reachable(eight) as u64));
        group.bench_function(format!("3x3 {name}"), |b| {
            b.iter(|| Table::build(eight, black_box(goal_blank), &mut Meter::default()));
        });
    }
    group.sample_size(10).throughput(Throughput::Elements(reachable(eleven) as u64));
    group.bench_function("3x4 corner", |b| {
        b.iter(|| Table::build(eleven, black_box(11), &mut Meter::default()));
    });
    group.finish();
}

fn explore(c: &mut Criterion) {
    let mut group = c.benchmark_group("explore");
    let states = reachable(size("3x4")) as u64;
    group.sample_size(10).throughput(Throughput::Elements(states));
    for size in ["3x4", "2x6"].map(size) {
        for threads in [1, 2] {
            group.bench_function(format!("{size} on {threads}"), |b| {
                b.iter(|| {
                    let exploration = Exploration::alone(size, black_box(11), threads);
                    let mut exploration = exploration.expect("such a space");
                    exploration.finish(&Interrupt::default()).expect("nothing interrupts it");
                    exploration.stored()
                });
            });
        }
    }
    group.finish();
}

fn paths(c: &mut Criterion) {
    let goal_blank = 8;
    let eight = size("3x3");
    let goal = Arrangement::goal(eight, goal_blank).expect("a cell of the board");
    // The stride has no common divisor with the number of states. So states at
    // all distances occur in an order that no branch predictor can learn.
    let problems: Vec<Problem> = (0..10_000)
        .map(|i| {
            let index = i * 77_317 % reachable(eight);
            let start = State::from_index(Rect::<3, 3>, index, goal_blank).arrangement();
            Problem::new(start, goal).expect("both are of one size")
        })
        .collect();
    let mut session = Session::new(&Retrograde);
    let mut meter = Meter::default();
    let mut group = c.benchmark_group("paths");
    group.throughput(Throughput::Elements(problems.len() as u64));
    group.bench_function("3x3", |b| {
        b.iter(|| {
            for problem in &problems {
                let path = session.solve(problem, PathChoice::Any, &mut meter);
                black_box(path).expect("the goal is in reach");
            }
        });
    });
    group.finish();
}

criterion_group!(benches, build, explore, paths);
criterion_main!(benches);
