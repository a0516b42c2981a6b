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
use crate::processes::Exchange;
use crate::team::{Message, Worker};

/// The other processes, as the first rank of this one sees them.
#[derive(Debug)]
pub struct Outside<'a> {
    communicator: &'a mut Communicator,
    /// Ranks per process.
    threads: usize,
}

/// The nodes that a rank sends to each process, as words. Those of the first rank of a process
/// begin with room for the reports, so that they become the message without being copied.
pub(crate) type Freight = Vec<Vec<u64>>;

/// The messages of the other processes at the end of a step.
#[derive(Debug)]
pub struct Arrivals {
    /// By process.
    messages: Vec<Vec<u64>>,
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
        Ok(Arrivals { messages, threads })
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

impl Arrivals {
    /// The words for a rank of this process, and the ranks that sent them.
    fn parts(&self, thread: usize) -> Vec<(usize, &[u64])> {
        let mut parts = Vec::new();
        for (process, words) in self.messages.iter().enumerate() {
            // This process itself has sent nothing.
            let mut rest = words.get(self.threads * Report::WORDS..).unwrap_or_default();
            let mut from = process * self.threads;
            while !rest.is_empty() {
                let length = take(&mut rest, 1)[0] as usize;
                let mut freight = take(&mut rest, length);
                for _ in 0..thread {
                    let length = take(&mut freight, 1)[0] as usize;
                    take(&mut freight, length);
                }
                let length = take(&mut freight, 1)[0] as usize;
                parts.push((from, take(&mut freight, length)));
                from += 1;
            }
        }
        parts
    }

    /// Puts the nodes for a rank of this process in its mailboxes.
    pub(crate) fn unload<N: PackedNode>(&self, thread: usize, worker: &mut dyn Worker<N>) {
        let mailboxes = worker.mailboxes();
        for (from, mut words) in self.parts(thread) {
            unpack(&mut words, &mut mailboxes[from]);
        }
    }

    /// The nodes for a rank of this process, for [`unload`].
    pub(crate) fn delivery(&self, thread: usize) -> Vec<u64> {
        let mut delivery = Vec::new();
        for (from, words) in self.parts(thread) {
            delivery.extend([from as u64, words.len() as u64]);
            delivery.extend_from_slice(words);
        }
        delivery
    }
}

/// The number of nodes in words that [`load`] has written, without the room at their
/// beginning.
fn nodes(mut words: &[u64]) -> u64 {
    let mut sum = 0;
    while !words.is_empty() {
        let length = take(&mut words, 1)[0] as usize;
        sum += take(&mut words, length)[0];
    }
    sum
}

/// The words that the freight of the first rank of a process leaves free: the reports of its
/// ranks, and the length of the freight.
fn room_for_reports(threads: usize) -> usize {
    threads * Report::WORDS + 1
}

/// Takes the nodes for other processes out of a rank's mailboxes. The rank is a thread of a
/// process with some number of threads.
pub(crate) fn load<N: PackedNode>(
    worker: &mut dyn Worker<N>,
    process: usize,
    thread: usize,
    threads: usize,
) -> Freight {
    let room = if thread == 0 { room_for_reports(threads) } else { 0 };
    let load = |(to, mailboxes): (usize, &mut [Vec<Message<N>>])| {
        if to == process {
            return Vec::new();
        }
        let nodes: usize = mailboxes.iter().map(Vec::len).sum();
        let mut words = Vec::with_capacity(room + 2 * threads + nodes * (N::WORDS + 1));
        words.resize(room, 0);
        for messages in mailboxes {
            let start = words.len();
            words.push(0);
            pack(messages, &mut words);
            words[start] = (words.len() - start - 1) as u64;
            messages.clear();
        }
        words
    };
    worker.mailboxes().chunks_mut(threads).enumerate().map(load).collect()
}

/// Puts the nodes of a [`Arrivals::delivery`] in a rank's mailboxes.
pub(crate) fn unload<N: PackedNode>(worker: &mut dyn Worker<N>, mut delivery: &[u64]) {
    let mailboxes = worker.mailboxes();
    while !delivery.is_empty() {
        let head = take(&mut delivery, 2);
        let mut words = take(&mut delivery, head[1] as usize);
        unpack(&mut words, &mut mailboxes[head[0] as usize]);
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
