//! The results of simulations.

use std::path::Path;

use anyhow::{Context, Result};
use optile_ranks::Network;
use optile_results::rank_time::RankSums;
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
    pub(super) machines: Network,
    pub(super) runs: Vec<Run>,
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
    /// Sums over the ranks.
    pub(super) times: RankSums,
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
        let mut table = csv::Writer::from_writer(Vec::new());
        let optional = |value: Option<String>| value.unwrap_or_default();
        let columns: [Column<'_>; 14] = [
            ("instance", &|run| cell(&run.instance).into_owned()),
            ("strategy", &|run| cell(&run.strategy).into_owned()),
            ("ranks", &|run| run.ranks.to_string()),
            ("status", &|run| run.status.clone()),
            ("length", &|run| optional(run.length.map(|length| length.to_string()))),
            ("expanded", &|run| run.expanded.to_string()),
            ("time_ns", &|run| run.time_ns.to_string()),
            ("speed_up", &|run| optional(self.speed_up(run).map(|ratio| ratio.to_string()))),
            ("search_ns", &|run| run.times.search_ns.to_string()),
            ("sending_ns", &|run| run.times.sending_ns.to_string()),
            ("waiting_ns", &|run| run.times.waiting_ns.to_string()),
            ("sent_nodes", &|run| run.times.sent_nodes.to_string()),
            ("messages", &|run| run.times.messages.to_string()),
            ("sent_bytes", &|run| run.times.sent_bytes.to_string()),
        ];
        table.write_record(columns.map(|(name, _)| name))?;
        for run in &self.runs {
            table.write_record(columns.map(|(_, value)| value(run)))?;
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
        let percent = |percent: f64| format!("{percent:.0} %");
        let share = |run: &Run, place: usize| {
            // Without any time, there was nothing to wait for.
            percent(run.times.percent().unwrap_or([100.0, 0.0, 0.0])[place])
        };
        let speed_up = |run: &Run, text: &dyn Fn(f64) -> String| {
            self.speed_up(run).map_or_else(|| "–".to_owned(), text)
        };
        let columns: [Column<'_>; 10] = [
            ("strategy", &|run| run.strategy.clone()),
            ("instance", &|run| run.instance.clone()),
            ("ranks", &|run| run.ranks.to_string()),
            ("time", &|run| match run.length {
                Some(_) => Unit::Nanoseconds.text(run.time_ns as f64),
                None => run.status.clone(),
            }),
            ("speed-up", &|run| speed_up(run, &|ratio| format!("{ratio:.1}"))),
            ("efficiency", &|run| {
                speed_up(run, &|ratio| percent(100.0 * ratio / run.ranks as f64))
            }),
            ("expanded", &|run| Unit::Count.text(run.expanded as f64)),
            ("searching", &|run| share(run, 0)),
            ("sending", &|run| share(run, 1)),
            ("waiting", &|run| share(run, 2)),
        ];
        let row = |run: &Run| columns.map(|(_, value)| value(run)).to_vec();
        let rows = self.runs.iter().map(row).collect();
        table(&columns.map(|(heading, _)| heading), rows, 2.., width())
    }
}

/// The heading of a column, and its value for a run.
type Column<'a> = (&'static str, &'a dyn Fn(&Run) -> String);
