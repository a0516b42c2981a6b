//! IDA* on several ranks, which may be processes on several machines.

use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{
    Board, Counters, Heuristic, Meter, Path, Search, Size, Stop, Strategy, Task, Workspace,
};
use optile_ranks::Communicator;

use crate::parallel::{ParallelIdaStar, Pool};
use crate::pieces::MANY;
use crate::work::Team;

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
        let pool = Pool::clone(workspace.keep());
        let team = Team::new(&mut ranks, self.search.threads_of(&pool), meter.interrupt());
        let mut has_agreed = false;
        let mut finish = None;
        let mut result =
            self.search.with_engine(task, workspace, meter, &mut |engine, held, meter| {
                has_agreed = true;
                let is_first = team.queue().is_first();
                // The first rank sees its own signals when it searches.
                let signal = if is_first { None } else { meter.interrupt().check().err() };
                if let Some(stop) = team.queue().agree(signal) {
                    return Err(stop);
                }
                if is_first {
                    let threads = self.search.threads().saturating_mul(team.queue().ranks());
                    let many = MANY.max(PER_THREAD.saturating_mul(threads as u64));
                    team.lead(engine, self.search.zero_slack_from, task, [many, held], meter)
                } else {
                    team.follow(engine, self.search.zero_slack_from, task, meter, &mut finish);
                    // What the first rank says replaces it.
                    Err(Stop::Interrupted)
                }
            });
        let mut queue = team.into_queue();
        if let (false, Err(stop)) = (has_agreed, &result)
            && let Some(stop) = queue.agree(Some(stop.clone()))
        {
            result = Err(stop);
        }
        if queue.is_first() {
            queue.finish(&result, *meter.counters());
        } else {
            while finish.is_none() {
                let assignment = queue.assignment(&mut finish);
                assert!(assignment.is_none(), "an iteration began although rank was not ready");
            }
        }
        queue.leave();
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
