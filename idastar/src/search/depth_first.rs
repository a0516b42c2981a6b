//! Depth-first search within the threshold.

use std::ops::ControlFlow;

use optile_core::{Board, Expansion, Meter, Move, Moves, NO_MOVE, Onward, State, Stop, Values};
use serde::{Deserialize, Serialize};

use super::order::{Order, each_move};
use super::successor::{Made, make, turned, turned_back};
use super::transpositions::Transpositions;
use crate::count::Count;
use crate::pruning::{Last, Rule, with_last};

/// How the search of a subtree within a threshold ends.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    /// All nodes were visited, and none is the goal.
    Complete,
    /// The goal was met at the end of these moves from the root of the tree.
    Goal(Vec<Move>),
    /// A limit or a signal stopped it before the node at the end of these
    /// moves.
    Stop(Stop, Vec<Move>),
}

impl Outcome {
    /// The outcome of a search below the node at the end of the moves `before`, whose
    /// own moves are given last move first.
    fn of(
        flow: ControlFlow<Halt>,
        stop: Option<Stop>,
        before: &[Move],
        mut path: Vec<Move>,
    ) -> Self {
        let moves = || {
            path.extend(before.iter().rev());
            path.reverse();
            path
        };
        match (flow, stop) {
            (_, Some(stop)) => Self::Stop(stop, moves()),
            (ControlFlow::Break(_), None) => Self::Goal(moves()),
            (ControlFlow::Continue(()), None) => Self::Complete,
        }
    }
}

/// Why a search ends before all nodes within the threshold are visited.
#[derive(Clone, Copy)]
enum Halt {
    /// The goal was met.
    Goal,
    /// A limit or a signal, which is in [`DepthFirst::stop`].
    Stop,
}

/// A node, which lives in registers. It is passed by its parts to
/// [`DepthFirst::visit`].
struct Node<L, W, V, R> {
    /// The last move.
    last: L,
    /// The moves to make.
    moves: Moves,
    /// The state. If the board is a constant, the word is *rotated* so that the
    /// blank is at cell 0. The tiles that can move are then at the same places
    /// in every node, and all shifts are by constants. If the board is not a
    /// constant, rotating would only add shifts.
    word: W,
    /// The blank's cell.
    blank: usize,
    /// The heuristic's value.
    value: V,
    /// What the rule of moves remembers, nothing by default.
    rule_state: R,
    /// The number of moves still allowed: the threshold minus g. A node is
    /// within the threshold while its h is at most this.
    rest: u32,
}

/// Depth-first search of all nodes of a subtree whose f is within a threshold.
///
/// With the usual order of moves, the last move is a constant of
/// [`DepthFirst::visit`]. So the compiler evaluates the test for its inverse.
/// Constants cannot be of type [`Move`], so they are discriminants: moves `m`
/// and `3 - m` are inverse.
pub(crate) struct DepthFirst<'a, B: Board, V, R, O> {
    board: B,
    values: V,
    rule: R,
    order: O,
    seen: Option<&'a mut Transpositions<B>>,
    meter: &'a mut Meter,
    goal: B::Word,
    goal_blank: usize,
    threshold: u32,
    /// Expansions that the meter has granted.
    granted: u64,
    /// How many of them are left.
    left: u64,
    generated: u64,
    /// The least rest of an expanded node, if the order is not a constant.
    least_rest: u32,
    /// Moves to the goal once it is found, last move first.
    path: Vec<Move>,
    stop: Option<Stop>,
}

type NodeOf<L, B, V, R> =
    Node<L, <B as Board>::Word, <V as Values<B>>::Value, <R as Rule<B>>::State>;

impl<'a, B, V, R, O> DepthFirst<'a, B, V, R, O>
where
    B: Board,
    V: Values<B>,
    R: Rule<B>,
    O: Order,
{
    /// Searches all nodes below a branch, given by its state and the moves to it,
    /// whose f is within the threshold. The branch itself must be within it.
    /// Returns how the search ended and what it counted. If it did not visit all nodes, the generated ones include
    /// successors that were not made. `rule_state` is what the rule remembers at
    /// the branch.
    pub(crate) fn search(
        mut values: V,
        (rule, order): (R, O),
        (goal_blank, threshold): (usize, u32),
        (start, before): (State<B>, &[Move]),
        rule_state: R::State,
        seen: Option<&'a mut Transpositions<B>>,
        meter: &'a mut Meter,
    ) -> (Outcome, Count) {
        let board = start.board();
        let rest = threshold - before.len() as u32;
        let value = values.root(&start);
        let mut depth_first = Self {
            board,
            values,
            rule,
            order,
            seen,
            meter,
            goal: turned(State::goal(board, goal_blank)),
            goal_blank,
            threshold,
            granted: 0,
            left: 0,
            generated: 0,
            least_rest: rest,
            path: Vec::new(),
            stop: None,
        };
        let expanded = depth_first.meter.counters().expanded;
        let blank = start.blank();
        let word = turned(start);
        let last = before.last().map_or(NO_MOVE, |&m| m as usize);
        let flow = with_last!(O::KNOWS_LAST, last, last => {
            depth_first.visit(last, word, blank, value, rule_state, rest)
        });
        depth_first.meter.settle(depth_first.granted - depth_first.left);
        let expanded = depth_first.meter.counters().expanded - expanded;
        let outcome = Outcome::of(flow, depth_first.stop, before, depth_first.path);
        let (generated, deepest) = (depth_first.generated, threshold - depth_first.least_rest);
        (outcome, Count { expanded, generated, deepest })
    }

    /// Visits a node within the threshold and all nodes below it.
    fn visit<L: Last>(
        &mut self,
        last: L,
        word: B::Word,
        blank: usize,
        value: V::Value,
        rule_state: R::State,
        rest: u32,
    ) -> ControlFlow<Halt> {
        if !self.enter(word, blank, rest)? {
            return ControlFlow::Continue(());
        }
        let Onward { moves, count } = self.rule.onward(rule_state, last.get(), blank);
        // The successors after the one that leads to the goal are never made.
        // They are subtracted at the end.
        self.generated += u64::from(count);
        let node = Node { last, moves, word, blank, value, rule_state, rest };
        if self.values.fetches() {
            each_move!(Move::ALL, M => self.fetch::<L, M>(&node));
        }
        each_move!(self.order.moves(), M => self.descend::<L, M>(&node)?);
        ControlFlow::Continue(())
    }

    /// What happens once per node. Ends the search at the goal and at a limit,
    /// and says whether the node is expanded, which is then counted.
    #[inline(always)]
    fn enter(&mut self, word: B::Word, blank: usize, rest: u32) -> ControlFlow<Halt, bool> {
        // When the goal is reached, `rest` is always 0, because otherwise a
        // lower threshold would have been enough. A rotated word alone does not
        // identify the state.
        if rest == 0 && word == self.goal && blank == self.goal_blank {
            return ControlFlow::Break(Halt::Goal);
        }
        let g = self.threshold - rest;
        if O::MAY_REMEMBER && self.has_seen(word, blank, g)? {
            return ControlFlow::Continue(false);
        }
        if self.left == 0 {
            self.ask_for_more()?;
        }
        self.left -= 1;
        if O::MAY_REMEMBER {
            self.least_rest = self.least_rest.min(rest);
        }
        self.meter.watch(|| Expansion::new(&turned_back(self.board, word, blank), g));
        ControlFlow::Continue(true)
    }

    /// Prefetches what the successor by move `M` will look up. The successors
    /// before it are visited meanwhile.
    #[inline(always)]
    fn fetch<L: Last, const M: usize>(&self, node: &NodeOf<L, B, V, R>) {
        let m = Move::ALL[M];
        if L::KNOWN != Some(3 - M) && node.moves.contains(m) {
            let Made { slide, state, .. } = make(self.board, node.word, node.blank, m);
            self.values.fetch(node.value, slide, &state);
        }
    }

    /// Makes the successor by move `M`, if it is one of the moves to make, and
    /// visits it if it is within the threshold. Nothing has to be undone: the
    /// parent is still in its registers.
    // Not `inline(always)`: with an order that is not a constant, each is
    // called in four places, and four copies would only take time to compile.
    #[inline]
    fn descend<L: Last, const M: usize>(&mut self, node: &NodeOf<L, B, V, R>) -> ControlFlow<Halt> {
        let m = Move::ALL[M];
        if L::KNOWN == Some(3 - M) || !node.moves.contains(m) {
            return ControlFlow::Continue(());
        }
        let Made { word, slide, state } = make(self.board, node.word, node.blank, m);
        let Some(value) = self.values.step_below(node.value, slide, &state, node.rest) else {
            return ControlFlow::Continue(());
        };
        let rule_state = self.rule.next(node.rule_state, m);
        let flow =
            self.visit(node.last.after::<M>(), word, slide.from, value, rule_state, node.rest - 1);
        match flow {
            ControlFlow::Break(_) => self.path.push(m),
            ControlFlow::Continue(()) => self.values.step_back(slide),
        }
        flow
    }

    #[cold]
    #[inline(never)]
    fn ask_for_more(&mut self) -> ControlFlow<Halt> {
        match self.meter.grant(self.granted) {
            Ok(more) => {
                self.granted = more;
                self.left = more;
                ControlFlow::Continue(())
            }
            Err(stop) => {
                self.granted = 0;
                self.stop = Some(stop);
                ControlFlow::Break(Halt::Stop)
            }
        }
    }

    #[inline(always)]
    fn has_seen(&mut self, word: B::Word, blank: usize, g: u32) -> ControlFlow<Halt, bool> {
        let Some(seen) = &mut self.seen else { return ControlFlow::Continue(false) };
        match seen.has(&turned_back(self.board, word, blank), g, self.meter) {
            Ok(has) => ControlFlow::Continue(has),
            Err(stop) => {
                self.stop = Some(stop);
                ControlFlow::Break(Halt::Stop)
            }
        }
    }
}
