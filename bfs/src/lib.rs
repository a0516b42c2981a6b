//! Breadth-first search from the start, for sliding-tile puzzles.
//!
//! # The main decision
//!
//! The search keeps one layer and the next, as lists in the order of
//! generation. Its closed list holds, for each state that was met, the move
//! that first led to it. The search ends as soon as the goal is *generated*,
//! because no path to a state is shorter than the first one.
//!
//! Moves are tried in the order down, left, right, up. This makes the path the
//! lexicographically smallest one (d < l < r < u) without further work, because
//! **each layer is in the order of its states' smallest shortest paths**. This
//! is true for the first layer, which is only the start. A shortest path to a
//! state of the next layer is a shortest path to a state of this one, and one
//! more move. Of two such paths, the smaller one has the smaller beginning or,
//! after the same beginning, the smaller last move. Distinct states have
//! distinct smallest paths. So the search generates the paths `smallest path,
//! move` in ascending order, because it goes through the layer and through the
//! moves in their orders. The first of these paths to a state is its smallest
//! one, and states are added in the order of these paths. The move that takes
//! back the last one leads to the layer before and is never on a shortest path,
//! so leaving it out changes nothing. [`PathChoice`](optile_core::PathChoice)
//! is therefore ignored.
//!
//! # Example
//!
//! ```
//! use optile_bfs::BreadthFirst;
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//!
//! let problem: Problem = "123046758".parse()?;
//! let mut meter = Meter::default();
//! let path = BreadthFirst.solve(&problem, PathChoice::Any, &mut meter)?;
//! assert_eq!(path.to_string(), "rdr");
//! assert_eq!(meter.counters().iterations, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use optile_core::{Board, Expansion, Family, Meter, Move, Path, Search, Stop, Task, Workspace};
use optile_store::{ClosedList, Encoding, Layer, Memory, traced_path, with_encoding};

/// Breadth-first search as the registry knows it.
pub static FAMILY: Family = Family {
    name: "bfs",
    about: "breadth-first search from the start",
    heuristics: &[],
    options: &[],
    is_lookup: false,
    build: |_, _| Ok(Box::new(BreadthFirst)),
};

/// Breadth-first search from the start; see the crate's description.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreadthFirst;

impl Search for BreadthFirst {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        _: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        with_encoding!(B, task.board(), encoding => search_in(encoding, task, meter))
    }
}

/// The move that first led to a state, plus one; 0 for a state that was not
/// met.
type GeneratingMove = u8;
/// The value of the start, which no move has generated.
const START: GeneratingMove = 5;

fn search_in<B: Board, S: Encoding<B>>(
    encoding: S,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let mut memory = Memory::default();
    let mut closed = encoding.closed_list(&mut memory, meter)?;
    let mut met = 1;
    let found = find_goal(encoding, task, &mut closed, &mut met, &mut memory, meter);
    meter.hold(met, memory.bytes());
    found?;
    let last_move = |node| Move::ALL[usize::from(closed.bytes(node)[0] - 1) & 3];
    Ok(Path::new(traced_path(encoding, &task.start, &task.goal(), last_move)))
}

/// Generates one layer after the other until the goal is in the closed list.
/// Counts the states in that list in `met`.
fn find_goal<B: Board, S: Encoding<B>>(
    encoding: S,
    task: &Task<B>,
    closed: &mut S::ClosedList,
    met: &mut u64,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let goal = task.goal();
    if task.start == goal {
        return Ok(());
    }
    let start = encoding.root(&task.start);
    *closed.slot(closed.key(start)).bytes() = [START];
    let mut layer = Layer::of(start, memory, meter)?;
    let mut next = Layer::default();
    let mut g = 0;
    while !layer.is_empty() {
        meter.begin_iteration();
        let mut generated = 0;
        let mut expand_layer = || {
            for &node in layer.nodes() {
                meter.expand(|| Expansion::new(&encoding.state(node), g))?;
                closed.make_room(Move::ALL.len(), memory, meter)?;
                next.make_room(Move::ALL.len(), memory, meter)?;
                for successor in encoding.successors(node) {
                    generated += 1;
                    let [first_move] = closed.slot(closed.key(successor.node)).bytes();
                    let is_new = *first_move == 0;
                    // Without a branch, see `Layer::push_if`.
                    *first_move |= (successor.m as GeneratingMove + 1)
                        & GeneratingMove::from(is_new).wrapping_neg();
                    next.push_if(successor.node, is_new);
                    if encoding.state(successor.node) == goal {
                        return Ok(true);
                    }
                }
            }
            Ok(false)
        };
        let is_found = expand_layer();
        let new = next.len() as u64;
        *met += new;
        meter.generate(generated);
        meter.duplicates(generated - new);
        if is_found? {
            return Ok(());
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
        g += 1;
    }
    Err(Stop::Unsolvable)
}

#[cfg(test)]
mod tests {
    use optile_core::{Counters, PathChoice, Problem, Rect, Strategy, with_shaped_board};
    use optile_store::{Hashed, Numbered};
    use optile_testkit::random_problems;

    use super::*;

    fn counters(problem: &str) -> Counters {
        let problem: Problem = problem.parse().unwrap();
        let mut meter = Meter::default();
        BreadthFirst.solve(&problem, PathChoice::Any, &mut meter).unwrap();
        *meter.counters()
    }

    /// Change these figures only when the search is meant to change.
    #[test]
    fn node_counts_are_pinned() {
        let figures = |problem| {
            let c = counters(problem);
            (c.iterations, c.expanded, c.generated, c.duplicates, c.peak_stored)
        };
        // The two 8-puzzles that take 31 moves.
        assert_eq!(figures("867254301"), (31, 181349, 302220, 120782, 181439));
        assert_eq!(figures("647850321"), (31, 181339, 302200, 120762, 181439));
        assert_eq!(
            figures("5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12"),
            (9, 853, 1831, 42, 1790)
        );
    }

    fn check_encodings<B: Board>(board: B) {
        for problem in random_problems(board.size(), board.cells() / 2, 10, 6) {
            let task = problem.task::<B>(PathChoice::Any).unwrap();
            let (mut one, mut other) = (Meter::default(), Meter::default());
            let path = search_in(Numbered::of(board).unwrap(), &task, &mut one).unwrap();
            assert_eq!(search_in(Hashed::new(board), &task, &mut other), Ok(path));
            let blind = |meter: &Meter| Counters { peak_bytes: 0, ..*meter.counters() };
            assert_eq!(blind(&one), blind(&other));
        }
    }

    #[test]
    fn numbered_and_hashed_encodings_are_searched_alike() {
        check_encodings(Rect::<3, 3>);
        with_shaped_board!(Rect::<3, 3>.size(), board => check_encodings(board));
    }
}
