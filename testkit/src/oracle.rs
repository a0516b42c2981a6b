//! Distances that are known to be right.

use std::collections::{HashMap, HashSet, VecDeque};

use optile_core::{Board, Move, MoveOrder, Path, Problem, State, reachable, with_shaped_board};

/// The distance of every state to one goal, by a simple breadth-first search,
/// for boards of at most ten cells.
#[derive(Clone, Debug)]
pub struct Oracle<B: Board> {
    board: B,
    goal_blank: usize,
    /// Indexed by [`State::index`].
    distances: Vec<u8>,
}

impl<B: Board> Oracle<B> {
    const UNSEEN: u8 = u8::MAX;

    /// The distances to the goal with its tiles in order and the blank at
    /// `goal_blank`.
    ///
    /// # Panics
    ///
    /// When the board has more than ten cells, or when it has no such cell.
    pub fn new(board: B, goal_blank: usize) -> Self {
        let size = board.size();
        assert!(size.cells() <= 10, "an oracle for {size} boards would not fit");
        let mut distances = vec![Self::UNSEEN; reachable(size) as usize];
        let goal = State::goal(board, goal_blank);
        let mut queue = VecDeque::from([goal]);
        distances[goal.index() as usize] = 0;
        while let Some(state) = queue.pop_front() {
            let distance = distances[state.index() as usize];
            for m in state.moves() {
                let successor = state.successor(m);
                let slot = &mut distances[successor.index() as usize];
                if *slot == Self::UNSEEN {
                    *slot = distance + 1;
                    queue.push_back(successor);
                }
            }
        }
        Self { board, goal_blank, distances }
    }

    /// Moves from `state`, which must be solvable, to the goal.
    pub fn distance(&self, state: &State<B>) -> u32 {
        self.distances[state.index() as usize].into()
    }

    /// Every state that reaches the goal.
    pub fn states(&self) -> impl Iterator<Item = State<B>> {
        let indices = 0..self.distances.len() as u128;
        indices.map(|index| State::from_index(self.board, index, self.goal_blank))
    }

    /// Every state that reaches the goal, and its distance.
    pub fn iter(&self) -> impl Iterator<Item = (State<B>, u32)> {
        self.states().zip(self.distances.iter().map(|&distance| distance.into()))
    }

    /// States at each distance, from 0 to the radius.
    pub fn counts(&self) -> Vec<u64> {
        let radius = self.distances.iter().max().copied().unwrap_or(0);
        let mut counts = vec![0; usize::from(radius) + 1];
        for &distance in &self.distances {
            counts[usize::from(distance)] += 1;
        }
        counts
    }

    /// The lexicographically smallest optimal path.
    pub fn smallest_path(&self, state: &State<B>) -> Path {
        let mut state = *state;
        let mut moves = Vec::new();
        while self.distance(&state) > 0 {
            let closer = MoveOrder::LEXICOGRAPHIC.moves().into_iter().find(|&m| {
                state.moves().contains(m)
                    && self.distance(&state.successor(m)) < self.distance(&state)
            });
            let Some(m) = closer else { unreachable!("every state but the goal has a closer one") };
            state.apply(m);
            moves.push(m);
        }
        Path::new(moves)
    }
}

/// An optimal path between two arrangements that are not far apart, on boards
/// of every size, by a simple breadth-first search. `None` if there is no path.
///
/// Takes time and memory exponential in the length.
pub fn shortest_path(problem: &Problem) -> Option<Path> {
    fn search<B: Board>(_: B, problem: &Problem) -> Option<Path> {
        let (start, goal) = (State::<B>::of(problem.start())?, State::<B>::of(problem.goal())?);
        let mut came_by: HashMap<B::Word, Option<Move>> = HashMap::from([(start.word(), None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            if state == goal {
                let mut moves = Vec::new();
                let mut state = state;
                while let Some(m) = came_by[&state.word()] {
                    moves.push(m);
                    state.undo(m);
                }
                moves.reverse();
                return Some(Path::new(moves));
            }
            for m in state.moves() {
                let successor = state.successor(m);
                came_by.entry(successor.word()).or_insert_with(|| {
                    queue.push_back(successor);
                    Some(m)
                });
            }
        }
        None
    }
    if !problem.is_solvable() {
        return None;
    }
    with_shaped_board!(problem.size(), board => search(board, problem))
}

/// The least moves between two arrangements; `None` if there is no path. Two
/// breadth-first searches build one layer each in turn until they meet. They
/// get twice as far as [`shortest_path`] in the same time.
pub fn distance(problem: &Problem) -> Option<u32> {
    fn search<B: Board>(_: B, problem: &Problem) -> Option<u32> {
        let ends = [State::<B>::of(problem.start())?, State::<B>::of(problem.goal())?];
        let mut met = ends.map(|end| HashSet::from([end.word()]));
        let mut layers = ends.map(|end| vec![end]);
        let mut distance = 0;
        if ends[0] == ends[1] {
            return Some(0);
        }
        loop {
            let side = distance as usize % 2;
            distance += 1;
            let mut next = Vec::new();
            for state in &layers[side] {
                for successor in state.moves().map(|m| state.successor(m)) {
                    if met[1 - side].contains(&successor.word()) {
                        return Some(distance);
                    }
                    if met[side].insert(successor.word()) {
                        next.push(successor);
                    }
                }
            }
            layers[side] = next;
        }
    }
    if !problem.is_solvable() {
        return None;
    }
    with_shaped_board!(problem.size(), board => search(board, problem))
}

#[cfg(test)]
mod tests {
    use optile_core::Size;

    use super::*;
    use crate::{random_problem, shuffled_goal, walk};

    #[test]
    fn searches_that_meet_have_come_the_shortest_way() {
        for size in Size::all() {
            for seed in 0..6 {
                let problem = walk(&shuffled_goal(size, seed), 2 * seed as usize, seed);
                let path = shortest_path(&problem).unwrap();
                assert_eq!(distance(&problem), Some(path.len() as u32), "{problem}");
            }
        }
        for seed in 0..20 {
            let problem = random_problem(Size::new(3, 2).unwrap(), 5, seed);
            let path = shortest_path(&problem).unwrap();
            assert_eq!(distance(&problem), Some(path.len() as u32), "{problem}");
        }
    }
}
