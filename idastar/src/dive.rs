use std::ops::ControlFlow;

use optile_core::{Board, Estimator, Meter, Move, MoveOrder, Moves, Slide, State, Stop, Word};

use crate::branch::Branch;
use crate::round::Round;
use crate::rule::{Choice, NO_MOVE, Rule};
use crate::seen::Seen;

/// An order of moves that may be known when the search is compiled.
pub(crate) trait Order: Copy + Send + Sync {
    /// The four moves, first tried first.
    fn moves(self) -> [Move; 4];
}

/// [`MoveOrder::KORF`] as a constant: with it the choice of the next move
/// costs nothing, which makes a search at least a third faster than with a
/// [`MoveOrder`], whose every move is a jump through a table.
#[derive(Clone, Copy)]
pub(crate) struct Korf;

impl Order for Korf {
    #[inline(always)]
    fn moves(self) -> [Move; 4] {
        Move::ALL
    }
}

impl Order for MoveOrder {
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
/// * `word`, its state *rotated* so that the blank is at cell 0. The tiles
///   that can move are then at the same places in every node, and all shifts
///   are by constants;
/// * `blank`, the blank's cell;
/// * `value`, what the heuristic carries;
/// * `mark`, what the rule of moves remembers, nothing by default;
/// * `rest`, the moves still allowed, which is the bound less g. A node is
///   within the bound while its estimate is no greater than this.
///
/// The last move is a constant of [`Dive::visit`], so that the test for its
/// inverse is made by the compiler. Constants cannot be of type [`Move`], so
/// they are discriminants: moves `m` and `3 - m` are inverse.
pub(crate) struct Dive<'a, B: Board, E, R, O, S> {
    toward: &'a E,
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

impl<'a, B, E, R, O, S> Dive<'a, B, E, R, O, S>
where
    B: Board,
    E: Estimator<B>,
    R: Rule<B>,
    O: Order,
    S: Seen<B>,
{
    /// Searches all nodes of `branch`, itself within the bound, whose f is at
    /// most `bound`, and returns how that ended and what was generated. Where
    /// it did not end with all nodes visited, the latter still has successors
    /// that were not made ([`Branch::unmade`]).
    pub(crate) fn search(
        round: &Round<'a, B, E, R, O>,
        branch: &Branch<B>,
        seen: &'a mut S,
        meter: &'a mut Meter,
    ) -> (End, u64) {
        let &Round { toward, rule, order, goal_blank, bound, .. } = round;
        let (value, mark) = (toward.root(&branch.state), round.mark(branch));
        let mut dive = Self {
            toward,
            rule,
            order,
            seen,
            meter,
            goal: State::<B>::goal(goal_blank).word().rotate_down(goal_blank),
            goal_blank,
            bound,
            granted: 0,
            left: 0,
            generated: 0,
            path: Vec::new(),
            stop: None,
        };
        let blank = branch.state.blank();
        let word = branch.state.word().rotate_down(blank);
        let rest = bound - branch.moves.len() as u32;
        let flow = match branch.moves.last() {
            None => dive.visit::<NO_MOVE>(word, blank, value, mark, rest),
            Some(Move::Up) => dive.visit::<0>(word, blank, value, mark, rest),
            Some(Move::Left) => dive.visit::<1>(word, blank, value, mark, rest),
            Some(Move::Right) => dive.visit::<2>(word, blank, value, mark, rest),
            Some(Move::Down) => dive.visit::<3>(word, blank, value, mark, rest),
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
    fn visit<const LAST: usize>(
        &mut self,
        word: B::Word,
        blank: usize,
        value: E::Value,
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
        let Choice { moves, count } = self.rule.choice::<LAST>(mark, blank);
        // Those after the successor that leads to the goal are never made, and
        // taken off in the end.
        self.generated += u64::from(count);
        if const { E::FETCHES } {
            self.fetch::<LAST, 0>(moves, word, blank, value);
            self.fetch::<LAST, 1>(moves, word, blank, value);
            self.fetch::<LAST, 2>(moves, word, blank, value);
            self.fetch::<LAST, 3>(moves, word, blank, value);
        }
        let [first, second, third, fourth] = self.order.moves();
        self.attempt::<LAST>(first, moves, word, blank, value, mark, rest)?;
        self.attempt::<LAST>(second, moves, word, blank, value, mark, rest)?;
        self.attempt::<LAST>(third, moves, word, blank, value, mark, rest)?;
        self.attempt::<LAST>(fourth, moves, word, blank, value, mark, rest)
    }

    /// Asks for what the successor by move `M` will look up, while those
    /// before it are visited.
    #[inline(always)]
    fn fetch<const LAST: usize, const M: usize>(
        &self,
        moves: Moves,
        word: B::Word,
        blank: usize,
        value: E::Value,
    ) {
        let m = Move::ALL[M];
        if LAST + M != 3 && moves.contains(m) {
            let Made { slide, state, .. } = make::<B>(word, blank, m);
            self.toward.fetch(value, slide, &state);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    #[inline(always)]
    fn attempt<const LAST: usize>(
        &mut self,
        m: Move,
        moves: Moves,
        word: B::Word,
        blank: usize,
        value: E::Value,
        mark: R::Mark,
        rest: u32,
    ) -> ControlFlow<Halt> {
        match m {
            Move::Up => self.descend::<LAST, 0>(moves, word, blank, value, mark, rest),
            Move::Left => self.descend::<LAST, 1>(moves, word, blank, value, mark, rest),
            Move::Right => self.descend::<LAST, 2>(moves, word, blank, value, mark, rest),
            Move::Down => self.descend::<LAST, 3>(moves, word, blank, value, mark, rest),
        }
    }

    /// Makes the successor by move `M`, if it is one of `moves`, and visits it
    /// if it is within the bound. Nothing has to be taken back: the parent is
    /// still in its registers.
    // Not always: with an order that is not a constant there are four calls of
    // each, and four copies would only take time to compile.
    #[inline]
    fn descend<const LAST: usize, const M: usize>(
        &mut self,
        moves: Moves,
        word: B::Word,
        blank: usize,
        value: E::Value,
        mark: R::Mark,
        rest: u32,
    ) -> ControlFlow<Halt> {
        let m = Move::ALL[M];
        if LAST + M == 3 || !moves.contains(m) {
            return ControlFlow::Continue(());
        }
        let Made { word, slide, state } = make::<B>(word, blank, m);
        let from = slide.from;
        let Some(value) = self.toward.step_below(value, slide, &state, rest) else {
            return ControlFlow::Continue(());
        };
        match self.visit::<M>(word, from, value, self.rule.next(mark, m), rest - 1) {
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
        let state = State::from_parts(word.rotate_up(blank), blank);
        match self.seen.has(&state, g, self.meter) {
            Ok(seen) => ControlFlow::Continue(seen),
            Err(stop) => {
                self.stop = Some(stop);
                ControlFlow::Break(Halt::Stop)
            }
        }
    }
}

/// A successor: its word, rotated, how it came about, and its state.
struct Made<B: Board> {
    word: B::Word,
    slide: Slide,
    state: State<B>,
}

/// The successor by `m` of a node of this word, rotated, and blank.
#[inline(always)]
fn make<B: Board>(word: B::Word, blank: usize, m: Move) -> Made<B> {
    let (tile, word) = slide::<B>(word, m);
    let from = B::neighbour(blank, m);
    // Heuristics that do not look at the state do not pay for it.
    let state = State::from_parts(word.rotate_up(from), from);
    Made { word, slide: Slide { tile, from, to: blank }, state }
}

/// The tile that changes places with the blank by `m`, and the word after
/// that, both words rotated so that the blank is at cell 0.
#[inline(always)]
fn slide<B: Board>(word: B::Word, m: Move) -> (usize, B::Word) {
    let step = match m {
        Move::Left | Move::Right => 1,
        Move::Up | Move::Down => B::WIDTH,
    };
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
