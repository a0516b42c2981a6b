//! Times to build small tables, to make steps along walks by their entries, and
//! to find the values of states whose estimates are known.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use optile_core::{Estimator, Meter, Rect, Size, State};
use optile_pdb::{Key, Memory, PdbEstimator, PdbValue, Progress, Recipe, Table};

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

fn toward(recipe: &str) -> PdbEstimator<8> {
    let (recipe, size) = (recipe.parse().expect("a recipe"), "4x4".parse().expect("a size"));
    let (tables, mut meter) = (Memory::default(), Meter::default());
    PdbEstimator::toward(&recipe, size, 0, &tables, &mut meter).expect("tables")
}

/// Takes steps of a random walk.
fn walk(
    estimator: &PdbEstimator<8>,
    state: &mut State<Fifteen>,
    value: &mut PdbValue<8>,
    random: &mut u64,
    mut visit: impl FnMut(&State<Fifteen>, PdbValue<8>),
) {
    for _ in 0..STEPS {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut moves = state.moves();
        let m = moves.nth((*random >> 33) as usize % moves.len()).expect("a move");
        let slide = state.apply(m);
        *value = estimator.step(*value, slide, state);
        visit(state, *value);
    }
}

fn walking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("steps");
    group.throughput(Throughput::Elements(STEPS as u64));
    for recipe in
        ["5-5-5", "6-6-3", "6-6-3+reflected", "6-6-3+nibbles", "6-6-3+zero", "6-6-3+zero+nibbles"]
    {
        let estimator = toward(recipe);
        group.bench_function(recipe, |bencher| {
            let mut state = State::goal(Rect::<4, 4>, 0);
            let (mut value, mut random) = (estimator.root(&state), 1);
            bencher.iter(|| {
                walk(&estimator, &mut state, &mut value, &mut random, |_, _| ());
                estimator.estimate(value)
            });
        });
    }
}

fn resuming(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("resume");
    group.throughput(Throughput::Elements(STEPS as u64));
    for recipe in ["6-6-3+zero", "6-6-3+reflected+zero+nibbles"] {
        let estimator = toward(recipe);
        let mut state = State::goal(Rect::<4, 4>, 0);
        let (mut value, mut random) = (estimator.root(&state), 1);
        let mut states = Vec::new();
        walk(&estimator, &mut state, &mut value, &mut random, |state, value| {
            states.push((*state, estimator.estimate(value)));
        });
        group.bench_function(recipe, |bencher| {
            bencher.iter(|| {
                let values = states.iter().map(|(state, known)| estimator.resume(state, *known));
                values.map(|value| estimator.estimate(value)).sum::<u32>()
            });
        });
    }
}

criterion_group!(benches, making, walking, resuming);
criterion_main!(benches);
