//! Two hundred random 8-puzzles, one solve after the other.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use optile_astar::AStar;
use optile_core::{Meter, PathChoice, Size, Strategy};
use optile_heuristics::Manhattan;
use optile_testkit::random_problems;

fn eight(criterion: &mut Criterion) {
    let Ok(size) = Size::new(3, 3) else { unreachable!("3x3 is a size") };
    let problems = random_problems(size, 8, 200, 8);
    let mut group = criterion.benchmark_group("eight");
    let choices = [("any", PathChoice::Any), ("smallest", PathChoice::LexicographicallySmallest)];
    for (name, choice) in choices {
        group.bench_function(format!("astar:manhattan/{name}"), |bencher| {
            bencher.iter(|| {
                for problem in &problems {
                    let path = AStar::new(Manhattan).solve(problem, choice, &mut Meter::default());
                    assert!(black_box(path).is_ok());
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, eight);
criterion_main!(benches);
