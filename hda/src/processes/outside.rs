//! The ranks of other processes.
//!
//! Each process has the same number of ranks, one for each of its threads. Process 0 has
//! the first ones. At the end of a step, each process sends every other process one
//! message, with the reports of its ranks and all nodes for the ranks of that process.
//! Everything else is as in one process. So the path and the counts depend on the number of
//! ranks and not on how they are divided among processes.

use optile_ranks::{Communicator, Gone};

use super::exchange::Exchange;
use super::freight::{Arrivals, Freight, nodes, room_for_reports};
use crate::plan::Report;

/// The other processes, as the first rank of this one sees them.
#[derive(Debug)]
pub struct Outside<'a> {
    communicator: &'a mut Communicator,
    /// Ranks per process.
    threads: usize,
}

impl<'a> Outside<'a> {
    pub(crate) fn new(communicator: &'a mut Communicator, threads: usize) -> Self {
        Self { communicator, threads }
    }
}

impl Exchange for Outside<'_> {
    fn exchange(
        &mut self,
        reports: &mut [Report],
        mut freights: Vec<Freight>,
    ) -> Result<Arrivals, Gone> {
        let (own, threads) = (self.communicator.rank(), self.threads);
        let own_reports = &reports[own * threads..][..threads];
        self.communicator.work(own_reports.iter().map(|report| report.expanded).sum());
        let mut messages = freights.remove(0);
        let room = room_for_reports(threads);
        let sent = messages.iter().enumerate().filter(|(process, _)| *process != own);
        let mut sum: u64 = sent.map(|(_, words)| nodes(&words[room..])).sum();
        sum += freights.iter().flatten().map(|words| nodes(words)).sum::<u64>();
        self.communicator.count_nodes(sum);
        for (process, words) in messages.iter_mut().enumerate().filter(|(to, _)| *to != own) {
            let head = own_reports.iter().flat_map(|report| report.to_words());
            let length = (words.len() - room) as u64;
            words.iter_mut().zip(head.chain([length])).for_each(|(word, value)| *word = value);
            for freight in &freights {
                words.push(freight[process].len() as u64);
                words.extend_from_slice(&freight[process]);
            }
        }
        let messages = self.communicator.exchange(messages)?;
        for (process, words) in messages.iter().enumerate().filter(|(from, _)| *from != own) {
            let words = words.chunks_exact(Report::WORDS);
            for (report, words) in reports[process * threads..][..threads].iter_mut().zip(words) {
                *report = Report::of_words(words);
            }
        }
        Ok(Arrivals::new(messages, threads))
    }

    fn left_by_earlier(&mut self, left: u64) -> Result<Option<u64>, Gone> {
        match self.communicator.rank() {
            0 => Ok(Some(left)),
            own => Ok(self.communicator.receive(own - 1)?.first().copied()),
        }
    }

    fn leave_to_later(&mut self, left: Option<u64>) -> Result<(), Gone> {
        let next = self.communicator.rank() + 1;
        if next == self.communicator.ranks() {
            return Ok(());
        }
        self.communicator.send(next, left.into_iter().collect())
    }
}
