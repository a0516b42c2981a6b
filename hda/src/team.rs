//! The ranks of a search, on one thread or on several.

use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::thread::{Builder, scope};

use optile_core::{Stop, room_for_threads};

use crate::link::{Gone, Link, ThreadLink, link_bytes, thread_links};
use crate::plan::{Plan, Report};

/// A node on its way to the rank that owns its state. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message<N> {
    pub(crate) node: N,
    pub(crate) f: u32,
    pub(crate) g: u32,
}

/// A rank, as the team sees it.
pub(crate) trait Worker<N>: Send {
    /// Takes in the messages of the other ranks, and expands nodes as the plan
    /// says, but at most `left`. After that, the mailboxes hold the messages to
    /// the other ranks.
    fn step(&mut self, plan: &Plan, left: u64) -> Report;

    /// The messages from each rank before a step, and to each rank after it.
    /// Indexed by rank. One array serves both directions: it is sent, and the
    /// array that comes in return is emptied and filled again. So there is one
    /// array for each ordered pair of ranks. Once the arrays are large enough,
    /// nothing more is allocated.
    fn mailboxes(&mut self) -> &mut [Vec<Message<N>>];
}

/// What a rank sends to another at the end of a step.
pub(crate) struct Packet<N> {
    report: Report,
    messages: Vec<Message<N>>,
}

/// The bytes that one of `ranks` ranks takes for the others even without
/// messages: its mailboxes, its link and their reports.
pub(crate) fn bytes_among<N>(ranks: usize) -> usize {
    let each = size_of::<Vec<Message<N>>>() + size_of::<Report>();
    ranks * each + link_bytes::<Packet<N>>(ranks)
}

/// The ranks of a search, all in this process.
///
/// A step has the same results whether its ranks take it at the same time or
/// one after the other. So a search begins on one thread, because most short
/// searches would be over before other threads are awake. Then each rank gets a
/// thread. Near the limit of expansions the ranks take turns again. Each may
/// make the expansions that the ranks before it have left. Ranks in several
/// processes would pass that number from one to the next.
pub(crate) struct Team<'a, N> {
    workers: Vec<&'a mut dyn Worker<N>>,
    links: Vec<ThreadLink<Packet<N>>>,
    /// Expansions after which threads are started.
    alone: u64,
}

impl<'a, N: Send> Team<'a, N> {
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for the links between them.
    pub(crate) fn new(workers: Vec<&'a mut dyn Worker<N>>, alone: u64) -> Result<Self, Stop> {
        // A single rank needs no threads.
        let alone = if workers.len() == 1 { u64::MAX } else { alone };
        let links = thread_links(workers.len())?;
        Ok(Self { workers, links, alone })
    }

    /// Searches to the end, and returns the last plan.
    pub(crate) fn search(&mut self, mut plan: Plan) -> Plan {
        while plan.end.is_none() {
            if plan.spent < self.alone || plan.is_near_the_limit() {
                self.step_in_turn(&mut plan);
            } else if let Some(end) = self.search_at_once(plan) {
                plan = end;
            } else {
                // The system gives no threads.
                self.alone = u64::MAX;
            }
        }
        plan
    }

    /// One step, taken by one rank after the other.
    fn step_in_turn(&mut self, plan: &mut Plan) {
        let mut reports = vec![Report::default(); self.workers.len()];
        let mut left = plan.left;
        for (worker, report) in self.workers.iter_mut().zip(&mut reports) {
            *report = worker.step(plan, left);
            left -= report.expanded;
            if report.is_stopped {
                break;
            }
        }
        let (workers, links) = (&mut self.workers, &mut self.links);
        for ((worker, link), &report) in workers.iter_mut().zip(links.iter_mut()).zip(&reports) {
            send(&mut **worker, link, report).unwrap_or_else(|Gone| unreachable!("links are held"));
        }
        for (worker, link) in workers.iter_mut().zip(links.iter_mut()) {
            receive(&mut **worker, link, &mut reports)
                .unwrap_or_else(|Gone| unreachable!("links are held"));
        }
        plan.agree(&reports);
    }

    /// Searches with a thread for each rank, to the end or until a limit is
    /// near. `None` if the system gives no threads. Nothing was done in this
    /// case.
    fn search_at_once(&mut self, plan: Plan) -> Option<Plan> {
        let (first, others) = self.workers.split_first_mut()?;
        room_for_threads(others.len()).ok()?;
        let (links, plans): (Vec<_>, Vec<_>) = scope(|scope| {
            let mut threads = Vec::new();
            for worker in others {
                // No thread begins before all have been started.
                let (gate, link) = channel();
                let search =
                    move || link.recv().ok().and_then(|link| search(&mut **worker, link, plan));
                let thread = Builder::new().name("hda".into()).spawn_scoped(scope, search);
                threads.push((gate, thread.ok()?));
            }
            let mut links = std::mem::take(&mut self.links).into_iter();
            let own = links.next()?;
            for (link, (gate, _)) in links.zip(&threads) {
                // If the thread has ended, joining it shows why.
                let _ = gate.send(link);
            }
            let end = search(&mut **first, own, plan);
            let ends = threads
                .into_iter()
                .map(|(_, thread)| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            let ends: Vec<_> = std::iter::once(end).chain(ends.collect::<Vec<_>>()).collect();
            ends.into_iter().collect::<Option<Vec<_>>>()
        })?
        .into_iter()
        .unzip();
        self.links = links;
        plans.first().copied()
    }
}

/// Takes the steps of one rank until the plan ends or a limit is near. `None`
/// when another rank has ended.
fn search<N, L: Link<Packet<N>>>(
    worker: &mut dyn Worker<N>,
    mut link: L,
    mut plan: Plan,
) -> Option<(L, Plan)> {
    let mut reports = vec![Report::default(); link.ranks()];
    while plan.end.is_none() && !plan.is_near_the_limit() {
        let report = worker.step(&plan, u64::MAX);
        reports[link.rank()] = report;
        send(worker, &mut link, report).ok()?;
        receive(worker, &mut link, &mut reports).ok()?;
        plan.agree(&reports);
    }
    Some((link, plan))
}

/// Sends each other rank its messages.
fn send<N, L: Link<Packet<N>>>(
    worker: &mut dyn Worker<N>,
    link: &mut L,
    report: Report,
) -> Result<(), Gone> {
    let me = link.rank();
    for (to, messages) in worker.mailboxes().iter_mut().enumerate() {
        if to != me {
            link.send(to, Packet { report, messages: std::mem::take(messages) })?;
        }
    }
    Ok(())
}

/// Receives the messages of each other rank.
fn receive<N, L: Link<Packet<N>>>(
    worker: &mut dyn Worker<N>,
    link: &mut L,
    reports: &mut [Report],
) -> Result<(), Gone> {
    let me = link.rank();
    for (from, (messages, slot)) in worker.mailboxes().iter_mut().zip(reports).enumerate() {
        if from != me {
            let parcel = link.receive(from)?;
            *slot = parcel.report;
            *messages = parcel.messages;
        }
    }
    Ok(())
}
