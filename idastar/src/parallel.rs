use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use optile_core::{
    Board, Estimator, Heuristic, Interrupt, Limits, Meter, MoveOrder, Path, PathChoice, Search,
    Stop, Task,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::branch::Branch;
use crate::dive::{End, Korf, Order};
use crate::round::{Round, deepen};
use crate::seen::Nothing;

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
pub struct ParallelIdaStar<H> {
    heuristic: H,
    order: MoveOrder,
    sweep_from: u64,
    threads: usize,
    /// Made when the first round that is worth it begins; `None` where the
    /// system gives no threads.
    pool: OnceLock<Option<ThreadPool>>,
}

impl<H> ParallelIdaStar<H> {
    /// A search on so many threads, or on as many as the machine gives this
    /// process if 0 are asked for. The other options are those of
    /// [`crate::IdaStar`].
    pub fn new(heuristic: H, order: MoveOrder, sweep_from: u64, threads: usize) -> Self {
        Self { heuristic, order, sweep_from, threads, pool: OnceLock::new() }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let threads = match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let make = || ThreadPoolBuilder::new().num_threads(threads).build().ok();
        if threads == 1 { None } else { self.pool.get_or_init(make).as_ref() }
    }
}

impl<H: Heuristic> Search for ParallelIdaStar<H> {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        let toward = self.heuristic.toward::<B>(task.goal_blank);
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        match order {
            MoveOrder::KORF => self.deepen(&toward, Korf, task, meter),
            _ => self.deepen(&toward, order, task, meter),
        }
    }
}

/// Expansions of a round that make it worth cutting the next one.
const CUT_FROM: u64 = 1 << 13;

/// Expansions of the round before for each piece of the next one.
const PIECE: u64 = 1 << 10;

/// The most pieces that a round is cut into, but for the last level.
const MANY: u64 = 1 << 12;

impl<H: Sync> ParallelIdaStar<H> {
    fn deepen<B: Board, E: Estimator<B>, O: Order>(
        &self,
        toward: &E,
        order: O,
        task: &Task<B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        deepen(toward, order, self.sweep_from, task, meter, |round, meter| {
            if round.last < CUT_FROM {
                return Ok(round.search(round.root, &mut Nothing, meter));
            }
            let least = (round.last / PIECE).min(MANY) as usize;
            // Without memory for the pieces a round is searched in one.
            if meter.allow(Cut::<B, E::Value>::most_bytes(least, round.bound)).is_err() {
                return Ok(round.search(round.root, &mut Nothing, meter));
            }
            let cut = Cut::new(round, least);
            meter.hold(cut.pieces.len() as u64 + u64::from(round.bound) + 1, cut.bytes());
            Ok(cut.search(round, self.pool(), meter))
        })
    }
}

/// A subtree, and the nodes that a search expands between the subtree before
/// it and this one.
struct Piece<B: Board, V> {
    branch: Branch<B, V>,
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
struct Cut<B: Board, V> {
    /// In the order of the search, all with as many moves from the root.
    pieces: Vec<Piece<B, V>>,
    /// Nodes expanded after the last piece.
    after: Count,
}

impl<B: Board, V: Copy + Send + Sync> Cut<B, V> {
    /// Cuts a round into at least `least` pieces, if it is deep enough.
    fn new<E: Estimator<B, Value = V>, O: Order>(round: &Round<'_, B, E, O>, least: usize) -> Self {
        let piece = |branch, before| Piece { branch, before, result: OnceLock::new() };
        let mut cut = Self {
            pieces: vec![piece(round.root.clone(), Count::default())],
            after: Count::default(),
        };
        let mut depth = 0;
        // A node as deep as the bound may be the goal, which is not expanded.
        while cut.pieces.len() < least && !cut.pieces.is_empty() && depth < round.bound {
            let mut pieces = Vec::with_capacity(3 * cut.pieces.len());
            let mut before = Count::default();
            for Piece { branch, before: earlier, .. } in cut.pieces {
                before.add(earlier);
                let order = round.order.moves();
                let generated = branch.choices(order).count() as u64;
                before.add(Count { expanded: 1, generated });
                for m in branch.choices(order) {
                    let successor = branch.successor(round.toward, m);
                    if successor.is_within(round.toward, round.bound) {
                        pieces.push(piece(successor, std::mem::take(&mut before)));
                    }
                }
            }
            before.add(cut.after);
            cut = Self { pieces, after: before };
            depth += 1;
        }
        cut
    }

    /// Bytes that [`Cut::new`] may take for so many pieces: nodes have at most
    /// three successors, but for the root's four, and those of two levels are
    /// held at a time.
    fn most_bytes(least: usize, bound: u32) -> u64 {
        (8 * least * (size_of::<Piece<B, V>>() + 2 * bound as usize)) as u64
    }

    /// Bytes that the pieces take, and those they were cut from.
    fn bytes(&self) -> u64 {
        let moves = self.pieces.first().map_or(0, |piece| piece.branch.moves.capacity());
        (2 * self.pieces.len() * (size_of::<Piece<B, V>>() + moves)) as u64
    }

    /// Searches all pieces, and adds up what a search in order would have
    /// done.
    fn search<E: Estimator<B, Value = V>, O: Order>(
        &self,
        round: &Round<'_, B, E, O>,
        pool: Option<&ThreadPool>,
        meter: &mut Meter,
    ) -> (End, u64) {
        let limit = meter.limits().expanded.map(|limit| limit - meter.counters().expanded);
        let hunt = Hunt {
            round,
            limits: Limits { expanded: limit, bytes: None },
            interrupt: meter.interrupt().clone(),
            spent: AtomicU64::new(0),
            first: AtomicUsize::new(usize::MAX),
        };
        let pieces = || self.pieces.iter().enumerate();
        match pool {
            Some(pool) => pool.scope_fifo(|scope| {
                for (place, piece) in pieces() {
                    let hunt = &hunt;
                    scope.spawn_fifo(move |_| hunt.search(place, piece));
                }
            }),
            None => pieces().for_each(|(place, piece)| hunt.search(place, piece)),
        }
        let allowed = |sum: Count| limit.is_none_or(|limit| sum.expanded <= limit);
        let mut sum = Count::default();
        for (place, piece) in pieces() {
            let before = sum;
            sum.add(piece.before);
            match piece.result.get() {
                Some((End::Through, count)) => sum.add(*count),
                Some((End::Goal(moves), count)) => {
                    sum.add(*count);
                    if allowed(sum) {
                        meter.settle(sum.expanded);
                        return (End::Goal(moves.clone()), sum.generated);
                    }
                }
                // A limit, a signal, or a piece that was left out for one.
                Some((End::Stop(..), _)) | None => return self.finish(place, before, round, meter),
            }
            if !allowed(sum) {
                return self.finish(place, before, round, meter);
            }
        }
        let before = sum;
        sum.add(self.after);
        if !allowed(sum) {
            return self.finish(self.pieces.len(), before, round, meter);
        }
        meter.settle(sum.expanded);
        (End::Through, sum.generated)
    }

    /// Searches in order what comes from the piece at `place` on, where all
    /// that comes before it has been searched and comes to `before`.
    fn finish<E: Estimator<B, Value = V>, O: Order>(
        &self,
        place: usize,
        before: Count,
        round: &Round<'_, B, E, O>,
        meter: &mut Meter,
    ) -> (End, u64) {
        meter.settle(before.expanded);
        let rest = match place.checked_sub(1) {
            None => vec![round.root.clone()],
            Some(last) => {
                let done = &self.pieces[last].branch.moves;
                let order = round.order.moves();
                let mut rest = round.root.clone().rest(done, round.toward, order, round.bound);
                rest.remove(0);
                rest
            }
        };
        let (end, generated) = round.search_all(&rest, &mut Nothing, meter);
        (end, before.generated + generated)
    }
}

/// What the threads share that search the pieces of a round.
struct Hunt<'a, B: Board, E: Estimator<B>, O> {
    round: &'a Round<'a, B, E, O>,
    /// What the round may spend.
    limits: Limits,
    interrupt: Interrupt,
    /// Expansions in all pieces that were searched.
    spent: AtomicU64,
    /// The first piece in which a goal was found.
    first: AtomicUsize,
}

impl<B: Board, E: Estimator<B>, O: Order> Hunt<'_, B, E, O> {
    /// Searches the piece at `place`, unless it will not count.
    fn search(&self, place: usize, piece: &Piece<B, E::Value>) {
        // No result depends on whether another thread's news came in time.
        let spent = self.spent.load(Ordering::Relaxed);
        let is_over = self.limits.expanded.is_some_and(|limit| spent > limit);
        if is_over || place > self.first.load(Ordering::Relaxed) {
            return;
        }
        let mut meter = Meter::new(self.limits, self.interrupt.clone());
        let (end, generated) = self.round.search(&piece.branch, &mut Nothing, &mut meter);
        let expanded = meter.counters().expanded;
        self.spent.fetch_add(expanded, Ordering::Relaxed);
        if let End::Goal(_) = end {
            self.first.fetch_min(place, Ordering::Relaxed);
        }
        // Nobody else sets it.
        let _ = piece.result.set((end, Count { expanded, generated }));
    }
}
