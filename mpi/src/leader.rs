//! The first rank, which has the instances and makes the rows, and the others, which do
//! what it asks.

use std::collections::HashMap;
use std::collections::hash_map;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::Result;
use optile_core::{
    Interrupt, Limits, Meter, Path, PathChoice, Problem, Promise, Session, Size, Stop, Strategy,
    Workspace,
};
use optile_ranks::{Communicator, decode, encode};
use optile_runner::plan::registry::{Entry, Registry};
use serde::{Deserialize, Serialize};

use crate::families::on;
use crate::overhead::{Overhead, RankTime};
use crate::shared_ranks::{SharedRanks, lock};

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

    /// The strategy of a name. On the first rank, it tells the others what to do.
    pub(crate) fn build(&self, name: &str) -> Result<Entry> {
        // The registry checks the name.
        let Entry { name, is_lookup, .. } = self.registry.build(name)?;
        let ranks = Arc::clone(&self.ranks);
        let strategy = on(&name.parse()?, self.registry.heuristics(), Arc::clone(&ranks))?;
        let strategy = match lock(&self.ranks).rank() {
            0 => {
                let (name, overhead) = (name.clone(), Arc::clone(&self.overhead));
                Box::new(Leader { name, strategy, ranks, overhead })
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
            let mut meter = Meter::new(limits, Interrupt::default());
            let session = match sessions.entry(job.strategy.clone()) {
                hash_map::Entry::Occupied(known) => known.into_mut(),
                hash_map::Entry::Vacant(place) => {
                    place.insert(Session::new(self.build(&job.strategy)?.strategy))
                }
            };
            // The first rank has the same result, and reports it.
            match job.task {
                Task::Prepare => drop(prepare(ranks, || session.prepare(&problem, &mut meter))),
                Task::Solve { smallest } => {
                    let choice = match smallest {
                        true => PathChoice::LexicographicallySmallest,
                        false => PathChoice::Any,
                    };
                    let solve = || session.solve(&problem, choice, &mut meter);
                    drop(search(ranks, solve));
                }
            }
        }
        Ok(())
    }
}

/// A piece of work that all ranks do together. The limit of time is kept by the first rank
/// alone.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    task: Task,
    strategy: String,
    problem: String,
    expanded: Option<u64>,
    bytes: Option<u64>,
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
}

impl Leader {
    fn announce(&self, task: Task, problem: &Problem, limits: &Limits) {
        let job = Job {
            task,
            strategy: self.name.clone(),
            problem: problem.to_string(),
            expanded: limits.expanded,
            bytes: limits.bytes,
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
        prepare(&self.ranks, || self.strategy.prepare_in(problem, workspace, meter))
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
        let (result, times) = search(&self.ranks, solve);
        lock(&self.overhead).add(&self.name, times);
        result
    }
}
