//! Beam search: of the states at each depth, it keeps those with the least estimates (B. T. Lowerre,
//! The HARPY speech recognition system, 1976).
//!
//! What it uses is explained in [`optile_core::for_strategies`].
use std::collections::HashMap;
use std::sync::Arc;

use optile_core::{
    Allowed, Board, Expansion, Family, Heuristic, Meter, Opt, Path, PathChoice, Promise, Search,
    Stop, Takes, Task, Workspace,
};

const WIDTH: Opt<Allowed<usize>> = Opt {
    key: "width",
    about: "the most states at one depth",
    default: "20",
    allowed: Allowed::Number(1..=50_000, usize::from),
};

struct Beam {
    heuristic: Arc<dyn Heuristic>,
    width: usize,
}

impl Search for Beam {
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
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
        let estimator = workspace.estimator(&*self.heuristic, size, task.goal_blank, meter)?;
        let estimates = B::estimates(&*estimator);
        let mut came_by = HashMap::from([(task.start.word(), None)]);
        let (mut beam, mut g) = (vec![task.start], 0);
        meter.hold_open(1);
        meter.reach(0);
        while !beam.is_empty() {
            meter.begin_iteration();
            let (mut left, mut next) = (beam.len(), Vec::new());
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
                    meter.reach(g + 1);
                }
                left -= 1;
                meter.hold_open((left + next.len()) as u64);
                let bytes = (came_by.len() * 64) as u64;
                meter.allow(bytes)?;
                meter.hold(came_by.len() as u64, bytes);
            }
            next.sort_by_key(|&(h, state)| (h, state.word()));
            next.truncate(self.width);
            beam = next.into_iter().map(|(_, state)| state).collect();
            g += 1;
        }
        Err(Stop::NotFound)
    }
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "beam",
    about: "beam search: the best states of each depth; it may find nothing",
    heuristics: Takes::Every,
    options: &[&WIDTH],
    is_lookup: false,
    build: |spec, heuristics| {
        Ok(Box::new(Beam { heuristic: heuristics.of(spec)?, width: WIDTH.of(spec)? }))
    },
};
