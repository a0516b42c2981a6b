//! The kinds of searches that are compiled, and the choice among them.

use std::marker::PhantomData;

use optile_core::{
    AnyEstimator, Board, Estimates, Estimator, Meter, Move, MoveOrder, Moves, NO_MOVE, Stop,
};
use optile_heuristics::{LinearConflictEstimator, Pair, TileSum, WalkingDistanceEstimator, Zero};
use optile_pdb::PdbEstimator;

use super::depth_first::{DepthFirst, End};
use super::order::{Korf, Order};
use super::seen::{Nothing, Seen, Transpositions};
use super::slack_search::{Progress, SlackSearch};
use super::values::{EstimatorAccess, Object, Typed};
use super::zero_slack::DecreasingMoves;
use crate::branch::Branch;
use crate::iteration::Iteration;
use crate::pruning::{Automaton, NoDuplicates, NoWayBack, Rule};

/// The search of whole branches, as an object. Code that runs per node is
/// compiled for each kind of search. Code that cuts, resumes and counts is
/// compiled only for each type of board.
pub(crate) trait Engine<B: Board>: Sync {
    /// The heuristic.
    fn estimates(&self) -> &dyn Estimates<B>;

    /// The moves that the search makes at a node, in its order.
    fn choices(&self, root_blank: usize, node: &Branch<B>) -> Vec<Move>;

    /// See [`DepthFirst::search`].
    fn depth_first(
        &self,
        iteration: &Iteration<'_, B>,
        branch: &Branch<B>,
        meter: &mut Meter,
    ) -> (End, u64);

    /// See [`SlackSearch::search`].
    fn slack_search(
        &self,
        iteration: &Iteration<'_, B>,
        tiles: &DecreasingMoves,
        branch: &Branch<B>,
        meter: &mut Meter,
    ) -> (Progress, u64);
}

/// Which moves a search makes, and what it remembers.
pub(crate) struct Variant<'a, B> {
    pub(crate) board: B,
    pub(crate) order: MoveOrder,
    /// Leaves out duplicates, if more is to be left out than the inverse of the
    /// last move.
    pub(crate) automaton: Option<&'a Automaton>,
    /// Whether a search remembers the states that it visits.
    pub(crate) has_table: bool,
}

/// One kind of search. `S` is what it remembers of states.
struct Kind<'a, B: Board, T, R, O, S> {
    /// For rare calls. It is given as an object, because an object made here of an
    /// estimator's type would compile all code for estimators again.
    estimates: &'a dyn Estimates<B>,
    estimator: T,
    rule: R,
    order: O,
    variant: &'a Variant<'a, B>,
    seen: PhantomData<fn() -> S>,
}

impl<B: Board, T, R: Rule<B>, O, S> Kind<'_, B, T, R, O, S> {
    /// What the rule of moves remembers at the end of these moves.
    fn rule_state(&self, root_blank: usize, moves: &[Move]) -> R::State {
        let start = self.rule.start(root_blank);
        moves.iter().fold(start, |rule_state, &m| self.rule.next(rule_state, m))
    }
}

impl<B: Board, T: EstimatorAccess<B>, R: Rule<B>, O: Order, S: Seen<B>> Engine<B>
    for Kind<'_, B, T, R, O, S>
{
    fn estimates(&self) -> &dyn Estimates<B> {
        self.estimates
    }

    fn choices(&self, root_blank: usize, node: &Branch<B>) -> Vec<Move> {
        let last = node.moves.last().map_or(NO_MOVE, |&m| m as usize);
        let rule_state = self.rule_state(root_blank, &node.moves);
        let moves: Moves = self.rule.onward(rule_state, last, node.state.blank()).moves;
        self.order.moves().into_iter().filter(|&m| moves.contains(m)).collect()
    }

    fn depth_first(
        &self,
        iteration: &Iteration<'_, B>,
        branch: &Branch<B>,
        meter: &mut Meter,
    ) -> (End, u64) {
        let held = self.variant.automaton.map_or(0, Automaton::bytes);
        let table = self.variant.has_table.then_some(held);
        match S::new(self.variant.board, table, meter) {
            Ok(mut seen) => {
                let rule_state = self.rule_state(iteration.root.state.blank(), &branch.moves);
                let choice = (self.rule, self.order);
                DepthFirst::search(
                    &self.estimator,
                    choice,
                    iteration,
                    branch,
                    rule_state,
                    &mut seen,
                    meter,
                )
            }
            Err(stop) => (End::Stop(stop, branch.moves.clone()), 0),
        }
    }

    fn slack_search(
        &self,
        iteration: &Iteration<'_, B>,
        tiles: &DecreasingMoves,
        branch: &Branch<B>,
        meter: &mut Meter,
    ) -> (Progress, u64) {
        let rest = iteration.threshold - branch.moves.len() as u32;
        let slack = rest - self.estimates().of_state(&branch.state);
        let rule_state = self.rule_state(iteration.root.state.blank(), &branch.moves);
        SlackSearch::search(
            (self.rule, self.order),
            tiles,
            branch,
            rule_state,
            [rest, slack],
            meter,
        )
    }
}

/// The caller's use of an engine.
type Run<'a, B, P> = dyn FnMut(&dyn Engine<B>) -> Result<P, Stop> + 'a;

/// Calls `run` with the engine for an estimator and a variant of the search.
/// The engine uses the estimator's own type if searches are compiled for it,
/// and else the object.
///
/// A node of IDA* takes two nanoseconds with Manhattan distance and six with
/// walking distance. A dynamic call takes two nanoseconds, and keeping values
/// in memory takes more. So the usual heuristics have their own engine for the
/// plain variant, which has Korf's order and leaves out only the inverse of the
/// last move. The heuristics that are used for long searches also have an
/// engine for all variants. Everything else, including any new heuristic, uses
/// the object.
pub(crate) fn with_engine<B: Board, P>(
    estimator: &dyn AnyEstimator,
    variant: &Variant<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    let is_plain = variant.automaton.is_none();
    let estimates = B::estimates(estimator);
    let object = Object(estimates);
    if let Some(known) = estimator.downcast_ref::<TileSum>() {
        if is_plain {
            if const { B::SHAPE.is_some() } && known.is_zero() {
                return knowing_last(estimates, &Zero, variant, run);
            }
            // On wide words a constant order saves a sixth on any board.
            if const { is_wide::<B>() } {
                return plain::<_, _, _, true>(estimates, Typed(known), variant, run);
            }
            return knowing_last(estimates, known, variant, run);
        }
        if const { B::SHAPE.is_some() } {
            return general(estimates, Typed(known), variant, run);
        }
    }
    if let Some(known) = estimator.downcast_ref::<PdbEstimator<4>>() {
        if is_plain {
            return knowing_last(estimates, known, variant, run);
        }
        if const { is_large::<B>() } {
            return general(estimates, Typed(known), variant, run);
        }
    }
    if !is_plain {
        return general(estimates, object, variant, run);
    }
    if let Some(known) = estimator.downcast_ref::<LinearConflictEstimator>() {
        return plain::<_, _, _, false>(estimates, Typed(known), variant, run);
    }
    // Walking distance has tables only for boards of narrow words.
    if const { !is_wide::<B>() } {
        if let Some(known) = estimator.downcast_ref::<WalkingDistanceEstimator>() {
            return knowing_last(estimates, known, variant, run);
        }
        if let Some(known) = estimator.downcast_ref::<LargerOfBoth>() {
            return plain::<_, _, _, false>(estimates, Typed(known), variant, run);
        }
    }
    if const { is_large::<B>() }
        && let Some(known) = estimator.downcast_ref::<PdbEstimator<8>>()
    {
        return knowing_last(estimates, known, variant, run);
    }
    plain::<_, _, _, false>(estimates, object, variant, run)
}

type LargerOfBoth = Pair<LinearConflictEstimator, WalkingDistanceEstimator>;

/// Whether a board is a constant and so large that searches with pattern
/// databases take long.
const fn is_large<B: Board>() -> bool {
    matches!(B::SHAPE, Some(shape) if shape.size().cells() > 9)
}

/// Whether states are words of 128 bits.
const fn is_wide<B: Board>() -> bool {
    size_of::<B::Word>() > size_of::<u64>()
}

/// The plain search. On constant boards the last move is a constant too, which
/// makes it up to a tenth faster, with five times as much code.
fn knowing_last<B: Board, P, E: Estimator>(
    estimates: &dyn Estimates<B>,
    known: &E,
    variant: &Variant<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    if const { B::SHAPE.is_some() } {
        plain::<_, _, _, true>(estimates, Typed(known), variant, run)
    } else {
        plain::<_, _, _, false>(estimates, Typed(known), variant, run)
    }
}

fn plain<B: Board, P, T: EstimatorAccess<B>, const KNOWS_LAST: bool>(
    estimates: &dyn Estimates<B>,
    estimator: T,
    variant: &Variant<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    let (rule, order) = (NoWayBack(variant.board), Korf::<KNOWS_LAST>);
    run(&Kind::<_, _, _, _, Nothing> {
        estimates,
        estimator,
        rule,
        order,
        variant,
        seen: PhantomData,
    })
}

fn general<B: Board, P, T: EstimatorAccess<B>>(
    estimates: &dyn Estimates<B>,
    estimator: T,
    variant: &Variant<'_, B>,
    run: &mut Run<'_, B, P>,
) -> Result<P, Stop> {
    let Some(automaton) = variant.automaton else { unreachable!("general searches have a rule") };
    let (rule, order) = (NoDuplicates::new(automaton), variant.order);
    run(&Kind::<_, _, _, _, Option<Transpositions<B>>> {
        estimates,
        estimator,
        rule,
        order,
        variant,
        seen: PhantomData,
    })
}
