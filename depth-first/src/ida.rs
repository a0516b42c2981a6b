//! IDA* as it is taught: depth-first searches within a threshold on f = g + h, which rises to the
//! least f that was above it (R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree
//! search, Artificial Intelligence 27, 1985). With an admissible heuristic, no threshold is above the
//! optimal length, so the path is optimal, and the first of its length in the order of moves.
//!
//! Programs of courses differ in their conventions, and so do their counts. The options are these
//! conventions. Use this search to reproduce a count, and `idastar` to solve boards.
//!
//! * `order=tile` makes successors by the number of the tile that moves. If the tiles of the goal are
//!   not in order, numbers are places in the goal.
//! * `cycles=path` leaves out each state that is on the path already, and not only the one before.
//! * `first=0` has the thresholds 0, 2, 4 and so on, whatever the estimate of the start is. All paths
//!   to the goal are even or all are odd, so the path is optimal here, too.
//! * `tested=made` compares all successors of a node with the goal before it visits the first one.
use std::sync::Arc;

use optile_core::{
    Board, Estimates, Expansion, Family, Heuristic, Meter, Move, MoveOrder, Path, PathChoice,
    Search, State, Stop, Takes, Task, Workspace,
};

use crate::conventions::{CYCLES, Cycles, FIRST, TESTED, TILE_ORDER, Tested};

struct Ida {
    heuristic: Arc<dyn Heuristic>,
    order: Option<MoveOrder>,
    cycles: Cycles,
    first: Option<u32>,
    tested: Tested,
}

impl Search for Ida {
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let size = task.board().size();
        let estimator = workspace.estimator(&*self.heuristic, size, task.goal_blank, meter)?;
        let estimates = B::estimates(&*estimator);
        meter.evaluate(1);
        let mut threshold = self.first.unwrap_or_else(|| estimates.of_state(&task.start));
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => Some(MoveOrder::LEXICOGRAPHIC),
        };
        loop {
            meter.begin_threshold(threshold);
            let held = u64::from(threshold) + 1;
            meter.allow(held * 64)?;
            meter.hold(held, held * 64);
            let (above, moves, states) = (u32::MAX, Vec::new(), Vec::new());
            let mut on_path =
                OnPath { ida: self, task, order, estimates, threshold, above, moves, states };
            meter.reach(0);
            if task.start == task.goal() || on_path.visit(task.start, meter)? {
                return Ok(Path::new(on_path.moves));
            }
            threshold = if self.first.is_some() { threshold + 2 } else { on_path.above };
        }
    }
}

/// The path of an iteration.
struct OnPath<'a, B: Board> {
    ida: &'a Ida,
    task: &'a Task<B>,
    order: Option<MoveOrder>,
    estimates: &'a dyn Estimates<B>,
    threshold: u32,
    /// The least f above the threshold.
    above: u32,
    moves: Vec<Move>,
    /// The states before the present one.
    states: Vec<State<B>>,
}

impl<B: Board> OnPath<'_, B> {
    /// Whether a path within the threshold leads over this state, the end of `moves`.
    fn visit(&mut self, state: State<B>, meter: &mut Meter) -> Result<bool, Stop> {
        let (goal, tested) = (self.task.goal(), self.ida.tested);
        let g = self.moves.len() as u32;
        meter.reach(g);
        if tested == Tested::Expanded && state == goal {
            return Ok(true);
        }
        meter.expand(|| Expansion::new(&state, g))?;
        self.states.push(state);
        let successors = self.successors(&state, meter);
        for (m, successor) in successors.into_iter().flatten() {
            if tested == Tested::Made && successor == goal {
                self.moves.push(m);
                meter.reach(g + 1);
                return Ok(true);
            }
        }
        for (m, successor) in successors.into_iter().flatten() {
            meter.evaluate(1);
            let f = g + 1 + self.estimates.of_state(&successor);
            if f > self.threshold {
                self.above = self.above.min(f);
                continue;
            }
            self.moves.push(m);
            if self.visit(successor, meter)? {
                return Ok(true);
            }
            self.moves.pop();
        }
        self.states.pop();
        Ok(false)
    }

    /// The successors of a state in their order, without those that close a cycle.
    fn successors(&self, state: &State<B>, meter: &mut Meter) -> [Option<(Move, State<B>)>; 4] {
        let is_possible = |m| state.moves().contains(m) && self.moves.last() != Some(&m.inverse());
        let mut moves = self.order.unwrap_or_default().moves().map(|m| is_possible(m).then_some(m));
        if self.order.is_none() {
            moves.sort_by_key(|m| m.map(|m| state.clone().apply(m).tile));
        }
        moves.map(|m| {
            meter.generate(u64::from(m.is_some()));
            let (m, successor) = m.map(|m| (m, state.successor(m)))?;
            if self.ida.cycles == Cycles::Path && self.states.contains(&successor) {
                meter.duplicate();
                return None;
            }
            Some((m, successor))
        })
    }
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "ida",
    about: "IDA* by the conventions of courses, for their counts; idastar is the fast one",
    heuristics: Takes::Every,
    options: &[&TILE_ORDER, &CYCLES, &FIRST, &TESTED],
    is_lookup: false,
    build: |spec, heuristics| {
        Ok(Box::new(Ida {
            heuristic: heuristics.of(spec)?,
            order: TILE_ORDER.of(spec)?,
            cycles: CYCLES.of(spec)?,
            first: FIRST.of(spec)?,
            tested: TESTED.of(spec)?,
        }))
    },
};
