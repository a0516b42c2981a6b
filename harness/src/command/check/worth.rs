//! What a heuristic is worth on the boards of a whole space: how far its estimates are from the
//! distances, and how many nodes A* expands with it.

use std::sync::Arc;

use anyhow::Result;
use optile_core::{
    AnyEstimator, Board, Estimator, Heuristic, HeuristicInfo, Interrupt, Limits, Meter, PathChoice,
    Problem, Size, State, Stop,
};
use optile_requirement::Assessment;
use optile_results::text::quantity::{counted, grouped};

use crate::registry;

/// The boards that A* solves, at even intervals from the nearest to the farthest.
const SOLVED: usize = 30;

/// The name of the heuristic under examination in a registry of its own.
const OWN: &str = "under-examination";

/// All estimates of a space toward one goal.
#[derive(Clone, Debug)]
struct Table {
    size: Size,
    goal_blank: usize,
    /// Indexed by [`State::index`].
    values: Arc<[u32]>,
    is_consistent: bool,
}

impl Heuristic for Table {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        _: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        match (size, goal_blank) == (self.size, self.goal_blank) {
            true => Ok(Arc::new(self.clone())),
            false => Err(Stop::unsupported_size(size)),
        }
    }
}

impl Estimator for Table {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        self.is_consistent
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        self.values[state.index() as usize]
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}

/// The mean error of estimates for all boards of a space, with their distances from the goal, and
/// the nodes that A* expands with them beside those of the standard heuristic. `values` are indexed
/// by [`State::index`]. Nothing is said if no search finds shortest paths with them.
pub(super) fn of(
    all: &[(Problem, u32)],
    values: &[u32],
    is_consistent: bool,
    interrupt: &Interrupt,
) -> Result<Option<Assessment>> {
    let Some((goal, _)) = all.first() else { return Ok(None) };
    let (size, goal_blank) = (goal.size(), goal.goal().blank());
    let distances: u64 = all.iter().map(|&(_, distance)| u64::from(distance)).sum();
    let estimates: u64 = values.iter().map(|&h| u64::from(h)).sum();
    let error = (distances as f64 - estimates as f64) / all.len() as f64;
    let mut registry = registry::all();
    let table = Table { size, goal_blank, values: values.into(), is_consistent };
    registry.add(HeuristicInfo::plain(OWN, "the estimates under examination"), Arc::new(table));
    let mut means = Vec::new();
    let boards = all.iter().step_by(all.len().div_ceil(SOLVED));
    for heuristic in [OWN, registry::STANDARD] {
        let entry = registry.build(&format!("astar:{heuristic}"))?;
        let (mut session, mut expanded) = (entry.open(), 0);
        for (problem, _) in boards.clone() {
            let mut meter = Meter::new(Limits::default(), interrupt.clone());
            if session.solve(problem, PathChoice::Any, &mut meter).is_err() {
                return Ok(None);
            }
            expanded += meter.counters().expanded;
        }
        means.push(expanded / boards.len() as u64);
    }
    let (own, usual) = (counted(means[0], "node"), grouped(&means[1].to_string()));
    Ok(Some(Assessment::remark(
        "mean error",
        format!(
            "{error:.1} moves on all {} of {size}; A* expands {own} with it, and {usual} with \
             {} (means of {})",
            counted(all.len(), "board"),
            registry::STANDARD,
            counted(boards.len(), "board")
        ),
    )))
}
