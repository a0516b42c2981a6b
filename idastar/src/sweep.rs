use optile_core::{Board, Evaluator, Meter, Move, State, Word};

use crate::rule::Rule;

/// A node of a subtree that is swept, and moves that are still to be made
/// there.
///
/// All words are turned so that the blank's cell is lowest: the tiles that can
/// move are at the same places in every node.
#[derive(Clone, Copy, Default)]
struct Entry<W, K> {
    /// The tiles.
    tiles: W,
    /// In the lane of each cell, the moves of the blank that would lower the
    /// estimate by sliding the tile off that cell.
    eager: W,
    /// Those of the bits of `eager` that are to be made here, and the blank's
    /// cell in the lowest five bits, where no such bit is.
    open: W,
    /// What the rule of moves remembers.
    mark: K,
}

impl<W: Word, K> Entry<W, K> {
    #[inline(always)]
    fn new(tiles: W, eager: W, moves: W, blank: usize, mark: K) -> Self {
        Self { tiles, eager, open: moves | W::from(blank as u8), mark }
    }
}

/// Expansions and successors in one number, so that one addition counts both.
/// It has room for 2^30 expansions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally(u64);

impl Tally {
    const SHIFT: u32 = 32;

    /// One expansion with these successors.
    #[inline(always)]
    pub(crate) const fn expansion(successors: u8) -> Self {
        Self(1 << Self::SHIFT | successors as u64)
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, other: Self) {
        self.0 += other.0;
    }

    #[inline(always)]
    pub(crate) fn expanded(self) -> u64 {
        self.0 >> Self::SHIFT
    }

    #[inline(always)]
    pub(crate) fn generated(self) -> u64 {
        self.0 & ((1 << Self::SHIFT) - 1)
    }
}

/// What a sweep knows of a board, a goal and a heuristic that is a sum over
/// the tiles ([`Evaluator::lowering`]).
pub(crate) struct Tiles {
    /// By the cell and the tile on it, the moves that lower the estimate.
    /// Rows are 32 long so that no index is checked.
    lowering: [[u8; 32]; 32],
}

impl Tiles {
    /// `None` for heuristics that are no such sum.
    pub(crate) fn new<B: Board>(board: B, estimator: &dyn Evaluator<B>) -> Option<Self> {
        let mut lowering = [[0; 32]; 32];
        for (cell, row) in lowering.iter_mut().enumerate().take(board.cells()) {
            for (tile, moves) in row.iter_mut().enumerate().take(board.cells()).skip(1) {
                *moves = estimator.lowering(board, tile, cell)?.bits() as u8;
            }
        }
        Some(Self { lowering })
    }

    /// The lanes of a state, lane 0 that of cell 0.
    pub(crate) fn eager<B: Board>(&self, state: &State<B>) -> B::Word {
        (0..state.board().cells()).fold(B::Word::default(), |lanes, cell| {
            let moves = B::Word::from(self.lowering[cell][state.tile(cell)]);
            lanes | moves.turn_lanes(B::Word::LANES - cell)
        })
    }

    /// The successor whose tile is `lane` lanes up from the blank: its tiles,
    /// its lanes and its blank's cell.
    #[inline(always)]
    pub(crate) fn slide<B: Board>(
        &self,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        lane: usize,
    ) -> (B::Word, B::Word, usize) {
        let tiles = tiles.turn(lane);
        let tile = tiles.get(0);
        let lowest = B::Word::from(tile as u8);
        let tiles = tiles ^ lowest ^ lowest.turn(lane);
        let eager = eager.turn_lanes(lane);
        let eager = eager ^ (eager & B::Word::from(15));
        let lowering = B::Word::from(self.lowering[blank & 31][tile & 31]);
        (tiles, eager | lowering.turn_lanes(lane), (blank + lane) % B::Word::LANES)
    }
}

/// The lane of the tile that `m` slides, the blank's being 0.
#[inline(always)]
pub(crate) fn lane<B: Board>(board: B, m: Move) -> usize {
    board.step(m) % B::Word::LANES
}

/// The bit of the lanes that says whether `m` lowers the estimate.
#[inline(always)]
pub(crate) fn bit<B: Board>(board: B, m: Move) -> B::Word {
    B::Word::from(1 << m as u8).turn_lanes(B::Word::LANES - lane(board, m))
}

/// Counts the nodes of subtrees that have no move to spare, in no order.
///
/// Where the estimate is all that is left of the bound, only moves that lower
/// it can go on. Which these are is four bits at fixed places of
/// [`Entry::eager`]: no successor that is beyond the bound is made, and one
/// that has no such bit is counted without a visit. As order does not matter
/// to counts, nodes are taken from a stack in bundles, and the loop over a
/// bundle has no branch that depends on them: a node takes one move at a time
/// and is put back if it has more, and both it and the successor are stored
/// always, whether or not the stack's height then covers them.
///
/// Off the board no bit is ever set, since no tile is beside the blank there:
/// the lane holds nothing, or a tile at the far end of another row or column,
/// which has no reason to go further.
pub(crate) struct Sweep<B: Board, R: Rule<B>> {
    board: B,
    rule: R,
    stack: Vec<Entry<B::Word, R::Mark>>,
    height: usize,
    bundle: Vec<Entry<B::Word, R::Mark>>,
}

impl<B: Board, R: Rule<B>> Sweep<B, R> {
    /// Nodes taken from the stack at a time: as many as keep the processor
    /// busy, few enough to stay in its nearest cache.
    const BUNDLE: usize = 64;
    /// Subtrees worth beginning a sweep.
    const FULL: usize = 256;

    pub(crate) fn new(board: B, rule: R) -> Self {
        Self {
            board,
            rule,
            stack: vec![Entry::default(); Self::FULL + 1],
            height: 0,
            bundle: vec![Entry::default(); Self::BUNDLE],
        }
    }

    /// Whether it is time to run.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.height >= Self::FULL
    }

    /// Puts in the subtree of a node that `last` led to; the node itself is
    /// counted by the caller. There is room for it after [`Sweep::is_full`] has
    /// denied.
    #[inline(always)]
    pub(crate) fn put(
        &mut self,
        tiles: B::Word,
        eager: B::Word,
        blank: usize,
        mark: R::Mark,
        last: Option<Move>,
    ) {
        let mut moves = self.rule.among(mark, eager & self.around());
        if let Some(last) = last {
            let back = bit(self.board, last.inverse());
            moves = moves ^ (moves & back);
        }
        self.stack[self.height] = Entry::new(tiles, eager, moves, blank, mark);
        self.height += usize::from(moves != B::Word::default());
    }

    /// The bits of the four moves.
    #[inline(always)]
    fn around(&self) -> B::Word {
        Move::ALL.into_iter().fold(B::Word::default(), |bits, m| bits | bit(self.board, m))
    }

    /// Counts all nodes below those put in, which leaves none. `None` if that
    /// is not to be done: the goal is among them, they are more than `limit`,
    /// there is no memory for it or a signal was given.
    #[inline(never)]
    pub(crate) fn run(&mut self, tiles: &Tiles, meter: &Meter, limit: u64) -> Option<(u64, u64)> {
        let (mut expanded, mut generated) = (0, 0);
        let rule = self.rule;
        let around = self.around();
        let none = B::Word::default();
        while self.height > 0 {
            let count = self.height.min(Self::BUNDLE);
            let mut top = self.height - count;
            self.bundle[..count].copy_from_slice(&self.stack[top..self.height]);
            if self.stack.len() < top + 2 * count + 1 {
                let more = self.stack.len() + 2 * count + 1;
                if self.stack.try_reserve_exact(more).is_err() {
                    self.height = 0;
                    return None;
                }
                self.stack.resize(self.stack.len() + more, Entry::default());
            }
            let stack = self.stack.as_mut_slice();
            let mut tally = Tally::default();
            let mut solved = false;
            for entry in &self.bundle[..count] {
                let first = entry.open & around;
                let left = first.without_lowest_bit();
                let (lane, m) = (first.lowest_bit() / 4, first.lowest_bit() % 4);
                let blank = entry.open.widen() as usize & 31;
                let (next, eager, cell) = tiles.slide::<B>(entry.tiles, entry.eager, blank, lane);
                let mark = rule.next(entry.mark, Move::ALL[m]);
                let moves = rule.among(mark, eager & around);
                tally.add(rule.tally(mark, cell));
                solved |= eager == none;
                stack[top] = Entry::new(next, eager, moves, cell, mark);
                top += usize::from(moves != none);
                stack[top] = Entry::new(entry.tiles, entry.eager, left, blank, entry.mark);
                top += usize::from(left != none);
            }
            self.height = top;
            expanded += tally.expanded();
            generated += tally.generated();
            if solved || expanded > limit || meter.interrupt().check().is_err() {
                self.height = 0;
                return None;
            }
        }
        Some((expanded, generated))
    }
}
