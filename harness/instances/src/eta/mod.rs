//! Eta, the quality of a heuristic for IDA*: the share of the nodes that the heuristic leaves.
//!
//! Eta of a heuristic h on a board is the mean of b<sup>-h</sup> over all states that reach the
//! goal, where b is the [`branching_factor()`] of the board. The nodes that IDA* expands up to a
//! threshold are approximately proportional to it (R. Clausecker, F. Schintke, A Measure of
//! Quality for IDA* Heuristics, Symposium on Combinatorial Search, 2021).
//!
//! # How it is measured
//!
//! The mean is over so few states near the goal that a uniform sample does not contain them: on
//! 5x5 it is 10<sup>-19</sup>. So [`Measure`] computes it in one of three ways.
//!
//! * **A sum over the tiles** ([`TileSum`]) has an exact value on every board: the sum over all
//!   placements of a product is the permanent of a matrix. Half of the placements reach the goal,
//!   and the determinant of a second matrix says which.
//! * **A small board** has few enough states to go through all of them.
//! * **Any other heuristic** is sampled. The table with which the permanent of Manhattan distance
//!   m is computed also draws states with probabilities proportional to b<sup>-m</sup>
//!   ([`WeightedStates`]). Eta is that of Manhattan distance times the mean of b<sup>m-h</sup>
//!   over such states. If no estimate is below m, each term is in (0, 1], so the mean has a small
//!   error. Otherwise a few states with very large terms may decide it, and no sample says whether
//!   it contains them. Then there is no value ([`EtaError::BelowManhattan`]).

mod branching_factor;
mod placements;
mod published;
#[cfg(test)]
mod tests;
mod weighted_states;

pub use branching_factor::branching_factor;
pub use published::{PublishedEta, published};
pub use weighted_states::WeightedStates;

use std::cell::OnceCell;

use optile_core::{AnyEstimator, Board, Interrupt, State, Stop, reachable, room_for};
use optile_heuristics::TileSum;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use self::placements::Placements;
use self::weighted_states::manhattan;
use crate::space::is_small;

/// The seed of samples.
pub const SEED: u64 = 1;

/// States between two looks at whether the user wants to stop.
const BATCH: usize = 10_000;

/// The 97.5th percentile of the standard normal distribution.
const REACH: f64 = 1.959_964;

/// Eta of a heuristic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Eta {
    /// The exact value, except for rounding.
    Exact(f64),
    /// A value from a sample, with the ends of its 95 % interval.
    Sampled {
        /// The value.
        value: f64,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EtaError {
    /// A state of the sample has an estimate below its Manhattan distance.
    #[error(
        "an estimate may be below Manhattan distance, so a few states that no sample contains may \
         decide eta"
    )]
    BelowManhattan,
    /// The measurement ended early.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// How eta of heuristics toward one goal is measured. All heuristics get the same sample.
pub struct Measure<B: Board> {
    board: B,
    goal_blank: usize,
    branching_factor: f64,
    states: usize,
    interrupt: Interrupt,
    sample: OnceCell<Sample<B>>,
}

/// States of [`WeightedStates`], and eta of Manhattan distance.
struct Sample<B: Board> {
    states: Vec<State<B>>,
    eta_of_manhattan: f64,
}

impl<B: Board> Measure<B> {
    /// The measure toward the goal with its tiles in order and the blank at `goal_blank`. A
    /// sample has so many `states`, and is drawn if a heuristic needs one.
    pub fn new(board: B, goal_blank: usize, states: usize, interrupt: Interrupt) -> Self {
        let branching_factor = branching_factor(board.size());
        let sample = OnceCell::new();
        Self { board, goal_blank, branching_factor, states, interrupt, sample }
    }

    /// Eta of a heuristic, whose estimator is toward the same goal.
    ///
    /// # Errors
    ///
    /// [`EtaError::BelowManhattan`] when a sample would say nothing. [`Stop::Memory`] when the
    /// system does not have the memory, and [`Stop::Interrupted`].
    pub fn of(&self, estimator: &dyn AnyEstimator) -> Result<Eta, EtaError> {
        let size = self.board.size();
        if let Some(sum) = estimator.downcast_ref::<TileSum>() {
            self.interrupt.check()?;
            let weight = |tile, cell| self.weight(sum.part(tile, cell) as i32);
            let placements = Placements::new(self.board, self.goal_blank, weight)?;
            return Ok(Eta::Exact(placements.reachable / reachable(size) as f64));
        }
        let estimates = B::estimates(estimator);
        if is_small(size) {
            let all = (0..reachable(size))
                .map(|index| State::from_index(self.board, index, self.goal_blank));
            let sum: f64 = all.map(|state| self.weight(estimates.of_state(&state) as i32)).sum();
            return Ok(Eta::Exact(sum / reachable(size) as f64));
        }
        self.sampled(estimator)
    }

    /// Eta of Manhattan distance, which is exact.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system does not have the memory.
    pub fn of_manhattan(&self) -> Result<f64, Stop> {
        match self.sample.get() {
            Some(sample) => Ok(sample.eta_of_manhattan),
            None => Ok(WeightedStates::new(self.board, self.goal_blank)?.eta_of_manhattan()),
        }
    }

    /// The weight of a state with this estimate.
    fn weight(&self, estimate: i32) -> f64 {
        self.branching_factor.powi(-estimate)
    }

    /// Eta of a heuristic from the sample.
    fn sampled(&self, estimator: &dyn AnyEstimator) -> Result<Eta, EtaError> {
        let sample = match self.sample.get() {
            Some(sample) => sample,
            None => {
                let drawn = self.draw(SEED)?;
                self.sample.get_or_init(|| drawn)
            }
        };
        let estimates = B::estimates(estimator);
        let [mut sum, mut squares] = [0.0; 2];
        for batch in sample.states.chunks(BATCH) {
            self.interrupt.check()?;
            for state in batch {
                let above =
                    estimates.of_state(state).checked_sub(manhattan(state, self.goal_blank));
                let above = above.ok_or(EtaError::BelowManhattan)?;
                let weight = self.weight(above as i32);
                sum += weight;
                squares += weight * weight;
            }
        }
        let count = sample.states.len() as f64;
        let mean = sum / count;
        let error = ((squares / count - mean * mean).max(0.0) / (count - 1.0).max(1.0)).sqrt();
        let eta = |mean: f64| sample.eta_of_manhattan * mean;
        Ok(Eta::Sampled {
            value: eta(mean),
            low: eta((mean - REACH * error).max(0.0)),
            high: eta(mean + REACH * error),
        })
    }

    fn draw(&self, seed: u64) -> Result<Sample<B>, Stop> {
        let weighted = WeightedStates::new(self.board, self.goal_blank)?;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut states = room_for(self.states)?;
        while states.len() < self.states {
            if states.len().is_multiple_of(BATCH) {
                self.interrupt.check()?;
            }
            states.push(weighted.sample(&mut dice));
        }
        Ok(Sample { states, eta_of_manhattan: weighted.eta_of_manhattan() })
    }
}
