use optile_core::{Board, Estimator, Meter, Path, Stop, Task};

use crate::branch::Branch;
use crate::dive::{Dive, End, Order};
use crate::glide::{Far, Glide};
use crate::seen::Seen;
use crate::sweep::Tiles;

/// What one iteration knows.
pub(crate) struct Round<'a, B: Board, E: Estimator<B>, O> {
    pub(crate) toward: &'a E,
    pub(crate) order: O,
    /// If the iteration is to be swept.
    pub(crate) tiles: Option<&'a Tiles>,
    pub(crate) root: &'a Branch<B, E::Value>,
    goal_blank: usize,
    pub(crate) bound: u32,
    /// Expansions of the iteration before.
    pub(crate) last: u64,
}

impl<B: Board, E: Estimator<B>, O: Order> Round<'_, B, E, O> {
    /// Searches the nodes of a branch that are within the bound, in order, and
    /// returns how that ended and what was generated, as [`Dive::search`]
    /// does.
    pub(crate) fn search<S: Seen<B>>(
        &self,
        branch: &Branch<B, E::Value>,
        seen: &mut S,
        meter: &mut Meter,
    ) -> (End, u64) {
        let Some(tiles) = self.tiles else {
            return self.dive(branch, seen, meter);
        };
        let rest = self.bound - branch.moves.len() as u32;
        let slack = rest - self.toward.estimate(branch.value);
        match Glide::search(tiles, self.order, branch, slack, rest, meter) {
            (Far::Through, generated) => (End::Through, generated),
            (Far::To(moves), generated) => {
                let rest = branch.clone().rest(
                    &moves[branch.moves.len()..],
                    self.toward,
                    self.order.moves(),
                    self.bound,
                );
                let (end, more) = in_turn(&rest, |branch| self.dive(branch, seen, meter));
                (end, generated + more)
            }
        }
    }

    /// Searches branches one after the other until one ends the search.
    pub(crate) fn search_all<S: Seen<B>>(
        &self,
        branches: &[Branch<B, E::Value>],
        seen: &mut S,
        meter: &mut Meter,
    ) -> (End, u64) {
        in_turn(branches, |branch| self.search(branch, seen, meter))
    }

    fn dive<S: Seen<B>>(
        &self,
        branch: &Branch<B, E::Value>,
        seen: &mut S,
        meter: &mut Meter,
    ) -> (End, u64) {
        Dive::search(self.toward, self.order, branch, self.goal_blank, self.bound, seen, meter)
    }
}

/// Searches branches one after the other until one ends the search.
fn in_turn<N>(branches: &[N], mut search: impl FnMut(&N) -> (End, u64)) -> (End, u64) {
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

/// Makes rounds with rising bounds until one finds the goal.
///
/// Iterations are swept, if the heuristic can be, once the last one has made
/// `sweep_from` expansions.
pub(crate) fn deepen<B: Board, E: Estimator<B>, O: Order>(
    toward: &E,
    order: O,
    sweep_from: u64,
    task: &Task<B>,
    meter: &mut Meter,
    mut search: impl FnMut(&Round<'_, B, E, O>, &mut Meter) -> Result<(End, u64), Stop>,
) -> Result<Path, Stop> {
    let root = Branch::root(task.start, toward.root(&task.start));
    meter.evaluate(1);
    let tiles = Tiles::new(toward);
    let estimate = toward.estimate(root.value);
    let parity = B::distance(task.start.blank(), task.goal_blank) & 1;
    let mut bound = estimate + (estimate & 1 ^ parity);
    loop {
        let last = meter.counters().expanded - meter.counters().expanded_before_last;
        meter.begin_layer();
        // The nodes of one path, on the call stack.
        meter.hold(u64::from(bound) + 1, 0);
        let round = Round {
            toward,
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
                let unmade = root.unmade(&moves, toward, order.moves());
                (Some(Ok(Path::new(moves))), unmade)
            }
            End::Stop(stop, moves) => (Some(Err(stop)), root.unmade(&moves, toward, order.moves())),
        };
        meter.generate(generated - unmade);
        meter.evaluate(generated - unmade);
        if let Some(result) = result {
            return result;
        }
        bound += 2;
    }
}
