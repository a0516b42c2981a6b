//! What a run of a suite measures: each strategy on each instance, within limits.

pub mod order;
pub mod registry;
pub mod solver;
pub mod suite;

use crate::instances::instance::Instance;
use optile_core::Problem;
use optile_results::limits::RunLimits;
use optile_results::program::ProgramRecord;
use optile_results::record::{FORMAT, InstanceRecord, PlanRecord, RunRecord};
use optile_results::shard::Shard;
use optile_results::storage::digest::{self, digest};

use serde_json::json;

use self::order::{Order, PlannedRun, arranged, in_turn};
use self::solver::{External, Solver};
use self::suite::Suite;

/// What to run.
#[derive(Debug)]
pub struct Plan {
    /// The suite. Its name, seed, number of samples and limits are used. The
    /// lists below replace its lists of instances and strategies.
    pub suite: Suite,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The strategies and external programs.
    pub solvers: Vec<Solver>,
    /// The limits of each run: the suite's, and a memory limit that suits the machine
    /// if the suite has none. The id of the plan depends on the suite's limits only, so
    /// that it is the same on machines with different memory.
    pub limits: RunLimits,
    /// The programs among the strategies and behind their heuristics, as they are now.
    pub programs: Vec<ProgramRecord>,
    /// The part of the plan to run; `None` for all of it.
    pub shard: Option<Shard>,
}

impl Plan {
    /// The programs that give estimates for its strategies.
    pub fn estimating(&self) -> Vec<Solver> {
        let is_behind = |program: &&External| {
            self.solvers.iter().any(|solver| program.is_behind(solver.name()))
        };
        let programs = self.suite.heuristics.iter().filter(is_behind);
        programs.cloned().map(Solver::External).collect()
    }

    /// The record of the result folder before the first run. It is the same for the same
    /// plan. Each process that makes runs adds its origin later.
    pub(crate) fn record(&self) -> RunRecord {
        let suite = &self.suite;
        let runs =
            self.instances.len() as u64 * self.solvers.len() as u64 * u64::from(suite.repeat);
        let plan = PlanRecord {
            id: self.plan_id(),
            runs,
            shards: self.shard.iter().map(Shard::to_string).collect(),
            planned: self.shard.map_or(runs, |shard| shard.share_of(runs)),
            listed: suite.order == Order::Listed,
        };
        let names = |is_named: &dyn Fn(&Solver) -> bool| {
            let named = self.solvers.iter().filter(|solver| is_named(solver));
            named.map(|solver| solver.name().to_owned()).collect()
        };
        RunRecord {
            format: FORMAT,
            suite: suite.name.clone(),
            about: suite.about.clone(),
            complete: false,
            seed: suite.seed,
            repeat: suite.repeat,
            warmup: suite.warmup,
            limits: self.limits,
            plans: vec![plan],
            strategies: names(&|_| true),
            programs: self.programs.clone(),
            lookups: names(&Solver::is_lookup),
            suite_instances: suite.size,
            sets: suite.sets.clone(),
            pairs: suite.pairs.clone(),
            counts_of: suite.counts_of.clone(),
            published: suite.published_of(&self.solvers),
            origins: Vec::new(),
        }
    }

    /// Whether each strategy is followed by the same in another build.
    pub(crate) fn is_in_turn(&self) -> bool {
        self.solvers.iter().any(|solver| matches!(solver, Solver::Before(_)))
    }

    /// The problems of all instances.
    fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.instances.iter().map(|instance| &instance.problem)
    }

    /// Each strategy of the registry with each problem.
    pub fn tasks(&self) -> impl Iterator<Item = (&str, &Problem)> {
        let built_in = self.solvers.iter().filter_map(|solver| match solver {
            Solver::BuiltIn(entry) => Some(entry.name.as_str()),
            Solver::External(_) | Solver::Before(_) => None,
        });
        built_in.flat_map(|name| self.problems().map(move |problem| (name, problem)))
    }

    /// A digest of what determines which runs are made, in which order and within which limits.
    /// Which programs make them is in the record.
    fn plan_id(&self) -> String {
        let Suite { name, seed, repeat, warmup, limits, order, .. } = &self.suite;
        let instance =
            |one: &Instance| (one.id.clone(), digest::problem(&one.problem), one.optimal);
        let solver = |solver: &Solver| match solver {
            Solver::BuiltIn(_) | Solver::Before(_) => solver.name().to_owned(),
            Solver::External(External { name, promise, .. }) => format!("{name} {promise}"),
        };
        let instances: Vec<_> = self.instances.iter().map(instance).collect();
        let solvers: Vec<String> = self.solvers.iter().map(solver).collect();
        let plan = json!([name, seed, repeat, warmup, limits, order, instances, solvers]);
        digest([plan.to_string()])
    }

    /// The runs of this part of the plan, in order.
    pub(crate) fn runs(&self) -> Vec<PlannedRun> {
        let Suite { name, seed, repeat, order, .. } = &self.suite;
        let boards: Vec<String> = self.problems().map(digest::problem).collect();
        let arranged = match (self.is_in_turn(), self.solvers.len()) {
            (false, all) => arranged(*order, self.instances.len(), all, *repeat, *seed),
            (true, all) => {
                in_turn(&arranged(*order, self.instances.len(), all / 2, *repeat, *seed))
            }
        };
        let run = |(order, (instance, strategy, sample)): (u64, (usize, usize, u32))| {
            let id = digest([
                name.as_str(),
                &self.instances[instance].id,
                &boards[instance],
                self.solvers[strategy].name(),
                &sample.to_string(),
                env!("CARGO_PKG_VERSION"),
            ]);
            PlannedRun { id, order, instance, strategy, sample }
        };
        (0..)
            .zip(arranged)
            .filter(|&(order, _)| self.shard.is_none_or(|shard| shard.contains(order)))
            .map(run)
            .collect()
    }

    /// The instance of a run, and what solves it.
    pub(crate) fn pair(&self, run: &PlannedRun) -> (&Instance, &Solver) {
        (&self.instances[run.instance], &self.solvers[run.strategy])
    }

    /// The boards of all instances, for the result folder.
    pub(crate) fn boards(&self) -> Vec<InstanceRecord> {
        let record = |instance: &Instance| InstanceRecord {
            instance: instance.id.clone(),
            size: instance.problem.size(),
            start: digest::tiles(instance.problem.start()),
            goal: digest::tiles(instance.problem.goal()),
            optimal: instance.optimal,
            expanded: instance.counts.and_then(|counts| counts.expanded),
            generated: instance.counts.and_then(|counts| counts.generated),
        };
        self.instances.iter().map(record).collect()
    }
}
