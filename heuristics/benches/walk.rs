//! Steps a second along a random walk, for every heuristic and size that is
//! usual: what a search pays for its bounds alone, moves made at random.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use optile_core::{
    Board, Estimator, Heuristic, HeuristicInfo, Meter, Move, Rect, Slide, State, Stop, Word,
};
use optile_heuristics::{ALL, Visitor, dispatch};
use optile_testkit::random_problem;

/// Moves of the walk.
const MOVES: usize = 4096;

/// Slides from a random start, and the states that they make.
fn walk<B: Board>() -> (State<B>, Vec<(Slide, State<B>)>) {
    let problem = random_problem(B::SIZE, 0, 1);
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
    (start, slides)
}

/// Follows the walk.
struct Follow<'a, B: Board> {
    criterion: &'a mut Criterion,
    name: &'a str,
    start: State<B>,
    slides: &'a [(Slide, State<B>)],
}

impl<B: Board> Visitor for Follow<'_, B> {
    type Output = ();

    fn visit<H: Heuristic + Clone>(self, heuristic: H) {
        let toward = match heuristic.toward::<B>(0, &mut Meter::default()) {
            Err(Stop::Unsupported(_)) => return,
            toward => toward.expect("no limits"),
        };
        let mut group = self.criterion.benchmark_group(self.name);
        group.throughput(Throughput::Elements(MOVES as u64));
        group.bench_function(BenchmarkId::from_parameter(B::SIZE), |bencher| {
            bencher.iter(|| {
                let root = toward.root(&self.start);
                let step = |value, (slide, state): &(Slide, State<B>)| {
                    black_box(toward.estimate(value));
                    toward.step(value, *slide, state)
                };
                self.slides.iter().fold(root, step)
            });
        });
    }
}

fn follow<B: Board>(criterion: &mut Criterion) {
    let (start, slides) = walk::<B>();
    for name in ALL.iter().flat_map(HeuristicInfo::names) {
        let follow = Follow { criterion: &mut *criterion, name, start, slides: &slides };
        dispatch(name, follow).expect("a listed name");
    }
}

fn steps(criterion: &mut Criterion) {
    follow::<Rect<3, 3>>(criterion);
    follow::<Rect<4, 4>>(criterion);
    follow::<Rect<5, 5>>(criterion);
}

criterion_group!(benches, steps);
criterion_main!(benches);
