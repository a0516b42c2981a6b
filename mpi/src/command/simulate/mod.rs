//! `optile-mpi simulate`: HDA* on more ranks than there are.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use optile_core::{Spec, parse_quantity};
use optile_heuristics::Catalogue;
use optile_results::limits::{RunLimits, nanoseconds};
use optile_results::quantity::{parse_bytes, parse_count, parse_duration};
use optile_results::simulation::Simulation;
use optile_runner::library::{self, Console, Library};
use optile_runner::plan::Plan;
use optile_runner::plan::registry::{Entry, Registry};
use optile_runner::plan::solver::Solver;
use optile_runner::run::SimulatedTime;

use self::search::Simulated;
use super::experiment::Experiment;
use crate::families::{full_name, hda_of, registry};
use crate::launch::expect_one_process;
use crate::overhead::Overheads;

mod search;

fn scaled(text: &str, unit: f64) -> Result<u64> {
    parse_quantity(text, &[("", unit)]).context("expected a number such as 0.5 or 100")
}

/// Compute how fast HDA* would be on many ranks
///
/// The search itself is real: all its ranks run in this process, one at a time. Only time is
/// computed, from the rate of expansions and from the latency, the overhead and the bandwidth
/// of messages. So the results are the same each time, also with exchange=anytime. They are rows as
/// those of `optile-mpi run`. Draw the speed-up with
/// `optile chart DIR --kind speed-up -o speed-up.pdf`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile-mpi simulate korf100 --instance 26 --strategy hda-mpi:manhattan --ranks 1,4,16 --out sim")]
pub(super) struct Arguments {
    #[command(flatten)]
    experiment: Experiment,
    /// A strategy of the family hda-mpi; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    strategy: Vec<String>,
    /// Numbers of ranks. One rank is always simulated, for comparison
    #[arg(
        long,
        value_name = "N,...",
        value_delimiter = ',',
        default_value = "1,2,4,8,16,32,64,128,256,512,1024",
        value_parser = clap::value_parser!(u16).range(1..=4096)
    )]
    ranks: Vec<u16>,
    /// Nodes that a rank expands per second. `optile-mpi run` on one rank shows the rate of a
    /// machine
    #[arg(long, value_name = "N", default_value = "5M", value_parser = parse_count)]
    rate: u64,
    /// Time from the sending of a message's last byte to its arrival
    #[arg(long, value_name = "T", default_value = "2us", value_parser = parse_duration)]
    latency: Duration,
    /// Processor time of a rank to send a message, and to take one
    #[arg(long, value_name = "T", default_value = "500ns", value_parser = parse_duration)]
    overhead: Duration,
    /// Nanoseconds of a rank in addition for each byte of a message that it packs or unpacks
    #[arg(long, value_name = "NS", default_value = "0.8", value_parser = |text: &str| scaled(text, 1e3))]
    packing: u64,
    /// Gigabits that a rank sends per second
    #[arg(long, value_name = "GBIT", default_value = "100", value_parser = |text: &str| scaled(text, 1e9))]
    network: u64,
    /// Most bytes in the open and closed lists of each rank
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory_limit: Option<u64>,
}

impl Arguments {
    pub(super) fn execute(&self) -> Result<ExitCode> {
        expect_one_process("simulate")?;
        ensure!(self.rate > 0, "--rate is 0: expected a number greater than 0");
        ensure!(self.network > 0, "--network is 0: expected a number greater than 0");
        let simulation = Simulation {
            nodes_per_second: self.rate,
            latency_ns: nanoseconds(self.latency),
            overhead_ns: nanoseconds(self.overhead),
            packing_ps_per_byte: self.packing,
            bits_per_second: self.network,
        };
        let tables = Library::new(library::folder(None), Console { is_quiet: true });
        let registry = registry(Catalogue::new(Arc::new(tables)));
        let (time, overheads) = (SimulatedTime::default(), Overheads::default());
        let solver = |(name, ranks): (String, usize)| -> Result<Solver> {
            let hda = hda_of(&name.parse()?, registry.heuristics())?;
            let (time, overheads) = (time.clone(), overheads.clone());
            let strategy =
                Simulated { name: name.clone(), hda, ranks, simulation, time, overheads };
            Ok(Solver::BuiltIn(Entry { name, is_lookup: false, strategy: Box::new(strategy) }))
        };
        let solvers = self.names(&registry)?.into_iter().map(solver).collect::<Result<_>>()?;
        let (mut suite, instances) = self.experiment.find()?;
        // A simulation is the same each time, and does not depend on the time that it takes.
        (suite.repeat, suite.warmup) = (1, 0);
        suite.limits = RunLimits { memory: self.memory_limit, ..RunLimits::default() };
        let plan = Plan { limits: suite.limits, suite, instances, solvers, shard: None };
        let simulation = Some((simulation, time.clone()));
        self.experiment.carry_out(&plan, &registry, &overheads, None, simulation)
    }

    /// The name of each strategy on each number of ranks, and this number.
    fn names(&self, registry: &Registry) -> Result<Vec<(String, usize)>> {
        let numbers: BTreeSet<usize> = self.ranks.iter().map(|&n| n.into()).chain([1]).collect();
        let mut names: Vec<(String, usize)> = Vec::new();
        for name in &self.strategy {
            let spec: Spec = registry.build(name)?.name.parse()?;
            ensure!(
                spec.family == "hda-mpi",
                "{name:?} cannot be simulated: expected a strategy of the family hda-mpi"
            );
            for (option, why) in [
                ("ranks", "give the numbers of ranks with --ranks"),
                ("threads", "ranks that are simulated have one thread"),
            ] {
                ensure!(spec.option(option).is_none(), "{name:?} has the option {option}: {why}");
            }
            for &ranks in &numbers {
                names.push((full_name(registry, name, ranks, 1)?, ranks));
            }
            let others = &names[..names.len() - numbers.len()];
            ensure!(!others.contains(&names[others.len()]), "strategy {name:?} is named twice");
        }
        Ok(names)
    }
}
