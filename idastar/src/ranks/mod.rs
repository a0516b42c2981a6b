//! IDA* on several ranks, which may be processes on several machines.

mod desk;
mod inquiry;
mod meeting;
mod message;
mod results;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use optile_core::{
    Board, Counters, Heuristic, Interrupt, Limits, Meter, Path, Search, Size, Stop, Strategy, Task,
    Workspace,
};
use optile_ranks::Communicator;
use rayon::ThreadPool;

use crate::branch::Branch;
use crate::iteration::{Deepening, Iteration, deepen, in_turn};
use crate::parallel::ParallelIdaStar;
use crate::pieces::{Count, MANY, Pieces};
use crate::search::{End, Engine};
use desk::{Desk, Next};
use message::{Order, Subtree};

impl ParallelIdaStar {
    /// This search on all ranks of a run, with the path and the counts of
    /// [`crate::IdaStar`]. Each rank has the threads of its own search.
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
        Box::new(IdaStarRanks { search: self, ranks })
    }
}

/// IDA* on all ranks. See [`ParallelIdaStar::among`].
struct IdaStarRanks {
    search: ParallelIdaStar,
    ranks: Arc<Mutex<Communicator>>,
}

/// Expansions between two looks for messages.
const SLICE: u64 = 1 << 18;

/// The same if subtrees are counted in any order. Such a search repeats a part
/// of its work when it is stopped.
const SWEPT_SLICE: u64 = 1 << 21;

/// How long a thread without work waits for pieces that another thread's
/// messages bring.
const PAUSE: Duration = Duration::from_micros(100);

/// The least number of pieces for each thread of all ranks, in long iterations.
const PER_THREAD: u64 = 1 << 6;

impl Search for IdaStarRanks {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let mut ranks = self.ranks.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = self.search.threads_of(workspace.keep());
        let threads = pool.map_or(1, ThreadPool::current_num_threads);
        let desk = Mutex::new(Desk::new(&mut ranks, threads, meter.interrupt().clone()));
        let mut has_agreed = false;
        let mut finish = None;
        let mut result =
            self.search.with_engine(task, workspace, meter, &mut |engine, held, pool, meter| {
                let pool = self.search.threads_of(pool);
                has_agreed = true;
                let is_first = locked(&desk).is_first();
                // The first rank sees its own signals when it searches.
                let signal = if is_first { None } else { meter.interrupt().check().err() };
                if let Some(stop) = locked(&desk).agree(signal) {
                    return Err(stop);
                }
                if is_first {
                    self.lead(engine, held, pool, task, meter, &desk)
                } else {
                    self.follow(engine, pool, task, meter, &desk, &mut finish);
                    // What the first rank says replaces it.
                    Err(Stop::Interrupted)
                }
            });
        let mut desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let (false, Err(stop)) = (has_agreed, &result)
            && let Some(stop) = desk.agree(Some(stop.clone()))
        {
            result = Err(stop);
        }
        if desk.is_first() {
            desk.finish(&result, *meter.counters());
        } else {
            while finish.is_none() {
                let order = desk.order(&mut finish);
                assert!(order.is_none(), "an iteration began although rank was not ready");
            }
        }
        desk.leave();
        match finish {
            Some((result, counters)) => {
                take_over(meter, &counters);
                result
            }
            None => result,
        }
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Search::heuristic(&self.search)
    }

    fn prepare(
        &self,
        size: Size,
        goal_blank: usize,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.search.prepare(size, goal_blank, workspace, meter)
    }
}

impl IdaStarRanks {
    /// The first rank's part.
    fn lead<B: Board>(
        &self,
        engine: &dyn Engine<B>,
        held: u64,
        pool: Option<&ThreadPool>,
        task: &Task<B>,
        meter: &mut Meter,
        desk: &Mutex<Desk<'_>>,
    ) -> Result<Path, Stop> {
        let threads = self.search.threads().saturating_mul(locked(desk).ranks());
        let many = MANY.max(PER_THREAD.saturating_mul(threads as u64));
        deepen(engine, self.search.zero_slack_from, task, meter, &mut |iteration, meter| {
            let Some(pieces) = Pieces::cut(iteration, many, held, meter) else {
                return iteration.search(iteration.root, meter);
            };
            if !pieces.pieces.is_empty() {
                let &Iteration { threshold, last, .. } = iteration;
                let order = Order { threshold, last, limit: pieces.limit };
                let branches = pieces.pieces.iter().map(|piece| piece.branch.moves.clone());
                let subtrees = branches.enumerate();
                let subtrees = subtrees.map(|(place, moves)| Subtree { place, moves });
                locked(desk).deal(&order, subtrees);
                Self::work(desk, pool, iteration, order.limit, meter.interrupt());
                let found = locked(desk).results();
                for (piece, result) in pieces.pieces.iter().zip(found) {
                    if let Some(result) = result {
                        // Nobody else sets it.
                        let _ = piece.result.set(result);
                    }
                }
            }
            pieces.sum(meter)
        })
    }

    /// The part of the other ranks, up to the end of the search.
    fn follow<B: Board>(
        &self,
        engine: &dyn Engine<B>,
        pool: Option<&ThreadPool>,
        task: &Task<B>,
        meter: &Meter,
        desk: &Mutex<Desk<'_>>,
        finish: &mut Option<(Result<Path, Stop>, Counters)>,
    ) {
        let deepening = Deepening::new(engine, self.search.zero_slack_from, task);
        loop {
            let Some(order) = locked(desk).order(finish) else { return };
            let iteration = deepening.iteration(order.threshold, order.last);
            Self::work(desk, pool, &iteration, order.limit, meter.interrupt());
        }
    }

    /// Searches pieces on all threads of this rank until the iteration is over.
    fn work<B: Board>(
        desk: &Mutex<Desk<'_>>,
        pool: Option<&ThreadPool>,
        iteration: &Iteration<'_, B>,
        limit: Option<u64>,
        interrupt: &Interrupt,
    ) {
        let search = |moves: &[_], goes_on: &mut dyn FnMut() -> bool| {
            let step = |branch: Branch<B>, &m: &_| branch.successor(m);
            let branch = moves.iter().fold(iteration.root.clone(), step);
            search_in_slices(iteration, &branch, limit, interrupt, goes_on)
        };
        let is_lost = AtomicBool::new(false);
        match pool {
            Some(pool) => pool.scope(|scope| {
                for _ in 0..pool.current_num_threads() {
                    scope.spawn(|_| work_on_thread(desk, &search, &is_lost));
                }
            }),
            None => work_on_thread(desk, &search, &is_lost),
        }
    }
}

/// Searches a piece up to a limit of expansions. Asks from time to time whether
/// it goes on; returns `None` if not.
fn search_in_slices<B: Board>(
    iteration: &Iteration<'_, B>,
    branch: &Branch<B>,
    limit: Option<u64>,
    interrupt: &Interrupt,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<(End, Count)> {
    let slice = if iteration.is_swept() { SWEPT_SLICE } else { SLICE };
    let mut count = Count::default();
    let mut rest = vec![branch.clone()];
    loop {
        let left = limit.map_or(u64::MAX, |limit| limit - count.expanded);
        let limits = Limits { expanded: Some(slice.min(left)), bytes: None };
        let mut meter = Meter::new(limits, interrupt.clone());
        let (end, generated) = in_turn(&rest, |branch| iteration.search(branch, &mut meter));
        count.add(Count { expanded: meter.counters().expanded, generated });
        match end {
            End::Stop(Stop::Nodes, moves) if slice < left => {
                if !goes_on() {
                    return None;
                }
                rest = branch.rest(&moves[branch.moves.len()..], iteration);
            }
            end => return Some((end, count)),
        }
    }
}

/// Searches a piece, given by its moves, while the function says so.
type SearchPiece<'a> =
    dyn Fn(&[optile_core::Move], &mut dyn FnMut() -> bool) -> Option<(End, Count)> + Sync + 'a;

/// The part of a thread in an iteration.
fn work_on_thread(desk: &Mutex<Desk<'_>>, search: &SearchPiece<'_>, is_lost: &AtomicBool) {
    let _alarm = Alarm(is_lost);
    while !is_lost.load(Ordering::Relaxed) {
        // If another thread has panicked under the lock, that is the cause to report.
        let Ok(mut shared) = desk.lock() else { return };
        let next = shared.next();
        drop(shared);
        match next {
            Next::End => return,
            Next::Search(Subtree { place, moves }) => {
                let mut goes_on = || locked(desk).counts(place);
                let result = search(&moves, &mut goes_on);
                locked(desk).report(place, result);
            }
            Next::Wait => thread::sleep(PAUSE),
        }
    }
}

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

fn locked<'a, 'b>(desk: &'a Mutex<Desk<'b>>) -> MutexGuard<'a, Desk<'b>> {
    desk.lock().expect("another thread of this rank has panicked")
}

/// Makes the counts of a meter those of the first rank's.
fn take_over(meter: &mut Meter, counters: &Counters) {
    let own = *meter.counters();
    meter.hold(counters.peak_stored, counters.peak_bytes);
    for _ in own.iterations + 1..counters.iterations {
        meter.begin_iteration();
    }
    meter.settle(counters.expanded_before_last - own.expanded);
    if counters.iterations > own.iterations {
        meter.begin_iteration();
    }
    meter.settle(counters.expanded - counters.expanded_before_last);
    meter.generate(counters.generated - own.generated);
    meter.evaluate(counters.evaluated - own.evaluated);
}
