//! IDA* on several threads and ranks.

use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use optile_core::{
    Board, Heuristic, Meter, Path, Search, Size, Stop, Strategy, Task, Workspace, room_for_threads,
};
use optile_ranks::Communicator;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::work::Team;
use crate::{IdaStar, deepening};

/// IDA* on several threads, with the path and the counts of [`IdaStar`].
///
/// An iteration is cut into pieces, which are subtrees in the order of the
/// search, and the nodes above them. Threads take the pieces in order, from one
/// queue. Each piece is searched as on one thread, and counted separately. Then
/// the counts are added in order, up to the first piece that ends the iteration.
/// Pieces after the one with the goal are not counted, even if they were
/// searched. If a limit is reached within a piece, that piece is searched again,
/// alone, with the part of the limit that the pieces before it have left. So all
/// counters except memory are those of one thread, also in the last iteration
/// and at limits.
#[derive(Debug)]
pub struct ParallelIdaStar {
    search: IdaStar,
    threads: usize,
    /// `None` on one machine.
    ranks: Option<Arc<Mutex<Communicator>>>,
}

/// The threads of a session, made by its first search. `None` if the system
/// gives no threads.
type Pool = Arc<OnceLock<Option<ThreadPool>>>;

/// The most pieces that an iteration is cut into on one machine, except at the
/// last level. It does not depend on the machine, so the memory is the same
/// everywhere.
const MANY: u64 = 1 << 12;

/// The least number of pieces for each thread of all ranks, in long iterations.
const PER_THREAD: u64 = 1 << 6;

impl ParallelIdaStar {
    /// A search on `threads` threads; 0 means one per core that this process
    /// may use. Without the table of states, which needs one thread.
    pub fn new(search: IdaStar, threads: usize) -> Self {
        let search = IdaStar { transposition: false, ..search };
        Self { search, threads, ranks: None }
    }

    /// This search on all ranks of a run, with the path and the counts of
    /// [`IdaStar`]. Each rank has the threads of its own search.
    ///
    /// All ranks solve the same problem at the same time. All get the same
    /// path, or the same reason why there is none, and the same counts. The
    /// limits of the first rank apply to all.
    ///
    /// The first rank cuts an iteration into pieces, as on several threads, and
    /// deals them out. A rank that has none left asks the others in turn, and
    /// gets half of the pieces that wait at one of them. The results go to the
    /// first rank, which adds up the counts in the order of the search. It
    /// alone ends an iteration: when every piece up to the goal, or up to the
    /// limit, has a result. So no iteration ends while such a piece is in a
    /// message. It alone searches what a limit leaves of a piece, and
    /// iterations that are too short to be cut.
    ///
    /// A signal given to any rank ends the search on all, with the same reason.
    /// If a heuristic cannot be made on a rank, because its memory is too small
    /// for instance, that is the result on all.
    ///
    /// # Panics
    ///
    /// Its searches panic when a rank has ended early. The message names the
    /// rank.
    // If it were inlined, each crate that calls it would compile the search again.
    #[inline(never)]
    pub fn among(self, ranks: Arc<Mutex<Communicator>>) -> Box<dyn Strategy> {
        Box::new(Self { ranks: Some(ranks), ..self })
    }

    /// The number of threads of each rank, at least 1.
    fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    fn threads_of<'a>(&self, pool: &'a Pool) -> Option<&'a ThreadPool> {
        let threads = self.threads();
        let make = || {
            room_for_threads(threads).ok()?;
            ThreadPoolBuilder::new().num_threads(threads).build().ok()
        };
        if threads == 1 { None } else { pool.get_or_init(make).as_ref() }
    }

    /// The most pieces of an iteration.
    fn most_pieces(&self, ranks: usize) -> u64 {
        match ranks {
            1 => MANY,
            _ => MANY.max(PER_THREAD.saturating_mul(self.threads().saturating_mul(ranks) as u64)),
        }
    }
}

impl Search for ParallelIdaStar {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        // It counts the same, and its trace is in order.
        if meter.is_watched() && self.ranks.is_none() {
            return self.search.search(task, workspace, meter);
        }
        let alone = || Arc::new(Mutex::new(Communicator::alone()));
        let ranks = self.ranks.clone().unwrap_or_else(alone);
        let pool = Pool::clone(workspace.keep());
        let team = Team::new(ranks, self.threads_of(&pool), meter.interrupt());
        let most_pieces = self.most_pieces(team.queue().post.all);
        let variant = self.search.variant(task, workspace, meter);
        let is_first = team.queue().is_first();
        let own = match &variant {
            Err(stop) => Some(stop.clone()),
            // The first rank sees its own signals when it searches.
            Ok(_) if is_first => None,
            Ok(_) => meter.interrupt().check().err(),
        };
        let agreed = team.queue().agree(own);
        let result = agreed.and(variant).and_then(|variant| {
            let engine = variant.engine(task.board());
            if is_first {
                let cutting = variant.cutting(most_pieces);
                return deepening::search(&*engine, cutting, Some(&team), meter);
            }
            team.follow(&*engine, meter);
            // What the first rank says replaces it.
            Err(Stop::Interrupted)
        });
        team.into_queue().leave(result, meter)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.search.heuristic)
    }

    fn prepare(
        &self,
        size: Size,
        goal_blank: usize,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        Search::prepare(&self.search, size, goal_blank, workspace, meter)
    }
}
