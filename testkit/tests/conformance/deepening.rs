//! IDA* with an option, and with values that follow its path.
use std::sync::Arc;

use optile_core::{
    Allowed, Board, Expansion, Family, Heuristic, Meter, Move, MoveOrder, Opt, Path, PathChoice,
    PathValues, Place, Search, State, Stop, Takes, Task, Values, Workspace,
};

/// The order in which moves are tried.
const ORDER: Opt<Allowed<MoveOrder>> = Opt {
    key: "order",
    about: "the order in which moves are tried",
    default: "ulrd",
    allowed: Allowed::OneOf(&[("ulrd", MoveOrder::KORF), ("dlru", MoveOrder::LEXICOGRAPHIC)]),
};

struct Deepening {
    heuristic: Arc<dyn Heuristic>,
    order: MoveOrder,
}

impl Search for Deepening {
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
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        let mut threshold = task.first_bound(estimates.of_state(&task.start));
        loop {
            meter.begin_threshold(threshold);
            // The longest path has a move and a value for each of its states.
            let held = u64::from(threshold) + 1;
            meter.allow(held * 8)?;
            meter.hold(held, held * 8);
            let mut values = estimates.path(threshold as usize + 1);
            let root = values.root(&task.start);
            let mut path = OnPath { task, order, threshold, values, moves: Vec::new() };
            if path.visit(task.start, root, meter)? {
                return Ok(Path::new(path.moves));
            }
            threshold += 2;
        }
    }
}

/// The path of an iteration, and the values of its states.
struct OnPath<'a, B: Board> {
    task: &'a Task<B>,
    order: MoveOrder,
    threshold: u32,
    values: PathValues<'a, B>,
    moves: Vec<Move>,
}

impl<B: Board> OnPath<'_, B> {
    /// Whether a path within the threshold leads over this state, the end of `moves`.
    fn visit(&mut self, state: State<B>, value: Place, meter: &mut Meter) -> Result<bool, Stop> {
        if state == self.task.goal() {
            return Ok(true);
        }
        let g = self.moves.len();
        meter.expand(|| Expansion::new(&state, g as u32))?;
        for m in self.order.moves() {
            if !state.moves().contains(m) || self.moves.last() == Some(&m.inverse()) {
                continue;
            }
            meter.generate(1);
            meter.evaluate(1);
            let mut successor = state;
            let slide = successor.apply(m);
            // A value makes the next one, if h is below the limit: g + 1 + h is at most the
            // threshold.
            let limit = self.threshold - g as u32;
            if let Some(value) = self.values.step_below(value, slide, &successor, limit) {
                self.moves.push(m);
                if self.visit(successor, value, meter)? {
                    return Ok(true);
                }
                self.moves.pop();
            }
        }
        Ok(false)
    }
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "deepening",
    about: "IDA* with the values of its path",
    heuristics: Takes::Only(&["linear-conflict"]),
    options: &[&ORDER],
    is_lookup: false,
    build: |spec, heuristics| {
        Ok(Box::new(Deepening { heuristic: heuristics.of(spec)?, order: ORDER.of(spec)? }))
    },
};
