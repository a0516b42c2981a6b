//! Distances that are known to be right.

use std::collections::VecDeque;
use std::sync::OnceLock;

use optile_core::{Board, MoveOrder, Path, Rect, State, reachable};

/// The distance of every state to one goal, by a simple breadth-first search,
/// for boards of at most ten cells.
#[derive(Clone, Debug)]
pub struct Oracle<B: Board> {
    board: B,
    goal_blank: usize,
    /// Indexed by [`State::index`].
    distances: Vec<u8>,
}

impl Oracle<Rect<3, 3>> {
    /// That of the 8-puzzle toward a goal, which is made once in a process.
    ///
    /// # Panics
    ///
    /// When the board has no such cell.
    pub fn eight(goal_blank: usize) -> &'static Self {
        static MADE: [OnceLock<Oracle<Rect<3, 3>>>; 9] = [const { OnceLock::new() }; 9];
        MADE[goal_blank].get_or_init(|| Self::new(Rect, goal_blank))
    }
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
        let mut queue = VecDeque::from([(goal, 0)]);
        distances[goal.index() as usize] = 0;
        while let Some((state, distance)) = queue.pop_front() {
            for m in state.moves() {
                let successor = state.successor(m);
                let slot = &mut distances[successor.index() as usize];
                if *slot == Self::UNSEEN {
                    *slot = distance + 1;
                    queue.push_back((successor, distance + 1));
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
        self.some_states(1)
    }

    /// The first of all states that reach the goal, and every so many after it.
    pub fn some_states(&self, every: usize) -> impl Iterator<Item = State<B>> {
        // Iterators that map would make the states that are left out too.
        (0..self.distances.len()).step_by(every).map(|index| self.state(index))
    }

    fn state(&self, index: usize) -> State<B> {
        State::from_index(self.board, index as u128, self.goal_blank)
    }

    /// About `each` states at every distance, at even intervals of their indices.
    pub fn spread(&self, each: usize) -> Vec<Vec<State<B>>> {
        let mut layers = vec![Vec::new(); self.counts().len()];
        for (index, &distance) in self.distances.iter().enumerate() {
            layers[usize::from(distance)].push(index);
        }
        let spread = |layer: &Vec<usize>| {
            let some = layer.iter().step_by(layer.len().div_ceil(each));
            some.map(|&index| self.state(index)).collect()
        };
        layers.iter().map(spread).collect()
    }

    /// Every state that reaches the goal, and its distance.
    pub fn iter(&self) -> impl Iterator<Item = (State<B>, u32)> {
        self.states().zip(self.distances.iter().map(|&distance| distance.into()))
    }

    /// Every state at this distance.
    pub fn at(&self, distance: u32) -> impl Iterator<Item = State<B>> {
        let indices =
            (0..).zip(&self.distances).filter(move |&(_, &own)| u32::from(own) == distance);
        indices.map(|(index, _)| self.state(index))
    }

    /// All states and their distances, by distance.
    pub fn by_distance(&self) -> Vec<(State<B>, u32)> {
        let mut all: Vec<_> = self.iter().collect();
        all.sort_by_key(|&(_, distance)| distance);
        all
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
