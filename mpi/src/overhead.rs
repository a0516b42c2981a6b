//! What the ranks of a run did with their time.

use std::time::Duration;

use optile_ranks::Traffic;
use optile_results::text::quantity::counted;
use serde::{Deserialize, Serialize};

/// What one rank did in one search, or a sum over ranks and searches.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct RankTime {
    /// The whole search.
    pub(crate) time: Duration,
    pub(crate) traffic: Traffic,
}

impl RankTime {
    fn plus(self, more: Self) -> Self {
        Self { time: self.time + more.time, traffic: self.traffic.plus(more.traffic) }
    }

    /// The shares of the time in per cent: searching, which is the rest of the time, sending,
    /// and waiting. `None` if there was no time.
    fn percent(self) -> Option<[f64; 3]> {
        let Traffic { sending, waiting, .. } = self.traffic;
        let searching = self.time.saturating_sub(sending).saturating_sub(waiting);
        let share = |part: Duration| 100.0 * part.as_nanos() as f64 / self.time.as_nanos() as f64;
        (!self.time.is_zero()).then(|| [searching, sending, waiting].map(share))
    }
}

/// The share of waiting in per cent from which a user is told what to do about it.
const MUCH: f64 = 50.0;

/// What all ranks did in the searches so far.
#[derive(Default)]
pub(crate) struct Overhead {
    all: RankTime,
    /// In those of HDA* in steps.
    in_steps: RankTime,
}

impl Overhead {
    /// Adds what ranks did in a search.
    pub(crate) fn add(&mut self, strategy: &str, times: impl IntoIterator<Item = RankTime>) {
        let sum = times.into_iter().fold(RankTime::default(), RankTime::plus);
        self.all = self.all.plus(sum);
        if strategy.starts_with("hda-mpi:") && !strategy.contains("exchange=anytime") {
            self.in_steps = self.in_steps.plus(sum);
        }
    }

    /// What all ranks did with their time. `None` if there was no run, or only one rank.
    pub(crate) fn sentence(&self) -> Option<String> {
        let Traffic { messages, nodes, .. } = self.all.traffic;
        let [searching, sending, waiting] = self.all.percent().filter(|_| messages > 0)?;
        let advice = match self.in_steps.percent() {
            Some([_, _, waiting]) if waiting >= MUCH => format!(
                " In steps, they waited for {waiting:.0} % of the time: each step waits for the \
                 slowest rank, which another program may delay. exchange=anytime may be faster."
            ),
            _ => String::new(),
        };
        Some(format!(
            "Of the time of all ranks, {searching:.0} % was searching, {sending:.0} % sending, \
             and {waiting:.0} % waiting for other ranks. They sent each other {} in {}.{advice}",
            counted(nodes, "node"),
            counted(messages, "message"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank_time(time: u64, [sending, waiting]: [u64; 2]) -> RankTime {
        let [time, sending, waiting] = [time, sending, waiting].map(Duration::from_nanos);
        let traffic = Traffic { messages: 2, bytes: 80, nodes: 5, sending, waiting };
        RankTime { time, traffic }
    }

    #[test]
    fn ranks_that_wait_much_in_steps_are_told_what_to_do() {
        let has_advice = |strategy: &str, waiting| {
            let mut overhead = Overhead::default();
            overhead.add(strategy, [rank_time(100, [10, waiting])]);
            overhead.sentence().unwrap().contains("exchange=anytime may be")
        };
        assert!(has_advice("hda-mpi:manhattan,ranks=4", 60));
        assert!(!has_advice("hda-mpi:manhattan,ranks=4", 20));
        assert!(!has_advice("hda-mpi:manhattan,exchange=anytime,ranks=4", 60));
        assert_eq!(Overhead::default().sentence(), None);
    }

    #[test]
    fn shares_are_parts_of_the_whole() {
        assert_eq!(RankTime::default().percent(), None);
        let mut overhead = Overhead::default();
        overhead.add("idastar-mpi:manhattan", [rank_time(10, [1, 2]), rank_time(10, [3, 4])]);
        assert_eq!(overhead.all.percent(), Some([50.0, 20.0, 30.0]));
        assert_eq!((overhead.all.traffic.nodes, overhead.all.traffic.messages), (10, 4));
        assert!(overhead.in_steps.percent().is_none());
    }
}
