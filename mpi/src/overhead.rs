//! What the ranks of a run did with their time.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use optile_core::Problem;
use optile_ranks::{Communicator, Traffic};
use optile_results::quantity::grouped;
use optile_results::rank_time::{RankSums, RankTime};

/// Time of the whole search, of sending and of waiting in nanoseconds, nodes, messages and
/// bytes.
const COUNTS: usize = 6;

/// By rank: its part of a run.
pub(crate) struct Overheads(Vec<[u64; COUNTS]>);

/// The lines of all runs. Only the first rank keeps them, on the thread that makes its runs.
static LINES: Mutex<Vec<RankTime>> = Mutex::new(Vec::new());

fn lines() -> MutexGuard<'static, Vec<RankTime>> {
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
        let start = problem.start().to_string();
        let line = |(rank, counts): (u32, &[u64; COUNTS])| {
            let [search_ns, sending_ns, waiting_ns, sent_nodes, messages, sent_bytes] = *counts;
            RankTime {
                strategy: strategy.to_owned(),
                start: start.clone(),
                rank,
                search_ns,
                sending_ns,
                waiting_ns,
                sent_nodes,
                messages,
                sent_bytes,
            }
        };
        lines().extend((0..).zip(&self.0).map(line));
    }
}

/// Takes what was kept.
pub(crate) fn take() -> Vec<RankTime> {
    mem::take(&mut *lines())
}

/// What all ranks did with their time, in one sentence. `None` if there was no run, or only
/// one rank.
pub(crate) fn sentence(lines: &[RankTime]) -> Option<String> {
    let sums = RankSums::of(lines);
    let [searching, sending, waiting] = sums.percent().filter(|_| sums.messages > 0)?;
    Some(format!(
        "Of the time of all ranks, {searching:.0} % was searching, {sending:.0} % sending, and \
         {waiting:.0} % waiting for other ranks. They sent each other {} nodes in {} messages.",
        grouped(&sums.sent_nodes.to_string()),
        grouped(&sums.messages.to_string()),
    ))
}
