//! IDA* on several threads.

use std::sync::{Arc, OnceLock};
use std::thread;

use optile_core::{
    Board, Heuristic, Meter, MoveOrder, Path, PathChoice, Search, Size, Stop, Task, Workspace,
    room_for_threads,
};
use optile_ranks::Communicator;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::pieces::MANY;
use crate::pruning::{Automaton, Pruning};
use crate::search::{Engine, Variant, with_engine};
use crate::work::Team;

/// IDA* on several threads, with the path and the counts of [`crate::IdaStar`].
///
/// An iteration is cut into pieces, which are subtrees in the order of the
/// search, and the nodes above them. Threads take the pieces in order, from one
/// queue. Each piece is searched as on one thread, and counted separately. Then
/// the counts are added in order, up to the first piece that ends the iteration.
/// Pieces after the one with the goal are not counted, even if they were
/// searched. If a limit is reached within a piece, that piece is searched again,
/// alone, with the part of the limit that the pieces before it have left. So all
/// counters are those of the sequential search, also in the last iteration and
/// at limits.
#[derive(Clone, Debug)]
pub struct ParallelIdaStar {
    heuristic: Arc<dyn Heuristic>,
    order: MoveOrder,
    pub(crate) zero_slack_from: Option<u64>,
    threads: usize,
    pruning: Pruning,
}

/// The threads of a session, made by its first search. `None` if the system
/// gives no threads.
pub(crate) type Pool = Arc<OnceLock<Option<ThreadPool>>>;

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

/// What is done with an engine, and with the bytes that it holds.
pub(crate) type Run<'a, B> = dyn FnMut(&dyn Engine<B>, u64, &mut Meter) -> Result<Path, Stop> + 'a;

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
        with_engine(&*estimator, &variant, meter, &mut |engine, meter| run(engine, held, meter))
    }
}

impl Search for ParallelIdaStar {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let pool = Pool::clone(workspace.keep());
        let mut alone = Communicator::alone();
        let team = Team::new(&mut alone, self.threads_of(&pool), meter.interrupt());
        self.with_engine(task, workspace, meter, &mut |engine, held, meter| {
            team.lead(engine, self.zero_slack_from, task, [MANY, held], meter)
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
