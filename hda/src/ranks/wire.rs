//! The messages of a step, which ranks exchange at its end.

use std::mem::take;
use std::sync::Mutex;

use optile_core::{Stop, room_for};
use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use super::{pack, packed_length, skip, unpack};
use crate::mailboxes::{Node, lock};
use crate::owner::Threads;
use crate::plan::Report;

/// The nodes between this rank and the others, as words.
///
/// In a step, each rank sends each other one message: the nodes from its first thread, from its
/// second thread, and so on, and then the reports.
pub(crate) struct Wire {
    threads: Threads,
    /// By thread of this rank.
    packed: Vec<Mutex<Packed>>,
    /// By rank: what has arrived, without the reports.
    arrived: Mutex<Vec<Vec<u64>>>,
}

/// The nodes of a thread for other ranks.
#[derive(Default)]
struct Packed {
    /// By rank: the nodes for its threads, one after the other. Empty for the own rank.
    words: Vec<Vec<u64>>,
    /// The number of all these nodes.
    nodes: u64,
}

impl Wire {
    pub(crate) fn new(threads: Threads) -> Result<Self, Stop> {
        let mut packed = room_for(threads.each)?;
        packed.resize_with(threads.each, Mutex::default);
        Ok(Self { threads, packed, arrived: Mutex::default() })
    }

    /// Packs the nodes that a thread of this rank has for other ranks. Their mailboxes are empty
    /// then.
    pub(crate) fn pack<N: PackedNode>(&self, own: usize, mailboxes: &mut [Vec<Node<N>>]) {
        let Threads { rank, each, .. } = self.threads;
        let mut packed = Packed::default();
        for (to, mailboxes) in mailboxes.chunks_mut(each).enumerate() {
            let mut words = Vec::new();
            if to != rank {
                let count = mailboxes.iter().map(Vec::len).sum();
                packed.nodes += count as u64;
                // The number of nodes is written for each thread, and the reports follow.
                words.reserve_exact(packed_length::<N>(count) + each * (2 + Report::WORDS));
                for nodes in mailboxes {
                    pack(nodes, &mut words);
                    nodes.clear();
                }
            }
            packed.words.push(words);
        }
        *lock(&self.packed[own]) = packed;
    }

    /// Exchanges what all threads of this rank have packed, and their reports. Returns the
    /// reports of all threads.
    pub(crate) fn exchange(
        &self,
        ranks: &mut Communicator,
        own: &[Report],
    ) -> Result<Vec<Report>, Gone> {
        let mut messages = vec![Vec::new(); self.threads.ranks];
        for packed in &self.packed {
            let Packed { words, nodes } = take(&mut *lock(packed));
            ranks.count_nodes(nodes);
            for (message, mut words) in messages.iter_mut().zip(words) {
                if message.is_empty() {
                    *message = words;
                } else {
                    message.append(&mut words);
                }
            }
        }
        let words: Vec<u64> = own.iter().flat_map(|report| report.to_words()).collect();
        messages.iter_mut().for_each(|message| message.extend(&words));
        let mut arrived = ranks.exchange(messages)?;
        let mut reports = Vec::with_capacity(self.threads.all());
        for message in &mut arrived {
            let nodes = message.len() - words.len();
            reports.extend(message[nodes..].chunks(Report::WORDS).map(Report::of_words));
            message.truncate(nodes);
        }
        *lock(&self.arrived) = arrived;
        Ok(reports)
    }

    /// Puts what other ranks have sent to a thread of this rank in its mailboxes.
    pub(crate) fn unpack<N: PackedNode>(&self, own: usize, mailboxes: &mut [Vec<Node<N>>]) {
        let Threads { each, .. } = self.threads;
        for (message, mailboxes) in lock(&self.arrived).iter().zip(mailboxes.chunks_mut(each)) {
            let mut words = &message[..];
            for nodes in mailboxes.iter_mut().filter(|_| !message.is_empty()) {
                (0..own).for_each(|_| skip::<N>(&mut words));
                unpack(&mut words, nodes);
                (own + 1..each).for_each(|_| skip::<N>(&mut words));
            }
        }
    }
}
