//! The first rank, which has the instances and makes the rows, and the others, which do
//! what it asks.

use std::collections::HashMap;
use std::collections::hash_map;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Result;
use optile_core::{
    Interrupt, Limits, Meter, Path, PathChoice, Problem, Promise, Session, Size, Stop, Strategy,
    Workspace,
};
use optile_ranks::{Communicator, decode, encode};
use optile_runner::plan::registry::{Entry, Registry};
use optile_runner::run::watchdog::Watchdog;
use serde::{Deserialize, Serialize};

use crate::families::on;
use crate::overdue::OVERDUE;
use crate::overhead::{Overhead, RankTime};
use crate::shared_ranks::{SharedRanks, lock};

/// How long after its limit of time a piece of work may end, on the first rank and on the others.
/// So the first rank speaks, unless it is the one that does not answer.
const GRACE: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(20)];

/// The strategies on the ranks of a run.
pub(crate) struct RankStrategies {
    pub(crate) registry: Registry,
    pub(crate) ranks: SharedRanks,
    /// Only the first rank has it.
    pub(crate) overhead: Arc<Mutex<Overhead>>,
}

impl RankStrategies {
    /// Those of a registry on the ranks of this communicator.
    pub(crate) fn new(registry: Registry, ranks: Communicator) -> Self {
        Self { registry, ranks: Arc::new(Mutex::new(ranks)), overhead: Arc::default() }
    }

    /// The strategy of a name. On the first rank, it tells the others what to do, and the limit of
    /// time.
    pub(crate) fn build(&self, name: &str, time: Option<Duration>) -> Result<Entry> {
        // The registry checks the name.
        let Entry { name, is_lookup, .. } = self.registry.build(name)?;
        let ranks = Arc::clone(&self.ranks);
        let strategy = on(&name.parse()?, self.registry.heuristics(), Arc::clone(&ranks))?;
        let strategy = match lock(&self.ranks).rank() {
            0 => {
                let (name, overhead) = (name.clone(), Arc::clone(&self.overhead));
                Box::new(Leader { name, strategy, ranks, overhead, time })
            }
            _ => strategy,
        };
        Ok(Entry { name, is_lookup, strategy })
    }

    /// Tells the other ranks that there is nothing more to do.
    pub(crate) fn dismiss(&self) -> Result<()> {
        lock(&self.ranks).broadcast(encode(&None::<Job>))?;
        Ok(())
    }

    /// Does what the first rank asks, until there is nothing more to do.
    pub(crate) fn follow(&self) -> Result<()> {
        let ranks = &self.ranks;
        let mut sessions: HashMap<String, Session> = HashMap::new();
        let receive = || lock(ranks).broadcast(Vec::new());
        while let Some(job) = decode::<Option<Job>>(&receive()?) {
            let problem: Problem = job.problem.parse()?;
            let limits = Limits { expanded: job.expanded, bytes: job.bytes };
            let interrupt = Interrupt::default();
            let mut meter = Meter::new(limits, interrupt.clone());
            let session = match sessions.entry(job.strategy.clone()) {
                hash_map::Entry::Occupied(known) => known.into_mut(),
                hash_map::Entry::Vacant(place) => {
                    place.insert(Session::new(self.build(&job.strategy, None)?.strategy))
                }
            };
            // The first rank has the same result, and reports it.
            in_time(job.time, GRACE[1], || match job.task {
                Task::Prepare => {
                    // The first rank waits for these tables, too.
                    let watchdog = Watchdog::new(interrupt);
                    let _watch = watchdog.watch(job.time);
                    drop(prepare(ranks, || session.prepare(&problem, &mut meter)));
                }
                Task::Solve { smallest } => {
                    let choice = match smallest {
                        true => PathChoice::LexicographicallySmallest,
                        false => PathChoice::Any,
                    };
                    let solve = || session.solve(&problem, choice, &mut meter);
                    drop(search(ranks, solve));
                }
            });
        }
        Ok(())
    }
}

/// A piece of work that all ranks do together. The first rank alone keeps the limit of time of a
/// search.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    task: Task,
    strategy: String,
    problem: String,
    expanded: Option<u64>,
    bytes: Option<u64>,
    time: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Task {
    /// Build the tables that a strategy needs.
    Prepare,
    Solve {
        /// Whether the path is the lexicographically smallest.
        smallest: bool,
    },
}

/// Does a piece of work of all ranks. If it does not end, some rank does not answer, such as one
/// that is stopped, and all are ended.
fn in_time<T>(time: Option<Duration>, grace: Duration, work: impl FnOnce() -> T) -> T {
    let watchdog = Watchdog::new(OVERDUE.clone());
    let _watch = watchdog.watch(time.map(|time| time.saturating_add(grace)));
    work()
}

/// Prepares, and waits until all ranks have come this far, so that the time of a search has
/// no part of the preparing of another rank. All ranks call it.
fn prepare<T>(ranks: &SharedRanks, work: impl FnOnce() -> T) -> T {
    let result = work();
    lock(ranks).share(&[]).unwrap_or_else(|gone| panic!("{gone}"));
    result
}

/// Searches, and says what each rank did meanwhile. All ranks call it.
fn search<T>(ranks: &SharedRanks, work: impl FnOnce() -> T) -> (T, Vec<RankTime>) {
    let before = lock(ranks).traffic();
    let begin = Instant::now();
    let result = work();
    let time = begin.elapsed();
    let mut ranks = lock(ranks);
    let own = RankTime { time, traffic: ranks.traffic().since(before) };
    let all = ranks.gather(&own).unwrap_or_else(|gone| panic!("{gone}"));
    (result, all)
}

/// A strategy on the first rank. Before it does anything, it tells the other ranks to do
/// the same.
struct Leader {
    name: String,
    strategy: Box<dyn Strategy>,
    ranks: SharedRanks,
    overhead: Arc<Mutex<Overhead>>,
    time: Option<Duration>,
}

impl Leader {
    fn announce(&self, task: Task, problem: &Problem, limits: &Limits) {
        let job = Job {
            task,
            strategy: self.name.clone(),
            problem: problem.to_string(),
            expanded: limits.expanded,
            bytes: limits.bytes,
            time: self.time,
        };
        let announced = lock(&self.ranks).broadcast(encode(&Some(job)));
        announced.unwrap_or_else(|gone| panic!("{gone}"));
    }
}

impl Strategy for Leader {
    fn promise(&self) -> Promise {
        self.strategy.promise()
    }

    fn supports(&self, size: Size) -> bool {
        self.strategy.supports(size)
    }

    fn goals(&self, problem: &Problem) -> Vec<usize> {
        self.strategy.goals(problem)
    }

    fn prepare_in(
        &self,
        problem: &Problem,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.announce(Task::Prepare, problem, meter.limits());
        in_time(self.time, GRACE[0], || {
            prepare(&self.ranks, || self.strategy.prepare_in(problem, workspace, meter))
        })
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let smallest = choice == PathChoice::LexicographicallySmallest;
        self.announce(Task::Solve { smallest }, problem, meter.limits());
        let solve = || self.strategy.solve_in(problem, choice, workspace, meter);
        let (result, times) = in_time(self.time, GRACE[0], || search(&self.ranks, solve));
        lock(&self.overhead).add(&self.name, times);
        result
    }
}
