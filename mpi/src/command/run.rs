//! `optile-mpi run`: an experiment on all ranks.

use std::mem;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use optile_heuristics::Catalogue;
use optile_ranks::Communicator;
use optile_results::limits::RunLimits;
use optile_results::record::RanksRecord;
use optile_results::text::quantity::{parse_bytes, parse_count, parse_duration, positive};
use optile_runner::interruption::Interruption;
use optile_runner::library::{Console, Library};
use optile_runner::plan::Plan;
use optile_runner::plan::solver::Solver;
use optile_runner::system::machine;

use super::experiment::Experiment;
use crate::cores::warn_of_few;
use crate::families::{full_name, registry};
use crate::launch::on_ranks;
use crate::leader::RankStrategies;
use crate::shared_ranks::lock;

/// Run strategies on the instances of a suite, on all ranks together
///
/// Only the first rank reads the instances and writes the results, as `optile run` does. Its
/// arguments count for all ranks, apart from --tables. A run that stopped is continued by the
/// same command. Draw the report with `optile report DIR`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mpirun -n 4 optile-mpi run smoke --strategy hda-mpi:manhattan --out two
  optile-mpi --local 2 run --instances korf.tsv --strategy hda-mpi:pdb:6-6-3+reflected --out two")]
pub(super) struct Arguments {
    #[command(flatten)]
    experiment: Experiment,
    /// Run this strategy; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    strategy: Vec<String>,
    /// Threads per rank, for strategies whose names do not say it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Samples of each pair of instance and strategy
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    /// Longest time to prepare and to search, such as 10s
    #[arg(long, value_name = "T", value_parser = positive(parse_duration))]
    time_limit: Option<Duration>,
    /// Most expansions of all ranks together, such as 10M
    #[arg(long, value_name = "N", value_parser = positive(parse_count))]
    node_limit: Option<u64>,
    /// Most bytes in tables and queues of each rank, such as 4GiB [default: half of the memory of
    /// the machine that has the least, divided among its ranks]
    #[arg(long, value_name = "SIZE", value_parser = positive(parse_bytes))]
    memory_limit: Option<u64>,
    /// Folder for pattern databases, on each machine [default: that of optile]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn execute(&self, local: Option<usize>) -> Result<ExitCode> {
        let folder = optile_runner::library::folder(self.tables.as_deref());
        let library = Arc::new(Library::new(folder, Console { is_quiet: true }));
        on_ranks(local, "run", |ranks| {
            let hosts = ranks.gather(&machine::host())?;
            let memory = least_memory(ranks, &hosts)?;
            if local.is_none() {
                warn_of_few(ranks, self.threads.into())?;
            }
            let ranks = mem::replace(ranks, Communicator::alone());
            let is_first = ranks.rank() == 0;
            let strategies = RankStrategies::new(registry(Catalogue::new(library.clone())), ranks);
            if is_first {
                let result = self.lead(&strategies, hosts, memory);
                strategies.dismiss()?;
                return result;
            }
            if local.is_none() {
                // The first rank is told to end too, and then ends the others.
                Interruption::listen(u32::MAX)?;
            }
            // The others cannot go on without it.
            strategies.follow().unwrap_or_else(|error| panic!("{error:#}"));
            Ok(ExitCode::SUCCESS)
        })
    }

    /// What the first rank does.
    fn lead(
        &self,
        strategies: &RankStrategies,
        hosts: Vec<String>,
        memory: Option<u64>,
    ) -> Result<ExitCode> {
        let plan = self.plan(strategies, memory)?;
        let record = RanksRecord { ranks: hosts.len(), threads: self.threads.into(), hosts };
        let RankStrategies { overhead, .. } = strategies;
        self.experiment.carry_out(&plan, overhead, record)
    }

    fn plan(&self, strategies: &RankStrategies, memory: Option<u64>) -> Result<Plan> {
        let (mut suite, instances) = self.experiment.instances()?;
        suite.repeat = self.repeat.unwrap_or(suite.repeat);
        suite.limits = RunLimits {
            time: self.time_limit.or(suite.limits.time),
            cpu: None,
            nodes: self.node_limit.or(suite.limits.nodes),
            memory: self.memory_limit.or(suite.limits.memory),
        };
        let number = lock(&strategies.ranks).ranks();
        let mut solvers: Vec<Solver> = Vec::new();
        for name in &self.strategy {
            let name = full_name(&strategies.registry, name, number, usize::from(self.threads))?;
            if solvers.iter().any(|solver| solver.name() == name) {
                bail!("strategy {name:?} is named twice");
            }
            solvers.push(Solver::BuiltIn(strategies.build(&name, suite.limits.time)?));
        }
        let limits = RunLimits { memory: suite.limits.memory.or(memory), ..suite.limits };
        Ok(Plan { suite, instances, solvers, limits, programs: Vec::new(), shard: None })
    }
}

/// The memory for each rank, if no limit is given. Collective.
fn least_memory(ranks: &mut Communicator, hosts: &[String]) -> Result<Option<u64>> {
    let own = &hosts[ranks.rank()];
    let neighbours = hosts.iter().filter(|host| *host == own).count() as u32;
    let all = ranks.gather(&machine::default_memory_limit(neighbours))?;
    Ok(all.into_iter().flatten().min())
}
