//! Beam search: of the states at each depth, it keeps those with the least estimates.
use std::collections::HashMap;
use std::sync::Arc;

use optile_core::{
    Board, Expansion, Family, Heuristic, Meter, Path, PathChoice, Promise, Search, Stop, Takes,
    Task, Workspace,
};

/// The most states at one depth.
const WIDTH: usize = 20;

struct Beam(Arc<dyn Heuristic>);

impl Search for Beam {
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.0)
    }

    /// The states on all paths to the goal may be dropped.
    fn promise(&self) -> Promise {
        Promise::MayFail
    }

    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if task.choice != PathChoice::Any {
            return Err(Stop::Unsupported("the smallest path".into()));
        }
        let size = task.board().size();
        let estimator = workspace.estimator(&*self.0, size, task.goal_blank, meter)?;
        let estimates = B::estimates(&*estimator);
        let mut came_by = HashMap::from([(task.start.word(), None)]);
        let (mut beam, mut g) = (vec![task.start], 0);
        while !beam.is_empty() {
            meter.begin_iteration();
            let mut next = Vec::new();
            for state in beam {
                if state == task.goal() {
                    let (mut state, mut moves) = (state, Vec::new());
                    while let Some(m) = came_by[&state.word()] {
                        state.undo(m);
                        moves.push(m);
                    }
                    return Ok(moves.into_iter().rev().collect());
                }
                meter.expand(|| Expansion::new(&state, g))?;
                let last = came_by[&state.word()];
                for m in state.moves().filter(|m| last != Some(m.inverse())) {
                    meter.generate(1);
                    let successor = state.successor(m);
                    if came_by.contains_key(&successor.word()) {
                        meter.duplicate();
                        continue;
                    }
                    came_by.insert(successor.word(), Some(m));
                    meter.evaluate(1);
                    next.push((estimates.of_state(&successor), successor));
                }
                let bytes = (came_by.len() * 64) as u64;
                meter.allow(bytes)?;
                meter.hold(came_by.len() as u64, bytes);
            }
            next.sort_by_key(|&(h, state)| (h, state.word()));
            next.truncate(WIDTH);
            beam = next.into_iter().map(|(_, state)| state).collect();
            g += 1;
        }
        Err(Stop::NotFound)
    }
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "beam",
    about: "the best twenty states of each depth",
    heuristics: Takes::Every,
    options: &[],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(Beam(heuristics.of(spec)?))),
};
