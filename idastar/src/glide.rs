use optile_core::{Board, Meter, Move, Moves, NO_MOVE, Onward, Word};

use crate::branch::Branch;
use crate::dive::Order;
use crate::rule::{Known, Last, Rule, Told};
use crate::sweep::{Sweep, Tally, Tiles, bit, lane};

/// One iteration as [`crate::dive::Dive`] makes it, but faster and only up to
/// where order begins to matter.
///
/// For heuristics that are a sum over the tiles. A node carries its *slack*,
/// which is the bound less f, in place of estimate and depth. Nodes with slack
/// are visited in order; those without, five of six, are roots of subtrees
/// that a [`Sweep`] counts in no order. From time to time, when all before a
/// node has been counted, the counts are settled and the moves to that node
/// noted. If a sweep then meets the goal, or a limit, what was counted since
/// is forgotten and the search left at the noted node, for a dive to do the
/// rest in order.
pub(crate) struct Glide<'a, B: Board, R: Rule<B>, O> {
    board: B,
    tiles: &'a Tiles,
    rule: R,
    order: O,
    meter: &'a mut Meter,
    sweep: Sweep<B, R>,
    /// Counted since the last note.
    tally: Tally,
    /// Settled by the last note.
    generated: u64,
    /// The moves from the branch to the node visited.
    path: Vec<Move>,
    /// The moves to the last node noted, from the root of the tree.
    noted: Vec<Move>,
    /// The moves to the branch.
    before: &'a [Move],
}

/// How far a glide came.
pub(crate) enum Far {
    /// Through all nodes.
    Through,
    /// To the node at the end of these moves, which is not visited.
    To(Vec<Move>),
}

impl<'a, B: Board, R: Rule<B>, O: Order> Glide<'a, B, R, O> {
    /// Expansions after which counts are settled in any case.
    const MANY: u64 = 1 << 16;

    /// Searches the branch as far as there is no goal, no limit and no signal,
    /// and returns how far that was and what was generated. `slack` is that of
    /// the branch, and `mark` what the rule remembers there.
    #[inline(never)]
    pub(crate) fn search(
        (rule, order): (R, O),
        tiles: &'a Tiles,
        branch: &'a Branch<B>,
        mark: R::Mark,
        [rest, slack]: [u32; 2],
        meter: &'a mut Meter,
    ) -> (Far, u64) {
        let board = branch.state.board();
        let mut glide = Self {
            board,
            tiles,
            rule,
            order,
            meter,
            sweep: Sweep::new(board, rule),
            tally: Tally::default(),
            generated: 0,
            path: vec![Move::Up; rest as usize + 1],
            noted: branch.moves.clone(),
            before: &branch.moves,
        };
        let far = if glide.enter(branch, mark, slack) && glide.note(0) {
            Far::Through
        } else {
            Far::To(glide.noted)
        };
        (far, glide.generated)
    }

    /// Visits the branch; whether the search may go on after it.
    fn enter(&mut self, branch: &Branch<B>, mark: R::Mark, slack: u32) -> bool {
        let blank = branch.state.blank();
        let tiles = branch.state.word().rotate_down(blank);
        let eager = self.tiles.eager(&branch.state).turn_lanes(blank);
        let last = branch.moves.last().copied();
        if slack == 0 {
            let number = last.map_or(NO_MOVE, |m| m as usize);
            self.tally.add(Tally::expansion(self.rule.onward(mark, number, blank).count));
            self.sweep.put(tiles, eager, blank, mark, last);
            return eager != B::Word::default();
        }
        let last = last.map_or(NO_MOVE, |m| m as usize);
        if const { !O::KNOWS_LAST } {
            return self.visit(Told(last), tiles, eager, blank, mark, slack, 0);
        }
        match last {
            0 => self.visit(Known::<0>, tiles, eager, blank, mark, slack, 0),
            1 => self.visit(Known::<1>, tiles, eager, blank, mark, slack, 0),
            2 => self.visit(Known::<2>, tiles, eager, blank, mark, slack, 0),
            3 => self.visit(Known::<3>, tiles, eager, blank, mark, slack, 0),
            _ => self.visit(Known::<NO_MOVE>, tiles, eager, blank, mark, slack, 0),
        }
    }

    /// Visits a node with slack, `depth` moves below the branch.
    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    fn visit<L: Last>(
        &mut self,
        last: L,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        mark: R::Mark,
        slack: u32,
        depth: usize,
    ) -> bool {
        let Onward { moves, count } = self.rule.onward(mark, last.get(), blank);
        self.tally.add(Tally::expansion(count));
        let [first, second, third, fourth] = self.order.moves();
        self.attempt(first, last, moves, tiles, eager, blank, mark, slack, depth)
            && self.attempt(second, last, moves, tiles, eager, blank, mark, slack, depth)
            && self.attempt(third, last, moves, tiles, eager, blank, mark, slack, depth)
            && self.attempt(fourth, last, moves, tiles, eager, blank, mark, slack, depth)
    }

    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    #[inline(always)]
    fn attempt<L: Last>(
        &mut self,
        m: Move,
        last: L,
        moves: Moves,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        mark: R::Mark,
        slack: u32,
        depth: usize,
    ) -> bool {
        match m {
            Move::Up => self.descend::<L, 0>(last, moves, tiles, eager, blank, mark, slack, depth),
            Move::Left => {
                self.descend::<L, 1>(last, moves, tiles, eager, blank, mark, slack, depth)
            }
            Move::Right => {
                self.descend::<L, 2>(last, moves, tiles, eager, blank, mark, slack, depth)
            }
            Move::Down => {
                self.descend::<L, 3>(last, moves, tiles, eager, blank, mark, slack, depth)
            }
        }
    }

    // Not always: with an order that is not a constant there are four calls of
    // each, and four copies would only take time to compile.
    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    #[inline]
    fn descend<L: Last, const M: usize>(
        &mut self,
        last: L,
        moves: Moves,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        mark: R::Mark,
        slack: u32,
        depth: usize,
    ) -> bool {
        let m = Move::ALL[M];
        if L::KNOWN == Some(3 - M) || !moves.contains(m) {
            return true;
        }
        let lowers = eager & bit(self.board, m) != B::Word::default();
        let (tiles, eager, blank) = self.tiles.slide::<B>(tiles, eager, blank, lane(self.board, m));
        let mark = self.rule.next(mark, m);
        self.path[depth] = m;
        if (self.sweep.is_full() || self.tally.expanded() > Self::MANY) && !self.note(depth + 1) {
            return false;
        }
        if !lowers && slack == 2 {
            self.tally.add(self.rule.tally(mark, blank));
            self.sweep.put(tiles, eager, blank, mark, Some(m));
            return true;
        }
        let slack = if lowers { slack } else { slack - 2 };
        self.visit(last.after::<M>(), tiles, eager, blank, mark, slack, depth + 1)
    }

    /// Counts what the sweep holds, settles all counts and notes that the
    /// search has come to the node at `depth`; whether that could be done.
    #[cold]
    #[inline(never)]
    fn note(&mut self, depth: usize) -> bool {
        let limit = self.meter.limits().expanded.unwrap_or(u64::MAX);
        let left = limit - self.meter.counters().expanded;
        let Some((expanded, generated)) = self.sweep.run(self.tiles, self.meter, left) else {
            return false;
        };
        let expanded = expanded + self.tally.expanded();
        if expanded > left {
            return false;
        }
        self.meter.settle(expanded);
        self.generated += generated + self.tally.generated();
        self.tally = Tally::default();
        self.noted.truncate(self.before.len());
        self.noted.extend_from_slice(&self.path[..depth]);
        true
    }
}
