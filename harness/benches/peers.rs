//! This workbench against the `pathfinding` crate: the same search on the same
//! two hundred random 8-puzzles, in one run.
//!
//! The peer is used as its documentation shows: a state is the tiles, its
//! successors come as a vector, and the heuristic is computed anew for each
//! state. Strategies are used as the harness uses them, through the family and
//! with all counters on.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use optile_core::{Family, Meter, PathChoice, Problem, Size, Strategy};
use optile_testkit::random_problems;
use pathfinding::directed::{astar, bfs, idastar};

/// The tiles of an 8-puzzle, row by row, 0 for the blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Tiles([u8; 9]);

const GOAL: Tiles = Tiles([1, 2, 3, 4, 5, 6, 7, 8, 0]);

impl Tiles {
    fn neighbours(&self) -> Vec<Self> {
        let Some(blank) = self.0.iter().position(|&tile| tile == 0) else {
            unreachable!("a board has a blank")
        };
        let (row, column) = (blank / 3, blank % 3);
        let mut cells = Vec::with_capacity(4);
        if row > 0 {
            cells.push(blank - 3);
        }
        if column > 0 {
            cells.push(blank - 1);
        }
        if column < 2 {
            cells.push(blank + 1);
        }
        if row < 2 {
            cells.push(blank + 3);
        }
        let slide = |cell| {
            let mut tiles = self.0;
            tiles.swap(blank, cell);
            Self(tiles)
        };
        cells.into_iter().map(slide).collect()
    }

    fn successors(&self) -> Vec<(Self, u32)> {
        self.neighbours().into_iter().map(|tiles| (tiles, 1)).collect()
    }

    fn manhattan(&self) -> u32 {
        let distance = |(cell, &tile): (usize, &u8)| {
            let place = usize::from(tile) - 1;
            ((cell / 3).abs_diff(place / 3) + (cell % 3).abs_diff(place % 3)) as u32
        };
        self.0.iter().enumerate().filter(|&(_, &tile)| tile != 0).map(distance).sum()
    }
}

/// The length that the peer's function of this name finds.
fn peer(function: &str, start: &Tiles) -> Option<usize> {
    let is_goal = |tiles: &Tiles| *tiles == GOAL;
    match function {
        "bfs" => bfs::bfs(start, Tiles::neighbours, is_goal).map(|path| path.len() - 1),
        "bidir" => bfs::bfs_bidirectional(start, &GOAL, Tiles::neighbours, Tiles::neighbours)
            .map(|path| path.len() - 1),
        "astar" => astar::astar(start, Tiles::successors, Tiles::manhattan, is_goal)
            .map(|(_, cost)| cost as usize),
        "idastar" => idastar::idastar(start, Tiles::successors, Tiles::manhattan, is_goal)
            .map(|(_, cost)| cost as usize),
        _ => None,
    }
}

fn build(family: &Family, name: &str) -> Box<dyn Strategy> {
    match name.parse().and_then(|spec| (family.build)(&spec)) {
        Ok(strategy) => strategy,
        Err(error) => panic!("{name}: {error}"),
    }
}

fn solve(strategy: &dyn Strategy, problem: &Problem) -> Option<usize> {
    strategy.solve(problem, PathChoice::Any, &mut Meter::default()).ok().map(|path| path.len())
}

fn peers(criterion: &mut Criterion) {
    let Ok(size) = Size::new(3, 3) else { unreachable!("3x3 is a size") };
    let problems = random_problems(size, 8, 200, 8);
    let tiles = |problem: &Problem| {
        let mut tiles = [0; 9];
        tiles.copy_from_slice(problem.start().tiles());
        Tiles(tiles)
    };
    let starts: Vec<Tiles> = problems.iter().map(tiles).collect();
    for (function, family, name) in [
        ("bfs", optile_bfs::family(), "bfs"),
        ("bidir", optile_bidir::family(), "bidir"),
        ("astar", optile_astar::family(), "astar:manhattan"),
        ("idastar", optile_idastar::family(), "idastar:manhattan"),
    ] {
        let strategy = build(&family, name);
        for (problem, start) in problems.iter().zip(&starts) {
            assert_eq!(solve(&*strategy, problem), peer(function, start), "{name} on {problem}");
        }
        let mut group = criterion.benchmark_group(function);
        group.sample_size(10);
        group.bench_function("optile", |bencher| {
            bencher.iter(|| {
                for problem in &problems {
                    black_box(solve(&*strategy, problem));
                }
            });
        });
        group.bench_function("pathfinding", |bencher| {
            bencher.iter(|| {
                for start in &starts {
                    black_box(peer(function, start));
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, peers);
criterion_main!(benches);
