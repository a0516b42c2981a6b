//! The results of simulations.

use std::iter::Sum;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use optile_ranks::{Network, Traffic};
use optile_results::record::Origin;
use optile_results::spreadsheet::cell;
use optile_results::terminal::{table, width};
use optile_results::unit::Unit;
use serde::{Deserialize, Serialize};

use super::replace;

/// The names of the files in a result folder.
const FILE: &str = "simulation.json";
const TABLE: &str = "simulation.csv";

/// Everything that was simulated, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) origin: Origin,
    pub(super) machines: Machines,
    pub(super) runs: Vec<Run>,
}

/// Simulated machines and their network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Machines {
    pub(super) nodes_per_second: u64,
    pub(super) latency_ns: u64,
    pub(super) overhead_ns: u64,
    pub(super) overhead_ns_per_byte: f64,
    pub(super) gigabits_per_second: f64,
}

impl From<Machines> for Network {
    fn from(machines: Machines) -> Self {
        Self {
            latency: Duration::from_nanos(machines.latency_ns),
            overhead: Duration::from_nanos(machines.overhead_ns),
            overhead_per_byte: machines.overhead_ns_per_byte,
            bytes_per_second: machines.gigabits_per_second * 1e9 / 8.0,
            nodes_per_second: machines.nodes_per_second as f64,
        }
    }
}

/// One simulated search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) instance: String,
    /// Without the number of ranks.
    pub(super) strategy: String,
    pub(super) ranks: usize,
    pub(super) status: String,
    pub(super) length: Option<u32>,
    pub(super) expanded: u64,
    /// From the beginning to the end of the search.
    pub(super) time_ns: u64,
    pub(super) times: Times,
}

/// What ranks did, as sums over them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Times {
    /// The whole time.
    search_ns: u64,
    sending_ns: u64,
    waiting_ns: u64,
    sent_nodes: u64,
    messages: u64,
    sent_bytes: u64,
}

impl Times {
    pub(super) fn of(time: Duration, traffic: Traffic) -> Self {
        let nanoseconds = |time: Duration| time.as_nanos() as u64;
        Self {
            search_ns: nanoseconds(time),
            sending_ns: nanoseconds(traffic.sending),
            waiting_ns: nanoseconds(traffic.waiting),
            sent_nodes: traffic.nodes,
            messages: traffic.messages,
            sent_bytes: traffic.bytes,
        }
    }

    /// The shares of expanding, of sending and of waiting.
    fn shares(self) -> [f64; 3] {
        let whole = self.search_ns.max(1) as f64;
        let [sending, waiting] = [self.sending_ns, self.waiting_ns].map(|ns| ns as f64 / whole);
        [1.0 - sending - waiting, sending, waiting]
    }
}

impl Sum for Times {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            search_ns: sum.search_ns + one.search_ns,
            sending_ns: sum.sending_ns + one.sending_ns,
            waiting_ns: sum.waiting_ns + one.waiting_ns,
            sent_nodes: sum.sent_nodes + one.sent_nodes,
            messages: sum.messages + one.messages,
            sent_bytes: sum.sent_bytes + one.sent_bytes,
        })
    }
}

impl Record {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let file = folder.join(FILE);
        let name = file.display();
        let bytes = optile_results::disk::read(&file)
            .with_context(|| format!("{name}: expected results of `optile-mpi simulate`"))?;
        serde_json::from_slice(&bytes)
            .with_context(|| format!("{name}: expected what `optile-mpi simulate` writes"))
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self).context("cannot write the results")?;
        text.push('\n');
        replace(folder, FILE, text.as_bytes())?;
        replace(folder, TABLE, self.csv()?.as_bytes())
    }

    fn csv(&self) -> Result<String> {
        const COLUMNS: [&str; 14] = [
            "instance",
            "strategy",
            "ranks",
            "status",
            "length",
            "expanded",
            "time_ns",
            "speed_up",
            "search_ns",
            "sending_ns",
            "waiting_ns",
            "sent_nodes",
            "messages",
            "sent_bytes",
        ];
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(COLUMNS)?;
        for run in &self.runs {
            let optional = |value: Option<String>| value.unwrap_or_default();
            let times = run.times;
            table.write_record([
                cell(&run.instance).into_owned(),
                cell(&run.strategy).into_owned(),
                run.ranks.to_string(),
                run.status.clone(),
                optional(run.length.map(|length| length.to_string())),
                run.expanded.to_string(),
                run.time_ns.to_string(),
                optional(self.speed_up(run).map(|speed_up| speed_up.to_string())),
                times.search_ns.to_string(),
                times.sending_ns.to_string(),
                times.waiting_ns.to_string(),
                times.sent_nodes.to_string(),
                times.messages.to_string(),
                times.sent_bytes.to_string(),
            ])?;
        }
        Ok(String::from_utf8(table.into_inner()?)?)
    }

    /// How many times as fast as on one rank. `None` if one of the two was not solved.
    pub(super) fn speed_up(&self, run: &Run) -> Option<f64> {
        let is_alone = |other: &&Run| {
            other.ranks == 1 && other.instance == run.instance && other.strategy == run.strategy
        };
        let alone = self.runs.iter().find(is_alone)?;
        (run.length.is_some() && alone.length.is_some())
            .then(|| alone.time_ns as f64 / run.time_ns.max(1) as f64)
    }

    /// What people read.
    pub(super) fn table(&self) -> String {
        const HEADINGS: [&str; 10] = [
            "strategy",
            "instance",
            "ranks",
            "time",
            "speed-up",
            "efficiency",
            "expanded",
            "searching",
            "sending",
            "waiting",
        ];
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let row = |run: &Run| {
            let speed_up = self.speed_up(run);
            let [searching, sending, waiting] = run.times.shares().map(percent);
            vec![
                run.strategy.clone(),
                run.instance.clone(),
                run.ranks.to_string(),
                match run.length {
                    Some(_) => Unit::Nanoseconds.text(run.time_ns as f64),
                    None => run.status.clone(),
                },
                speed_up.map_or("–".into(), |speed_up| format!("{speed_up:.1}")),
                speed_up.map_or("–".into(), |speed_up| percent(speed_up / run.ranks as f64)),
                Unit::Count.text(run.expanded as f64),
                searching,
                sending,
                waiting,
            ]
        };
        table(&HEADINGS, self.runs.iter().map(row).collect(), 2.., width())
    }
}
