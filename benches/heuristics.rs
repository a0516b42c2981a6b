//! Estimates per second on walks of random moves, for every heuristic and every
//! usual size. This is the part of a search's time that its estimates take. It
//! is measured along a walk by the estimator's own type and by a path, and for
//! expansions of the walk's states, whose estimates are known.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use optile_core::{
    Board, Estimates, Estimator, HeuristicInfo, Heuristics, Meter, Move, Rect, Slide, State, Stop,
    Word,
};
use optile_heuristics::{ALL, Catalogue, MaximumEstimator};
use optile_testkit::{random_problem, with_type};

/// Moves of the walk.
const MOVES: usize = 4096;

/// A walk from a random start.
struct Walk<B: Board> {
    start: State<B>,
    /// The slides, and the states after them.
    slides: Vec<(Slide, State<B>)>,
}

impl<B: Board> Walk<B> {
    fn new(board: B) -> Self {
        let problem = random_problem(board.size(), 0, 1);
        let start = State::<B>::of(problem.start()).expect("of this size");
        let mut state = start;
        let mut last: Option<Move> = None;
        let mut slides = Vec::with_capacity(MOVES);
        while slides.len() < MOVES {
            let pick = state.word().hash() as usize;
            let moves = || state.moves().filter(|&m| Some(m.inverse()) != last);
            let m = moves().nth(pick % moves().count()).expect("two moves or more");
            last = Some(m);
            slides.push((state.apply(m), state));
        }
        Self { start, slides }
    }

    /// Follows the walk by the estimator's own type.
    fn step(&self, estimator: &impl Estimator) {
        let step = |value, (slide, state): &(Slide, State<B>)| {
            black_box(Estimator::estimate(estimator, value));
            estimator.step(value, *slide, state)
        };
        let last = self.slides.iter().fold(estimator.root(&self.start), step);
        black_box(Estimator::estimate(estimator, last));
    }

    /// Follows the walk along a path.
    fn follow(&self, estimates: &dyn Estimates<B>) {
        let mut values = estimates.path(1 + self.slides.len());
        let mut value = values.root(&self.start);
        for (slide, state) in &self.slides {
            value = black_box(values.step(value, *slide, state));
        }
    }
}

/// Estimates all successors of states whose estimates are known.
fn expand<B: Board>(parents: &[(State<B>, u32)], estimates: &dyn Estimates<B>) {
    let mut values = estimates.kept();
    for (parent, h) in parents {
        let here = values.resume(parent, *h);
        for m in parent.moves() {
            let mut state = *parent;
            let slide = state.apply(m);
            black_box(values.step(here, slide, &state));
        }
    }
}

fn measure<B: Board>(criterion: &mut Criterion, name: &str, walk: &Walk<B>) {
    let size = walk.start.board().size();
    let heuristic = Catalogue::default().named(name).expect("a listed name");
    let estimator = match heuristic.toward(size, 0, &mut Meter::default()) {
        Err(Stop::Unsupported(_)) => return,
        estimator => estimator.expect("no limits"),
    };
    let estimates = B::estimates(&*estimator);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(MOVES as u64));
    if estimator.downcast_ref::<MaximumEstimator>().is_none() {
        group.bench_function(BenchmarkId::new("type", size), |bencher| {
            with_type!(&*estimator, estimator => bencher.iter(|| walk.step(estimator)));
        });
    }
    group.bench_function(BenchmarkId::new("path", size), |bencher| {
        bencher.iter(|| walk.follow(estimates));
    });
    let known = |&(_, state): &(Slide, State<B>)| (state, estimates.of_state(&state));
    let parents: Vec<_> = walk.slides.iter().map(known).collect();
    let successors: usize = parents.iter().map(|(state, _)| state.moves().count()).sum();
    group.throughput(Throughput::Elements(successors as u64));
    group.bench_function(BenchmarkId::new("expansions", size), |bencher| {
        bencher.iter(|| expand(&parents, estimates));
    });
}

fn measure_all<B: Board>(criterion: &mut Criterion, board: B) {
    let walk = Walk::new(board);
    for name in ALL.iter().flat_map(HeuristicInfo::names) {
        measure(criterion, name, &walk);
    }
}

fn walks(criterion: &mut Criterion) {
    measure_all(criterion, Rect::<3, 3>);
    measure_all(criterion, Rect::<4, 4>);
    measure_all(criterion, Rect::<5, 5>);
}

criterion_group!(benches, walks);
criterion_main!(benches);
