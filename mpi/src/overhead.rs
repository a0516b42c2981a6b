//! What the ranks of a run did with their time.

use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use optile_core::Problem;
use optile_ranks::{Communicator, Traffic};
use optile_results::quantity::grouped;

/// The name of the file in a result folder.
pub(crate) const FILE: &str = "ranks.csv";

/// One rank's part of a run, in nanoseconds, messages and bytes: time of the whole search,
/// of sending, of waiting, nodes, messages, bytes.
const COUNTS: usize = 6;

/// By rank: its part of a run.
pub(crate) struct Overheads(Vec<[u64; COUNTS]>);

/// The lines of the file. Only the first rank writes them, on the thread that makes its runs.
static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The sums of [`Overheads`] over all ranks and runs.
static SUMS: Mutex<[u64; COUNTS]> = Mutex::new([0; COUNTS]);

fn sums() -> MutexGuard<'static, [u64; COUNTS]> {
    SUMS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lines() -> MutexGuard<'static, Vec<String>> {
    LINES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Overheads {
    /// Tells all ranks what all did. Collective.
    pub(crate) fn gather(ranks: &mut Communicator, before: Traffic, time: Duration) -> Self {
        let Traffic { messages, bytes, nodes, sending, waiting } = ranks.traffic().since(before);
        let nanoseconds = |time: Duration| time.as_nanos() as u64;
        let own =
            [nanoseconds(time), nanoseconds(sending), nanoseconds(waiting), nodes, messages, bytes];
        let all = ranks.share(&own).unwrap_or_else(|gone| panic!("{gone}"));
        Self(all.iter().map(|words| std::array::from_fn(|place| words[place])).collect())
    }

    /// Keeps them for the file.
    pub(crate) fn keep(&self, strategy: &str, problem: &Problem) {
        let start = problem.start();
        for (rank, counts) in self.0.iter().enumerate() {
            let numbers = counts.map(|count| count.to_string()).join(",");
            lines().push(format!("\"{strategy}\",{start},{rank},{numbers}"));
            sums().iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
}

/// What all ranks did with their time in all runs of this process, in one sentence. `None` if
/// there was no run, or only one rank.
pub(crate) fn sentence() -> Option<String> {
    let sums = *sums();
    let [time, sending, waiting, ..] = sums;
    if time == 0 || sums[4] == 0 {
        return None;
    }
    let share = |part: u64| 100.0 * part as f64 / time as f64;
    Some(format!(
        "Of the time of all ranks, {:.0} % was searching, {:.0} % sending, and {:.0} % waiting for \
         other ranks. They sent each other {} nodes in {} messages.",
        share(time - sending - waiting),
        share(sending),
        share(waiting),
        grouped(&sums[3].to_string()),
        grouped(&sums[4].to_string()),
    ))
}

/// Appends what was kept to the file in a result folder.
pub(crate) fn write(folder: &Path) -> Result<()> {
    const HEADER: &str =
        "strategy,start,rank,search_ns,sending_ns,waiting_ns,sent_nodes,messages,sent_bytes";
    let path = folder.join(FILE);
    let in_file = || format!("cannot write {}", path.display());
    let is_new = !path.exists();
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
    let mut file = file.with_context(in_file)?;
    let lines = std::mem::take(&mut *lines());
    let head = is_new.then(|| HEADER.to_owned());
    for line in head.iter().chain(&lines) {
        writeln!(file, "{line}").with_context(in_file)?;
    }
    Ok(())
}
