//! `optile-mpi explore --plan`: what an exploration would take.

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use optile_core::{Size, reachable};
use optile_instances::depth_counts;
use optile_results::markdown;
use optile_results::quantity::{grouped, parse_bytes, parse_duration};
use optile_results::unit::Unit;
use optile_retrograde::{Forecast, Partition, WordPlace};
use serde::Serialize;

use super::model::{self, Activity, Rates, Times};
use crate::launch::expect_one_process;

#[derive(Debug, Args)]
pub(super) struct PlanArguments {
    /// Explore nothing, and print what an exploration would take
    #[arg(long)]
    plan: bool,
    /// With --plan: numbers of ranks, such as 8,64,512
    #[arg(
        long,
        value_name = "N,...",
        requires = "plan",
        value_delimiter = ',',
        default_value = "1",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    ranks: Vec<u32>,
    /// With --plan: memory of a rank, such as 256GB. Also prints how many ranks it takes
    #[arg(long, value_name = "SIZE", requires = "plan", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// With --plan: gigabits that a rank sends per second [default: measured between threads]
    #[arg(long, value_name = "GBIT", requires = "plan", value_parser = rate)]
    network: Option<f64>,
    /// With --plan: time from the sending of a message's last byte to its arrival
    #[arg(
        long,
        value_name = "T",
        requires = "plan",
        default_value = "2us",
        value_parser = parse_duration
    )]
    latency: Duration,
    /// With --plan: processor time of a rank to send a message, and to take one
    #[arg(
        long,
        value_name = "T",
        requires = "plan",
        default_value = "500ns",
        value_parser = parse_duration
    )]
    overhead: Duration,
    /// With --plan: millions of words that a thread builds per second [default: measured]
    #[arg(long, value_name = "RATE", requires = "plan", value_parser = rate)]
    words: Option<f64>,
    /// With --plan: the greatest distance [default: the published one, or an estimate]
    #[arg(long, value_name = "N", requires = "plan", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    distance: Option<u32>,
    /// With --plan: all ranks are on this machine, and share its cores
    #[arg(long, requires = "plan")]
    one_machine: bool,
}

fn rate(text: &str) -> Result<f64> {
    let rate: f64 = text.parse().context("expected a number such as 25")?;
    ensure!(rate.is_finite() && rate > 0.0, "expected a number greater than 0");
    Ok(rate)
}

/// What an exploration on some number of ranks takes.
#[derive(Debug, Serialize)]
struct RanksPlan {
    ranks: usize,
    /// Of the rank with the most parts, at most.
    rank_bytes: u64,
    /// That all ranks send to build a layer.
    layer_bytes: u64,
    /// That all ranks send in all layers.
    total_bytes: u128,
    total_messages: u64,
    computing_seconds: f64,
    network_seconds: f64,
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Plan {
    size: String,
    goal_blank: usize,
    states: u128,
    radius: usize,
    threads: usize,
    words_per_second: f64,
    network_bytes_per_second: f64,
    estimates: Vec<RanksPlan>,
    /// The fewest ranks whose memory suffices, if a memory was given.
    least_ranks: Option<usize>,
}

/// The heading of a column, and its value.
type Column<'a> = (&'static str, &'a dyn Fn(&RanksPlan) -> String);

impl PlanArguments {
    pub(super) fn is_asked(&self) -> bool {
        self.plan
    }

    /// Prints the plan.
    pub(super) fn print(
        &self,
        size: Size,
        goal_blank: usize,
        threads: usize,
        json: bool,
    ) -> Result<ExitCode> {
        expect_one_process("--plan")?;
        let plan = self.plan(size, goal_blank, threads)?;
        let mut out = io::stdout().lock();
        if json {
            serde_json::to_writer(&mut out, &plan)?;
            writeln!(out)?;
        } else {
            self.write(&plan, &mut out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self, size: Size, goal_blank: usize, threads: usize) -> Result<Plan> {
        let sides = [size.width(), size.height()];
        // Before anything is measured.
        for &ranks in &self.ranks {
            Partition::new(sides, ranks as usize)?;
        }
        let radius = match (self.distance, depth_counts::radius(size, goal_blank)) {
            (Some(distance), _) => distance as usize,
            (None, Some(radius)) => radius,
            (None, None) => anyhow::bail!(
                "the greatest distance of {size} to this goal is not known: give one by --distance"
            ),
        };
        let activity = Activity::new(size, goal_blank, radius)?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let rates = Rates {
            words: match self.words {
                Some(millions) => millions * 1e6,
                None => model::words_per_second(size)?,
            },
            network: match self.network {
                Some(gigabits) => gigabits * 1e9 / 8.0,
                None => model::bytes_per_second()?,
            },
            latency: self.latency,
            overhead: self.overhead,
            shared_cores: self.one_machine.then_some(cores),
        };
        let estimate = |&ranks: &u32| -> Result<RanksPlan> {
            let ranks = ranks as usize;
            let forecast = Forecast::new(sides, goal_blank, ranks)?;
            let Times { computing, network } =
                model::times(size, &forecast, threads, &activity, rates);
            Ok(RanksPlan {
                ranks,
                rank_bytes: Forecast::rank_bytes(sides, ranks, threads, WordPlace::Memory)? as u64,
                layer_bytes: forecast.layer_bytes(1).iter().sum(),
                total_bytes: forecast.total_bytes(radius),
                total_messages: forecast.total_messages(radius),
                computing_seconds: computing,
                network_seconds: network,
            })
        };
        Ok(Plan {
            size: size.to_string(),
            goal_blank,
            states: reachable(size),
            radius,
            threads,
            words_per_second: rates.words,
            network_bytes_per_second: rates.network,
            estimates: self.ranks.iter().map(estimate).collect::<Result<_>>()?,
            least_ranks: self
                .memory
                .map(|memory| least_ranks(sides, threads, memory))
                .transpose()?,
        })
    }

    fn write(&self, plan: &Plan, out: &mut impl Write) -> Result<()> {
        let bytes = |bytes: f64| Unit::Bytes.text(bytes);
        let time = |seconds: f64| Unit::Nanoseconds.text(seconds * 1e9);
        let source = |is_given| if is_given { "given" } else { "measured on this machine" };
        writeln!(
            out,
            "{}: {} states, the farthest {} moves from the goal, whose blank is at cell {}.\n\
             A thread builds {} words of a layer per second ({}).\n\
             A rank sends {} per second ({}). A message takes {} to arrive, and each of its two \
             ranks {}.\n",
            plan.size,
            grouped(&plan.states.to_string()),
            plan.radius,
            plan.goal_blank,
            Unit::Count.text(plan.words_per_second),
            source(self.words.is_some()),
            bytes(plan.network_bytes_per_second),
            source(self.network.is_some()),
            time(self.latency.as_secs_f64()),
            time(self.overhead.as_secs_f64()),
        )?;
        let columns: [Column<'_>; 9] = [
            ("ranks", &|of| grouped(&of.ranks.to_string())),
            ("threads of each", &|_| grouped(&plan.threads.to_string())),
            ("memory of each", &|of| bytes(of.rank_bytes as f64)),
            ("sent in a layer", &|of| bytes(of.layer_bytes as f64)),
            ("sent in all", &|of| bytes(of.total_bytes as f64)),
            ("messages", &|of| Unit::Count.text(of.total_messages as f64)),
            ("computing", &|of| time(of.computing_seconds)),
            ("network", &|of| time(of.network_seconds)),
            ("together", &|of| time(of.computing_seconds + of.network_seconds)),
        ];
        let rows = plan.estimates.iter().map(|of| columns.map(|(_, value)| value(of)).to_vec());
        let headings = columns.map(|(heading, _)| heading);
        write!(out, "{}", markdown::table(&headings, rows.collect::<Vec<_>>(), ..))?;
        if let (Some(memory), Some(ranks)) = (self.memory, plan.least_ranks) {
            let (memory, ranks) = (bytes(memory as f64), grouped(&ranks.to_string()));
            writeln!(out, "\nWith {memory} of memory for each rank, it takes {ranks} ranks.")?;
        }
        Ok(())
    }
}

/// The fewest ranks that fit into `memory` bytes each.
fn least_ranks(sides: [usize; 2], threads: usize, memory: u64) -> Result<usize> {
    let words = Partition::new(sides, 1)?.words() as u128;
    let all = 8 * words * (sides[0] * sides[1]) as u128;
    // Fewer cannot hold the states alone.
    let mut ranks = (all / u128::from(memory.max(1))).max(1) as usize;
    loop {
        let bytes = Forecast::rank_bytes(sides, ranks, threads, WordPlace::Memory)
            .with_context(|| format!("{} do not suffice", Unit::Bytes.text(memory as f64)))?;
        if bytes <= u128::from(memory) {
            return Ok(ranks);
        }
        ranks += 1;
    }
}
