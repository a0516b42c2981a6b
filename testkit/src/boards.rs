//! The boards with which the conformance suite examines a strategy. All strategies get the
//! same ones, so each set is made once in a process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{Arrangement, Problem, Rect, Size, State, with_shaped_board};

use crate::{Oracle, random_problem, random_problems, shortest_path, shuffled_goal, walk};
use optile_requirement::Posed;

/// A set of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Set {
    /// About `each` 8-puzzles at every distance from the goal with its blank in a cell.
    Eights { goal_blank: usize, each: usize },
    /// Three random 8-puzzles.
    RandomEights,
    /// Boards of a size near their goals, of which one is unsolvable.
    Near(Size),
    /// Longer walks on a size.
    Walks(Size),
}

impl Set {
    pub(crate) fn boards(self) -> Arc<[Posed]> {
        static MADE: Mutex<BTreeMap<Set, Arc<[Posed]>>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let boards = made.entry(self).or_insert_with(|| match self {
            Self::Eights { goal_blank, each } => eights(goal_blank, each).into(),
            Self::RandomEights => {
                let eight = Size::new(3, 3).expect("3x3 is a size");
                random_problems(eight, 4, 3, 1).into_iter().map(posed).collect()
            }
            Self::Near(size) => near(size).into(),
            Self::Walks(size) => {
                let goal = Arrangement::goal(size, goal_cells(size)[0]).expect("a cell");
                let walks = [16, 20, 24].into_iter().zip(0..);
                walks.map(|(steps, seed)| posed(walk(&goal, steps, seed))).collect()
            }
        });
        Arc::clone(boards)
    }
}

fn posed(problem: Problem) -> Posed {
    let shortest = shortest_path(&problem);
    Posed::new(problem, shortest.map(|path| path.len() as u32))
}

/// From this distance on, the states of each distance are used with only one or
/// two goals, because blind searches would spend nearly all of the time on
/// them.
const FAR: usize = 21;

/// About `each` 8-puzzles at every distance, taken at even intervals, with their smallest
/// paths. Each goal gets only one or two of the far distances.
fn eights(goal_blank: usize, each: usize) -> Vec<Posed> {
    let oracle = Oracle::eight(goal_blank);
    let goal = State::goal(Rect::<3, 3>, goal_blank).arrangement();
    let layers = oracle.spread(each).into_iter().zip(0..);
    let near = layers.filter(|(_, distance)| *distance < FAR || distance % 9 == goal_blank);
    let chosen =
        near.flat_map(|(layer, distance)| layer.into_iter().zip(std::iter::repeat(distance)));
    let posed = chosen.map(|(state, distance)| Posed {
        problem: Problem::new(state.arrangement(), goal).expect("both are on one board"),
        optimal: Some(distance as u32),
        smallest: Some(oracle.smallest_path(&state)),
    });
    posed.collect()
}

/// Whether no side is longer than five cells. Longer boards show nothing new,
/// so fewer tests use them.
fn is_compact(size: Size) -> bool {
    size.width() <= 5 && size.height() <= 5
}

/// The cells of the goal's blank to test: all cells on small boards, two on
/// larger ones, and one on long ones. A heuristic may have to build tables for
/// each.
fn goal_cells(size: Size) -> Vec<usize> {
    let cells = size.cells();
    let of_each_kind = [cells - 1, cells / 2, 0, 1];
    match cells {
        ..=9 => (0..cells).collect(),
        _ if !is_compact(size) => vec![of_each_kind[size.number() % of_each_kind.len()]],
        _ => of_each_kind[..2].to_vec(),
    }
}

/// A board without a solution, goals themselves, single moves from them, and random walks from
/// goals, of which some do not have their tiles in order.
fn near(size: Size) -> Vec<Posed> {
    let cells = goal_cells(size);
    let mut all = vec![unsolvable(size)];
    for &blank in &cells {
        let goal = Arrangement::goal(size, blank).expect("the cell is on the board");
        all.push(posed(Problem::new(goal, goal).expect("one size")));
        with_shaped_board!(size, board => {
            let goal_state = State::goal(board, blank);
            let next = goal_state.moves().map(|m| goal_state.successor(m).arrangement());
            all.extend(next.map(|start| posed(Problem::new(start, goal).expect("one size"))));
        });
    }
    let [walks, goals] = if is_compact(size) { [12, 4] } else { [2, 1] };
    for seed in 0..walks {
        let blank = cells[seed as usize * 7 % cells.len()];
        let goal = Arrangement::goal(size, blank).expect("the cell is on the board");
        all.push(posed(walk(&goal, 8 + seed as usize % 5, seed)));
    }
    for seed in 0..goals {
        let mut tiles = shuffled_goal(size, seed).tiles().to_vec();
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
        // The same cells as above, because heuristics build tables for each cell.
        tiles.swap(blank, cells[seed as usize % cells.len()]);
        let goal = Arrangement::new(size, &tiles).expect("a permutation");
        all.push(posed(walk(&goal, 9, seed)));
    }
    all
}

fn unsolvable(size: Size) -> Posed {
    let solvable = random_problem(size, 0, 5);
    let mut tiles = solvable.start().tiles().to_vec();
    let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
    let (a, b) = (cells.next().expect("a tile"), cells.next().expect("another"));
    tiles.swap(a, b);
    let start = Arrangement::new(size, &tiles).expect("a permutation");
    posed(Problem::new(start, *solvable.goal()).expect("one size"))
}
