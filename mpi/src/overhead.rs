//! What the ranks of a run did with their time.

use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use optile_core::Problem;
use optile_ranks::{Communicator, Traffic};

/// The name of the file in a result folder.
pub(crate) const FILE: &str = "ranks.csv";

/// One rank's part of a run, in nanoseconds, messages and bytes: time of the whole search,
/// of sending, of waiting, nodes, messages, bytes.
const COUNTS: usize = 6;

/// By rank: its part of a run.
pub(crate) struct Overheads(Vec<[u64; COUNTS]>);

/// The lines of the file. Only the first rank writes them, on the thread that makes its runs.
static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

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
        for (rank, [time, sending, waiting, nodes, messages, bytes]) in self.0.iter().enumerate() {
            lines().push(format!(
                "\"{strategy}\",{start},{rank},{time},{sending},{waiting},{nodes},{messages},{bytes}"
            ));
        }
    }
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
