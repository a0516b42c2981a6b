//! IDA* on several threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use optile_core::{
    Board, Heuristic, Interrupt, Limits, Meter, MoveOrder, Path, PathChoice, Search, Size, Stop,
    Task, room_for, room_for_threads,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::branch::{Branch, Tree};
use crate::iteration::{deepen, in_turn};
use crate::pruning::{Automaton, Pruning};
use crate::search::{End, Engine, Variant, with_engine};

/// IDA* on several threads, with the path and the counts of [`crate::IdaStar`].
///
/// An iteration is cut into pieces, which are subtrees in the order of the
/// search, and the nodes above them. Threads take the pieces in order, and
/// steal them from each other. Each piece is searched as on one thread, and
/// counted separately. Then the counts are added in order, up to the first
/// piece that ends the iteration. Pieces after the one with the goal are not
/// counted, even if they were searched. If a limit is reached within a piece,
/// that piece is searched again, alone, with the part of the limit that the
/// pieces before it have left. So all counters are those of the sequential
/// search, also in the last iteration and at limits.
#[derive(Debug)]
pub struct ParallelIdaStar {
    heuristic: Arc<dyn Heuristic>,
    order: MoveOrder,
    zero_slack_from: Option<u64>,
    threads: usize,
    pruning: Pruning,
    /// Made before the first iteration that is cut into pieces. It holds `None`
    /// if the system gives no threads.
    pool: OnceLock<Option<ThreadPool>>,
}

impl ParallelIdaStar {
    /// A search on `threads` threads; 0 means one per core that this process
    /// may use. The other options are those of [`crate::IdaStar`].
    pub fn new(
        heuristic: Arc<dyn Heuristic>,
        order: MoveOrder,
        zero_slack_from: Option<u64>,
        threads: usize,
        pruning: Pruning,
    ) -> Self {
        Self { heuristic, order, zero_slack_from, threads, pruning, pool: OnceLock::new() }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let threads = match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let make = || {
            room_for_threads(threads).ok()?;
            ThreadPoolBuilder::new().num_threads(threads).build().ok()
        };
        if threads == 1 { None } else { self.pool.get_or_init(make).as_ref() }
    }
}

impl Search for ParallelIdaStar {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        let estimator = self.heuristic.toward(task.board().size(), task.goal_blank, meter)?;
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        let board = task.board();
        let automaton = self.pruning.automaton(board.size(), order, false, meter)?;
        let automaton = automaton.as_deref();
        let variant = Variant { board, order, automaton, has_table: false };
        let held = automaton.map_or(0, Automaton::bytes);
        with_engine(&*estimator, &variant, &mut |engine| self.deepen(engine, held, task, meter))
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

    fn prepare(&self, size: Size, goal_blank: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.heuristic.toward(size, goal_blank, meter)?;
        if self.pruning.is_wanted() {
            self.pruning.automaton(size, self.order, false, meter)?;
        }
        Ok(())
    }
}

/// If an iteration has at least this number of expansions, the next one is cut
/// into pieces.
const CUT_FROM: u64 = 1 << 13;

/// Expansions of the previous iteration per piece of the next one.
const PIECE: u64 = 1 << 10;

/// The most pieces that an iteration is cut into, except at the last level.
const MANY: u64 = 1 << 12;

impl ParallelIdaStar {
    fn deepen<B: Board>(
        &self,
        engine: &dyn Engine<B>,
        held: u64,
        task: &Task<B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        deepen(engine, self.zero_slack_from, task, meter, &mut |iteration, meter| {
            let search = |branch: &Branch<B>, meter: &mut Meter| iteration.search(branch, meter);
            let least = (iteration.last / PIECE).min(MANY) as usize;
            // If there is no memory for pieces, the iteration is searched as a
            // whole.
            let most = held + Cut::<B>::most_bytes(least, iteration.threshold);
            if iteration.last < CUT_FROM || meter.allow(most).is_err() {
                return search(iteration.root, meter);
            }
            let Some(cut) = Cut::new(iteration.root, iteration, iteration.threshold, least) else {
                return search(iteration.root, meter);
            };
            meter.hold(
                cut.pieces.len() as u64 + u64::from(iteration.threshold) + 1,
                held + cut.bytes(),
            );
            let pool = self.pool();
            PieceSearch::new(&cut, iteration.root, iteration, &search, meter).search(pool, meter)
        })
    }
}

/// A subtree, and the nodes that a search expands between the previous subtree
/// and this one.
struct Piece<B: Board> {
    branch: Branch<B>,
    before: Count,
    result: OnceLock<(End, Count)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    expanded: u64,
    generated: u64,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// An iteration cut into pieces.
struct Cut<B: Board> {
    /// In the order of the search, all at the same depth.
    pieces: Vec<Piece<B>>,
    /// Nodes expanded after the last piece.
    after: Count,
}

impl<B: Board> Cut<B> {
    /// Cuts an iteration into at least `least` pieces, if it is deep enough.
    /// `None` if the system has no memory for them.
    fn new(root: &Branch<B>, tree: &dyn Tree<B>, threshold: u32, least: usize) -> Option<Self> {
        let piece = |branch, before| Piece { branch, before, result: OnceLock::new() };
        let mut cut =
            Self { pieces: vec![piece(root.clone(), Count::default())], after: Count::default() };
        let mut depth = 0;
        // A node as deep as the threshold may be the goal, which is not
        // expanded.
        while cut.pieces.len() < least && !cut.pieces.is_empty() && depth < threshold {
            let mut pieces = room_for(3 * cut.pieces.len() + 1).ok()?;
            let mut before = Count::default();
            for Piece { branch, before: earlier, .. } in cut.pieces {
                before.add(earlier);
                let moves = tree.choices(&branch);
                before.add(Count { expanded: 1, generated: moves.len() as u64 });
                for successor in moves.into_iter().map(|m| branch.successor(m)) {
                    if tree.is_within(&successor) {
                        pieces.push(piece(successor, std::mem::take(&mut before)));
                    }
                }
            }
            before.add(cut.after);
            cut = Self { pieces, after: before };
            depth += 1;
        }
        Some(cut)
    }

    /// Bytes that [`Cut::new`] may take for `least` pieces. The root has at
    /// most four successors, other nodes have three, and two levels are held at
    /// a time.
    fn most_bytes(least: usize, threshold: u32) -> u64 {
        (8 * least * (size_of::<Piece<B>>() + threshold as usize)) as u64
    }

    /// Bytes of the pieces, and of the level from which they were cut.
    fn bytes(&self) -> u64 {
        let moves = self.pieces.first().map_or(0, |piece| piece.branch.moves.capacity());
        (2 * self.pieces.len() * (size_of::<Piece<B>>() + moves)) as u64
    }
}

/// Searches a subtree in order.
type SearchBranch<'a, B> = dyn Fn(&Branch<B>, &mut Meter) -> (End, u64) + Sync + 'a;

/// The search of an iteration's pieces, which threads share.
struct PieceSearch<'a, B: Board> {
    cut: &'a Cut<B>,
    root: &'a Branch<B>,
    tree: &'a dyn Tree<B>,
    search_branch: &'a SearchBranch<'a, B>,
    /// The limits of the iteration.
    limits: Limits,
    interrupt: Interrupt,
    /// Expansions in all pieces searched so far.
    spent: AtomicU64,
    /// The first piece in which a goal was found.
    first: AtomicUsize,
}

impl<'a, B: Board> PieceSearch<'a, B> {
    fn new(
        cut: &'a Cut<B>,
        root: &'a Branch<B>,
        tree: &'a dyn Tree<B>,
        search_branch: &'a SearchBranch<'a, B>,
        meter: &Meter,
    ) -> Self {
        let expanded = meter.limits().expanded.map(|limit| limit - meter.counters().expanded);
        Self {
            cut,
            root,
            tree,
            search_branch,
            limits: Limits { expanded, bytes: None },
            interrupt: meter.interrupt().clone(),
            spent: AtomicU64::new(0),
            first: AtomicUsize::new(usize::MAX),
        }
    }

    /// Searches all pieces, and adds up the counts of a search in order.
    fn search(&self, pool: Option<&ThreadPool>, meter: &mut Meter) -> (End, u64) {
        let pieces = || self.cut.pieces.iter().enumerate();
        match pool {
            Some(pool) => pool.scope_fifo(|scope| {
                for (place, piece) in pieces() {
                    scope.spawn_fifo(move |_| self.search_piece(place, piece));
                }
            }),
            None => pieces().for_each(|(place, piece)| self.search_piece(place, piece)),
        }
        let mut sum = Count::default();
        for (place, piece) in pieces() {
            let before = sum;
            sum.add(piece.before);
            match piece.result.get() {
                Some((End::Complete, count)) => sum.add(*count),
                Some((End::Goal(moves), count)) => {
                    sum.add(*count);
                    if self.is_allowed(sum) {
                        meter.settle(sum.expanded);
                        return (End::Goal(moves.clone()), sum.generated);
                    }
                }
                // A limit, a signal, or a piece that was skipped because of
                // one.
                Some((End::Stop(..), _)) | None => return self.finish(place, before, meter),
            }
            if !self.is_allowed(sum) {
                return self.finish(place, before, meter);
            }
        }
        let before = sum;
        sum.add(self.cut.after);
        if !self.is_allowed(sum) {
            return self.finish(self.cut.pieces.len(), before, meter);
        }
        meter.settle(sum.expanded);
        (End::Complete, sum.generated)
    }

    fn is_allowed(&self, count: Count) -> bool {
        self.limits.expanded.is_none_or(|limit| count.expanded <= limit)
    }

    /// Searches the pieces from `place` on in order. `before` is the count of
    /// all that comes before them.
    fn finish(&self, place: usize, before: Count, meter: &mut Meter) -> (End, u64) {
        meter.settle(before.expanded);
        let rest = match place.checked_sub(1) {
            None => vec![self.root.clone()],
            Some(last) => {
                let done = &self.cut.pieces[last].branch.moves;
                self.root.rest(done, self.tree).split_off(1)
            }
        };
        let (end, generated) = in_turn(&rest, |branch| (self.search_branch)(branch, meter));
        (end, before.generated + generated)
    }

    /// Searches the piece at `place`, unless it would not be counted.
    fn search_piece(&self, place: usize, piece: &Piece<B>) {
        // No result depends on when the other threads' values arrive.
        let spent = self.spent.load(Ordering::Relaxed);
        let is_over = self.limits.expanded.is_some_and(|limit| spent > limit);
        if is_over || place > self.first.load(Ordering::Relaxed) {
            return;
        }
        let mut meter = Meter::new(self.limits, self.interrupt.clone());
        let (end, generated) = (self.search_branch)(&piece.branch, &mut meter);
        let expanded = meter.counters().expanded;
        self.spent.fetch_add(expanded, Ordering::Relaxed);
        if let End::Goal(_) = end {
            self.first.fetch_min(place, Ordering::Relaxed);
        }
        // Only this thread sets it.
        let _ = piece.result.set((end, Count { expanded, generated }));
    }
}
