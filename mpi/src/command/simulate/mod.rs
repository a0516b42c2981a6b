//! `optile-mpi simulate`: HDA* on more ranks than there are.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use optile_core::Spec;
use optile_heuristics::Catalogue;
use optile_ranks::Network;
use optile_results::disk;
use optile_results::quantity::{parse_bytes, parse_count, parse_duration};
use optile_runner::library::{self, Console, Library};
use optile_runner::plan::registry::Registry;
use optile_runner::session::isolation::Isolation;
use optile_runner::session::origin;

use self::record::{Record, Run};
use self::search::Simulation;
use super::selection::Selection;
use crate::BUILD;
use crate::families::registry;
use crate::launch::expect_one_process;

mod figure;
mod record;
mod search;

/// Compute how fast HDA* would be on many ranks
///
/// The search itself is real: all its ranks run in this process, one at a time. Only time is
/// computed, from the rate of expansions and from the latency, the overhead and the bandwidth
/// of messages. So the results are the same each time, also with exchange=anytime.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile-mpi simulate korf100 --instance 26 --strategy hda-mpi:manhattan --ranks 1,4,16 --out sim
  optile-mpi simulate --draw sim --chart speed-up.pdf")]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// A strategy of the family hda-mpi; may be repeated
    #[arg(long, value_name = "NAME", required_unless_present = "draw")]
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
    #[arg(long, value_name = "NS", default_value = "0.8")]
    packing: f64,
    /// Gigabits that a rank sends per second
    #[arg(long, value_name = "GBIT", default_value = "100")]
    network: f64,
    /// Most bytes in the open and closed lists of each rank
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory_limit: Option<u64>,
    /// Where to write the results and the chart
    #[arg(long, value_name = "DIR", required_unless_present = "draw")]
    out: Option<PathBuf>,
    /// Simulate nothing, and draw the chart of the results in this folder again
    #[arg(long, value_name = "DIR", requires = "chart", conflicts_with_all = ["strategy", "out"])]
    draw: Option<PathBuf>,
    /// Also write the chart to this file: .svg, .pdf, .png, .tex or .csv
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Print nothing but the table
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    pub(super) fn execute(&self) -> Result<ExitCode> {
        if let (Some(folder), Some(chart)) = (&self.draw, &self.chart) {
            figure::write(&Record::read(folder)?, chart)?;
            return Ok(ExitCode::SUCCESS);
        }
        expect_one_process("simulate")?;
        let Some(folder) = &self.out else {
            bail!("no folder for the results: give one with --out")
        };
        let machines = self.machines()?;
        let tables = Library::new(library::folder(None), Console { is_quiet: true });
        let registry = registry(Catalogue::new(Arc::new(tables)));
        let strategies = self.strategies(&registry)?;
        let (_, instances) = self.selection.find()?;
        let numbers: BTreeSet<usize> = self.ranks.iter().map(|&n| n.into()).chain([1]).collect();
        let origin = origin::here(Isolation::InProcess, BUILD);
        let mut record = Record { origin, machines, runs: Vec::new() };
        record.write(folder)?;
        let mut has_error = false;
        for instance in &instances {
            for strategy in &strategies {
                let simulation = Simulation {
                    strategy,
                    heuristics: registry.heuristics(),
                    instance,
                    network: machines,
                    memory_limit: self.memory_limit,
                };
                for &ranks in &numbers {
                    let id = &instance.id;
                    let progress = Console { is_quiet: self.quiet };
                    progress.say(format_args!("instance {id}: {strategy} on {ranks} ranks"));
                    let run = simulation.run(ranks)?;
                    has_error |= is_wrong(&run, instance.optimal, &record.runs)?;
                    record.runs.push(run);
                    record.write(folder)?;
                }
            }
        }
        let chart = folder.join("speed-up.svg");
        figure::write(&record, &chart)?;
        self.chart.iter().try_for_each(|chart| figure::write(&record, chart))?;
        writeln!(io::stdout(), "{}\n{}", record.table(), chart.display())?;
        Ok(if has_error { 2.into() } else { ExitCode::SUCCESS })
    }

    fn machines(&self) -> Result<Network> {
        ensure!(self.rate > 0, "--rate is 0: expected a number greater than 0");
        ensure!(
            self.network.is_finite() && self.network > 0.0,
            "--network is {}: expected a number greater than 0",
            self.network
        );
        ensure!(
            self.packing.is_finite() && self.packing >= 0.0,
            "--packing is {}: expected a number of nanoseconds",
            self.packing
        );
        Ok(Network {
            nodes_per_second: self.rate,
            latency_ns: self.latency.as_nanos() as u64,
            overhead_ns: self.overhead.as_nanos() as u64,
            overhead_ns_per_byte: self.packing,
            gigabits_per_second: self.network,
        })
    }

    /// The names of the strategies, without the number of ranks.
    fn strategies(&self, registry: &Registry) -> Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
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
            ensure!(!names.contains(name), "strategy {name:?} is named twice");
            names.push(name.clone());
        }
        Ok(names)
    }
}

/// Whether a run has another length than the instance file or an earlier run says. Prints why.
fn is_wrong(run: &Run, optimal: Option<u32>, earlier: &[Run]) -> Result<bool> {
    let mut others = earlier.iter().filter(|other| other.instance == run.instance);
    let known = optimal.or_else(|| others.find_map(|other| other.length));
    let (Some(length), Some(known)) = (run.length, known) else { return Ok(false) };
    if length == known {
        return Ok(false);
    }
    writeln!(
        io::stderr(),
        "error: {} on {} ranks solves instance {} in {length} moves, and {known} are optimal",
        run.strategy,
        run.ranks,
        run.instance
    )?;
    Ok(true)
}

/// Replaces a file of a result folder, which is made if it is not there.
fn replace(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let file = folder.join(name);
    let cannot = || format!("cannot write {}", file.display());
    std::fs::create_dir_all(folder).with_context(cannot)?;
    disk::replace(&file, |out| out.write_all(bytes)).with_context(cannot)
}
