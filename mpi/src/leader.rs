//! The first rank, which has the instances and makes the rows, and the others, which do
//! what it asks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use optile_core::{
    Interrupt, Limits, Meter, Path, PathChoice, Problem, Session, Size, Stop, Strategy, Workspace,
};

use crate::families::{RankStrategies, Shared, lock};
use crate::job::Job;
use crate::overhead::Overheads;

/// A strategy on the first rank. Before it does anything, it tells the other ranks to do
/// the same.
pub(crate) struct Leader {
    name: String,
    strategy: Box<dyn Strategy>,
    ranks: Shared,
}

impl Leader {
    pub(crate) fn new(name: String, strategy: Box<dyn Strategy>, ranks: Shared) -> Self {
        Self { name, strategy, ranks }
    }

    fn announce(&self, job: &Job) {
        let announced = job.announce(&mut lock(&self.ranks));
        announced.unwrap_or_else(|error| panic!("{error:#}"));
    }
}

impl Strategy for Leader {
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
        self.announce(&Job::prepare(&self.name, problem, meter.limits()));
        let result = self.strategy.prepare_in(problem, workspace, meter);
        all_are_ready(&self.ranks);
        result
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        self.announce(&Job::solve(&self.name, problem, choice, meter.limits()));
        let before = lock(&self.ranks).traffic();
        let begin = Instant::now();
        let result = self.strategy.solve_in(problem, choice, workspace, meter);
        let time = begin.elapsed();
        Overheads::gather(&mut lock(&self.ranks), before, time).keep(&self.name, problem);
        result
    }
}

/// Waits until all ranks have come this far, so that the time of a search has no part of
/// the preparing of another rank.
fn all_are_ready(ranks: &Shared) {
    let shared = lock(ranks).share(&[]);
    shared.unwrap_or_else(|gone| panic!("{gone}"));
}

/// Does what the first rank asks, until there is nothing more to do.
pub(crate) fn follow(strategies: &RankStrategies) -> Result<()> {
    let ranks = &strategies.ranks;
    let mut sessions: HashMap<String, Session> = HashMap::new();
    loop {
        let job = Job::receive(&mut lock(ranks))?;
        match job {
            Job::End => return Ok(()),
            Job::Prepare(request) => {
                let session = open(strategies, &mut sessions, &request.strategy)?;
                let mut meter = meter(request.node_limit, request.memory_limit);
                // Its end, if there is one, is seen again when it solves.
                let _ = session.prepare(&request.problem()?, &mut meter);
                all_are_ready(ranks);
            }
            Job::Solve(request, is_smallest) => {
                let session = open(strategies, &mut sessions, &request.strategy)?;
                let mut meter = meter(request.node_limit, request.memory_limit);
                let choice = match is_smallest {
                    true => PathChoice::LexicographicallySmallest,
                    false => PathChoice::Any,
                };
                let before = lock(ranks).traffic();
                let begin = Instant::now();
                // The first rank has the same result, and reports it.
                let _ = session.solve(&request.problem()?, choice, &mut meter);
                let time = begin.elapsed();
                Overheads::gather(&mut lock(ranks), before, time);
            }
        }
    }
}

/// The session of a strategy, which is kept for later jobs.
fn open<'a>(
    strategies: &RankStrategies,
    sessions: &'a mut HashMap<String, Session>,
    name: &str,
) -> Result<&'a mut Session> {
    Ok(match sessions.entry(name.to_owned()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => place.insert(Session::new(strategies.build(name)?.strategy)),
    })
}

/// Tells the other ranks that there is nothing more to do.
pub(crate) fn dismiss(ranks: &Shared) -> Result<()> {
    Job::End.announce(&mut lock(ranks))
}

fn meter(expanded: Option<u64>, bytes: Option<u64>) -> Meter {
    Meter::new(Limits { expanded, bytes }, Interrupt::default())
}

/// The communicator, out of the hands of the launcher.
pub(crate) fn shared(ranks: &mut optile_ranks::Communicator) -> Shared {
    let own = std::mem::replace(ranks, optile_ranks::Communicator::alone());
    Arc::new(std::sync::Mutex::new(own))
}
