//! Depth-first iterative deepening without a heuristic: depth-first searches to depth 0, 1, 2 and so
//! on, until one meets the goal (R. E. Korf, Depth-first iterative-deepening: an optimal admissible
//! tree search, Artificial Intelligence 27, 1985). No depth before the last one has a path to the
//! goal, so the path is as short as possible. It is the first of its length in the order of moves.
//!
//! Each search goes through the whole tree of moves. With `cycles=parent` it leaves out the move that
//! takes the last one back. With `cycles=path` it leaves out every state that is on the path already.
//!
//! Depths rise by one, as textbooks have it. `idastar:zero` leaves out every other depth, at which no
//! path can end, and is many times as fast.
use optile_core::{
    Board, Expansion, Family, Meter, Move, MoveOrder, Path, PathChoice, Search, State, Stop, Takes,
    Task, Workspace,
};

use crate::conventions::{CYCLES, Cycles, ORDER};

struct IterativeDeepening {
    order: MoveOrder,
    cycles: Cycles,
}

impl Search for IterativeDeepening {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        _: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        for depth in 0.. {
            meter.begin_threshold(depth);
            // The longest path has a move and a state for each of its nodes.
            let held = u64::from(depth) + 1;
            meter.allow(held * 64)?;
            meter.hold(held, held * 64);
            let (cycles, goal) = (self.cycles, task.goal());
            let mut on_path =
                OnPath { goal, order, cycles, depth, moves: Vec::new(), states: Vec::new() };
            if on_path.visit(task.start, meter)? {
                return Ok(Path::new(on_path.moves));
            }
        }
        Err(Stop::Unsolvable)
    }
}

/// The path of a search to one depth.
struct OnPath<B: Board> {
    goal: State<B>,
    order: MoveOrder,
    cycles: Cycles,
    depth: u32,
    moves: Vec<Move>,
    /// The states before the present one.
    states: Vec<State<B>>,
}

impl<B: Board> OnPath<B> {
    /// Whether a path to the depth leads over this state, the end of `moves`.
    fn visit(&mut self, state: State<B>, meter: &mut Meter) -> Result<bool, Stop> {
        let g = self.moves.len() as u32;
        meter.reach(g);
        if state == self.goal {
            return Ok(true);
        }
        if g == self.depth {
            return Ok(false);
        }
        meter.expand(|| Expansion::new(&state, g))?;
        self.states.push(state);
        for m in self.order.moves() {
            if !state.moves().contains(m) || self.moves.last() == Some(&m.inverse()) {
                continue;
            }
            meter.generate(1);
            let successor = state.successor(m);
            if self.cycles == Cycles::Path && self.states.contains(&successor) {
                meter.duplicate();
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
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "iddfs",
    about: "depth-first iterative deepening without a heuristic, depth by depth",
    heuristics: Takes::Nothing,
    options: &[&ORDER, &CYCLES],
    is_lookup: false,
    build: |spec, _| {
        Ok(Box::new(IterativeDeepening { order: ORDER.of(spec)?, cycles: CYCLES.of(spec)? }))
    },
};
