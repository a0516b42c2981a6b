//! What the ranks of a search did with their time: the lines of `ranks.csv`.

use serde::{Deserialize, Serialize};

/// One line of `ranks.csv`: what one rank did in one run. Lines of warm-up runs and of runs
/// without a row are there too. The lines of a run follow each other, from rank 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RankTime {
    /// The strategy's name with options.
    pub strategy: String,
    /// The start of the search, as a word or as numbers.
    pub start: String,
    /// The rank, from 0.
    pub rank: u32,
    /// Nanoseconds of the whole search on this rank.
    pub search_ns: u64,
    /// Those in which the rank sent messages and took in those that had arrived.
    pub sending_ns: u64,
    /// Those in which it waited for messages and did nothing else.
    pub waiting_ns: u64,
    /// Nodes in the messages that it sent.
    pub sent_nodes: u64,
    /// The number of these messages.
    pub messages: u64,
    /// Their bytes, without those that the network adds.
    pub sent_bytes: u64,
}

impl RankTime {
    /// What is wrong with the line after the one before it, for messages. `None` if it can be
    /// true.
    pub(crate) fn fault(&self, before: Option<&Self>) -> Option<String> {
        let Self { rank, search_ns, sending_ns, waiting_ns, .. } = self;
        let parts = u128::from(*sending_ns) + u128::from(*waiting_ns);
        if parts > u128::from(*search_ns) {
            return Some(format!(
                "sending_ns {sending_ns} and waiting_ns {waiting_ns} are more than search_ns \
                 {search_ns}; expected them to be parts of it"
            ));
        }
        let run = |line: &Self| (line.strategy.clone(), line.start.clone());
        let follows =
            |before: &Self| before.rank.checked_add(1) == Some(*rank) && run(before) == run(self);
        (*rank > 0 && !before.is_some_and(follows))
            .then(|| format!("rank {rank} does not follow rank {} of the same run", rank - 1))
    }
}

/// The lines of each run.
pub fn runs(lines: &[RankTime]) -> impl Iterator<Item = &[RankTime]> {
    lines.chunk_by(|_, next| next.rank > 0)
}

/// The runs of several files, sorted. A run that two files have counts once. If a file has
/// equal runs, all of them stay.
pub(crate) fn union<'a>(files: impl Iterator<Item = &'a [RankTime]>) -> Vec<RankTime> {
    // With each run, how often it was before in the same file.
    let mut all: Vec<(&[RankTime], usize)> = Vec::new();
    for file in files {
        let before = all.len();
        all.extend(runs(file).map(|run| (run, 0)));
        let own = &mut all[before..];
        own.sort_unstable();
        for place in 1..own.len() {
            if own[place].0 == own[place - 1].0 {
                own[place].1 = own[place - 1].1 + 1;
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all.into_iter().flat_map(|(run, _)| run).cloned().collect()
}

/// Sums over lines of `ranks.csv`. They are wide enough for any file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankSums {
    /// The time of the searches, in nanoseconds.
    pub search_ns: u128,
    /// The time of sending messages and taking in those that had arrived.
    pub sending_ns: u128,
    /// The time of waiting for messages.
    pub waiting_ns: u128,
    /// Nodes in messages.
    pub sent_nodes: u128,
    /// Messages.
    pub messages: u128,
    /// Bytes in messages.
    pub sent_bytes: u128,
}

impl RankSums {
    /// The sums over these lines.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a RankTime>) -> Self {
        lines.into_iter().fold(Self::default(), |sums, line| Self {
            search_ns: sums.search_ns + u128::from(line.search_ns),
            sending_ns: sums.sending_ns + u128::from(line.sending_ns),
            waiting_ns: sums.waiting_ns + u128::from(line.waiting_ns),
            sent_nodes: sums.sent_nodes + u128::from(line.sent_nodes),
            messages: sums.messages + u128::from(line.messages),
            sent_bytes: sums.sent_bytes + u128::from(line.sent_bytes),
        })
    }

    /// The shares of the time in per cent: searching, which is the rest of the time, sending,
    /// and waiting. `None` if there was no time.
    pub fn percent(&self) -> Option<[f64; 3]> {
        let Self { search_ns, sending_ns, waiting_ns, .. } = *self;
        let searching = search_ns.saturating_sub(sending_ns).saturating_sub(waiting_ns);
        let share = |part: u128| 100.0 * part as f64 / search_ns as f64;
        (search_ns > 0).then(|| [searching, sending_ns, waiting_ns].map(share))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn line(start: &str, rank: u32, times: [u64; 3]) -> RankTime {
        let [search_ns, sending_ns, waiting_ns] = times;
        RankTime {
            strategy: "hda-mpi:manhattan,ranks=2,threads=1".into(),
            start: start.into(),
            rank,
            search_ns,
            sending_ns,
            waiting_ns,
            sent_nodes: 5,
            messages: 2,
            sent_bytes: 80,
        }
    }

    fn run(start: &str, search_ns: u64) -> Vec<RankTime> {
        vec![line(start, 0, [search_ns, 1, 2]), line(start, 1, [search_ns, 3, 4])]
    }

    #[test]
    fn parts_of_the_time_are_not_more_than_the_time() {
        assert_eq!(line("a", 0, [7, 3, 4]).fault(None), None);
        for times in [[7, 4, 4], [0, 0, 1], [u64::MAX, u64::MAX, u64::MAX]] {
            assert!(line("a", 0, times).fault(None).unwrap().contains("more than search_ns"));
        }
    }

    #[test]
    fn a_run_begins_with_rank_0_and_leaves_no_rank_out() {
        let expected = [run("a", 10), run("a", 10), vec![line("a", 0, [9, 0, 0])], run("b", 10)];
        let lines = expected.concat();
        assert_eq!(runs(&lines).collect::<Vec<_>>(), expected);
        let [zero, one] = [line("a", 0, [0; 3]), line("a", 1, [0; 3])];
        assert_eq!((zero.fault(Some(&one)), one.fault(Some(&zero))), (None, None));
        let three = line("a", 3, [0; 3]);
        for before in [None, Some(&one), Some(&line("b", 2, [0; 3])), Some(&three)] {
            let fault = three.fault(before).unwrap();
            assert_eq!(fault, "rank 3 does not follow rank 2 of the same run");
        }
    }

    #[test]
    fn a_union_has_each_run_once_and_does_not_depend_on_the_order() {
        let [a, b, c] = [run("a", 10), run("b", 30), run("a", 20)];
        let [one, two] = [[a.clone(), b.clone()].concat(), [c.clone(), a.clone()].concat()];
        let all = union([&one[..], &two].into_iter());
        assert_eq!(all, [a.clone(), c, b].concat());
        assert_eq!(union([&two[..], &one, &all].into_iter()), all);
        // Equal runs of one file are two runs.
        let twice = [a.clone(), a].concat();
        assert_eq!(union([&twice[..], &twice].into_iter()), twice);
    }

    #[test]
    fn shares_are_parts_of_the_whole() {
        assert_eq!(RankSums::of(&[]).percent(), None);
        let sums = RankSums::of(&run("a", 10));
        assert_eq!(sums.percent(), Some([50.0, 20.0, 30.0]));
        assert_eq!((sums.sent_nodes, sums.messages, sums.sent_bytes), (10, 4, 160));
        let most = [u64::MAX, u64::MAX / 3, u64::MAX / 3];
        let shares = RankSums::of(&vec![line("a", 0, most); 9]).percent().unwrap();
        assert!((shares.iter().sum::<f64>() - 100.0).abs() < 1e-9, "{shares:?}");
    }
}
