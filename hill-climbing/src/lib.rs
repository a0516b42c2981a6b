//! Hill climbing: from a state to a successor with a lower estimate, until none has one (S. Russell, P.
//! Norvig, Artificial Intelligence: A Modern Approach, third edition, 2010, section 4.1.1).
//!
//! No state is stored, and the search ends where no way leads down, which is mostly not the goal.
//! `kind=steepest` takes the successor with the least estimate, `first` the first one that is lower, in
//! the order up, left, right, down, and `random` any of those that are lower. With `sideways=N`, up to N
//! moves in a row may keep the estimate. With `restarts=N`, the search begins again up to N times, the
//! n-th time with a random walk of n moves. All random choices follow from `seed`.
#![forbid(unsafe_code)]

mod options;

use std::sync::Arc;

use optile_core::{
    Board, Estimates, Expansion, Family, Heuristic, Meter, Move, Path, PathChoice, Promise, Search,
    State, Stop, Takes, Task, Workspace,
};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::options::{KIND, Kind, RESTARTS, SEED, SIDEWAYS};

struct HillClimbing {
    heuristic: Arc<dyn Heuristic>,
    kind: Kind,
    sideways: u16,
    restarts: u16,
    seed: u16,
}

impl Search for HillClimbing {
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

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
        let random = Xoshiro256PlusPlus::seed_from_u64(self.seed.into());
        let (state, moves) = (task.start, Vec::new());
        let mut path = OnPath { search: self, goal: task.goal(), estimates, random, state, moves };
        for walk in 0..=self.restarts {
            meter.begin_iteration();
            meter.reach(0);
            (path.state, path.moves) = (task.start, Vec::new());
            path.walk(walk.into(), meter)?;
            path.climb(meter)?;
            if path.state == path.goal {
                return Ok(Path::new(path.moves));
            }
        }
        Err(Stop::NotFound)
    }
}

/// The path of one attempt.
struct OnPath<'a, B: Board> {
    search: &'a HillClimbing,
    goal: State<B>,
    estimates: &'a dyn Estimates<B>,
    random: Xoshiro256PlusPlus,
    state: State<B>,
    moves: Vec<Move>,
}

impl<B: Board> OnPath<'_, B> {
    /// Makes random moves, of which none takes the one before back.
    fn walk(&mut self, length: usize, meter: &mut Meter) -> Result<(), Stop> {
        while self.moves.len() < length && self.state != self.goal {
            let possible = self.expand(meter)?;
            let Some(&m) = possible.choose(&mut self.random) else { break };
            meter.generate(1);
            self.make(m, meter);
        }
        Ok(())
    }

    /// Goes down to the goal, or to a state from which no way leads down.
    fn climb(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.evaluate(1);
        let (mut h, mut level, kind) = (self.estimates.of_state(&self.state), 0, self.search.kind);
        while self.state != self.goal {
            let mut next = Vec::new();
            for m in self.expand(meter)? {
                meter.generate(1);
                meter.evaluate(1);
                next.push((self.estimates.of_state(&self.state.successor(m)), m));
                if kind == Kind::First && next.last().is_some_and(|next| next.0 < h) {
                    break;
                }
            }
            let is_lower = next.iter().any(|next| next.0 < h);
            level = if is_lower { 0 } else { level + 1 };
            if level > self.search.sideways {
                break;
            }
            next.retain(|next| if is_lower { next.0 < h } else { next.0 == h });
            let taken = match kind {
                Kind::Steepest => next.iter().min_by_key(|next| next.0),
                Kind::First => next.first(),
                Kind::Random => next.choose(&mut self.random),
            };
            let Some(&(lower, m)) = taken else { break };
            h = lower;
            self.make(m, meter);
        }
        Ok(())
    }

    fn expand(&self, meter: &mut Meter) -> Result<Vec<Move>, Stop> {
        let held = self.moves.len() as u64 + 1;
        meter.allow(held * 8)?;
        meter.expand(|| Expansion::new(&self.state, self.moves.len() as u32))?;
        meter.hold(held, held * 8);
        Ok(self.state.moves().filter(|m| self.moves.last() != Some(&m.inverse())).collect())
    }

    fn make(&mut self, m: Move, meter: &mut Meter) {
        self.state.apply(m);
        self.moves.push(m);
        meter.reach(self.moves.len() as u32);
    }
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "hill-climbing",
    about: "hill climbing: always to a lower estimate; it mostly finds nothing",
    heuristics: Takes::Every,
    options: &[&KIND, &SIDEWAYS, &RESTARTS, &SEED],
    is_lookup: false,
    build: |spec, heuristics| {
        let (heuristic, kind, seed) = (heuristics.of(spec)?, KIND.of(spec)?, SEED.of(spec)?);
        let (sideways, restarts) = (SIDEWAYS.of(spec)?, RESTARTS.of(spec)?);
        Ok(Box::new(HillClimbing { heuristic, kind, sideways, restarts, seed }))
    },
};
