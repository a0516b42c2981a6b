//! Computes how fast HDA* would be on many ranks, and prints it as CSV.
//!
//! The search itself is real: all its ranks run in this process, one at a time. Only time is
//! computed, from the rate of expansions and from the latency, the overhead and the bandwidth of
//! messages. So the results are the same each time, also with `exchange=anytime`.
//!
//! ```sh
//! cargo run --release -p optile-mpi --example simulate korf100 --instance 26 \
//!     --strategy hda-mpi:manhattan --ranks 1,4,16 >simulation.csv
//! ```

#[path = "simulate/search.rs"]
mod search;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use optile_core::{Heuristics, Spec};
use optile_hda::Hda;
use optile_heuristics::Catalogue;
use optile_results::text::quantity::{parse_count, parse_duration};
use optile_runner::instances::instance::InstanceSet;
use optile_testkit::links::Network;

use self::search::{HEADINGS, simulate};

/// Compute how fast HDA* would be on many ranks
#[derive(Parser)]
struct Arguments {
    /// An instance file or the name of a bundled set
    instances: String,
    /// Use only this instance; may be repeated
    #[arg(long, value_name = "ID")]
    instance: Vec<String>,
    /// HDA* with a heuristic, and perhaps with exchange=anytime; may be repeated
    #[arg(long, value_name = "NAME", default_value = "hda-mpi:manhattan")]
    strategy: Vec<String>,
    /// Numbers of ranks
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "1,4,16,64,256,1024")]
    ranks: Vec<usize>,
    /// Nodes that a rank expands per second. `optile-mpi run` on one rank shows that of a machine
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
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let network = Network {
        nodes_per_second: arguments.rate,
        latency_ns: arguments.latency.as_nanos() as u64,
        overhead_ns: arguments.overhead.as_nanos() as u64,
        overhead_ns_per_byte: arguments.packing,
        gigabits_per_second: arguments.network,
    };
    let set = match InstanceSet::bundled(&arguments.instances)? {
        Some(set) => set,
        None => InstanceSet::open(Path::new(&arguments.instances))?,
    };
    let heuristics = Catalogue::default();
    let mut out = io::stdout().lock();
    writeln!(out, "strategy,instance,{HEADINGS}")?;
    for instance in set.instances {
        if !arguments.instance.is_empty() && !arguments.instance.contains(&instance.id) {
            continue;
        }
        for name in &arguments.strategy {
            let spec: Spec = name.parse()?;
            let mut hda = Hda::new(heuristics.of(&spec)?, 1);
            if spec.option("exchange") == Some("anytime") {
                hda = hda.asynchronous();
            }
            for &ranks in &arguments.ranks {
                let what = || format!("{name} on instance {:?}, {ranks} ranks", instance.id);
                let numbers =
                    simulate(&hda, ranks, network, &instance.problem).with_context(what)?;
                let known = instance.optimal.map(u64::from);
                let is_right = known.is_none_or(|known| known == numbers[1]);
                ensure!(is_right, "{}: the length is not {known:?}: {numbers:?}", what());
                let numbers = numbers.map(|number| number.to_string()).join(",");
                writeln!(out, "\"{name}\",\"{}\",{numbers}", instance.id)?;
            }
        }
    }
    Ok(())
}
