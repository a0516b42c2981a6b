//! `optile-mpi simulate`: HDA* on more ranks than there are.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use optile_core::{Spec, parse_quantity};
use optile_hda::Hda;
use optile_heuristics::Catalogue;
use optile_instances::instance::Instance;
use optile_ranks::Network;
use optile_results::limits::nanoseconds;
use optile_results::quantity::{parse_bytes, parse_count, parse_duration};
use optile_results::spreadsheet::cell;
use optile_runner::library::{self, Console, Library};
use optile_runner::plan::registry::Registry;

use self::search::{Simulated, simulate};
use super::instances::Instances;
use crate::families::{hda_of, registry};
use crate::launch::expect_one_process;

mod search;

/// The headings of the table. The times of sending and waiting, and what was sent, are sums over
/// all ranks.
const HEADINGS: &str = "strategy,instance,ranks,length,expanded,search_ns,sending_ns,waiting_ns,\
                        sent_nodes,messages,sent_bytes";

/// A number in thousandths.
fn thousandths(text: &str) -> Result<u64> {
    parse_quantity(text, &[("", 1e3)]).context("expected a number such as 0.5 or 100")
}

/// Compute how fast HDA* would be on many ranks
///
/// The search itself is real: all its ranks run in this process, one at a time. Only time is
/// computed, from the rate of expansions and from the latency, the overhead and the bandwidth
/// of messages. So the results are the same each time, also with exchange=anytime. They are printed
/// as CSV, with a line for each search; the times of sending and waiting are sums over all ranks.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile-mpi simulate korf100 --instance 26 --strategy hda-mpi:manhattan --ranks 1,4,16 >sim.csv")]
pub(super) struct Arguments {
    #[command(flatten)]
    instances: Instances,
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
    #[arg(long, value_name = "NS", default_value = "0.8", value_parser = thousandths)]
    packing: u64,
    /// Gigabits that a rank sends per second
    #[arg(long, value_name = "GBIT", default_value = "100", value_parser = thousandths)]
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
        let network = Network {
            nodes_per_second: self.rate,
            latency_ns: nanoseconds(self.latency),
            overhead_ns: nanoseconds(self.overhead),
            overhead_ns_per_byte: self.packing as f64 / 1e3,
            gigabits_per_second: self.network as f64 / 1e3,
        };
        let tables = Library::new(library::folder(None), Console { is_quiet: true });
        let registry = registry(Catalogue::new(Arc::new(tables)));
        let searches = self.searches(&registry)?;
        let (_suite, instances) = self.instances.find()?;
        let numbers: BTreeSet<usize> = self.ranks.iter().map(|&n| n.into()).chain([1]).collect();
        let mut out = io::stdout().lock();
        writeln!(out, "{HEADINGS}")?;
        for instance in &instances {
            for (name, hda) in &searches {
                for &ranks in &numbers {
                    let problem = &instance.problem;
                    let found = simulate(hda, (ranks, network), problem, self.memory_limit)
                        .and_then(|found| checked(found, instance))
                        .with_context(|| {
                            format!("{name} on instance {:?}, {ranks} ranks", instance.id)
                        })?;
                    writeln!(out, "{}", line(name, instance, ranks, &found))?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Each strategy and its name, which does not have the number of ranks.
    fn searches(&self, registry: &Registry) -> Result<Vec<(String, Hda)>> {
        let mut searches: Vec<(String, Hda)> = Vec::new();
        for name in &self.strategy {
            let full = registry.build(name)?.name;
            let spec: Spec = full.parse()?;
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
            let is_new = searches.iter().all(|(earlier, _)| *earlier != full);
            ensure!(is_new, "strategy {name:?} is named twice");
            searches.push((full, hda_of(&spec, registry.heuristics())?));
        }
        Ok(searches)
    }
}

/// The same result, if it is right.
fn checked(found: Simulated, instance: &Instance) -> Result<Simulated> {
    found.path.verify(&instance.problem)?;
    let (length, known) = (found.path.len(), instance.optimal);
    ensure!(
        known.is_none_or(|known| known as usize == length),
        "its path has {length} moves: expected {}",
        known.unwrap_or_default()
    );
    Ok(found)
}

fn line(name: &str, instance: &Instance, ranks: usize, found: &Simulated) -> String {
    let Simulated { path, counters, time, traffic } = found;
    let text = |text: &str| format!("\"{}\"", cell(text).replace('"', "\"\""));
    let numbers = [
        ranks as u64,
        path.len() as u64,
        counters.expanded,
        nanoseconds(*time),
        nanoseconds(traffic.sending),
        nanoseconds(traffic.waiting),
        traffic.nodes,
        traffic.messages,
        traffic.bytes,
    ];
    let numbers = numbers.map(|number| number.to_string()).join(",");
    format!("{},{},{numbers}", text(name), text(&instance.id))
}
