//! The values of heuristics on the boards of a run.

use std::collections::{BTreeMap, BTreeSet};

use optile_core::{Arrangement, Heuristics, Interrupt, Limits, Meter, Problem, Size};
use optile_heuristics::BoardEstimates;
use optile_results::record::HeuristicPoint;

use crate::sampling::Sampling;
use crate::space::{Oracle, Small, small_board};

/// The number of random states of a board with too many states to examine all, and their seed.
const STATES: usize = 10_000;
const SEED: u64 = 1;

/// The values of heuristics on all states of small boards and on random states
/// of 15- and 24-puzzles, for each size and goal of `problems`. On small boards
/// these are all heuristics without arguments and those in `named`. On other
/// boards they are those in `named` only. A heuristic is left out if it does
/// not support the board or needs more than `memory` bytes for its tables.
pub fn heuristic_points<'a>(
    heuristics: &dyn Heuristics,
    problems: impl Iterator<Item = &'a Problem>,
    named: &BTreeSet<String>,
    memory: Option<u64>,
) -> Vec<HeuristicPoint> {
    let plain: Vec<String> = plain_heuristics().collect();
    let others = named.iter().filter(|name| !plain.contains(name));
    let all: Vec<&String> = plain.iter().chain(others).collect();
    let goals = problems.map(|problem| (problem.size(), problem.goal().blank()));
    let mut points = Vec::new();
    for (size, goal_blank) in goals.collect::<BTreeSet<(Size, usize)>>() {
        let Ok(goal) = Arrangement::goal(size, goal_blank) else { continue };
        let (states, names) = match (small_board(size), (size.width(), size.height())) {
            (Some(board), _) => (States::all(board, goal_blank), all.clone()),
            (None, (4, 4) | (5, 5)) => (States::Random(goal), named.iter().collect()),
            _ => continue,
        };
        for name in names {
            let limits = Limits { bytes: memory, ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            let estimates = BoardEstimates::new(heuristics, name, &goal, &mut meter);
            let counts = estimates.ok().and_then(|estimates| states.counts(&estimates));
            let counts = counts.unwrap_or_default().into_iter();
            points.extend(counts.map(|((distance, value), states)| HeuristicPoint {
                heuristic: name.clone(),
                size: size.to_string(),
                goal_blank,
                distance,
                value,
                states,
            }));
        }
    }
    points
}

/// The heuristics without arguments. All of them are examined on small boards.
fn plain_heuristics() -> impl Iterator<Item = String> {
    let plain = optile_heuristics::ALL.iter().filter(|info| info.arguments.is_none());
    plain.map(|info| info.name.to_owned())
}

/// The states of a board on which heuristics are examined.
enum States {
    /// All states, with their distances.
    All(Vec<(Arrangement, u32)>),
    /// Random states, whose distances to this goal are not known.
    Random(Arrangement),
}

impl States {
    fn all(board: Small, goal_blank: usize) -> Self {
        let space = Oracle::new(board, goal_blank);
        Self::All(space.iter().map(|(state, distance)| (state.arrangement(), distance)).collect())
    }

    /// The number of states with each distance and value; `None` if they cannot be made.
    fn counts(&self, estimates: &BoardEstimates) -> Option<BTreeMap<(Option<u32>, u32), u64>> {
        let points: Vec<(Option<u32>, u32)> = match self {
            Self::All(states) => states
                .iter()
                .filter_map(|(state, distance)| Some((Some(*distance), estimates.of(state)?)))
                .collect(),
            Self::Random(goal) => {
                let (goal, go_on) = (*goal, &|| Ok(()));
                let sampling = Sampling { goal, states: STATES, seed: SEED, go_on };
                sampling.values(estimates).ok()?.into_iter().map(|value| (None, value)).collect()
            }
        };
        let mut counts = BTreeMap::new();
        for point in points {
            *counts.entry(point).or_insert(0) += 1;
        }
        Some(counts)
    }
}

#[cfg(test)]
mod tests {
    use optile_heuristics::Catalogue;

    use super::*;

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
            let (of_large, of_small): (Vec<_>, Vec<_>) = points
                .iter()
                .filter(|point| point.heuristic == name)
                .partition(|point| point.size == "4x4");
            assert!(of_large.iter().all(|point| point.distance.is_none()));
            assert!(of_small.iter().all(|point| point.distance.is_some() && point.size == "3x3"));
            let of = || of_large.iter();
            assert_eq!(of().map(|point| point.states).sum::<u64>(), STATES as u64);
            let sum: u64 = of().map(|point| point.states * u64::from(point.value)).sum();
            let mean = sum as f64 / STATES as f64;
            assert!(least < mean && mean < most, "{name}: {mean}");
        }
        assert!(points.iter().all(|point| point.heuristic != "nonsense"));
    }
}
