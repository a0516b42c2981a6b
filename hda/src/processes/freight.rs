//! The nodes for ranks of other processes, which travel together.

use optile_store::PackedNode;

use super::words::{number_of_messages, pack, packed_length, take, unpack};
use crate::plan::Report;
use crate::worker::{Node, Worker};

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

impl Arrivals {
    pub(super) fn new(messages: Vec<Vec<u64>>, threads: usize) -> Self {
        Self { messages, threads }
    }

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
pub(super) fn nodes(mut words: &[u64]) -> u64 {
    let mut sum = 0;
    while !words.is_empty() {
        let length = take(&mut words, 1)[0] as usize;
        sum += number_of_messages(take(&mut words, length)[0]);
    }
    sum
}

/// The words that the freight of the first rank of a process leaves free: the reports of its
/// ranks, and the length of the freight.
pub(super) fn room_for_reports(threads: usize) -> usize {
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
    let load = |(to, mailboxes): (usize, &mut [Vec<Node<N>>])| {
        if to == process {
            return Vec::new();
        }
        let length = |messages: &Vec<_>| 1 + packed_length::<N>(messages.len());
        let mut words = Vec::with_capacity(room + mailboxes.iter().map(length).sum::<usize>());
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
