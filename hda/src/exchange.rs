//! What threads give each other at the end of a step.

use std::mem::{swap, take};
use std::sync::{Mutex, MutexGuard, PoisonError};

use optile_core::{Stop, room_for};
use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use crate::mailboxes::{Mailboxes, Node};
use crate::owner::Threads;
use crate::plan::{Plan, Report};
use crate::ranks::{pack, packed_length, skip, unpack};

/// What a thread hands over at the end of a step, besides the nodes for threads of its rank.
#[derive(Default)]
struct Envelope {
    report: Report,
    /// By rank: the nodes for its threads, one after the other. Empty for the own rank, and
    /// nothing if there are no others.
    words: Vec<Vec<u64>>,
    /// The number of these nodes.
    nodes: u64,
}

/// The memory that the threads of a rank share, and how nodes come to other ranks.
///
/// A step has three parts. Each thread [hands over](Self::hand_over) its report and its nodes.
/// When all have done so, the first thread [exchanges](Self::exchange) them with other ranks, if
/// there are any, and makes the next plan. Then each thread [collects](Self::collect) the nodes
/// for it. It does not matter whether the threads do their parts at the same time.
///
/// Nodes for threads of the same rank are not copied: vectors change hands. A place has one
/// vector for odd steps and one for even steps. So a thread may hand over before another has
/// collected.
pub(crate) struct Exchange<N> {
    threads: Threads,
    /// By sender and receiver in this rank, for even and odd steps.
    places: [Vec<Mutex<Vec<Node<N>>>>; 2],
    envelopes: Vec<Mutex<Envelope>>,
    /// By rank: what has arrived. Nothing if there are no other ranks.
    arrived: Mutex<Vec<Vec<u64>>>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic in one thread ends the search on all.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<N: PackedNode> Exchange<N> {
    pub(crate) fn new(threads: Threads) -> Result<Self, Stop> {
        let pairs = threads.each * threads.each;
        let mut places = [room_for(pairs)?, room_for(pairs)?];
        places.iter_mut().for_each(|places| places.resize_with(pairs, Mutex::default));
        let mut envelopes = room_for(threads.each)?;
        envelopes.resize_with(threads.each, Mutex::default);
        Ok(Self { threads, places, envelopes, arrived: Mutex::default() })
    }

    /// Hands over the report and the nodes of a thread of this rank.
    pub(crate) fn hand_over(
        &self,
        own: usize,
        step: usize,
        report: Report,
        mailboxes: &mut Mailboxes<N>,
    ) {
        mailboxes.filled.clear();
        let (words, nodes) = self.packed(&mut mailboxes.nodes);
        *lock(&self.envelopes[own]) = Envelope { report, words, nodes };
        let each = self.threads.each;
        let places = &self.places[step % 2][own * each..][..each];
        for (place, nodes) in places.iter().zip(&mut mailboxes.nodes[self.threads.own()]) {
            swap(&mut *lock(place), nodes);
        }
    }

    /// By rank, the words of the nodes for its threads, and the number of all these nodes. Their
    /// mailboxes are empty then.
    fn packed(&self, mailboxes: &mut [Vec<Node<N>>]) -> (Vec<Vec<u64>>, u64) {
        let Threads { rank, ranks, each } = self.threads;
        let (mut all, mut sent) = (Vec::new(), 0);
        if ranks == 1 {
            return (all, sent);
        }
        for (to, mailboxes) in mailboxes.chunks_mut(each).enumerate() {
            let mut words = Vec::new();
            if to != rank {
                let count = mailboxes.iter().map(Vec::len).sum();
                sent += count as u64;
                // The number of nodes is written for each thread, and the reports follow.
                words.reserve_exact(packed_length::<N>(count) + each * (2 + Report::WORDS));
                for nodes in mailboxes {
                    pack(nodes, &mut words);
                    nodes.clear();
                }
            }
            all.push(words);
        }
        (all, sent)
    }

    /// Makes the next plan from the reports of all threads, after all threads of this rank have
    /// handed over. Each rank sends each other one message: the nodes from its first thread,
    /// from its second thread, and so on, and then the reports.
    pub(crate) fn exchange(&self, ranks: &mut Communicator, plan: &mut Plan) -> Result<(), Gone> {
        let Threads { rank, each, .. } = self.threads;
        let mut reports = vec![Report::default(); self.threads.all()];
        let mut messages = vec![Vec::new(); ranks.ranks()];
        for (place, report) in self.envelopes.iter().zip(&mut reports[rank * each..]) {
            let envelope = take(&mut *lock(place));
            *report = envelope.report;
            ranks.work(report.expanded);
            ranks.count_nodes(envelope.nodes);
            for (message, mut words) in messages.iter_mut().zip(envelope.words) {
                if message.is_empty() {
                    *message = words;
                } else {
                    message.append(&mut words);
                }
            }
        }
        if ranks.ranks() > 1 {
            let own = reports[rank * each..][..each].iter().flat_map(|report| report.to_words());
            let own: Vec<u64> = own.collect();
            messages.iter_mut().for_each(|message| message.extend(&own));
            let mut arrived = ranks.exchange(messages)?;
            arrived[rank].clear();
            for (message, reports) in arrived.iter_mut().zip(reports.chunks_mut(each)) {
                let nodes = message.len().saturating_sub(each * Report::WORDS);
                for (report, words) in
                    reports.iter_mut().zip(message[nodes..].chunks(Report::WORDS))
                {
                    *report = Report::of_words(words);
                }
                message.truncate(nodes);
            }
            *lock(&self.arrived) = arrived;
        }
        plan.agree(&reports);
        Ok(())
    }

    /// Puts what all threads have for a thread of this rank in its mailboxes.
    pub(crate) fn collect(&self, own: usize, step: usize, mailboxes: &mut Mailboxes<N>) {
        let each = self.threads.each;
        let Mailboxes { nodes: mailboxes, filled } = mailboxes;
        let places = self.places[step % 2].iter().skip(own).step_by(each);
        for (place, nodes) in places.zip(&mut mailboxes[self.threads.own()]) {
            swap(&mut *lock(place), nodes);
        }
        // Without other ranks, threads would only wait for each other.
        if self.threads.ranks > 1 {
            for (message, mailboxes) in lock(&self.arrived).iter().zip(mailboxes.chunks_mut(each)) {
                let mut words = &message[..];
                for nodes in mailboxes.iter_mut().filter(|_| !message.is_empty()) {
                    (0..own).for_each(|_| skip::<N>(&mut words));
                    unpack(&mut words, nodes);
                    (own + 1..each).for_each(|_| skip::<N>(&mut words));
                }
            }
        }
        let all = mailboxes.iter().enumerate();
        filled.extend(all.filter(|(_, nodes)| !nodes.is_empty()).map(|(from, _)| from));
    }
}
