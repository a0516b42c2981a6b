use optile_core::{Board, Meter, Move, Path, Stop, Task};

use crate::branch::{Branch, Tree};
use crate::dive::End;
use crate::engine::Engine;
use crate::glide::Far;
use crate::sweep::Tiles;

/// What one iteration knows.
pub(crate) struct Round<'a, B: Board> {
    pub(crate) engine: &'a dyn Engine<B>,
    /// If the iteration is to be swept.
    tiles: Option<&'a Tiles>,
    pub(crate) root: &'a Branch<B>,
    pub(crate) goal_blank: usize,
    pub(crate) bound: u32,
    /// Expansions of the iteration before.
    pub(crate) last: u64,
}

impl<B: Board> Round<'_, B> {
    /// Searches the nodes of a branch that are within the bound, in order, and
    /// returns how that ended and what was generated, as [`Engine::dive`] does.
    pub(crate) fn search(&self, branch: &Branch<B>, meter: &mut Meter) -> (End, u64) {
        let Some(tiles) = self.tiles else {
            return self.engine.dive(self, branch, meter);
        };
        match self.engine.glide(self, tiles, branch, meter) {
            (Far::Through, generated) => (End::Through, generated),
            (Far::To(moves), generated) => {
                let rest = branch.rest(&moves[branch.moves.len()..], self);
                let dive = |branch: &Branch<B>| self.engine.dive(self, branch, meter);
                let (end, more) = in_turn(&rest, dive);
                (end, generated + more)
            }
        }
    }
}

impl<B: Board> Tree<B> for Round<'_, B> {
    fn choices(&self, node: &Branch<B>) -> Vec<Move> {
        self.engine.choices(self.root.state.blank(), node)
    }

    fn is_within(&self, node: &Branch<B>) -> bool {
        let estimate = self.engine.evaluator().estimate_state(&node.state);
        node.moves.len() as u32 + estimate <= self.bound
    }
}

/// Searches branches one after the other until one ends the search.
pub(crate) fn in_turn<N>(branches: &[N], mut search: impl FnMut(&N) -> (End, u64)) -> (End, u64) {
    let mut generated = 0;
    for branch in branches {
        let (end, more) = search(branch);
        generated += more;
        if end != End::Through {
            return (end, generated);
        }
    }
    (End::Through, generated)
}

/// Searches one round, and returns how that ended and what was generated.
pub(crate) type SearchRound<'a, B> = dyn FnMut(&Round<'_, B>, &mut Meter) -> (End, u64) + 'a;

/// Expansions below which a sweep takes longer than it saves. On boards of more
/// than 16 cells, where words have 128 bits, it never saves anything.
const fn default_sweep_from<B: Board>() -> u64 {
    if size_of::<B::Word>() > 8 { u64::MAX } else { 4096 }
}

/// Makes rounds with rising bounds until one finds the goal.
///
/// Iterations are swept, if the heuristic can be, once the last one has made
/// `sweep_from` expansions; if it is not given, as many as suit the board.
pub(crate) fn deepen<B: Board>(
    engine: &dyn Engine<B>,
    sweep_from: Option<u64>,
    task: &Task<B>,
    meter: &mut Meter,
    search: &mut SearchRound<'_, B>,
) -> Result<Path, Stop> {
    let sweep_from = sweep_from.unwrap_or(const { default_sweep_from::<B>() });
    let root = Branch::root(task.start);
    meter.evaluate(1);
    let tiles = Tiles::new(task.board(), engine.evaluator());
    let mut bound = task.first_bound(engine.evaluator().estimate_state(&task.start));
    loop {
        let last = meter.counters().expanded - meter.counters().expanded_before_last;
        meter.begin_layer();
        // The nodes of one path, on the call stack.
        meter.hold(u64::from(bound) + 1, 0);
        let round = Round {
            engine,
            tiles: tiles.as_ref().filter(|_| last >= sweep_from),
            root: &root,
            goal_blank: task.goal_blank,
            bound,
            last,
        };
        let (end, generated) = search(&round, meter);
        let (result, unmade) = match end {
            End::Through => (None, 0),
            End::Goal(moves) => {
                let unmade = root.unmade(&moves, &round);
                (Some(Ok(Path::new(moves))), unmade)
            }
            End::Stop(stop, moves) => (Some(Err(stop)), root.unmade(&moves, &round)),
        };
        meter.generate(generated - unmade);
        meter.evaluate(generated - unmade);
        if let Some(result) = result {
            return result;
        }
        bound += 2;
    }
}
