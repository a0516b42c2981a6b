//! The ranks of other processes.
//!
//! Each process has the same number of ranks, one for each of its threads. Process 0 has
//! the first ones. At the end of a step, each process sends every other process one
//! message, with the reports of its ranks and all nodes for the ranks of that process.
//! Everything else is as in one process. So the path and the counts depend on the number of
//! ranks and not on how they are divided among processes.

use optile_core::Stop;
use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use crate::freight::{pack, take, unpack};
use crate::plan::Report;
use crate::team::{Message, Worker};

/// The other processes, as the first rank of this one sees them.
#[derive(Debug)]
pub(crate) struct Outside<'a> {
    communicator: &'a mut Communicator,
    /// Ranks per process.
    threads: usize,
}

/// The nodes that a rank sends to each process, as words.
pub(crate) type Freight = Vec<Vec<u64>>;

impl<'a> Outside<'a> {
    pub(crate) fn new(communicator: &'a mut Communicator, threads: usize) -> Self {
        Self { communicator, threads }
    }

    /// Sends the reports and the freight of the ranks of this process. Writes the reports of
    /// all ranks. Returns the words for each rank of this process.
    pub(crate) fn exchange(
        &mut self,
        reports: &mut [Report],
        freights: &[Freight],
    ) -> Result<Vec<Vec<u64>>, Gone> {
        let (own, threads) = (self.communicator.rank(), self.threads);
        let words_for = |process: usize| {
            if process == own {
                return Vec::new();
            }
            let own_reports = &reports[own * threads..][..threads];
            let mut words: Vec<u64> =
                own_reports.iter().flat_map(|report| report.to_words()).collect();
            for freight in freights {
                words.push(freight[process].len() as u64);
                words.extend_from_slice(&freight[process]);
            }
            words
        };
        let messages = (0..self.communicator.ranks()).map(words_for).collect();
        let own_reports = &reports[own * threads..][..threads];
        self.communicator.work(own_reports.iter().map(|report| report.expanded).sum());
        self.communicator.count_nodes(freights.iter().flatten().map(|words| nodes(words)).sum());
        let received = self.communicator.exchange(messages)?;
        let mut deliveries = vec![Vec::new(); threads];
        for (process, words) in received.iter().enumerate().filter(|(from, _)| *from != own) {
            let mut rest = &words[..];
            for report in &mut reports[process * threads..][..threads] {
                *report = Report::of_words(take(&mut rest, Report::WORDS));
            }
            for sender in 0..threads {
                let length = take(&mut rest, 1)[0] as usize;
                let mut freight = take(&mut rest, length);
                for delivery in &mut deliveries {
                    let length = take(&mut freight, 1)[0] as usize;
                    delivery.extend([(process * threads + sender) as u64, length as u64]);
                    delivery.extend_from_slice(take(&mut freight, length));
                }
            }
        }
        Ok(deliveries)
    }

    /// Waits for the number of expansions that the ranks of earlier processes have left.
    /// `None` if one of them was stopped.
    pub(crate) fn left_by_earlier(&mut self, left: u64) -> Result<Option<u64>, Gone> {
        match self.communicator.rank() {
            0 => Ok(Some(left)),
            own => Ok(self.communicator.receive(own - 1)?.first().copied()),
        }
    }

    /// Passes on the number of expansions that are left, or that a rank was stopped.
    pub(crate) fn leave_to_later(&mut self, left: Option<u64>) -> Result<(), Gone> {
        let next = self.communicator.rank() + 1;
        if next == self.communicator.ranks() {
            return Ok(());
        }
        self.communicator.send(next, left.into_iter().collect())
    }
}

/// The number of nodes in words that [`load`] has written.
fn nodes(mut words: &[u64]) -> u64 {
    let mut sum = 0;
    while !words.is_empty() {
        let length = take(&mut words, 1)[0] as usize;
        sum += take(&mut words, length)[0];
    }
    sum
}

/// Takes the nodes for other processes out of a rank's mailboxes.
pub(crate) fn load<N: PackedNode>(
    worker: &mut dyn Worker<N>,
    process: usize,
    threads: usize,
) -> Freight {
    let load = |(to, mailboxes): (usize, &mut [Vec<Message<N>>])| {
        let mut words = Vec::new();
        if to != process {
            for messages in mailboxes {
                let start = words.len();
                words.push(0);
                pack(messages, &mut words);
                words[start] = (words.len() - start - 1) as u64;
                messages.clear();
            }
        }
        words
    };
    worker.mailboxes().chunks_mut(threads).enumerate().map(load).collect()
}

/// Puts the nodes from other processes in a rank's mailboxes.
pub(crate) fn unload<N: PackedNode>(worker: &mut dyn Worker<N>, mut delivery: &[u64]) {
    while !delivery.is_empty() {
        let head = take(&mut delivery, 2);
        let mut words = take(&mut delivery, head[1] as usize);
        unpack(&mut words, &mut worker.mailboxes()[head[0] as usize]);
    }
}

/// The same end on all processes: the result if no process was stopped, otherwise what
/// stopped the first of those that were. Collective.
pub(crate) fn agree<T>(
    communicator: Option<&mut Communicator>,
    result: Result<T, Stop>,
) -> Result<T, Stop> {
    let Some(communicator) = communicator else { return result };
    let own = result.as_ref().map_or_else(code_of, |_| GOES_ON);
    let all = communicator.share(&[own]).unwrap_or_else(|gone| panic!("{gone}"));
    match (all.iter().map(|words| words[0]).find(|&code| code != GOES_ON), result) {
        // The same words on all processes, with the reason as this process knows it.
        (Some(code), Err(stop)) if code == own => Err(stop),
        (Some(code), _) => Err(stop_of(code)),
        (None, result) => result,
    }
}

const GOES_ON: u64 = 0;

fn code_of(stop: &Stop) -> u64 {
    match stop {
        Stop::Unsolvable => 1,
        Stop::Nodes => 2,
        Stop::Memory => 3,
        Stop::Time => 4,
        Stop::Interrupted => 5,
        _ => 6,
    }
}

fn stop_of(code: u64) -> Stop {
    match code {
        1 => Stop::Unsolvable,
        2 => Stop::Nodes,
        3 => Stop::Memory,
        4 => Stop::Time,
        5 => Stop::Interrupted,
        _ => Stop::Unsupported("on another rank".into()),
    }
}
