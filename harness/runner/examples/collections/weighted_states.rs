//! States, drawn with probabilities that favour those near the goal.

use optile_core::{Board, State, Stop, Word, goal_cell, reachable};
use rand::Rng;

use crate::branching_factor::branching_factor;
use crate::placements::Placements;

/// The states that reach a goal, each with the weight b<sup>-h</sup>, where b is the
/// [`branching_factor()`] of the board and h the Manhattan distance.
pub(crate) struct WeightedStates<B: Board> {
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
    pub(crate) fn new(board: B, goal_blank: usize) -> Result<Self, Stop> {
        let branching_factor = branching_factor(board.size());
        let placements = Placements::new(board, goal_blank, |tile, cell| {
            branching_factor.powi(-(steps(board, tile, cell, goal_blank) as i32))
        })?;
        Ok(Self { board, goal_blank, branching_factor, placements })
    }

    /// The base of the weights.
    pub(crate) fn branching_factor(&self) -> f64 {
        self.branching_factor
    }

    /// Eta of Manhattan distance, which is the mean weight.
    pub(crate) fn eta_of_manhattan(&self) -> f64 {
        self.placements.reachable / reachable(self.board.size()) as f64
    }

    /// A random state. The probability of each state is proportional to its weight.
    pub(crate) fn sample(&self, dice: &mut impl Rng) -> State<B> {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use optile_core::{Heuristics, Meter, Shaped};
    use optile_heuristics::Catalogue;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The 360 states of 3x2, with their expected frequencies: the sum of the squared deviations
    /// is distributed as chi squared, whose mean is 359 and whose deviation is 27. The sum of the
    /// weights is that over all states.
    #[test]
    fn states_are_drawn_in_proportion_to_their_weights() {
        let board = Shaped::<u64>::of("3x2".parse().unwrap()).unwrap();
        let heuristic = Catalogue::default().named("manhattan").unwrap();
        for goal_blank in 0..board.cells() {
            let weighted = WeightedStates::new(board, goal_blank).unwrap();
            let manhattan =
                heuristic.toward(board.size(), goal_blank, &mut Meter::default()).unwrap();
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(goal_blank as u64);
            let (draws, states) = (100_000, reachable(board.size()));
            let mut drawn = BTreeMap::new();
            for _ in 0..draws {
                *drawn.entry(weighted.sample(&mut dice).index()).or_insert(0.0) += 1.0;
            }
            let weight = |index| {
                let state = State::from_index(board, index, goal_blank);
                let estimate = <Shaped<u64>>::estimates(&*manhattan).of_state(&state);
                weighted.branching_factor().powf(-f64::from(estimate))
            };
            let total: f64 = (0..states).map(weight).sum();
            let mean = total / states as f64;
            assert!((weighted.eta_of_manhattan() / mean - 1.0).abs() < 1e-9, "{goal_blank}");
            let deviation = |index| {
                let expected: f64 = f64::from(draws) * weight(index) / total;
                (drawn.get(&index).copied().unwrap_or(0.0) - expected).powi(2) / expected
            };
            let sum: f64 = (0..states).map(deviation).sum();
            assert!((sum - 359.0).abs() < 4.0 * 27.0, "goal blank {goal_blank}: {sum}");
        }
    }
}
