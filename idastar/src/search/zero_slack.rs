//! Counting subtrees whose nodes have no slack.

use optile_core::{Board, Estimates, Meter, Move, State, Word};

use crate::pruning::Rule;
use crate::tally::Tally;

/// A node of a subtree without slack, and the moves that are still to be made
/// there.
///
/// All words are rotated so that the blank's cell is lowest. So the tiles that
/// can move are at the same places in every node.
#[derive(Clone, Copy, Default)]
struct Entry<W, K> {
    /// The tiles.
    tiles: W,
    /// In the lane of each cell, the h-decreasing moves: those moves of the
    /// blank that lower the estimate by sliding the tile off that cell.
    decreasing: W,
    /// The bits of `decreasing` for the moves that are still to be made here.
    /// The lowest five bits, which no move uses, hold the blank's cell.
    open: W,
    /// What the rule of moves remembers.
    rule_state: K,
}

impl<W: Word, K> Entry<W, K> {
    #[inline(always)]
    fn new(tiles: W, decreasing: W, moves: W, blank: usize, rule_state: K) -> Self {
        Self { tiles, decreasing, open: moves | W::from(blank as u8), rule_state }
    }
}

/// The h-decreasing moves for a board, a goal and a heuristic that is a sum
/// over the tiles ([`Estimates::lowering`]).
pub(crate) struct DecreasingMoves {
    /// The moves that lower the estimate. Indexed by `[cell][tile]`. Rows are
    /// 32 long, so that no index is checked.
    lowering: [[u8; 32]; 32],
}

impl DecreasingMoves {
    /// `None` for heuristics that are not such a sum.
    pub(crate) fn new<B: Board>(board: B, estimator: &dyn Estimates<B>) -> Option<Self> {
        let mut lowering = [[0; 32]; 32];
        for (cell, row) in lowering.iter_mut().enumerate().take(board.cells()) {
            for (tile, moves) in row.iter_mut().enumerate().take(board.cells()).skip(1) {
                *moves = estimator.lowering(board, tile, cell)?.bits() as u8;
            }
        }
        Some(Self { lowering })
    }

    /// The h-decreasing moves of a state, in lanes. Lane 0 is that of cell 0.
    pub(crate) fn decreasing<B: Board>(&self, state: &State<B>) -> B::Word {
        (0..state.board().cells()).fold(B::Word::default(), |lanes, cell| {
            let moves = B::Word::from(self.lowering[cell][state.tile(cell)]);
            lanes | moves.turn_lanes(B::Word::LANES - cell)
        })
    }

    /// The successor by the tile that is `lane` lanes above the blank: its
    /// tiles, its h-decreasing moves and its blank's cell.
    #[inline(always)]
    pub(crate) fn slide<B: Board>(
        &self,
        tiles: B::Word,
        decreasing: B::Word,
        blank: usize,
        lane: usize,
    ) -> (B::Word, B::Word, usize) {
        let tiles = tiles.turn(lane);
        let tile = tiles.get(0);
        let lowest = B::Word::from(tile as u8);
        let tiles = tiles ^ lowest ^ lowest.turn(lane);
        let decreasing = decreasing.turn_lanes(lane);
        let decreasing = decreasing ^ (decreasing & B::Word::from(15));
        let lowering = B::Word::from(self.lowering[blank & 31][tile & 31]);
        (tiles, decreasing | lowering.turn_lanes(lane), (blank + lane) % B::Word::LANES)
    }
}

/// The lane of the tile that `m` slides, where the blank's lane is 0.
#[inline(always)]
pub(crate) fn lane<B: Board>(board: B, m: Move) -> usize {
    board.step(m) % B::Word::LANES
}

/// The bit that says whether `m` lowers the estimate.
#[inline(always)]
pub(crate) fn bit<B: Board>(board: B, m: Move) -> B::Word {
    B::Word::from(1 << m as u8).turn_lanes(B::Word::LANES - lane(board, m))
}

/// Counts the nodes of subtrees without slack, in any order.
///
/// If f equals the threshold, only moves that lower the estimate stay within
/// it. Four bits at fixed places of [`Entry::decreasing`] tell which moves
/// these are. So no successor beyond the threshold is made, and a successor
/// without such a bit is counted without a visit. Counts do not depend on
/// order, so nodes are taken from a stack in bundles. The loop over a bundle
/// has no branch that depends on its nodes. A node makes one move at a time,
/// and is put back if it has more. The node and its successor are always
/// stored, and the stack's height says whether they are kept.
///
/// For a move off the board no bit is ever set. There is no tile beside the
/// blank in that direction. The lane holds nothing, or a tile at the far end of
/// another row or column, and no move towards the edge lowers that tile's
/// distance.
pub(crate) struct ZeroSlackCount<B: Board, R: Rule<B>> {
    board: B,
    rule: R,
    stack: Vec<Entry<B::Word, R::State>>,
    height: usize,
    bundle: Vec<Entry<B::Word, R::State>>,
    /// How many bundles were taken.
    bundles: u64,
}

impl<B: Board, R: Rule<B>> ZeroSlackCount<B, R> {
    /// Nodes taken from the stack at a time: enough to keep the processor busy,
    /// and few enough to stay in its nearest cache.
    const BUNDLE: usize = 64;
    /// Bundles between two checks for signals, each of which asks for the time.
    const PACE: u64 = 16;
    /// The number of subtrees that are counted together.
    const FULL: usize = 256;

    pub(crate) fn new(board: B, rule: R) -> Self {
        Self {
            board,
            rule,
            stack: vec![Entry::default(); Self::FULL + 1],
            height: 0,
            bundle: vec![Entry::default(); Self::BUNDLE],
            bundles: 0,
        }
    }

    /// Whether it is time to count.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.height >= Self::FULL
    }

    /// Adds the subtree of a node that `last` led to. The caller counts the
    /// node itself. There is room if [`ZeroSlackCount::is_full`] is false.
    #[inline(always)]
    pub(crate) fn put(
        &mut self,
        tiles: B::Word,
        decreasing: B::Word,
        blank: usize,
        rule_state: R::State,
        last: Option<Move>,
    ) {
        let mut moves = self.rule.among(rule_state, decreasing & self.around());
        if let Some(last) = last {
            let back = bit(self.board, last.inverse());
            moves = moves ^ (moves & back);
        }
        self.stack[self.height] = Entry::new(tiles, decreasing, moves, blank, rule_state);
        self.height += usize::from(moves != B::Word::default());
    }

    /// The bits of the four moves.
    #[inline(always)]
    fn around(&self) -> B::Word {
        Move::ALL.into_iter().fold(B::Word::default(), |bits, m| bits | bit(self.board, m))
    }

    /// Counts all nodes below the nodes added, and removes them. `None` if the
    /// goal is among them, if there are more than `limit`, if there is no
    /// memory, or if a signal was given.
    #[inline(never)]
    pub(crate) fn run(
        &mut self,
        tiles: &DecreasingMoves,
        meter: &Meter,
        limit: u64,
    ) -> Option<(u64, u64)> {
        let (mut expanded, mut generated) = (0, 0);
        let rule = self.rule;
        let around = self.around();
        let none = B::Word::default();
        while self.height > 0 {
            let count = self.height.min(Self::BUNDLE);
            let mut top = self.height - count;
            self.bundle[..count].copy_from_slice(&self.stack[top..self.height]);
            if self.stack.len() < top + 2 * count + 1 && !self.grow() {
                self.height = 0;
                return None;
            }
            let stack = self.stack.as_mut_slice();
            let mut tally = Tally::default();
            let mut solved = false;
            for entry in &self.bundle[..count] {
                let first = entry.open & around;
                let left = first.without_lowest_bit();
                let (lane, m) = (first.lowest_bit() / 4, first.lowest_bit() % 4);
                let blank = entry.open.widen() as usize & 31;
                let (next, decreasing, cell) =
                    tiles.slide::<B>(entry.tiles, entry.decreasing, blank, lane);
                let rule_state = rule.next(entry.rule_state, Move::ALL[m]);
                let moves = rule.among(rule_state, decreasing & around);
                tally.add(rule.tally(rule_state, cell));
                solved |= decreasing == none;
                stack[top] = Entry::new(next, decreasing, moves, cell, rule_state);
                top += usize::from(moves != none);
                stack[top] =
                    Entry::new(entry.tiles, entry.decreasing, left, blank, entry.rule_state);
                top += usize::from(left != none);
            }
            self.height = top;
            expanded += tally.expanded();
            generated += tally.generated();
            self.bundles += 1;
            let is_checked = self.bundles.is_multiple_of(Self::PACE);
            let has_signal = || is_checked && meter.interrupt().check().is_err();
            if solved || expanded > limit || has_signal() {
                self.height = 0;
                return None;
            }
        }
        Some((expanded, generated))
    }

    /// Doubles the stack, and adds room for a bundle. Says whether there was
    /// memory for that.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> bool {
        let more = self.stack.len() + 2 * Self::BUNDLE + 1;
        if self.stack.try_reserve_exact(more).is_err() {
            return false;
        }
        self.stack.resize(self.stack.len() + more, Entry::default());
        true
    }
}
