//! Whole spaces of small boards. The distance of every state comes from a plain
//! breadth-first search that shares no code with any strategy. So these
//! distances can check strategies.

use std::collections::{BTreeMap, BTreeSet};

use optile_core::{
    Arrangement, Board, Heuristics, Interrupt, Limits, Meter, MoveOrder, Path, PathChoice, Problem,
    Shaped, Size, State, Task, reachable,
};
use optile_heuristics::BoardEstimates;
use optile_results::record::HeuristicPoint;

/// The greatest number of states of a small board: that of the 8-puzzle.
const MOST_STATES: u128 = 181_440;

/// Whether boards of this size have few enough states to examine all of them.
pub fn is_small(size: Size) -> bool {
    reachable(size) <= MOST_STATES
}

/// The type of small boards.
pub(crate) type Small = Shaped<u64>;

/// The small board of this size; `None` for larger sizes.
pub fn small_board(size: Size) -> Option<Small> {
    Small::of(size).filter(|_| is_small(size))
}

// Ranking consists of nested loops, which have constant length on boards of constant size.
// If the compiler unrolled them into the loops here, it would take minutes. The cost of a
// call does not matter.

#[inline(never)]
fn index_of<B: Board>(state: &State<B>) -> usize {
    state.index() as usize
}

#[inline(never)]
fn state_of<B: Board>(board: B, index: u128, goal_blank: usize) -> State<B> {
    State::from_index(board, index, goal_blank)
}

/// The distance of every state to one goal.
#[derive(Debug)]
pub struct Distances<B: Board> {
    board: B,
    goal_blank: usize,
    /// Indexed by [`State::index`].
    moves: Vec<u8>,
}

impl<B: Board> Distances<B> {
    /// The distances to the goal with its tiles in order and the blank at `goal_blank`. They
    /// take one byte per state.
    pub fn new(board: B, goal_blank: usize) -> Self {
        const UNSEEN: u8 = u8::MAX;
        let mut moves = vec![UNSEEN; reachable(board.size()) as usize];
        let goal = State::goal(board, goal_blank);
        moves[index_of(&goal)] = 0;
        let mut layer = vec![goal];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for state in layer {
                for m in state.moves() {
                    let successor = state.successor(m);
                    let slot = &mut moves[index_of(&successor)];
                    if *slot == UNSEEN {
                        *slot = depth;
                        next.push(successor);
                    }
                }
            }
            layer = next;
        }
        Self { board, goal_blank, moves }
    }

    /// All states at a distance.
    pub(crate) fn at(&self, distance: u32) -> impl Iterator<Item = State<B>> {
        let indices =
            (0..).zip(&self.moves).filter(move |&(_, &moves)| u32::from(moves) == distance);
        indices.map(|(index, _)| state_of(self.board, index, self.goal_blank))
    }

    /// All states and their distances.
    pub fn iter(&self) -> impl Iterator<Item = (State<B>, u32)> {
        (0..)
            .zip(&self.moves)
            .map(|(index, &moves)| (state_of(self.board, index, self.goal_blank), moves.into()))
    }
}

/// The heuristics without arguments. All of them are examined on small boards.
pub(crate) fn plain_heuristics() -> impl Iterator<Item = String> {
    let plain = optile_heuristics::ALL.iter().filter(|info| info.arguments.is_none());
    plain.map(|info| info.name.to_owned())
}

/// The values of all heuristics without arguments and of those in `named`,
/// together with the true distances, over the whole space of each small board
/// and goal of these problems. A heuristic is left out if it does not support
/// the board or needs more than `memory` bytes for its tables.
pub fn heuristic_points<'a>(
    heuristics: &dyn Heuristics,
    problems: impl Iterator<Item = &'a Problem>,
    named: &BTreeSet<String>,
    memory: Option<u64>,
) -> Vec<HeuristicPoint> {
    let goals: BTreeSet<(Size, usize)> = problems
        .map(|problem| (problem.size(), problem.goal().blank()))
        .filter(|&(size, _)| is_small(size))
        .collect();
    let plain: Vec<String> = plain_heuristics().collect();
    let others = named.iter().filter(|name| !plain.contains(name));
    let names: Vec<&String> = plain.iter().chain(others).collect();
    let mut points = Vec::new();
    for (size, goal_blank) in goals {
        let Ok(goal) = Arrangement::goal(size, goal_blank) else { continue };
        let Some(board) = small_board(size) else { continue };
        let states = states(board, goal_blank);
        for &name in &names {
            let limits = Limits { bytes: memory, ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            let Ok(bound) = BoardEstimates::new(heuristics, name, &goal, &mut meter) else {
                continue;
            };
            // Indexed by `[distance][value]`.
            let mut tally: Vec<Vec<u64>> = Vec::new();
            for (state, distance) in &states {
                let Some(value) = bound.of(state) else { continue };
                *slot(slot(&mut tally, *distance), value) += 1;
            }
            for (distance, tally) in (0..).zip(tally) {
                let seen = (0..).zip(tally).filter(|&(_, states)| states > 0);
                points.extend(seen.map(|(value, states)| HeuristicPoint {
                    heuristic: name.clone(),
                    size: size.to_string(),
                    goal_blank,
                    distance: Some(distance),
                    value,
                    states,
                }));
            }
        }
    }
    points
}

/// An element of a list, which grows as needed.
fn slot<T: Default>(list: &mut Vec<T>, place: u32) -> &mut T {
    let place = place as usize;
    if list.len() <= place {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

/// All states of a space with their distances.
fn states(board: Small, goal_blank: usize) -> Vec<(Arrangement, u32)> {
    let distances = Distances::new(board, goal_blank);
    distances.iter().map(|(state, distance)| (state.arrangement(), distance)).collect()
}

/// Renames the tiles of a state whose goal has its tiles in order, so that its goal is
/// `goal`. Both goals have the blank in the same cell.
pub fn renamed<B: Board>(state: &State<B>, goal: &Arrangement) -> Arrangement {
    let names: Vec<u8> = goal.tiles().iter().copied().filter(|&tile| tile != 0).collect();
    let board = state.board();
    let tiles: Vec<u8> = (0..board.cells())
        .map(|cell| match state.tile(cell) {
            0 => 0,
            tile => names[tile - 1],
        })
        .collect();
    match Arrangement::new(board.size(), &tiles) {
        Ok(arrangement) => arrangement,
        Err(error) => unreachable!("renaming keeps a permutation: {error}"),
    }
}

/// Gives optimal lengths and paths on small boards. Each space is built when it is first
/// needed, and kept.
#[derive(Debug, Default)]
pub struct Oracle {
    /// Indexed by the size and the cell of the goal's blank.
    spaces: BTreeMap<(Size, usize), Distances<Small>>,
}

impl Oracle {
    /// The distances of all states of a board to the goal with its tiles in order and the
    /// blank at `goal_blank`.
    pub(crate) fn distances(&mut self, board: Small, goal_blank: usize) -> &Distances<Small> {
        let key = (board.size(), goal_blank);
        self.spaces.entry(key).or_insert_with(|| Distances::new(board, goal_blank))
    }

    /// The distances in a problem's space, and the problem as a task. `None` on larger boards
    /// and if there is no solution.
    fn space(&mut self, problem: &Problem) -> Option<(&[u8], Task<Small>)> {
        let board = small_board(problem.size())?;
        let task = problem.task::<Small>(PathChoice::Any)?;
        let is_solvable = problem.is_solvable();
        is_solvable.then(|| (&self.distances(board, task.goal_blank).moves[..], task))
    }

    /// The optimal length of a problem on a small board; `None` on larger boards and if there
    /// is no solution.
    pub fn length(&mut self, problem: &Problem) -> Option<u32> {
        let (moves, task) = self.space(problem)?;
        Some(moves[index_of(&task.start)].into())
    }

    /// The lexicographically smallest optimal path, if [`Oracle::length`] knows its length.
    pub fn smallest_path(&mut self, problem: &Problem) -> Option<Path> {
        let (moves, task) = self.space(problem)?;
        let distance = |state: &State<Small>| moves[index_of(state)];
        let mut state = task.start;
        let mut path = Vec::new();
        while distance(&state) > 0 {
            let m = MoveOrder::LEXICOGRAPHIC.moves().into_iter().find(|&m| {
                state.moves().contains(m) && distance(&state.successor(m)) < distance(&state)
            })?;
            state.apply(m);
            path.push(m);
        }
        Some(Path::new(path))
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Rect;
    use optile_heuristics::Catalogue;

    use super::*;

    #[test]
    fn small_boards_are_those_with_no_more_states_than_the_eight_puzzle() {
        let small: Vec<String> =
            Size::all().filter(|&size| is_small(size)).map(|size| size.to_string()).collect();
        assert_eq!(small, ["2x2", "2x3", "2x4", "3x2", "3x3", "4x2"]);
        for size in Size::all() {
            assert_eq!(small_board(size).map(Board::size), is_small(size).then_some(size));
        }
    }

    #[test]
    fn the_eight_puzzle_has_its_known_distances() {
        let distances = Distances::new(Rect::<3, 3>, 8);
        let count = |depth| distances.iter().filter(|&(_, d)| d == depth).count();
        assert_eq!([0, 1, 2, 30, 31, 32].map(count), [1, 2, 4, 221, 2, 0]);
        let mut oracle = Oracle::default();
        let hardest: Problem = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
        assert_eq!(oracle.length(&hardest), Some(31));
        assert_eq!(oracle.length(&"2 1 3 / 4 5 6 / 7 8 0".parse().unwrap()), None);
    }

    #[test]
    fn points_cover_the_space_and_never_exceed_the_distance() {
        let problems: Vec<Problem> =
            ["1 2 / 3 0", "1 2 3 / 0 4 5", "1 2 3 / 4 5 0", "2 1 3 / 4 5 0 -> 1 2 3 / 4 0 5"]
                .iter()
                .map(|text| text.parse().unwrap())
                .collect();
        let named: BTreeSet<String> = ["manhattan", "pdb:up-to-4"].map(str::to_owned).into();
        let points = heuristic_points(&Catalogue::default(), problems.iter(), &named, None);
        assert!(points.iter().all(|point| Some(point.value) <= point.distance));
        for (size, blank, states) in [("2x2", 3, 12), ("3x2", 5, 360), ("3x2", 4, 360)] {
            for name in plain_heuristics().chain(["pdb:up-to-4".to_owned()]) {
                let of = |p: &&HeuristicPoint| {
                    p.size == size && p.goal_blank == blank && p.heuristic == name
                };
                assert_eq!(points.iter().filter(of).map(|p| p.states).sum::<u64>(), states);
            }
        }
    }
}
