//! This workbench against the `pathfinding` crate: the same search on the same
//! two hundred random 8-puzzles, in one run.
//!
//! Strategies are used as the harness uses them, through the family and
//! with all counters on.

mod tiles;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use optile_core::{Family, Meter, PathChoice, Problem, Session, Size};
use optile_heuristics::Catalogue;
use optile_testkit::random_problems;
use tiles::Tiles;

fn open(family: &Family, name: &str) -> Session {
    match name.parse().and_then(|spec| (family.build)(&spec, &Catalogue::default())) {
        Ok(strategy) => Session::new(strategy),
        Err(error) => panic!("{name}: {error}"),
    }
}

fn solve(session: &mut Session, problem: &Problem) -> Option<usize> {
    session.solve(problem, PathChoice::Any, &mut Meter::default()).ok().map(|path| path.len())
}

fn peers(criterion: &mut Criterion) {
    let Ok(size) = Size::new(3, 3) else { unreachable!("3x3 is a size") };
    let problems = random_problems(size, 8, 200, 8);
    let starts: Vec<Tiles> = problems.iter().map(|p| Tiles::new(p.start().tiles())).collect();
    let goal = Tiles::new(problems[0].goal().tiles());
    for (function, family, name) in [
        ("bfs", optile_bfs::FAMILY, "bfs"),
        ("bidir", optile_bidir::FAMILY, "bidir"),
        ("astar", optile_astar::FAMILY, "astar:manhattan"),
        ("idastar", optile_idastar::FAMILY, "idastar:manhattan"),
    ] {
        let mut session = open(&family, name);
        for (problem, start) in problems.iter().zip(&starts) {
            assert_eq!(
                solve(&mut session, problem),
                tiles::solve(function, start, &goal),
                "{name} on {problem}"
            );
        }
        let mut group = criterion.benchmark_group(function);
        group.sample_size(10);
        group.bench_function("optile", |bencher| {
            bencher.iter(|| {
                for problem in &problems {
                    black_box(solve(&mut session, problem));
                }
            });
        });
        group.bench_function("pathfinding", |bencher| {
            bencher.iter(|| {
                for start in &starts {
                    black_box(tiles::solve(function, start, &goal));
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, peers);
criterion_main!(benches);
