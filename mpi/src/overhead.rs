//! What the ranks of a run did with their time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use optile_ranks::Traffic;
use optile_results::quantity::grouped;
use serde::{Deserialize, Serialize};

/// What one rank did in one search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RankTime {
    /// The strategy's name with options.
    strategy: String,
    /// Nanoseconds of the whole search on this rank.
    pub(crate) search_ns: u64,
    /// Those in which the rank sent messages and took in those that had arrived.
    sending_ns: u64,
    /// Those in which it waited for messages and did nothing else.
    waiting_ns: u64,
    /// Nodes in the messages that it sent.
    sent_nodes: u64,
    /// The number of these messages.
    messages: u64,
}

/// What all ranks did in the searches so far. Strategies add it, and a command takes it.
pub(crate) type Overheads = Arc<Mutex<Vec<RankTime>>>;

/// What a rank did in a search.
pub(crate) fn rank_time(strategy: &str, time: Duration, traffic: Traffic) -> RankTime {
    let nanoseconds = |time: Duration| time.as_nanos() as u64;
    RankTime {
        strategy: strategy.to_owned(),
        search_ns: nanoseconds(time),
        sending_ns: nanoseconds(traffic.sending),
        waiting_ns: nanoseconds(traffic.waiting),
        sent_nodes: traffic.nodes,
        messages: traffic.messages,
    }
}

/// Sums over ranks and searches.
#[derive(Default)]
struct RankSums {
    search_ns: u128,
    sending_ns: u128,
    waiting_ns: u128,
    sent_nodes: u128,
    messages: u128,
}

impl RankSums {
    fn of<'a>(lines: impl IntoIterator<Item = &'a RankTime>) -> Self {
        lines.into_iter().fold(Self::default(), |sums, line| Self {
            search_ns: sums.search_ns + u128::from(line.search_ns),
            sending_ns: sums.sending_ns + u128::from(line.sending_ns),
            waiting_ns: sums.waiting_ns + u128::from(line.waiting_ns),
            sent_nodes: sums.sent_nodes + u128::from(line.sent_nodes),
            messages: sums.messages + u128::from(line.messages),
        })
    }

    /// The shares of the time in per cent: searching, which is the rest of the time, sending,
    /// and waiting. `None` if there was no time.
    fn percent(&self) -> Option<[f64; 3]> {
        let Self { search_ns, sending_ns, waiting_ns, .. } = *self;
        let searching = search_ns.saturating_sub(sending_ns).saturating_sub(waiting_ns);
        let share = |part: u128| 100.0 * part as f64 / search_ns as f64;
        (search_ns > 0).then(|| [searching, sending_ns, waiting_ns].map(share))
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
            search_ns: 100,
            sending_ns: 10,
            waiting_ns,
            sent_nodes: 7,
            messages: 1,
        };
        let has_advice =
            |lines: &[RankTime]| sentence(lines).unwrap().contains("exchange=anytime may be");
        assert!(has_advice(&[line("hda-mpi:manhattan,ranks=4", 60)]));
        assert!(!has_advice(&[line("hda-mpi:manhattan,ranks=4", 20)]));
        assert!(!has_advice(&[line("hda-mpi:manhattan,exchange=anytime,ranks=4", 60)]));
        assert_eq!(sentence(&[]), None);
    }

    #[test]
    fn shares_are_parts_of_the_whole() {
        let line = |search_ns: u64, [sending_ns, waiting_ns]: [u64; 2]| RankTime {
            strategy: "idastar-mpi:manhattan,ranks=2".into(),
            search_ns,
            sending_ns,
            waiting_ns,
            sent_nodes: 5,
            messages: 2,
        };
        assert_eq!(RankSums::of(&[]).percent(), None);
        let sums = RankSums::of(&[line(10, [1, 2]), line(10, [3, 4])]);
        assert_eq!(sums.percent(), Some([50.0, 20.0, 30.0]));
        assert_eq!((sums.sent_nodes, sums.messages), (10, 4));
        let most = vec![line(u64::MAX, [u64::MAX / 3; 2]); 9];
        let shares = RankSums::of(&most).percent().unwrap();
        assert!((shares.iter().sum::<f64>() - 100.0).abs() < 1e-9, "{shares:?}");
    }
}
