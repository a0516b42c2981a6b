//! The values of heuristics on random states, for boards with too many states to examine
//! all of them.

use anyhow::{Context, Result};
use optile_core::Arrangement;
use optile_heuristics::BoardEstimates;

use crate::instances::generator::{Generator, Goal, Making};

/// The number of states that are made at a time.
const BATCH: usize = 10_000;

/// A sample of random states for one goal. It is the same each time.
pub struct Sampling<'a> {
    /// The goal, with its tiles in order.
    pub goal: Arrangement,
    /// The number of states.
    pub states: usize,
    /// The seed.
    pub seed: u64,
    /// Returns an error if the user wants to stop.
    pub go_on: &'a dyn Fn() -> Result<()>,
}

impl Sampling<'_> {
    /// The values of a heuristic for this goal, in the order of the states.
    ///
    /// # Errors
    ///
    /// Those of [`Sampling::go_on`].
    pub fn values(&self, estimates: &BoardEstimates) -> Result<Vec<u32>> {
        let mut generator = Generator::new(self.goal.size(), Goal::Fixed(self.goal), self.seed);
        let mut values = Vec::with_capacity(self.states);
        while values.len() < self.states {
            (self.go_on)()?;
            let batch = BATCH.min(self.states - values.len());
            for instance in generator.make(&Making::Random, batch)? {
                let value = estimates.of(instance.problem.start());
                values.push(value.context("a generator makes boards of its own size")?);
            }
        }
        Ok(values)
    }
}
