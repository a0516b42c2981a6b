//! What the ranks of a run did with their time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use optile_core::Problem;
use optile_ranks::Traffic;
use optile_results::quantity::grouped;
use optile_results::rank_time::{RankSums, RankTime};

/// What all ranks did in the searches so far. Strategies add it, and a command takes it.
pub(crate) type Overheads = Arc<Mutex<Vec<RankTime>>>;

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

/// The share of waiting in per cent from which a user is told what to do about it.
const MUCH: f64 = 50.0;

/// What all ranks did with their time. `None` if there was no run, or only one rank.
pub(crate) fn sentence(lines: &[RankTime]) -> Option<String> {
    let sums = RankSums::of(lines);
    let [searching, sending, waiting] = sums.percent().filter(|_| sums.messages > 0)?;
    let is_in_steps = |line: &&RankTime| {
        line.strategy.starts_with("hda-mpi:") && !line.strategy.contains("exchange=anytime")
    };
    let in_steps = RankSums::of(lines.iter().filter(is_in_steps)).percent();
    let advice = match in_steps {
        Some([_, _, waiting]) if waiting >= MUCH => format!(
            " In steps, they waited for {waiting:.0} % of the time: each step waits for the \
             slowest rank, which another program may delay. exchange=anytime may be faster."
        ),
        _ => String::new(),
    };
    Some(format!(
        "Of the time of all ranks, {searching:.0} % was searching, {sending:.0} % sending, and \
         {waiting:.0} % waiting for other ranks. They sent each other {} nodes in {} messages.\
         {advice}",
        grouped(&sums.sent_nodes.to_string()),
        grouped(&sums.messages.to_string()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_that_wait_much_in_steps_are_told_what_to_do() {
        let line = |strategy: &str, waiting_ns| RankTime {
            strategy: strategy.into(),
            start: String::new(),
            rank: 0,
            search_ns: 100,
            sending_ns: 10,
            waiting_ns,
            sent_nodes: 7,
            messages: 1,
            sent_bytes: 8,
        };
        let has_advice =
            |lines: &[RankTime]| sentence(lines).unwrap().contains("exchange=anytime may be");
        assert!(has_advice(&[line("hda-mpi:manhattan,ranks=4", 60)]));
        assert!(!has_advice(&[line("hda-mpi:manhattan,ranks=4", 20)]));
        assert!(!has_advice(&[line("hda-mpi:manhattan,exchange=anytime,ranks=4", 60)]));
        assert_eq!(sentence(&[]), None);
    }
}
