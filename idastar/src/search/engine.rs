//! The kinds of searches that are compiled, and the choice among them.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Estimates, Meter, Move, MoveOrder, Moves, NO_MOVE, Rect, Shaped, Task,
    TileSum, Values, with_estimates,
};
use optile_lines::{LinearConflictEstimator, Pair, WalkingDistanceEstimator};
use optile_pdb::{CollectionEstimator, CollectionPath, PdbEstimator};

use super::depth_first::{DepthFirst, Outcome};
use super::order::{Korf, Order};
use super::slack_search::SlackSearch;
use super::transpositions::Transpositions;
use super::zero_slack::DecreasingMoves;
use crate::branch::Branch;
use crate::count::Count;
use crate::cutting::{Cutting, SubtreeOrder};
use crate::pruning::{Automaton, NoDuplicates, NoWayBack, Rule};

/// The search of whole branches, as an object. Code that runs per node is
/// compiled for each kind of search. Code that cuts, resumes and counts is
/// compiled only for each word.
pub(crate) trait Engine<B: Board>: Sync {
    /// What it searches, and how.
    fn variant(&self) -> &Variant<B>;

    /// The estimate of a node.
    fn estimate(&self, node: &Branch<B::Word>) -> u32;

    /// The moves that the search makes at a node, in its order.
    fn choices(&self, node: &Branch<B::Word>) -> Vec<Move>;

    /// See [`DepthFirst::search`].
    fn depth_first(
        &self,
        threshold: u32,
        branch: &Branch<B::Word>,
        meter: &mut Meter,
    ) -> (Outcome, Count);

    /// See [`SlackSearch::search`].
    fn slack_search(
        &self,
        threshold: u32,
        tiles: &DecreasingMoves,
        branch: &Branch<B::Word>,
        meter: &mut Meter,
    ) -> (Option<Vec<Move>>, Count);
}

/// Both heuristics, of which the larger estimate is taken.
type LargerOfBoth = Pair<LinearConflictEstimator, WalkingDistanceEstimator>;

/// A task, and how it is searched.
pub(crate) struct Variant<B: Board> {
    pub(crate) task: Task<B>,
    pub(crate) estimator: Arc<dyn AnyEstimator>,
    pub(crate) order: MoveOrder,
    /// Leaves out duplicates, if more is to be left out than the inverse of the
    /// last move.
    pub(crate) automaton: Option<Arc<Automaton>>,
    /// Whether a search remembers the states that it visits.
    pub(crate) has_table: bool,
    pub(crate) subtrees: SubtreeOrder,
    /// After an iteration of at least so many expansions, subtrees without slack
    /// are counted in any order.
    pub(crate) zero_slack_from: u64,
}

impl<S: Board> Variant<S> {
    /// The heuristic, for rare calls.
    pub(crate) fn estimates(&self) -> &dyn Estimates<S> {
        S::estimates(&*self.estimator)
    }

    /// How iterations are cut; if their order is that of the tree, into at most
    /// `most` pieces.
    pub(crate) fn cutting(&self, most: u64) -> Cutting {
        Cutting::new(self.subtrees, most, self.held())
    }

    /// The bytes that all iterations hold.
    fn held(&self) -> u64 {
        self.automaton.as_deref().map_or(0, Automaton::bytes)
    }

    /// The engine for this variant. It uses the estimator's own type if searches
    /// are compiled for it, and else the object.
    ///
    /// A node of IDA* takes two nanoseconds with Manhattan distance and six with
    /// walking distance. A dynamic call takes two nanoseconds, and keeping values
    /// in memory takes more: as objects, linear conflict takes 1.50 times as long,
    /// walking distance 1.66, and the larger of both 1.28. So the usual heuristics have their own engine for the
    /// plain variant, which has Korf's order and leaves out only the inverse of the
    /// last move. The heuristics that are used for long searches also have an
    /// engine for all variants. Everything else, including any new heuristic, uses
    /// the object.
    ///
    /// On constant boards the last move of the plain variant is a constant too,
    /// which makes it up to a tenth faster, with five times as much code. Pattern
    /// databases are as fast without that. On wide words a constant order saves a
    /// sixth on any board.
    pub(crate) fn engine<B>(&self, board: B) -> Box<dyn Engine<S> + '_>
    where
        B: Board<Word = S::Word, Shaped = S>,
    {
        let (variant, estimator) = (self, &*self.estimator);
        let estimates = B::estimates(estimator);
        let of_object = move |moves| estimates.path(moves + 1);
        let Some(automaton) = &self.automaton else {
            let rule = NoWayBack(board);
            let (known_last, any_last) = (Korf::<true>, Korf::<false>);
            return with_estimates!(estimator, B;
                TileSum: [Rect<4, 4>, Rect<5, 5>, Shaped<u128>],
                WalkingDistanceEstimator: [Rect<4, 4>];
                known => Box::new(Kind { values: move |_| known(), board, rule, order: known_last, variant });
                TileSum: [Shaped<u64>],
                LinearConflictEstimator:
                    [Rect<4, 4>, Rect<5, 5>, Shaped<u64>, Shaped<u128>],
                WalkingDistanceEstimator: [Shaped<u64>],
                LargerOfBoth: [Rect<4, 4>, Shaped<u64>],
                PdbEstimator<4>: [Rect<4, 4>, Rect<5, 5>, Shaped<u64>, Shaped<u128>],
                PdbEstimator<8>: [Rect<4, 4>, Rect<5, 5>];
                known => Box::new(Kind { values: move |_| known(), board, rule, order: any_last, variant });
                else Box::new(Kind { values: of_object, board, rule, order: any_last, variant }));
        };
        let (rule, order) = (NoDuplicates::new(automaton), self.order);
        with_estimates!(estimator, B;
            CollectionEstimator<4>: [Rect<5, 5>],
            CollectionEstimator<8>: [Rect<5, 5>];
            known => Box::new(Kind {
                values: move |_| CollectionPath::new(known()),
                board,
                rule,
                order,
                variant,
            });
            TileSum: [Rect<4, 4>, Rect<5, 5>],
            PdbEstimator<4>: [Rect<4, 4>, Rect<5, 5>];
            known => Box::new(Kind { values: move |_| known(), board, rule, order, variant });
            else Box::new(Kind { values: of_object, board, rule, order, variant }))
    }
}

/// One kind of search.
struct Kind<'a, B: Board, F, R, O> {
    /// Gives the values of paths of up to so many moves.
    values: F,
    board: B,
    rule: R,
    order: O,
    variant: &'a Variant<B::Shaped>,
}

impl<B: Board, F, R: Rule<B>, O> Kind<'_, B, F, R, O> {
    /// What the rule of moves remembers at the end of these moves.
    fn rule_state(&self, moves: &[Move]) -> R::State {
        let start = self.rule.start(self.variant.task.start.blank());
        moves.iter().fold(start, |rule_state, &m| self.rule.next(rule_state, m))
    }
}

impl<B, F, V, R, O> Engine<B::Shaped> for Kind<'_, B, F, R, O>
where
    B: Board,
    F: Fn(usize) -> V + Sync,
    V: Values<B>,
    R: Rule<B>,
    O: Order,
{
    fn variant(&self) -> &Variant<B::Shaped> {
        self.variant
    }

    fn estimate(&self, node: &Branch<B::Word>) -> u32 {
        B::estimates(&*self.variant.estimator).of_state(&node.state(self.board))
    }

    fn choices(&self, node: &Branch<B::Word>) -> Vec<Move> {
        let last = node.moves.last().map_or(NO_MOVE, |&m| m as usize);
        let rule_state = self.rule_state(&node.moves);
        let moves: Moves = self.rule.onward(rule_state, last, node.state(self.board).blank()).moves;
        self.order.moves().into_iter().filter(|&m| moves.contains(m)).collect()
    }

    fn depth_first(
        &self,
        threshold: u32,
        branch: &Branch<B::Word>,
        meter: &mut Meter,
    ) -> (Outcome, Count) {
        let (start, goal_blank) = (branch.state(self.board), self.variant.task.goal_blank);
        let mut seen = None;
        if O::MAY_REMEMBER && self.variant.has_table {
            match Transpositions::new(self.board, self.variant.held(), meter) {
                Ok(table) => seen = Some(table),
                Err(stop) => {
                    return (Outcome::Stop(stop, branch.moves.clone()), Count::default());
                }
            }
        }
        let rule_state = self.rule_state(&branch.moves);
        let values = (self.values)(threshold as usize - branch.moves.len());
        let (choice, bound) = ((self.rule, self.order), (goal_blank, threshold));
        DepthFirst::search(
            values,
            choice,
            bound,
            (start, &branch.moves),
            rule_state,
            seen.as_mut(),
            meter,
        )
    }

    fn slack_search(
        &self,
        threshold: u32,
        tiles: &DecreasingMoves,
        branch: &Branch<B::Word>,
        meter: &mut Meter,
    ) -> (Option<Vec<Move>>, Count) {
        let rest = threshold - branch.moves.len() as u32;
        let (start, slack) = (branch.state(self.board), rest - self.estimate(branch));
        let rule_state = self.rule_state(&branch.moves);
        let choice = (self.rule, self.order);
        SlackSearch::search(choice, tiles, (start, &branch.moves), rule_state, [rest, slack], meter)
    }
}
