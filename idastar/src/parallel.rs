//! IDA* on several threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use optile_core::{
    Board, Heuristic, Interrupt, Limits, Meter, MoveOrder, Path, PathChoice, Search, Size, Stop,
    Task, Workspace, room_for_threads,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::iteration::{Iteration, deepen};
use crate::pieces::{Count, MANY, Piece, Pieces};
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
#[derive(Clone, Debug)]
pub struct ParallelIdaStar {
    heuristic: Arc<dyn Heuristic>,
    order: MoveOrder,
    pub(crate) zero_slack_from: Option<u64>,
    threads: usize,
    pruning: Pruning,
}

/// The threads of a session, made before the first iteration that is cut into
/// pieces. It holds `None` if the system gives no threads.
pub(crate) type Pool = OnceLock<Option<ThreadPool>>;

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
        Self { heuristic, order, zero_slack_from, threads, pruning }
    }

    /// The number of threads, at least 1.
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    pub(crate) fn threads_of<'a>(&self, pool: &'a Pool) -> Option<&'a ThreadPool> {
        let threads = self.threads();
        let make = || {
            room_for_threads(threads).ok()?;
            ThreadPoolBuilder::new().num_threads(threads).build().ok()
        };
        if threads == 1 { None } else { pool.get_or_init(make).as_ref() }
    }
}

/// What is done with an engine, with the bytes that it holds, and with the
/// threads.
pub(crate) type Run<'a, B> =
    dyn FnMut(&dyn Engine<B>, u64, &Pool, &mut Meter) -> Result<Path, Stop> + 'a;

impl ParallelIdaStar {
    /// Makes what all iterations share, and calls `run` with it.
    pub(crate) fn with_engine<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
        run: &mut Run<'_, B>,
    ) -> Result<Path, Stop> {
        let (heuristic, size) = (&*self.heuristic, task.board().size());
        let estimator = workspace.estimator(heuristic, size, task.goal_blank, meter)?;
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        let board = task.board();
        let automaton = self.pruning.automaton(size, order, false, workspace, meter)?;
        let automaton = automaton.as_deref();
        let variant = Variant { board, order, automaton, has_table: false };
        let held = automaton.map_or(0, Automaton::bytes);
        let pool: &Pool = workspace.keep();
        with_engine(&*estimator, &variant, &mut |engine| run(engine, held, pool, meter))
    }
}

impl Search for ParallelIdaStar {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        self.with_engine(task, workspace, meter, &mut |engine, held, pool, meter| {
            self.deepen(engine, held, pool, task, meter)
        })
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

    fn prepare(
        &self,
        size: Size,
        _: usize,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.pruning.prepare(size, self.order, workspace, meter)
    }
}

impl ParallelIdaStar {
    fn deepen<B: Board>(
        &self,
        engine: &dyn Engine<B>,
        held: u64,
        pool: &Pool,
        task: &Task<B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        deepen(engine, self.zero_slack_from, task, meter, &mut |iteration, meter| {
            let Some(pieces) = Pieces::cut(iteration, MANY, held, meter) else {
                return iteration.search(iteration.root, meter);
            };
            PieceSearch::new(&pieces, iteration, meter).search(self.threads_of(pool));
            pieces.sum(meter)
        })
    }
}

/// The search of an iteration's pieces, which threads share.
struct PieceSearch<'a, B: Board> {
    pieces: &'a Pieces<'a, B>,
    iteration: &'a Iteration<'a, B>,
    /// The limits of the iteration.
    limits: Limits,
    interrupt: Interrupt,
    /// Expansions in all pieces searched so far.
    spent: AtomicU64,
    /// The first piece in which a goal was found.
    first: AtomicUsize,
}

impl<'a, B: Board> PieceSearch<'a, B> {
    fn new(pieces: &'a Pieces<'a, B>, iteration: &'a Iteration<'a, B>, meter: &Meter) -> Self {
        Self {
            pieces,
            iteration,
            limits: Limits { expanded: pieces.limit, bytes: None },
            interrupt: meter.interrupt().clone(),
            spent: AtomicU64::new(0),
            first: AtomicUsize::new(usize::MAX),
        }
    }

    /// Searches all pieces that count.
    fn search(&self, pool: Option<&ThreadPool>) {
        let pieces = || self.pieces.pieces.iter().enumerate();
        match pool {
            Some(pool) => pool.scope_fifo(|scope| {
                for (place, piece) in pieces() {
                    scope.spawn_fifo(move |_| self.search_piece(place, piece));
                }
            }),
            None => pieces().for_each(|(place, piece)| self.search_piece(place, piece)),
        }
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
        let (end, generated) = self.iteration.search(&piece.branch, &mut meter);
        let expanded = meter.counters().expanded;
        self.spent.fetch_add(expanded, Ordering::Relaxed);
        if let End::Goal(_) = end {
            self.first.fetch_min(place, Ordering::Relaxed);
        }
        // Only this thread sets it.
        let _ = piece.result.set((end, Count { expanded, generated }));
    }
}
