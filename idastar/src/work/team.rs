//! The threads of a rank, which search the pieces of an iteration together.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use optile_core::{Board, Interrupt, Limits, Meter, Move, Stop};
use optile_ranks::{Communicator, Interval};
use rayon::ThreadPool;

use super::message::{Assignment, PieceResult, Subtree};
use super::post::Post;
use super::work_queue::{Next, WorkQueue};
use crate::count::Count;
use crate::iteration::Iteration;
use crate::pieces::Pieces;
use crate::search::{Engine, Outcome};

/// How long a thread searches before the next check for signals looks for messages.
/// Checks are up to some ten microseconds apart, so it looks every 50 microseconds at least.
const INTERVAL: Duration = Duration::from_micros(30);

/// How long a thread without work waits for pieces that another thread's
/// messages bring.
const PAUSE: Duration = Duration::from_micros(50);

/// The threads of a rank, and what they share. The only rank of a search on one
/// machine has no others to talk to.
pub(crate) struct Team<'a> {
    /// `None` if one thread is enough.
    pool: Option<&'a ThreadPool>,
    queue: Arc<Mutex<WorkQueue>>,
    /// Signalled when a piece has been searched.
    has_reported: Condvar,
}

impl<'a> Team<'a> {
    pub(crate) fn new(
        ranks: Arc<Mutex<Communicator>>,
        pool: Option<&'a ThreadPool>,
        interrupt: &Interrupt,
    ) -> Self {
        let threads = pool.map_or(1, ThreadPool::current_num_threads);
        let queue = WorkQueue::new(Post::new(ranks), threads, interrupt.clone());
        Self { pool, queue: Arc::new(Mutex::new(queue)), has_reported: Condvar::new() }
    }

    pub(crate) fn queue(&self) -> MutexGuard<'_, WorkQueue> {
        self.queue.lock().expect("another thread of this rank has panicked")
    }

    pub(crate) fn into_queue(self) -> WorkQueue {
        let queue = Arc::into_inner(self.queue).expect("no piece is searched any more");
        queue.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// On the first rank: deals the pieces of an iteration out, and takes part in
    /// the search. Returns their results by place. Those that do not count may
    /// have none.
    pub(crate) fn search<B: Board>(
        &self,
        pieces: &Pieces<'_, B>,
        meter: &Meter,
    ) -> Vec<Option<(Outcome, Count)>> {
        if pieces.pieces.is_empty() {
            return Vec::new();
        }
        let (&Iteration { threshold, last, .. }, limit) = (pieces.iteration, pieces.limit);
        let branches = pieces.pieces.iter().map(|piece| piece.branch.moves.clone());
        let subtrees = branches.enumerate().map(|(place, moves)| Subtree { place, moves });
        self.queue().deal(&Assignment { threshold, last, limit }, subtrees.collect());
        self.work(pieces.iteration, limit, meter);
        self.queue().results()
    }

    /// The part of the other ranks, up to the end of the search.
    pub(crate) fn follow<B: Board>(&self, engine: &dyn Engine<B>, meter: &Meter) {
        let mut iteration = Iteration::new(engine);
        loop {
            let Some(assignment) = self.queue().assignment() else { return };
            (iteration.threshold, iteration.last) = (assignment.threshold, assignment.last);
            self.work(&iteration, assignment.limit, meter);
        }
    }

    /// Searches pieces on all threads until the iteration is over.
    fn work<B: Board>(&self, iteration: &Iteration<'_, B>, limit: Option<u64>, meter: &Meter) {
        let search = |Subtree { place, moves }: &Subtree| {
            let step = |branch, &m: &Move| iteration.successor(&branch, m);
            let branch = moves.iter().fold(iteration.root.clone(), step);
            let interrupt = meter.interrupt().or(attention(Arc::clone(&self.queue), *place));
            let limits = Limits { expanded: limit, bytes: None };
            iteration.search(&branch, &mut meter.part(limits).checking(interrupt))
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
                Next::Search(subtree) => {
                    drop(queue);
                    let (outcome, count) = search(&subtree);
                    let result = PieceResult { place: subtree.place, outcome, count };
                    self.queue().report(result);
                    self.has_reported.notify_all();
                }
                Next::Wait => drop(self.has_reported.wait_timeout(queue, PAUSE)),
            }
        }
    }
}

/// Looks for messages at checks for signals while a piece is searched, if it is time. Fails when
/// the piece does not count any more.
fn attention(queue: Arc<Mutex<WorkQueue>>, place: usize) -> impl Fn() -> Result<(), Stop> {
    let interval = Interval::new(INTERVAL);
    move || {
        if !interval.is_over() {
            return Ok(());
        }
        match queue.try_lock() {
            // Another thread has the queue, and looks for messages itself.
            Err(TryLockError::WouldBlock) => Ok(()),
            queue => match queue.is_ok_and(|mut queue| queue.counts(place)) {
                true => Ok(()),
                false => Err(Stop::Interrupted),
            },
        }
    }
}

/// Searches a piece, and says how that ended and what was counted.
type SearchPiece<'a> = dyn Fn(&Subtree) -> (Outcome, Count) + Sync + 'a;

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
