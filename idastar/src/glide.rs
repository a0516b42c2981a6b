use optile_core::{Board, Estimator, Meter, Move, Moves, Word};

use crate::branch::Branch;
use crate::dive::Order;
use crate::round::Round;
use crate::rule::{Choice, NO_MOVE, Rule};
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
    /// and returns how far that was and what was generated.
    pub(crate) fn search<E: Estimator<B>>(
        round: &Round<'a, B, E, R, O>,
        tiles: &'a Tiles,
        branch: &'a Branch<B>,
        meter: &'a mut Meter,
    ) -> (Far, u64) {
        let rest = round.bound - branch.moves.len() as u32;
        let slack = rest - round.toward.estimate(round.toward.root(&branch.state));
        let mark = round.mark(branch);
        let mut glide = Self {
            tiles,
            rule: round.rule,
            order: round.order,
            meter,
            sweep: Sweep::new(round.rule),
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
        let word = branch.state.word();
        let tiles = word.rotate_down(blank);
        let eager = self.tiles.eager::<B>(word).turn_lanes(blank);
        let last = branch.moves.last().copied();
        if slack == 0 {
            let moves = self.rule.moves(mark, last, blank);
            self.tally.add(Tally::expansion(moves.len() as u8));
            self.sweep.put(tiles, eager, blank, mark, last);
            return eager != B::Word::default();
        }
        match last {
            None => self.visit::<NO_MOVE>(tiles, eager, blank, mark, slack, 0),
            Some(Move::Up) => self.visit::<0>(tiles, eager, blank, mark, slack, 0),
            Some(Move::Left) => self.visit::<1>(tiles, eager, blank, mark, slack, 0),
            Some(Move::Right) => self.visit::<2>(tiles, eager, blank, mark, slack, 0),
            Some(Move::Down) => self.visit::<3>(tiles, eager, blank, mark, slack, 0),
        }
    }

    /// Visits a node with slack, `depth` moves below the branch.
    fn visit<const LAST: usize>(
        &mut self,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        mark: R::Mark,
        slack: u32,
        depth: usize,
    ) -> bool {
        let Choice { moves, count } = self.rule.choice::<LAST>(mark, blank);
        self.tally.add(Tally::expansion(count));
        let [first, second, third, fourth] = self.order.moves();
        self.attempt::<LAST>(first, moves, tiles, eager, blank, mark, slack, depth)
            && self.attempt::<LAST>(second, moves, tiles, eager, blank, mark, slack, depth)
            && self.attempt::<LAST>(third, moves, tiles, eager, blank, mark, slack, depth)
            && self.attempt::<LAST>(fourth, moves, tiles, eager, blank, mark, slack, depth)
    }

    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    #[inline(always)]
    fn attempt<const LAST: usize>(
        &mut self,
        m: Move,
        moves: Moves,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        mark: R::Mark,
        slack: u32,
        depth: usize,
    ) -> bool {
        match m {
            Move::Up => self.descend::<LAST, 0>(moves, tiles, eager, blank, mark, slack, depth),
            Move::Left => self.descend::<LAST, 1>(moves, tiles, eager, blank, mark, slack, depth),
            Move::Right => self.descend::<LAST, 2>(moves, tiles, eager, blank, mark, slack, depth),
            Move::Down => self.descend::<LAST, 3>(moves, tiles, eager, blank, mark, slack, depth),
        }
    }

    // Not always: with an order that is not a constant there are four calls of
    // each, and four copies would only take time to compile.
    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    #[inline]
    fn descend<const LAST: usize, const M: usize>(
        &mut self,
        moves: Moves,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        mark: R::Mark,
        slack: u32,
        depth: usize,
    ) -> bool {
        let m = Move::ALL[M];
        if LAST + M == 3 || !moves.contains(m) {
            return true;
        }
        let lowers = eager & bit::<B>(m) != B::Word::default();
        let (tiles, eager, blank) = self.tiles.slide::<B>(tiles, eager, blank, lane::<B>(m));
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
        self.visit::<M>(tiles, eager, blank, mark, slack, depth + 1)
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
