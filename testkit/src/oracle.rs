use std::collections::{HashMap, VecDeque};

use optile_core::{Board, Move, MoveOrder, Path, Problem, State, with_board};

/// The distance of every state to one goal, by the plainest breadth-first
/// search, for boards of at most 3x3 and their like.
#[derive(Clone, Debug)]
pub struct Oracle<B: Board> {
    goal_blank: usize,
    /// By [`State::index`].
    distances: Vec<u8>,
    board: std::marker::PhantomData<B>,
}

impl<B: Board> Oracle<B> {
    const UNSEEN: u8 = u8::MAX;

    /// The distances to the goal with its tiles in order and the blank at
    /// `goal_blank`.
    ///
    /// # Panics
    ///
    /// When the board has more than ten cells, or no such cell.
    pub fn new(goal_blank: usize) -> Self {
        assert!(B::CELLS <= 10, "an oracle for {} boards would not fit", B::SIZE);
        let mut distances = vec![Self::UNSEEN; State::<B>::REACHABLE as usize];
        let goal = State::<B>::goal(goal_blank);
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
        Self { goal_blank, distances, board: std::marker::PhantomData }
    }

    /// Moves from `state`, which must be solvable, to the goal.
    pub fn distance(&self, state: &State<B>) -> u32 {
        self.distances[state.index() as usize].into()
    }

    /// Every state that reaches the goal.
    pub fn states(&self) -> impl Iterator<Item = State<B>> {
        (0..self.distances.len()).map(|i| State::from_index(i as u128, self.goal_blank))
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

    /// The optimal path whose letters come first in the dictionary.
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
/// of every size, by the plainest breadth-first search; `None` where there is
/// none.
///
/// Takes time and memory exponential in the length.
pub fn shortest_path(problem: &Problem) -> Option<Path> {
    fn search<B: Board>(problem: &Problem) -> Option<Path> {
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
    with_board!(problem.size(), B => search::<B>(problem))
}
