//! A strategy on the first rank, which has the instances and makes the rows.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use optile_core::{Meter, Path, PathChoice, Problem, Size, Stop, Strategy, Workspace};
use optile_runner::registry::{Entry, Registry};

use crate::families::on;
use crate::job::Job;
use crate::overhead::Overheads;
use crate::shared::{Shared, all_are_ready, lock};

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

/// The strategies on the ranks of a run.
pub(crate) struct RankStrategies {
    pub(crate) registry: Registry,
    pub(crate) ranks: Shared,
}

impl RankStrategies {
    /// The strategy of a name. On the first rank, it tells the others what to do.
    pub(crate) fn build(&self, name: &str) -> Result<Entry> {
        // The registry checks the name.
        let Entry { name, .. } = self.registry.build(name)?;
        let strategy = on(&name.parse()?, self.registry.heuristics(), Arc::clone(&self.ranks))?;
        let strategy = match lock(&self.ranks).rank() {
            0 => Box::new(Leader::new(name.clone(), strategy, Arc::clone(&self.ranks))),
            _ => strategy,
        };
        Ok(Entry { name, strategy })
    }
}
