//! The search of nodes with slack, as far as their order does not matter.

use optile_core::{Board, Meter, Move, Moves, NO_MOVE, Onward, State, Word};

use super::order::{Order, each_move};
use super::zero_slack::{DecreasingMoves, ZeroSlackCount, bit, lane};
use crate::count::Count;
use crate::pruning::{Last, Rule, with_last};
use crate::tally::Tally;

/// An iteration like that of [`DepthFirst`], but faster, and only up to the
/// point where the order of nodes begins to matter.
///
/// It is for heuristics that are a sum over the tiles. A node carries its
/// *slack*, which is the threshold minus f, instead of its estimate and depth.
/// Nodes with slack are visited in order. Nodes without slack, five of six, are
/// roots of subtrees that a [`ZeroSlackCount`] counts in any order. From time
/// to time, when everything before a node has been counted, the counts are
/// added to the meter and the moves to that node are saved. If a later count
/// reaches the goal or a limit, everything that was counted since is dropped,
/// and the search ends at the saved node. A [`DepthFirst`] search then does the
/// rest in order.
///
/// [`DepthFirst`]: super::depth_first::DepthFirst
pub(crate) struct SlackSearch<'a, B: Board, R: Rule<B>, O> {
    board: B,
    tiles: &'a DecreasingMoves,
    rule: R,
    order: O,
    meter: &'a mut Meter,
    zero_slack: ZeroSlackCount<B, R>,
    /// The counts since the last save.
    tally: Tally,
    /// What was counted up to the last save.
    count: Count,
    /// The moves from the branch to the current node.
    path: Vec<Move>,
    /// The moves from the root of the tree to the saved node.
    saved: Vec<Move>,
    /// The moves to the branch.
    before: &'a [Move],
}

/// A node with slack, and the moves to make there. All words are rotated as in
/// a [`ZeroSlackCount`].
struct Node<L, W, R> {
    last: L,
    moves: Moves,
    tiles: W,
    decreasing: W,
    blank: usize,
    rule_state: R,
    slack: u32,
    depth: usize,
}

impl<'a, B: Board, R: Rule<B>, O: Order> SlackSearch<'a, B, R, O> {
    /// After this number of expansions, the counts are always settled.
    const MANY: u64 = 1 << 16;

    /// Searches the branch up to the goal, a limit or a signal. Returns the moves
    /// to the first node that was not visited, if any, and what was counted.
    /// `slack` is the slack of the branch, and `rule_state` is
    /// what the rule remembers there.
    #[inline(never)]
    pub(crate) fn search(
        (rule, order): (R, O),
        tiles: &'a DecreasingMoves,
        (start, before): (State<B>, &'a [Move]),
        rule_state: R::State,
        [rest, slack]: [u32; 2],
        meter: &'a mut Meter,
    ) -> (Option<Vec<Move>>, Count) {
        let board = start.board();
        let mut slack_search = Self {
            board,
            tiles,
            rule,
            order,
            meter,
            zero_slack: ZeroSlackCount::new(board, rule),
            tally: Tally::default(),
            count: Count::default(),
            path: vec![Move::Up; rest as usize + 1],
            saved: before.to_vec(),
            before,
        };
        let is_complete = slack_search.enter(&start, rule_state, slack) && slack_search.save(0);
        ((!is_complete).then_some(slack_search.saved), slack_search.count)
    }

    /// Visits the branch. Says whether the search may continue after it.
    fn enter(&mut self, start: &State<B>, rule_state: R::State, slack: u32) -> bool {
        let blank = start.blank();
        let tiles = start.word().rotate_down(blank);
        let decreasing = self.tiles.decreasing(start).turn_lanes(blank);
        let last = self.before.last().copied();
        let number = last.map_or(NO_MOVE, |m| m as usize);
        if slack == 0 {
            self.tally.add(Tally::expansion(self.rule.onward(rule_state, number, blank).count));
            self.zero_slack.put(tiles, decreasing, blank, rule_state, last);
            return decreasing != B::Word::default();
        }
        with_last!(O::KNOWS_LAST, number, last => {
            self.visit(last, tiles, decreasing, blank, rule_state, slack, 0)
        })
    }

    /// Visits a node with slack, `depth` moves below the branch.
    #[expect(clippy::too_many_arguments, reason = "a node lives in registers")]
    fn visit<L: Last>(
        &mut self,
        last: L,
        tiles: B::Word,
        decreasing: B::Word,
        blank: usize,
        rule_state: R::State,
        slack: u32,
        depth: usize,
    ) -> bool {
        let Onward { moves, count } = self.rule.onward(rule_state, last.get(), blank);
        self.tally.add(Tally::expansion(count));
        let node = Node { last, moves, tiles, decreasing, blank, rule_state, slack, depth };
        each_move!(self.order.moves(), M => if !self.descend::<L, M>(&node) {
            return false;
        });
        true
    }

    /// Makes the successor by move `M`, if it is one of the moves to make. Visits
    /// it if it has slack, and otherwise adds it to those that are counted in any
    /// order. Says whether the search may continue.
    // Not `inline(always)`: with an order that is not a constant, each is
    // called in four places, and four copies would only take time to compile.
    #[inline]
    fn descend<L: Last, const M: usize>(&mut self, node: &Node<L, B::Word, R::State>) -> bool {
        let m = Move::ALL[M];
        if L::KNOWN == Some(3 - M) || !node.moves.contains(m) {
            return true;
        }
        let &Node { slack, depth, .. } = node;
        let lowers = node.decreasing & bit(self.board, m) != B::Word::default();
        let lane = lane(self.board, m);
        let (tiles, decreasing, blank) =
            self.tiles.slide::<B>(node.tiles, node.decreasing, node.blank, lane);
        let rule_state = self.rule.next(node.rule_state, m);
        self.path[depth] = m;
        if (self.zero_slack.is_full() || self.tally.expanded() > Self::MANY)
            && !self.save(depth + 1)
        {
            return false;
        }
        if !lowers && slack == 2 {
            self.tally.add(self.rule.tally(rule_state, blank));
            self.zero_slack.put(tiles, decreasing, blank, rule_state, Some(m));
            return true;
        }
        let slack = if lowers { slack } else { slack - 2 };
        let last = node.last.after::<M>();
        self.visit(last, tiles, decreasing, blank, rule_state, slack, depth + 1)
    }

    /// Counts the subtrees without slack, settles all counts, and saves that
    /// the search has come to the node at `depth`. Says whether that was
    /// possible.
    #[cold]
    #[inline(never)]
    fn save(&mut self, depth: usize) -> bool {
        let limit = self.meter.limits().expanded.unwrap_or(u64::MAX);
        let left = limit - self.meter.counters().expanded;
        let Some((expanded, generated)) = self.zero_slack.run(self.tiles, self.meter, left) else {
            return false;
        };
        let expanded = expanded + self.tally.expanded();
        if expanded > left {
            return false;
        }
        self.meter.settle(expanded);
        let generated = generated + self.tally.generated();
        self.count.add(Count { expanded, generated, ..Count::default() });
        self.tally = Tally::default();
        self.saved.truncate(self.before.len());
        self.saved.extend_from_slice(&self.path[..depth]);
        true
    }
}
