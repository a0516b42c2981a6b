//! A search from its start to its path.

use optile_core::{Board, Meter, Path, Stop, Task, Values};
use optile_ranks::Communicator;
use optile_store::{ClosedList, Encoding, shortest_path};

use crate::Hda;
use crate::owner::{Owners, Threads};
use crate::plan::{End, Plan};
use crate::post::Post;
use crate::ranks::{Agent, agree, find_path, lost};
use crate::team::Team;
use crate::worker::{AnyWorker, Job, Worker};

impl Hda {
    /// Searches with the values that a call of `values` makes, for each thread its own.
    pub(crate) fn search_in<B: Board, S, V: Values<B> + Send>(
        &self,
        encoding: S,
        values: impl Fn() -> V,
        task: &Task<B>,
        ranks: &mut Communicator,
        meter: &mut Meter,
    ) -> Result<Path, Stop>
    where
        S: Encoding<B, Node: Send, ClosedList: Send> + Sync + Send,
    {
        let threads = Threads { rank: ranks.rank(), ranks: ranks.ranks(), each: self.threads() };
        let owners = Owners::new(threads, task.board().size());
        let job = Job { encoding, task, owners };
        let built = job.workers(&values, meter).and_then(|mut all| {
            if self.is_asynchronous {
                let bytes = Agent::<S::Node>::bytes(ranks.ranks());
                all[0].meter.take(bytes)?;
            }
            Ok((all, Post::new(threads)?))
        });
        let (mut workers, post) = agree(ranks, built)?;
        let limit = meter.limits().expanded.map(|limit| limit - meter.counters().expanded);
        let mut values = values();
        let start = values.root(&task.start);
        let f = values.h(start);
        let plan = Plan::new(threads.all(), task.choice, f, limit);
        let plan = if self.is_asynchronous {
            let agent = Agent::new(&mut workers[0], ranks, &plan, task.choice, limit);
            agent.search(plan).unwrap_or_else(|gone| lost(gone))
        } else {
            let workers = workers.iter_mut().map(|worker| worker as &mut dyn AnyWorker<_>);
            Team { workers: workers.collect(), post, ranks, alone: self.alone }.search(plan)
        };
        plan.count(meter);
        // The estimate of the start.
        meter.evaluate(1);
        add_up(&workers, ranks, meter)?;
        match plan.end {
            Some(End::Found(cost)) => {
                let rank_of = |node| job.owner(node).0;
                let is_at = |node, g| {
                    let worker = &workers[job.owner(node).1 - threads.own().start];
                    worker.lists.closed().is_at(node, g)
                };
                find_path(ranks, &rank_of, &is_at, &mut |is_at| {
                    shortest_path(encoding, task, cost, is_at, meter)
                })
            }
            Some(End::Nothing) => Err(Stop::Unsolvable),
            Some(End::Stopped) | None => {
                let stop = workers.iter().find_map(|worker| worker.stop.clone());
                agree(ranks, stop.map_or(Ok(()), Err))?;
                unreachable!("a stopped worker keeps its reason")
            }
        }
    }
}

/// Adds the counts of all workers to `meter`, and the memory that those of this rank hold.
fn add_up<B: Board, S: Encoding<B>, V: Values<B>>(
    workers: &[Worker<'_, B, S, V>],
    ranks: &mut Communicator,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let mut own = [0; 5];
    let mut held = 0;
    for worker in workers {
        let (tally, counters) = (&worker.lists.tally, worker.meter.counters());
        let (reopened, bytes) = (counters.reopened, counters.peak_bytes);
        let counts = [worker.generated, tally.duplicates, reopened, tally.peak, bytes];
        own.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        held += worker.meter.held();
    }
    let sums = ranks.add_up(own.to_vec()).unwrap_or_else(|gone| lost(gone));
    let [generated, duplicates, reopened, stored, bytes] = sums[..] else {
        unreachable!("all ranks add up five numbers")
    };
    meter.generate(generated);
    meter.evaluate(generated);
    meter.duplicates(duplicates);
    meter.reopen_all(reopened);
    meter.hold(stored, bytes);
    let taken = meter.take(held as usize);
    agree(ranks, taken)
}
