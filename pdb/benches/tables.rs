//! The making of small tables, and steps along walks by what is kept in them.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use optile_core::{Estimator, Heuristic, Meter, Rect, Size, State};
use optile_pdb::{Key, Pdb, Progress, Recipe, Table};

type Fifteen = Rect<4, 4>;

/// Steps of a walk.
const STEPS: usize = 10_000;

fn keys(recipe: &str, size: &str) -> Vec<Key> {
    let (recipe, size): (Recipe, Size) =
        (recipe.parse().expect("a recipe"), size.parse().expect("a size"));
    recipe.keys(size, 0).expect("a partition of the board")
}

fn making(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make");
    group.sample_size(10);
    for (size, recipe) in
        [("4x4", "5-5-5"), ("4x4", "5-5-5+zero"), ("4x4", "6-6-3"), ("4x4", "6-6-3+nibbles")]
    {
        let keys = keys(recipe, size);
        group.throughput(Throughput::Elements(keys.iter().map(Key::entries).sum()));
        group.bench_function(BenchmarkId::new(size, recipe), |bencher| {
            bencher.iter(|| {
                for key in &keys {
                    Table::build(key, &Meter::default(), &Progress::new()).expect("room");
                }
            });
        });
    }
}

fn walking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("steps");
    group.throughput(Throughput::Elements(STEPS as u64));
    for recipe in
        ["5-5-5", "6-6-3", "6-6-3+reflected", "6-6-3+nibbles", "6-6-3+zero", "6-6-3+zero+mod3"]
    {
        let heuristic = Pdb::<8, false>::new(recipe.parse().expect("a recipe")).expect("slots");
        let toward = heuristic.toward::<Fifteen>(0, &mut Meter::default()).expect("tables");
        group.bench_function(recipe, |bencher| {
            let mut state = State::<Fifteen>::goal(0);
            let mut value = toward.root(&state);
            let mut random = 1u64;
            bencher.iter(|| {
                for _ in 0..STEPS {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let mut moves = state.moves();
                    let m = moves.nth((random >> 33) as usize % moves.len()).expect("a move");
                    let slide = state.apply(m);
                    value = toward.step(value, slide, &state);
                }
                Estimator::<Fifteen>::estimate(&toward, value)
            });
        });
    }
}

criterion_group!(benches, making, walking);
criterion_main!(benches);
