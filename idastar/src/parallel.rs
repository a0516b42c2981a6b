use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use optile_core::{
    Board, Heuristic, Interrupt, Limits, Meter, MoveOrder, Path, PathChoice, Search, Size, Stop,
    Task, room_for, room_for_threads,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::automaton::Automaton;
use crate::branch::{Branch, Tree};
use crate::dive::End;
use crate::engine::{Engine, Ways, with_engine};
use crate::pruning::Pruning;
use crate::round::{deepen, in_turn};

/// IDA* on several threads, with the path and the counts of [`crate::IdaStar`].
///
/// A round is cut into pieces, which are subtrees in the order of the search,
/// and the nodes above them. Threads take the pieces in order, and steal them
/// from each other; each is searched as in one thread and counted apart. Then
/// the counts are added up in order, as far as the first piece that ends the
/// round: pieces after the one with the goal count for nothing, whether or not
/// they were searched. Where a limit falls within a piece, it is searched once
/// more, alone, with what the pieces before it have left of the limit. So all
/// counters are those of the sequential search, those of the last round and
/// at limits included.
#[derive(Debug)]
pub struct ParallelIdaStar {
    heuristic: Arc<dyn Heuristic>,
    order: MoveOrder,
    sweep_from: Option<u64>,
    threads: usize,
    pruning: Pruning,
    /// Made when the first round that is worth it begins; `None` where the
    /// system gives no threads.
    pool: OnceLock<Option<ThreadPool>>,
}

impl ParallelIdaStar {
    /// A search on so many threads, or on as many as the machine gives this
    /// process if 0 are asked for. The other options are those of
    /// [`crate::IdaStar`].
    pub fn new(
        heuristic: Arc<dyn Heuristic>,
        order: MoveOrder,
        sweep_from: Option<u64>,
        threads: usize,
        pruning: Pruning,
    ) -> Self {
        Self { heuristic, order, sweep_from, threads, pruning, pool: OnceLock::new() }
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
        let ways = Ways { board, order, automaton, has_table: false };
        let held = automaton.map_or(0, Automaton::bytes);
        with_engine(&*estimator, &ways, &mut |engine| self.deepen(engine, held, task, meter))
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

/// Expansions of a round that make it worth cutting the next one.
const CUT_FROM: u64 = 1 << 13;

/// Expansions of the round before for each piece of the next one.
const PIECE: u64 = 1 << 10;

/// The most pieces that a round is cut into, but for the last level.
const MANY: u64 = 1 << 12;

impl ParallelIdaStar {
    fn deepen<B: Board>(
        &self,
        engine: &dyn Engine<B>,
        held: u64,
        task: &Task<B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        deepen(engine, self.sweep_from, task, meter, &mut |round, meter| {
            let search = |branch: &Branch<B>, meter: &mut Meter| round.search(branch, meter);
            let least = (round.last / PIECE).min(MANY) as usize;
            // Without memory for the pieces a round is searched in one.
            let most = held + Cut::<B>::most_bytes(least, round.bound);
            if round.last < CUT_FROM || meter.allow(most).is_err() {
                return search(round.root, meter);
            }
            let Some(cut) = Cut::new(round.root, round, round.bound, least) else {
                return search(round.root, meter);
            };
            meter.hold(cut.pieces.len() as u64 + u64::from(round.bound) + 1, held + cut.bytes());
            let pool = self.pool();
            Hunt::new(&cut, round.root, round, &search, meter).search(pool, meter)
        })
    }
}

/// A subtree, and the nodes that a search expands between the subtree before
/// it and this one.
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

/// A round cut into pieces.
struct Cut<B: Board> {
    /// In the order of the search, all with as many moves from the root.
    pieces: Vec<Piece<B>>,
    /// Nodes expanded after the last piece.
    after: Count,
}

impl<B: Board> Cut<B> {
    /// Cuts a round into at least `least` pieces, if it is deep enough. `None`
    /// where the system has no memory for them.
    fn new(root: &Branch<B>, tree: &dyn Tree<B>, bound: u32, least: usize) -> Option<Self> {
        let piece = |branch, before| Piece { branch, before, result: OnceLock::new() };
        let mut cut =
            Self { pieces: vec![piece(root.clone(), Count::default())], after: Count::default() };
        let mut depth = 0;
        // A node as deep as the bound may be the goal, which is not expanded.
        while cut.pieces.len() < least && !cut.pieces.is_empty() && depth < bound {
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

    /// Bytes that [`Cut::new`] may take for so many pieces: nodes have at most
    /// three successors, but for the root's four, and those of two levels are
    /// held at a time.
    fn most_bytes(least: usize, bound: u32) -> u64 {
        (8 * least * (size_of::<Piece<B>>() + bound as usize)) as u64
    }

    /// Bytes that the pieces take, and those they were cut from.
    fn bytes(&self) -> u64 {
        let moves = self.pieces.first().map_or(0, |piece| piece.branch.moves.capacity());
        (2 * self.pieces.len() * (size_of::<Piece<B>>() + moves)) as u64
    }
}

/// Searches a subtree in order.
type SearchBranch<'a, B> = dyn Fn(&Branch<B>, &mut Meter) -> (End, u64) + Sync + 'a;

/// The search of a round's pieces, which threads share.
struct Hunt<'a, B: Board> {
    cut: &'a Cut<B>,
    root: &'a Branch<B>,
    tree: &'a dyn Tree<B>,
    search_branch: &'a SearchBranch<'a, B>,
    /// What the round may spend.
    limits: Limits,
    interrupt: Interrupt,
    /// Expansions in all pieces that were searched.
    spent: AtomicU64,
    /// The first piece in which a goal was found.
    first: AtomicUsize,
}

impl<'a, B: Board> Hunt<'a, B> {
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

    /// Searches all pieces, and adds up what a search in order would have
    /// done.
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
                Some((End::Through, count)) => sum.add(*count),
                Some((End::Goal(moves), count)) => {
                    sum.add(*count);
                    if self.is_allowed(sum) {
                        meter.settle(sum.expanded);
                        return (End::Goal(moves.clone()), sum.generated);
                    }
                }
                // A limit, a signal, or a piece that was left out for one.
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
        (End::Through, sum.generated)
    }

    fn is_allowed(&self, count: Count) -> bool {
        self.limits.expanded.is_none_or(|limit| count.expanded <= limit)
    }

    /// Searches in order what comes from the piece at `place` on, where all
    /// that comes before it has been searched and comes to `before`.
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

    /// Searches the piece at `place`, unless it will not count.
    fn search_piece(&self, place: usize, piece: &Piece<B>) {
        // No result depends on whether another thread's news came in time.
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
        // Nobody else sets it.
        let _ = piece.result.set((end, Count { expanded, generated }));
    }
}
