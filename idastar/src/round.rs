use optile_core::{Board, Estimator, Meter, Move, Path, Stop, Task};

use crate::branch::{Branch, Tree};
use crate::dive::{Dive, End, Order};
use crate::glide::{Far, Glide};
use crate::rule::Rule;
use crate::seen::Seen;
use crate::sweep::Tiles;

/// What one iteration knows.
pub(crate) struct Round<'a, B: Board, E, R, O> {
    pub(crate) toward: &'a E,
    pub(crate) rule: R,
    pub(crate) order: O,
    /// If the iteration is to be swept.
    tiles: Option<&'a Tiles>,
    pub(crate) root: &'a Branch<B>,
    pub(crate) goal_blank: usize,
    pub(crate) bound: u32,
    /// Expansions of the iteration before.
    pub(crate) last: u64,
}

impl<B: Board, E: Estimator<B>, R: Rule<B>, O: Order> Round<'_, B, E, R, O> {
    /// Searches the nodes of a branch that are within the bound, in order, and
    /// returns how that ended and what was generated, as [`Dive::search`]
    /// does.
    pub(crate) fn search<S: Seen<B>>(
        &self,
        branch: &Branch<B>,
        seen: &mut S,
        meter: &mut Meter,
    ) -> (End, u64) {
        let mut dive =
            |branch: &Branch<B>, meter: &mut Meter| Dive::search(self, branch, seen, meter);
        let Some(tiles) = self.tiles else {
            return dive(branch, meter);
        };
        if const { !E::LOWERS } {
            return dive(branch, meter);
        }
        match Glide::search(self, tiles, branch, meter) {
            (Far::Through, generated) => (End::Through, generated),
            (Far::To(moves), generated) => {
                let rest = branch.rest(&moves[branch.moves.len()..], self);
                let (end, more) = in_turn(&rest, |branch| dive(branch, meter));
                (end, generated + more)
            }
        }
    }

    /// What the rule of moves remembers at the branch.
    pub(crate) fn mark(&self, branch: &Branch<B>) -> R::Mark {
        let start = self.rule.start(self.root.state.blank());
        branch.moves.iter().fold(start, |mark, &m| self.rule.next(mark, m))
    }
}

impl<B: Board, E: Estimator<B>, R: Rule<B>, O: Order> Tree<B> for Round<'_, B, E, R, O> {
    fn choices(&self, node: &Branch<B>) -> Vec<Move> {
        let last = node.moves.last().copied();
        let moves = self.rule.moves(self.mark(node), last, node.state.blank());
        self.order.moves().into_iter().filter(|&m| moves.contains(m)).collect()
    }

    fn is_within(&self, node: &Branch<B>) -> bool {
        let estimate = self.toward.estimate(self.toward.root(&node.state));
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
pub(crate) type SearchRound<'a, B, E, R, O> =
    dyn FnMut(&Round<'_, B, E, R, O>, &mut Meter) -> Result<(End, u64), Stop> + 'a;

/// Expansions below which a sweep takes longer than it saves. On boards of more
/// than 16 cells, where words have 128 bits, it never saves anything.
const fn default_sweep_from<B: Board>() -> u64 {
    if size_of::<B::Word>() > 8 { u64::MAX } else { 4096 }
}

/// Makes rounds with rising bounds until one finds the goal.
///
/// Iterations are swept, if the heuristic can be, once the last one has made
/// `sweep_from` expansions; if it is not given, as many as suit the board.
pub(crate) fn deepen<B: Board, E: Estimator<B>, R: Rule<B>, O: Order>(
    toward: &E,
    rule: R,
    order: O,
    sweep_from: Option<u64>,
    task: &Task<B>,
    meter: &mut Meter,
    search: &mut SearchRound<'_, B, E, R, O>,
) -> Result<Path, Stop> {
    let sweep_from = sweep_from.unwrap_or(const { default_sweep_from::<B>() });
    let root = Branch::root(task.start);
    meter.evaluate(1);
    let tiles = Tiles::new(toward);
    let estimate = toward.estimate(toward.root(&task.start));
    let parity = B::distance(task.start.blank(), task.goal_blank) & 1;
    let mut bound = estimate + (estimate & 1 ^ parity);
    loop {
        let last = meter.counters().expanded - meter.counters().expanded_before_last;
        meter.begin_layer();
        // The nodes of one path, on the call stack.
        meter.hold(u64::from(bound) + 1, 0);
        let round = Round {
            toward,
            rule,
            order,
            tiles: tiles.as_ref().filter(|_| last >= sweep_from),
            root: &root,
            goal_blank: task.goal_blank,
            bound,
            last,
        };
        let (end, generated) = search(&round, meter)?;
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
