//! What is compiled for each kind of search, and which kinds there are.

use std::marker::PhantomData;

use optile_core::{
    AnyEvaluator, Board, Estimator, Evaluator, Meter, Move, MoveOrder, Moves, NO_MOVE, Stop,
};
use optile_heuristics::{LinearConflictEstimator, Pair, TileSum, WalkingDistanceEstimator, Zero};
use optile_pdb::PdbEstimator;

use crate::automaton::Automaton;
use crate::branch::Branch;
use crate::dive::{Dive, End, Korf, Order};
use crate::glide::{Far, Glide};
use crate::round::Round;
use crate::rule::{NoDuplicates, NoWayBack, Rule};
use crate::seen::{Nothing, Seen, Transpositions};
use crate::sweep::Tiles;
use crate::values::{Object, Toward, Typed};

/// The search of whole branches, as an object: what runs per node is compiled
/// for each kind of search, and what cuts, resumes and counts is compiled for
/// boards only.
pub(crate) trait Engine<B: Board>: Sync {
    /// The heuristic.
    fn evaluator(&self) -> &dyn Evaluator<B>;

    /// The moves that the search makes at a node, in its order.
    fn choices(&self, root_blank: usize, node: &Branch<B>) -> Vec<Move>;

    /// As [`Dive::search`].
    fn dive(&self, round: &Round<'_, B>, branch: &Branch<B>, meter: &mut Meter) -> (End, u64);

    /// As [`Glide::search`].
    fn glide(
        &self,
        round: &Round<'_, B>,
        tiles: &Tiles,
        branch: &Branch<B>,
        meter: &mut Meter,
    ) -> (Far, u64);
}

/// Which moves a search makes, and what it remembers.
pub(crate) struct Ways<'a, B> {
    pub(crate) board: B,
    pub(crate) order: MoveOrder,
    /// What leaves out duplicates, if any are to be left out beyond the move
    /// that takes back the last.
    pub(crate) automaton: Option<&'a Automaton>,
    /// Whether a dive remembers the states that it visits.
    pub(crate) has_table: bool,
}

/// One kind of search. `S` is what a dive remembers of states.
struct Kind<'a, B, T, R, O, S> {
    estimator: T,
    rule: R,
    order: O,
    ways: &'a Ways<'a, B>,
    seen: PhantomData<fn() -> S>,
}

impl<B: Board, T, R: Rule<B>, O, S> Kind<'_, B, T, R, O, S> {
    /// What the rule of moves remembers at the end of these moves.
    fn mark(&self, root_blank: usize, moves: &[Move]) -> R::Mark {
        let start = self.rule.start(root_blank);
        moves.iter().fold(start, |mark, &m| self.rule.next(mark, m))
    }
}

impl<B: Board, T: Toward<B>, R: Rule<B>, O: Order, S: Seen<B>> Engine<B>
    for Kind<'_, B, T, R, O, S>
{
    fn evaluator(&self) -> &dyn Evaluator<B> {
        self.estimator.evaluator()
    }

    fn choices(&self, root_blank: usize, node: &Branch<B>) -> Vec<Move> {
        let last = node.moves.last().map_or(NO_MOVE, |&m| m as usize);
        let mark = self.mark(root_blank, &node.moves);
        let moves: Moves = self.rule.onward(mark, last, node.state.blank()).moves;
        self.order.moves().into_iter().filter(|&m| moves.contains(m)).collect()
    }

    fn dive(&self, round: &Round<'_, B>, branch: &Branch<B>, meter: &mut Meter) -> (End, u64) {
        let held = self.ways.automaton.map_or(0, Automaton::bytes);
        let table = self.ways.has_table.then_some(held);
        match S::new(self.ways.board, table, meter) {
            Ok(mut seen) => {
                let mark = self.mark(round.root.state.blank(), &branch.moves);
                let choice = (self.rule, self.order);
                Dive::search(&self.estimator, choice, round, branch, mark, &mut seen, meter)
            }
            Err(stop) => (End::Stop(stop, branch.moves.clone()), 0),
        }
    }

    fn glide(
        &self,
        round: &Round<'_, B>,
        tiles: &Tiles,
        branch: &Branch<B>,
        meter: &mut Meter,
    ) -> (Far, u64) {
        let rest = round.bound - branch.moves.len() as u32;
        let slack = rest - self.evaluator().estimate_state(&branch.state);
        let mark = self.mark(round.root.state.blank(), &branch.moves);
        Glide::search((self.rule, self.order), tiles, branch, mark, [rest, slack], meter)
    }
}

/// What is to be done with an engine.
type Run<'a, B, P> = dyn FnMut(&dyn Engine<B>) -> Result<P, Stop> + 'a;

/// Calls `run` with the engine for an estimator and ways: with the estimator's
/// own type, where searches are compiled for it, else with an object.
///
/// A node of IDA* takes two nanoseconds with Manhattan distance, six with
/// walking distance, and a dynamic call takes two and the way by memory more.
/// So the usual heuristics have an engine of their own for the plain ways:
/// Korf's order, and no move left out but the one back. Those that long
/// searches are made with have a general one too. Whatever else there is goes
/// by the object, and so can any new heuristic.
pub(crate) fn with_engine<B: Board, P>(
    estimator: &dyn AnyEvaluator,
    ways: &Ways<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    let is_plain = ways.automaton.is_none();
    if let Some(known) = estimator.downcast_ref::<TileSum>() {
        if is_plain {
            if const { B::SHAPE.is_some() } && known.is_zero() {
                return knowing_last(&Zero, ways, run);
            }
            // On wide words a constant saves a sixth, whatever the board.
            if const { is_wide::<B>() } {
                return plain::<_, _, _, true>(Typed(known), ways, run);
            }
            return knowing_last(known, ways, run);
        }
        if const { B::SHAPE.is_some() } {
            return general(Typed(known), ways, run);
        }
    }
    if let Some(known) = estimator.downcast_ref::<PdbEstimator<4>>() {
        if is_plain {
            return knowing_last(known, ways, run);
        }
        if const { is_large::<B>() } {
            return general(Typed(known), ways, run);
        }
    }
    let object = Object(B::evaluator(estimator));
    if !is_plain {
        return general(object, ways, run);
    }
    if let Some(known) = estimator.downcast_ref::<LinearConflictEstimator>() {
        return plain::<_, _, _, false>(Typed(known), ways, run);
    }
    // Its tables are for boards of narrow words.
    if const { !is_wide::<B>() } {
        if let Some(known) = estimator.downcast_ref::<WalkingDistanceEstimator>() {
            return knowing_last(known, ways, run);
        }
        if let Some(known) = estimator.downcast_ref::<LargerOfBoth>() {
            return plain::<_, _, _, false>(Typed(known), ways, run);
        }
    }
    if const { is_large::<B>() }
        && let Some(known) = estimator.downcast_ref::<PdbEstimator<8>>()
    {
        return knowing_last(known, ways, run);
    }
    plain::<_, _, _, false>(object, ways, run)
}

type LargerOfBoth = Pair<LinearConflictEstimator, WalkingDistanceEstimator>;

/// Whether a board is a constant and has so many states that searches with
/// pattern databases take long.
const fn is_large<B: Board>() -> bool {
    matches!(B::SHAPE, Some(shape) if shape.size().cells() > 9)
}

/// Whether states are words of 128 bits.
const fn is_wide<B: Board>() -> bool {
    size_of::<B::Word>() > size_of::<u64>()
}

/// The plain search with the last move as a constant, where moves are constants
/// too. It is up to a tenth faster, and five times as much code.
fn knowing_last<B: Board, P, E: Estimator>(
    known: &E,
    ways: &Ways<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    if const { B::SHAPE.is_some() } {
        plain::<_, _, _, true>(Typed(known), ways, run)
    } else {
        plain::<_, _, _, false>(Typed(known), ways, run)
    }
}

fn plain<B: Board, P, T: Toward<B>, const KNOWS_LAST: bool>(
    estimator: T,
    ways: &Ways<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    let (rule, order) = (NoWayBack(ways.board), Korf::<KNOWS_LAST>);
    run(&Kind::<_, _, _, _, Nothing> { estimator, rule, order, ways, seen: PhantomData })
}

fn general<B: Board, P, T: Toward<B>>(
    estimator: T,
    ways: &Ways<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    let Some(automaton) = ways.automaton else { unreachable!("general searches have a rule") };
    let (rule, order) = (NoDuplicates::new(automaton), ways.order);
    run(&Kind::<_, _, _, _, Option<Transpositions<B>>> {
        estimator,
        rule,
        order,
        ways,
        seen: PhantomData,
    })
}
