//! States, drawn with probabilities that favour those near the goal.

use optile_core::{Board, State, Stop, Word, goal_cell, reachable};
use rand::Rng;

use super::branching_factor;
use super::placements::Placements;

/// The states that reach a goal, each with the weight b<sup>-h</sup>, where b is the
/// [`branching_factor()`] of the board and h the Manhattan distance.
///
/// ```
/// use optile_core::Rect;
/// use optile_instances::eta::WeightedStates;
/// use rand::SeedableRng;
/// use rand_xoshiro::Xoshiro256PlusPlus;
///
/// let states = WeightedStates::new(Rect::<4, 4>, 15)?;
/// let state = states.sample(&mut Xoshiro256PlusPlus::seed_from_u64(1));
/// assert!(state.reaches(15));
/// # Ok::<(), optile_core::Stop>(())
/// ```
pub struct WeightedStates<B: Board> {
    board: B,
    goal_blank: usize,
    branching_factor: f64,
    placements: Placements,
}

impl<B: Board> WeightedStates<B> {
    /// The states that reach the goal with its tiles in order and the blank at `goal_blank`.
    /// On 5x5 they take 268 MB and a second.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system does not have the memory.
    pub fn new(board: B, goal_blank: usize) -> Result<Self, Stop> {
        let branching_factor = branching_factor(board.size());
        let placements = Placements::new(board, goal_blank, |tile, cell| {
            branching_factor.powi(-(steps(board, tile, cell, goal_blank) as i32))
        })?;
        Ok(Self { board, goal_blank, branching_factor, placements })
    }

    /// The base of the weights.
    pub fn branching_factor(&self) -> f64 {
        self.branching_factor
    }

    /// Eta of Manhattan distance, which is the mean weight.
    pub fn eta_of_manhattan(&self) -> f64 {
        self.placements.reachable / reachable(self.board.size()) as f64
    }

    /// A random state. The probability of each state is proportional to its weight.
    pub fn sample(&self, dice: &mut impl Rng) -> State<B> {
        let goal = State::goal(self.board, self.goal_blank);
        loop {
            let placed = self.placements.draw(dice);
            let tiles = placed.iter().enumerate().take(self.board.cells());
            let word = tiles
                .fold(B::Word::default(), |word, (place, &cell)| word.put(cell, goal.tile(place)));
            let state = State::from_word(self.board, word);
            if state.reaches(self.goal_blank) {
                return state;
            }
        }
    }
}

/// The steps of a tile from a cell to its goal cell.
fn steps<B: Board>(board: B, tile: usize, cell: usize, goal_blank: usize) -> u32 {
    board.distance(cell, goal_cell(tile, goal_blank))
}

/// The Manhattan distance of a state.
pub(super) fn manhattan<B: Board>(state: &State<B>, goal_blank: usize) -> u32 {
    let board = state.board();
    let tiles = (0..board.cells()).filter(|&cell| cell != state.blank());
    tiles.map(|cell| steps(board, state.tile(cell), cell, goal_blank)).sum()
}
