//! The threads of a rank, which search the pieces of an iteration together.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use optile_core::{Board, Interrupt, Limits, Meter, Move, Path, Stop, Task};
use optile_ranks::Communicator;
use rayon::ThreadPool;

use super::message::{Assignment, Subtree};
use super::work_queue::{Next, WorkQueue};
use crate::branch::Branch;
use crate::count::Count;
use crate::iteration::{Iteration, deepen, in_turn};
use crate::piecewise::Piecewise;
use crate::search::{Engine, Outcome};

/// Expansions between two looks for messages.
const SLICE: u64 = 1 << 18;

/// The same if subtrees are counted in any order. Such a search repeats a part
/// of its work when it is stopped.
const SWEPT_SLICE: u64 = 1 << 21;

/// How long a thread without work waits for pieces that another thread's
/// messages bring.
const PAUSE: Duration = Duration::from_micros(100);

/// The threads of a rank, and what they share. The only rank of a search on one
/// machine has no others to talk to.
pub(crate) struct Team<'a> {
    /// `None` if one thread is enough.
    pool: Option<&'a ThreadPool>,
    queue: Mutex<WorkQueue<'a>>,
    /// Signalled when a piece has been searched.
    has_reported: Condvar,
}

impl<'a> Team<'a> {
    pub(crate) fn new(
        ranks: &'a mut Communicator,
        pool: Option<&'a ThreadPool>,
        interrupt: &Interrupt,
    ) -> Self {
        let threads = pool.map_or(1, ThreadPool::current_num_threads);
        let queue = Mutex::new(WorkQueue::new(ranks, threads, interrupt.clone()));
        Self { pool, queue, has_reported: Condvar::new() }
    }

    pub(crate) fn queue(&self) -> MutexGuard<'_, WorkQueue<'a>> {
        self.queue.lock().expect("another thread of this rank has panicked")
    }

    pub(crate) fn into_queue(self) -> WorkQueue<'a> {
        self.queue.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first rank's part. Each iteration is cut as `piecewise` says.
    pub(crate) fn lead<B: Board>(
        &self,
        engine: &dyn Engine<B>,
        zero_slack_from: Option<u64>,
        task: &Task<B>,
        mut piecewise: Piecewise,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        deepen(engine, zero_slack_from, task, meter, &mut |iteration, meter| {
            piecewise.search(iteration, meter, &mut |pieces, meter| {
                let mut results = Vec::new();
                if !pieces.pieces.is_empty() {
                    let &Iteration { threshold, last, .. } = iteration;
                    let assignment = Assignment { threshold, last, limit: pieces.limit };
                    let branches = pieces.pieces.iter().map(|piece| piece.branch.moves.clone());
                    let subtrees = branches.enumerate();
                    let subtrees = subtrees.map(|(place, moves)| Subtree { place, moves });
                    self.queue().deal(&assignment, subtrees.collect());
                    self.work(iteration, pieces.limit, meter);
                    results = self.queue().results();
                }
                pieces.sum(results, meter)
            })
        })
    }

    /// The part of the other ranks, up to the end of the search.
    pub(crate) fn follow<B: Board>(
        &self,
        engine: &dyn Engine<B>,
        zero_slack_from: Option<u64>,
        task: &Task<B>,
        meter: &Meter,
    ) {
        let mut iteration = Iteration::new(engine, zero_slack_from, task);
        loop {
            let Some(assignment) = self.queue().assignment() else { return };
            (iteration.threshold, iteration.last) = (assignment.threshold, assignment.last);
            self.work(&iteration, assignment.limit, meter);
        }
    }

    /// Searches pieces on all threads until the iteration is over.
    fn work<B: Board>(&self, iteration: &Iteration<'_, B>, limit: Option<u64>, meter: &Meter) {
        let search = |moves: &[Move], goes_on: &mut dyn FnMut() -> bool| {
            let step = |branch: Branch<B>, &m: &Move| branch.successor(m);
            let branch = moves.iter().fold(iteration.root.clone(), step);
            search_in_slices(iteration, &branch, limit, meter, goes_on)
        };
        let is_lost = AtomicBool::new(false);
        match self.pool {
            Some(pool) => pool.scope(|scope| {
                for _ in 0..pool.current_num_threads() {
                    scope.spawn(|_| self.work_on_thread(&search, &is_lost));
                }
            }),
            None => self.work_on_thread(&search, &is_lost),
        }
    }

    /// The part of a thread in an iteration.
    fn work_on_thread(&self, search: &SearchPiece<'_>, is_lost: &AtomicBool) {
        let _alarm = Alarm(is_lost);
        while !is_lost.load(Ordering::Relaxed) {
            // If another thread has panicked under the lock, that is the cause to report.
            let Ok(mut queue) = self.queue.lock() else { return };
            match queue.next() {
                Next::Over => return,
                Next::Search(Subtree { place, moves }) => {
                    drop(queue);
                    let result = search(&moves, &mut || self.queue().counts(place));
                    self.queue().report(place, result);
                    self.has_reported.notify_all();
                }
                Next::Wait => drop(self.has_reported.wait_timeout(queue, PAUSE)),
            }
        }
    }
}

/// Searches a piece up to a limit of expansions. Asks from time to time whether
/// it goes on; returns `None` if not.
fn search_in_slices<B: Board>(
    iteration: &Iteration<'_, B>,
    branch: &Branch<B>,
    limit: Option<u64>,
    meter: &Meter,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<(Outcome, Count)> {
    let slice = if iteration.swept().is_some() { SWEPT_SLICE } else { SLICE };
    let mut count = Count::default();
    let mut rest = vec![branch.clone()];
    loop {
        let left = limit.map_or(u64::MAX, |limit| limit - count.expanded);
        let limits = Limits { expanded: Some(slice.min(left)), bytes: None };
        let mut meter = meter.part(limits);
        let (outcome, more) = in_turn(&rest, |branch| iteration.search(branch, &mut meter));
        count.add(more);
        match outcome {
            Outcome::Stop(Stop::Nodes, moves) if slice < left => {
                if !goes_on() {
                    return None;
                }
                rest = iteration.unvisited(branch, &moves);
            }
            outcome => return Some((outcome, count)),
        }
    }
}

/// Searches a piece, given by its moves, while the function says so.
type SearchPiece<'a> =
    dyn Fn(&[Move], &mut dyn FnMut() -> bool) -> Option<(Outcome, Count)> + Sync + 'a;

/// Tells the other threads of a rank that one has panicked. They would wait for
/// its piece.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
