//! What the threads of a rank give each other at the end of a step.

use std::mem::{swap, take};
use std::sync::Mutex;

use optile_core::{Stop, room_for};
use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use crate::mailboxes::{Mailboxes, Node, lock};
use crate::owner::Threads;
use crate::plan::{Plan, Report};
use crate::ranks::Wire;

/// The memory that the threads of a rank share.
///
/// A step has three parts. Each thread [hands over](Self::hand_over) its report and its nodes.
/// When all have done so, the first thread [exchanges](Self::exchange) them with other ranks, if
/// there are any, and makes the next plan. Then each thread [collects](Self::collect) the nodes
/// for it. It does not matter whether the threads do their parts at the same time.
///
/// Nodes for threads of the same rank are not copied: vectors change hands. A place has one
/// vector for odd steps and one for even steps. So a thread may hand over before another has
/// collected. Nodes for other ranks go through the [`Wire`].
pub(crate) struct Post<N> {
    threads: Threads,
    /// By sender and receiver in this rank, for even and odd steps.
    places: [Vec<Mutex<Vec<Node<N>>>>; 2],
    reports: Vec<Mutex<Report>>,
    /// `None` without other ranks.
    wire: Option<Wire>,
}

impl<N: PackedNode> Post<N> {
    pub(crate) fn new(threads: Threads) -> Result<Self, Stop> {
        let pairs = threads.each * threads.each;
        let mut places = [room_for(pairs)?, room_for(pairs)?];
        places.iter_mut().for_each(|places| places.resize_with(pairs, Mutex::default));
        let mut reports = room_for(threads.each)?;
        reports.resize_with(threads.each, Mutex::default);
        let wire = if threads.ranks == 1 { None } else { Some(Wire::new(threads)?) };
        Ok(Self { threads, places, reports, wire })
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
        if let Some(wire) = &self.wire {
            wire.pack(own, &mut mailboxes.nodes);
        }
        *lock(&self.reports[own]) = report;
        let each = self.threads.each;
        let places = &self.places[step % 2][own * each..][..each];
        for (place, nodes) in places.iter().zip(&mut mailboxes.nodes[self.threads.own()]) {
            swap(&mut *lock(place), nodes);
        }
    }

    /// Makes the next plan from the reports of all threads, after all threads of this rank have
    /// handed over.
    pub(crate) fn exchange(&self, ranks: &mut Communicator, plan: &mut Plan) -> Result<(), Gone> {
        let own: Vec<_> = self.reports.iter().map(|report| take(&mut *lock(report))).collect();
        own.iter().for_each(|report| ranks.work(report.expanded));
        let all = match &self.wire {
            None => own,
            Some(wire) => wire.exchange(ranks, &own)?,
        };
        plan.agree(&all);
        Ok(())
    }

    /// Puts what all threads have for a thread of this rank in its mailboxes.
    pub(crate) fn collect(&self, own: usize, step: usize, mailboxes: &mut Mailboxes<N>) {
        let Mailboxes { nodes: mailboxes, filled } = mailboxes;
        let places = self.places[step % 2].iter().skip(own).step_by(self.threads.each);
        for (place, nodes) in places.zip(&mut mailboxes[self.threads.own()]) {
            swap(&mut *lock(place), nodes);
        }
        if let Some(wire) = &self.wire {
            wire.unpack(own, mailboxes);
        }
        let all = mailboxes.iter().enumerate();
        filled.extend(all.filter(|(_, nodes)| !nodes.is_empty()).map(|(from, _)| from));
    }
}
