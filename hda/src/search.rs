//! A search from its start to its path.

use optile_core::{Board, Estimates, Meter, Path, Stop, Task};
use optile_store::{ClosedList, Encoding, Memory, shortest_path};

use crate::Hda;
use crate::asynchronous::Agent;
use crate::job::Job;
use crate::plan::{End, Plan};
use crate::processes::{Entered, Processes, Trace, agree};
use crate::rank::Rank;
use crate::team::Team;
use crate::worker::{Node, Worker};

impl<P: Processes> Hda<P> {
    pub(crate) fn search_in<B: Board, S, V: Estimates<B> + ?Sized>(
        &self,
        encoding: S,
        estimates: &V,
        task: &Task<B>,
        mut processes: impl Entered,
        meter: &mut Meter,
    ) -> Result<Path, Stop>
    where
        S: Encoding<B, Node: Send, ClosedList: Send> + Sync + Send,
    {
        let f = estimates.of_state(&task.start);
        let threads = self.threads();
        let (own, all) = processes.communicator().map_or((0, 1), |all| (all.rank(), all.ranks()));
        let (ranks, first) = (all * threads, own * threads);
        let ownership = self.ownership;
        let job = Job { encoding, task, estimates, ranks, first, threads, ownership };
        let mut ranks = agree(processes.communicator(), job.ranks(meter))?;
        let start = encoding.root(&task.start);
        let owner = job.owner(start);
        let put = match ranks.get_mut(owner.wrapping_sub(first)) {
            Some(rank) => rank.put(owner, Node { item: start, f, g: 0 }),
            None => Ok(()),
        };
        agree(processes.communicator(), put)?;
        let limit = meter.limits().expanded.map(|limit| limit - meter.counters().expanded);
        let plan = Plan::new(job.ranks, task.choice, f, limit);
        let plan = match processes.communicator().filter(|_| self.is_asynchronous) {
            Some(processes) => {
                let agent = Agent::new(&mut ranks[0], processes, task.choice, limit);
                agent.search(plan).unwrap_or_else(|gone| panic!("{gone}"))
            }
            None => self.search_in_steps(&job, &mut ranks, plan, &mut processes)?,
        };
        plan.count(meter);
        // The estimate of the start.
        meter.evaluate(1);
        let memory = add_up(&ranks, processes.communicator(), meter);
        let mut memory = agree(processes.communicator(), memory)?;
        match plan.end {
            Some(End::Found(cost)) => {
                let is_at = |node, g| {
                    let rank = ranks.get(job.owner(node).wrapping_sub(first));
                    rank.is_some_and(|rank| rank.closed.is_at(node, g))
                };
                let path = match processes.communicator() {
                    None => shortest_path(encoding, task, cost, &is_at, &mut memory, meter),
                    Some(processes) => {
                        let trace = Trace::new(encoding, task, cost, &is_at, processes);
                        let is_at = |node, g| trace.has(node, g);
                        let path = shortest_path(encoding, task, cost, &is_at, &mut memory, meter);
                        agree(Some(processes), path)
                    }
                };
                path.map(Path::new)
            }
            Some(End::Nothing) => Err(Stop::Unsolvable),
            Some(End::Stopped) | None => {
                let stop = ranks.iter().find_map(|rank| rank.stop.clone());
                agree(processes.communicator(), stop.map_or(Ok(()), Err))?;
                unreachable!("a stopped rank keeps its reason")
            }
        }
    }
}

impl<P: Processes> Hda<P> {
    fn search_in_steps<B: Board, S, V: Estimates<B> + ?Sized>(
        &self,
        job: &Job<'_, B, S, V>,
        ranks: &mut [Rank<'_, B, S, V>],
        plan: Plan,
        processes: &mut impl Entered,
    ) -> Result<Plan, Stop>
    where
        S: Encoding<B, Node: Send, ClosedList: Send> + Sync + Send,
    {
        let workers = ranks.iter_mut().map(|rank| rank as &mut dyn Worker<S::Node>).collect();
        let team = Team::new(workers, self.alone);
        let mut team = agree(processes.communicator(), team)?;
        if let Some(outside) = processes.outside(job.threads) {
            team = team.among(job.first, job.ranks, outside);
        }
        Ok(team.search(plan))
    }
}

/// Adds the counts of all ranks to `meter`, and returns the memory that those of this
/// process hold.
fn add_up<B: Board, S: Encoding<B>, V: ?Sized>(
    ranks: &[Rank<'_, B, S, V>],
    processes: Option<&mut optile_ranks::Communicator>,
    meter: &mut Meter,
) -> Result<Memory, Stop> {
    let mut sums = [0; 5];
    let mut held = 0;
    for rank in ranks {
        let (tally, counters) = (&rank.tally, rank.meter.counters());
        let counts = [
            tally.generated,
            tally.duplicates,
            counters.reopened,
            counters.peak_stored,
            counters.peak_bytes,
        ];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        held += rank.memory.bytes();
    }
    if let Some(processes) = processes {
        let all = processes.share(&sums).unwrap_or_else(|gone| panic!("{gone}"));
        sums = [0; 5];
        for counts in &all {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    let [generated, duplicates, reopened, stored, bytes] = sums;
    meter.generate(generated);
    meter.evaluate(generated);
    meter.duplicates(duplicates);
    meter.reopen_all(reopened);
    meter.hold(stored, bytes);
    let mut memory = Memory::default();
    memory.take(held as usize, meter)?;
    Ok(memory)
}
