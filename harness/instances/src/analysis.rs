//! The values of heuristics on the boards of a run.

use std::collections::BTreeSet;

use optile_core::{Heuristics, Problem};
use optile_results::record::HeuristicPoint;

use crate::{sampling, space};

/// The values of heuristics on all states of small boards and on random states
/// of 15- and 24-puzzles, for each size and goal of `problems`. On small boards
/// these are all heuristics without arguments and those in `named`. On other
/// boards they are those in `named` only. A heuristic is left out if it does
/// not support the board or needs more than `memory` bytes for its tables.
pub fn heuristic_points<'a>(
    heuristics: &dyn Heuristics,
    problems: impl Iterator<Item = &'a Problem> + Clone,
    named: &BTreeSet<String>,
    memory: Option<u64>,
) -> Vec<HeuristicPoint> {
    let mut points = space::heuristic_points(heuristics, problems.clone(), named, memory);
    points.extend(sampling::heuristic_points(heuristics, problems, named, memory));
    points
}
