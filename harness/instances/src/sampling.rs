//! The values of heuristics on random states, for boards with too many states to examine
//! all of them.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use optile_core::{Arrangement, Heuristics, Interrupt, Limits, Meter, Problem, Size};
use optile_heuristics::BoardEstimates;
use optile_results::record::HeuristicPoint;

use crate::generator::{Generator, Goal, Making};

/// The number of random states for a result folder, and their seed.
const STATES: usize = 10_000;
const SEED: u64 = 1;

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

/// Whether random states of this board are examined.
fn is_sampled(size: Size) -> bool {
    matches!((size.width(), size.height()), (4, 4) | (5, 5))
}

/// The values of these heuristics on random states of 15- and 24-puzzles, for
/// each goal of these problems. A heuristic is left out if it does not support
/// the board or its tables cannot be built.
pub fn heuristic_points<'a>(
    heuristics: &dyn Heuristics,
    problems: impl Iterator<Item = &'a Problem>,
    names: &BTreeSet<String>,
    memory: Option<u64>,
) -> Vec<HeuristicPoint> {
    let goals: BTreeSet<(Size, usize)> = problems
        .map(|problem| (problem.size(), problem.goal().blank()))
        .filter(|&(size, _)| is_sampled(size))
        .collect();
    let mut points = Vec::new();
    for (size, goal_blank) in goals {
        for name in names {
            let values = values(heuristics, name, size, goal_blank, memory);
            points.extend(values.into_iter().flatten().map(|(value, states)| HeuristicPoint {
                heuristic: name.clone(),
                size: size.to_string(),
                goal_blank,
                distance: None,
                value,
                states,
            }));
        }
    }
    points
}

/// The number of states with each value.
fn values(
    heuristics: &dyn Heuristics,
    name: &str,
    size: Size,
    goal_blank: usize,
    memory: Option<u64>,
) -> Option<BTreeMap<u32, u64>> {
    let goal = Arrangement::goal(size, goal_blank).ok()?;
    let limits = Limits { bytes: memory, ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let estimates = BoardEstimates::new(heuristics, name, &goal, &mut meter).ok()?;
    let sampling = Sampling { goal, states: STATES, seed: SEED, go_on: &|| Ok(()) };
    let mut counts = BTreeMap::new();
    for value in sampling.values(&estimates).ok()? {
        *counts.entry(value).or_insert(0) += 1;
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use optile_heuristics::Catalogue;

    use super::*;

    #[test]
    fn samples_are_the_same_each_time_and_only_of_boards_with_many_states() {
        let problems: Vec<Problem> = [
            "1 2 3 / 4 5 6 / 7 8 0",
            "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15 -> \
             0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15",
        ]
        .iter()
        .map(|text| text.parse().unwrap())
        .collect();
        let names = ["manhattan", "walking-distance", "nonsense"].map(str::to_owned).into();
        let points = heuristic_points(&Catalogue::default(), problems.iter(), &names, None);
        assert_eq!(points, heuristic_points(&Catalogue::default(), problems.iter(), &names, None));
        for (name, least, most) in [("manhattan", 36.5, 37.5), ("walking-distance", 38.7, 39.8)] {
            let of = || points.iter().filter(|point| point.heuristic == name);
            assert!(of().all(|point| point.size == "4x4" && point.distance.is_none()));
            assert_eq!(of().map(|point| point.states).sum::<u64>(), STATES as u64);
            let sum: u64 = of().map(|point| point.states * u64::from(point.value)).sum();
            let mean = sum as f64 / STATES as f64;
            assert!(least < mean && mean < most, "{name}: {mean}");
        }
        assert!(points.iter().all(|point| point.heuristic != "nonsense"));
    }
}
