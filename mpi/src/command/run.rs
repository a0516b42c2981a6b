//! `optile-mpi run`: an experiment on all ranks.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use optile_heuristics::Catalogue;
use optile_instances::analysis;
use optile_ranks::Communicator;
use optile_report::{Analysis, note, terminal_table};
use optile_results::files::RANKS;
use optile_results::folder::Folder;
use optile_results::limits::RunLimits;
use optile_results::quantity::{parse_bytes, parse_count, parse_duration};
use optile_results::record::RanksRecord;
use optile_results::terminal::{prose, width};
use optile_runner::interruption::{EXIT_STATUS, Interruption};
use optile_runner::library::{Console, Library};
use optile_runner::plan::Plan;
use optile_runner::plan::solver::Solver;
use optile_runner::session::isolation::Isolation;
use optile_runner::session::{Session, complete};
use optile_runner::system::machine;

use super::selection::Selection;
use crate::cores::warn_of_few;
use crate::families::{full_name, registry};
use crate::launch::on_ranks;
use crate::leader::RankStrategies;
use crate::shared_ranks::lock;
use crate::{BUILD, overhead};

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
    selection: Selection,
    /// Run this strategy; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    strategy: Vec<String>,
    /// Threads per rank, for strategies whose names do not say it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Where to write results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace existing results
    #[arg(long)]
    overwrite: bool,
    /// Samples of each pair of instance and strategy
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    /// Longest time to prepare and to search, such as 10s
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Most expansions of all ranks together, such as 10M
    #[arg(long, value_name = "N", value_parser = parse_count)]
    node_limit: Option<u64>,
    /// Most bytes in tables and queues of each rank, such as 4GiB [default: half of the memory of
    /// the machine that has the least, divided among its ranks]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory_limit: Option<u64>,
    /// Folder for pattern databases, on each machine [default: that of optile]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Print nothing unless something is wrong
    #[arg(long, short)]
    quiet: bool,
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
        let interruption = Interruption::listen(1)?;
        let (mut folder, found) = match self.overwrite {
            true => Folder::replace(&self.out)?,
            false => Folder::open(&self.out)?,
        };
        let record = RanksRecord { ranks: hosts.len(), threads: usize::from(self.threads), hosts };
        let session = Session {
            folder: &mut folder,
            found,
            tables: Vec::new(),
            pdb_folder: None,
            isolation: Isolation::InProcess,
            build: BUILD,
            registry: strategies.registry.names(),
            ranks: Some(record),
            interruption: &interruption,
            quiet: self.quiet,
        };
        let mut results = session.carry_out(&plan)?;
        let overheads = strategies.take_times();
        if !overheads.is_empty() {
            results.ranks.extend_from_slice(&overheads);
            folder.write(RANKS, &results)?;
        }
        let memory = plan.limits.memory;
        let (problems, names) = (plan.problems(), plan.heuristics());
        let heuristics = strategies.registry.heuristics();
        results.heuristics = analysis::heuristic_points(heuristics, problems, &names, memory);
        complete(&folder, &mut results)?;
        let Analysis { summaries, verdict, .. } = Analysis::of(&results);
        if !self.quiet || !verdict.is_clean() {
            let mut out = io::stdout().lock();
            // The results are saved, so a closed output does no harm.
            let _ = writeln!(out, "{}\n", terminal_table(&summaries, width()));
            let _ = writeln!(out, "{}\n", prose(&note(&summaries)));
            let _ = writeln!(out, "{}", prose(&verdict.sentence()));
            if let Some(sentence) = overhead::sentence(&overheads) {
                let _ = writeln!(out, "{}", prose(&sentence));
            }
            let path = folder.path().display();
            let _ = writeln!(out, "Draw the report with: optile report {path}");
        }
        Ok(match () {
            () if !results.is_complete() => EXIT_STATUS.into(),
            () if verdict.is_clean() => ExitCode::SUCCESS,
            () => 2.into(),
        })
    }

    fn plan(&self, strategies: &RankStrategies, memory: Option<u64>) -> Result<Plan> {
        let (mut suite, instances) = self.selection.find()?;
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
            solvers.push(Solver::BuiltIn(strategies.build(&name)?));
        }
        // Other suites may name strategies that this program does not have.
        suite.pairs.clear();
        suite.counts_of = None;
        suite.external.clear();
        let limits = RunLimits { memory: suite.limits.memory.or(memory), ..suite.limits };
        Ok(Plan { suite, instances, solvers, limits, shard: None })
    }
}

/// The memory for each rank, if no limit is given. Collective.
fn least_memory(ranks: &mut Communicator, hosts: &[String]) -> Result<Option<u64>> {
    let own = &hosts[ranks.rank()];
    let neighbours = hosts.iter().filter(|host| *host == own).count() as u32;
    let all = ranks.gather(&machine::default_memory_limit(neighbours))?;
    Ok(all.into_iter().flatten().min())
}
