use std::ops::ControlFlow;

use optile_core::{
    Board, Meter, Move, MoveOrder, Moves, NO_MOVE, Onward, Slide, State, Stop, Word,
};

use crate::branch::Branch;
use crate::round::Round;
use crate::rule::{Known, Last, Rule, Told};
use crate::seen::Seen;
use crate::values::{Toward, Values};

/// An order of moves that may be known when the search is compiled.
pub(crate) trait Order: Copy + Send + Sync {
    /// Whether a dive is compiled for each last move. It is a tenth faster, and
    /// five times as much code.
    const KNOWS_LAST: bool;

    /// The four moves, first tried first.
    fn moves(self) -> [Move; 4];
}

/// [`MoveOrder::KORF`] as a constant: with it the choice of the next move
/// costs nothing, which makes a search at least a third faster than with a
/// [`MoveOrder`], whose every move is a jump through a table.
#[derive(Clone, Copy)]
pub(crate) struct Korf<const KNOWS_LAST: bool>;

impl<const KNOWS_LAST: bool> Order for Korf<KNOWS_LAST> {
    const KNOWS_LAST: bool = KNOWS_LAST;

    #[inline(always)]
    fn moves(self) -> [Move; 4] {
        Move::ALL
    }
}

impl Order for MoveOrder {
    const KNOWS_LAST: bool = false;

    #[inline(always)]
    fn moves(self) -> [Move; 4] {
        MoveOrder::moves(self)
    }
}

/// How a search of a subtree within a bound ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With all nodes visited, of which none is the goal.
    Through,
    /// At the goal, at the end of these moves from the root of the tree.
    Goal(Vec<Move>),
    /// By a limit or a signal, before the node at the end of these moves.
    Stop(Stop, Vec<Move>),
}

/// Why a dive ends before all nodes within the bound are visited.
#[derive(Clone, Copy)]
enum Halt {
    /// At the goal.
    Goal,
    /// By a limit or a signal, which is in [`Dive::stop`].
    Stop,
}

/// Depth-first search of all nodes of a subtree with f within a bound.
///
/// A node is a few values that live in registers:
///
/// * `word`, its state. Where the board is a constant it is *rotated* so that
///   the blank is at cell 0. The tiles that can move are then at the same places
///   in every node, and all shifts are by constants. Where it is not, rotating
///   would only be more shifts;
/// * `blank`, the blank's cell;
/// * `value`, what the heuristic carries;
/// * `mark`, what the rule of moves remembers, nothing by default;
/// * `rest`, the moves still allowed, which is the bound less g. A node is
///   within the bound while its estimate is no greater than this.
///
/// With the usual order of moves the last move is a constant of
/// [`Dive::visit`], so that the test for its inverse is made by the compiler.
/// Constants cannot be of type [`Move`], so they are discriminants: moves `m`
/// and `3 - m` are inverse.
pub(crate) struct Dive<'a, B: Board, V, R, O, S> {
    board: B,
    values: V,
    rule: R,
    order: O,
    seen: &'a mut S,
    meter: &'a mut Meter,
    goal: B::Word,
    goal_blank: usize,
    bound: u32,
    /// Expansions that the meter has granted.
    granted: u64,
    /// How many of them are left.
    left: u64,
    generated: u64,
    /// Moves to the goal once it is found, last move first.
    path: Vec<Move>,
    stop: Option<Stop>,
}

impl<'a, B, V, R, O, S> Dive<'a, B, V, R, O, S>
where
    B: Board,
    V: Values<B>,
    R: Rule<B>,
    O: Order,
    S: Seen<B>,
{
    /// Searches all nodes of `branch`, itself within the bound, whose f is at
    /// most `bound`, and returns how that ended and what was generated. Where
    /// it did not end with all nodes visited, the latter still has successors
    /// that were not made ([`Branch::unmade`]). `mark` is what the rule remembers
    /// at the branch.
    pub(crate) fn search<T: Toward<B, Values<'a> = V>>(
        estimator: &'a T,
        (rule, order): (R, O),
        round: &Round<'_, B>,
        branch: &Branch<B>,
        mark: R::Mark,
        seen: &'a mut S,
        meter: &'a mut Meter,
    ) -> (End, u64) {
        let &Round { goal_blank, bound, .. } = round;
        let board = branch.state.board();
        let rest = bound - branch.moves.len() as u32;
        let mut values = estimator.values(rest as usize);
        let value = values.root(&branch.state);
        let mut dive = Self {
            board,
            values,
            rule,
            order,
            seen,
            meter,
            goal: turned(State::goal(board, goal_blank)),
            goal_blank,
            bound,
            granted: 0,
            left: 0,
            generated: 0,
            path: Vec::new(),
            stop: None,
        };
        let blank = branch.state.blank();
        let word = turned(branch.state);
        let last = branch.moves.last().map_or(NO_MOVE, |&m| m as usize);
        let flow = if const { O::KNOWS_LAST } {
            match last {
                0 => dive.visit(Known::<0>, word, blank, value, mark, rest),
                1 => dive.visit(Known::<1>, word, blank, value, mark, rest),
                2 => dive.visit(Known::<2>, word, blank, value, mark, rest),
                3 => dive.visit(Known::<3>, word, blank, value, mark, rest),
                _ => dive.visit(Known::<NO_MOVE>, word, blank, value, mark, rest),
            }
        } else {
            dive.visit(Told(last), word, blank, value, mark, rest)
        };
        dive.meter.settle(dive.granted - dive.left);
        let mut moves = branch.moves.clone();
        moves.extend(dive.path.into_iter().rev());
        let end = match (flow, dive.stop) {
            (_, Some(stop)) => End::Stop(stop, moves),
            (ControlFlow::Break(_), None) => End::Goal(moves),
            (ControlFlow::Continue(()), None) => End::Through,
        };
        (end, dive.generated)
    }

    /// Visits a node within the bound and all below it.
    fn visit<L: Last>(
        &mut self,
        last: L,
        word: B::Word,
        blank: usize,
        value: V::Value,
        mark: R::Mark,
        rest: u32,
    ) -> ControlFlow<Halt> {
        // The goal is never met with moves to spare, as a lower bound would
        // have been enough. A rotated word alone does not tell the state.
        if rest == 0 && word == self.goal && blank == self.goal_blank {
            return ControlFlow::Break(Halt::Goal);
        }
        if self.seen.looks() && self.has_seen(word, blank, self.bound - rest)? {
            return ControlFlow::Continue(());
        }
        if self.left == 0 {
            self.ask_for_more()?;
        }
        self.left -= 1;
        let Onward { moves, count } = self.rule.onward(mark, last.get(), blank);
        // Those after the successor that leads to the goal are never made, and
        // taken off in the end.
        self.generated += u64::from(count);
        if const { V::FETCHES } {
            self.fetch::<L, 0>(moves, word, blank, value);
            self.fetch::<L, 1>(moves, word, blank, value);
            self.fetch::<L, 2>(moves, word, blank, value);
            self.fetch::<L, 3>(moves, word, blank, value);
        }
        let [first, second, third, fourth] = self.order.moves();
        self.attempt(first, last, moves, word, blank, value, mark, rest)?;
        self.attempt(second, last, moves, word, blank, value, mark, rest)?;
        self.attempt(third, last, moves, word, blank, value, mark, rest)?;
        self.attempt(fourth, last, moves, word, blank, value, mark, rest)
    }

    /// Asks for what the successor by move `M` will look up, while those
    /// before it are visited.
    #[inline(always)]
    fn fetch<L: Last, const M: usize>(
        &self,
        moves: Moves,
        word: B::Word,
        blank: usize,
        value: V::Value,
    ) {
        let m = Move::ALL[M];
        if L::KNOWN != Some(3 - M) && moves.contains(m) {
            let Made { slide, state, .. } = make(self.board, word, blank, m);
            self.values.fetch(value, slide, &state);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    #[inline(always)]
    fn attempt<L: Last>(
        &mut self,
        m: Move,
        last: L,
        moves: Moves,
        word: B::Word,
        blank: usize,
        value: V::Value,
        mark: R::Mark,
        rest: u32,
    ) -> ControlFlow<Halt> {
        match m {
            Move::Up => self.descend::<L, 0>(last, moves, word, blank, value, mark, rest),
            Move::Left => self.descend::<L, 1>(last, moves, word, blank, value, mark, rest),
            Move::Right => self.descend::<L, 2>(last, moves, word, blank, value, mark, rest),
            Move::Down => self.descend::<L, 3>(last, moves, word, blank, value, mark, rest),
        }
    }

    /// Makes the successor by move `M`, if it is one of `moves`, and visits it
    /// if it is within the bound. Nothing has to be taken back: the parent is
    /// still in its registers.
    // Not always: with an order that is not a constant there are four calls of
    // each, and four copies would only take time to compile.
    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    #[inline]
    fn descend<L: Last, const M: usize>(
        &mut self,
        last: L,
        moves: Moves,
        word: B::Word,
        blank: usize,
        value: V::Value,
        mark: R::Mark,
        rest: u32,
    ) -> ControlFlow<Halt> {
        let m = Move::ALL[M];
        if L::KNOWN == Some(3 - M) || !moves.contains(m) {
            return ControlFlow::Continue(());
        }
        let Made { word, slide, state } = make(self.board, word, blank, m);
        let from = slide.from;
        let Some(value) = self.values.step_below(value, slide, &state, rest) else {
            return ControlFlow::Continue(());
        };
        let mark = self.rule.next(mark, m);
        match self.visit(last.after::<M>(), word, from, value, mark, rest - 1) {
            ControlFlow::Break(halt) => {
                self.path.push(m);
                ControlFlow::Break(halt)
            }
            go_on => go_on,
        }
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
        let state = turned_back(self.board, word, blank);
        match self.seen.has(&state, g, self.meter) {
            Ok(seen) => ControlFlow::Continue(seen),
            Err(stop) => {
                self.stop = Some(stop);
                ControlFlow::Break(Halt::Stop)
            }
        }
    }
}

/// A successor: its word, how it came about, and its state.
struct Made<B: Board> {
    word: B::Word,
    slide: Slide,
    state: State<B>,
}

/// The word of a node.
#[inline(always)]
fn turned<B: Board>(state: State<B>) -> B::Word {
    match B::SHAPE {
        Some(_) => state.word().rotate_down(state.blank()),
        None => state.word(),
    }
}

/// The state of a node.
#[inline(always)]
fn turned_back<B: Board>(board: B, word: B::Word, blank: usize) -> State<B> {
    let word = match B::SHAPE {
        Some(_) => word.rotate_up(blank),
        None => word,
    };
    State::from_parts(board, word, blank)
}

/// The successor by `m` of a node of this word and blank.
#[inline(always)]
fn make<B: Board>(board: B, word: B::Word, blank: usize, m: Move) -> Made<B> {
    // To the sides a constant on every board.
    let step = match m {
        Move::Left | Move::Right => 1,
        Move::Up | Move::Down => board.width(),
    };
    let (from, lower) = match m {
        Move::Left | Move::Up => (blank.wrapping_sub(step), blank.wrapping_sub(step)),
        Move::Right | Move::Down => (blank + step, blank),
    };
    let (tile, word) = match B::SHAPE {
        Some(_) => slide(word, m, step),
        None => {
            let tile = word.get(from);
            (tile, word.slide_by(tile, lower, step))
        }
    };
    // Heuristics that do not look at the state do not pay for it.
    let state = turned_back(board, word, from);
    Made { word, slide: Slide { tile, from, to: blank }, state }
}

/// The tile that changes places with the blank by `m`, and the word after
/// that, where the two are `step` cells apart. Both words are rotated so that the
/// blank is at cell 0.
#[inline(always)]
fn slide<W: Word>(word: W, m: Move, step: usize) -> (usize, W) {
    match m {
        Move::Right | Move::Down => {
            let tile = word.get(step);
            (tile, word.slide(tile, step, 0).rotate_down(step))
        }
        Move::Left | Move::Up => {
            let word = word.rotate_up(step);
            let tile = word.get(0);
            (tile, word.slide(tile, 0, step))
        }
    }
}
