//! What the ranks of a run did with their time.

use std::time::Duration;

use anyhow::Result;
use optile_core::Problem;
use optile_ranks::Traffic;
use optile_results::folder::Folder;
use optile_results::quantity::grouped;
use optile_results::rank_time::{RankSums, RankTime};

/// What a rank did in a search.
pub(crate) fn rank_time(
    strategy: &str,
    problem: &Problem,
    rank: usize,
    time: Duration,
    traffic: Traffic,
) -> RankTime {
    let nanoseconds = |time: Duration| time.as_nanos() as u64;
    RankTime {
        strategy: strategy.to_owned(),
        start: problem.start().to_string(),
        rank: rank as u32,
        search_ns: nanoseconds(time),
        sending_ns: nanoseconds(traffic.sending),
        waiting_ns: nanoseconds(traffic.waiting),
        sent_nodes: traffic.nodes,
        messages: traffic.messages,
        sent_bytes: traffic.bytes,
    }
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

/// Adds lines to those of the folder.
pub(crate) fn add(folder: &Folder, lines: &[RankTime]) -> Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut all = folder.ranks()?;
    all.extend_from_slice(lines);
    folder.write_ranks(&all)
}
