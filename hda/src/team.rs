//! The ranks of a search, on one thread or on several.

use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::thread::{Builder, scope};

use optile_core::{Stop, room_for_threads};

use optile_store::PackedNode;

use crate::link::{Gone, ThreadLink, link_bytes, thread_links};
use crate::plan::{Plan, Report};
use crate::processes::{Exchange, Freight, load, unload};
use crate::worker::{Node, Worker};

/// What ranks of a process send each other.
pub(crate) enum Envelope<N> {
    /// To each other rank, at the end of a step.
    Step {
        report: Report,
        nodes: Vec<Node<N>>,
        /// To the first rank, if there are other processes: the nodes for these.
        freight: Freight,
    },
    /// From the first rank to each other rank after that, if there are other
    /// processes: the reports of all ranks, and nodes from other processes.
    Arrived { reports: Vec<Report>, words: Vec<u64> },
}

/// The bytes that one of `ranks` ranks takes for the others even without
/// messages: its mailboxes, its link and their reports.
pub(crate) fn bytes_among<N>(ranks: usize) -> usize {
    let each = size_of::<Vec<Node<N>>>() + size_of::<Report>();
    ranks * each + link_bytes::<Envelope<N>>(ranks)
}

/// The ranks of a search that are in this process.
///
/// A step has the same results whether its ranks take it at the same time or
/// one after the other. So a search begins on one thread, because most short
/// searches would be over before other threads are awake. Then each rank gets a
/// thread. Near the limit of expansions the ranks take turns again. Each may
/// make the expansions that the ranks before it have left. Processes pass that
/// number from one to the next.
pub(crate) struct Team<'a, N, O> {
    workers: Vec<&'a mut dyn Worker<N>>,
    links: Vec<ThreadLink<Envelope<N>>>,
    /// The ranks of processes before this one.
    first: usize,
    /// The ranks of all processes.
    ranks: usize,
    outside: Option<O>,
    /// Expansions after which threads are started.
    alone: u64,
}

impl<'a, N: PackedNode + Send, O: Exchange> Team<'a, N, O> {
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for the links between them.
    pub(crate) fn new(workers: Vec<&'a mut dyn Worker<N>>, alone: u64) -> Result<Self, Stop> {
        let links = thread_links(workers.len())?;
        Ok(Self { first: 0, ranks: workers.len(), workers, links, outside: None, alone })
    }

    /// The team with the ranks of other processes, which have `first` ranks before this one's.
    pub(crate) fn among(self, first: usize, ranks: usize, outside: O) -> Self {
        Self { first, ranks, outside: Some(outside), ..self }
    }

    /// Searches to the end, and returns the last plan.
    pub(crate) fn search(&mut self, mut plan: Plan) -> Plan {
        // A single rank needs no threads.
        let mut alone = if self.workers.len() == 1 { u64::MAX } else { self.alone };
        while plan.end.is_none() {
            if plan.spent < alone || plan.is_near_the_limit() {
                self.step_in_turn(&mut plan).unwrap_or_else(|gone| lost(gone));
            } else if let Some(end) = self.search_at_once(plan) {
                plan = end;
            } else {
                // The system gives no threads.
                alone = u64::MAX;
            }
        }
        plan
    }

    /// One step, taken by one rank after the other.
    fn step_in_turn(&mut self, plan: &mut Plan) -> Result<(), optile_ranks::Gone> {
        let mut reports = vec![Report::default(); self.ranks];
        // Far from the limit, no process has to wait for those before it.
        let is_passed_on = plan.is_near_the_limit();
        let mut left = Some(plan.left);
        if is_passed_on && let Some(outside) = &mut self.outside {
            left = outside.left_by_earlier(plan.left)?;
        }
        let own = &mut reports[self.first..];
        for (worker, report) in self.workers.iter_mut().zip(own) {
            // Ranks after one that was stopped do nothing.
            let Some(most) = left else { break };
            *report = worker.step(plan, most);
            left = (!report.is_stopped).then(|| most - report.expanded);
        }
        if is_passed_on && let Some(outside) = &mut self.outside {
            outside.leave_to_later(left)?;
        }
        self.swap_mailboxes();
        if let Some(outside) = &mut self.outside {
            let threads = self.workers.len();
            let process = self.first / threads;
            let freights = self.workers.iter_mut().enumerate();
            let freights = freights.map(|(own, worker)| load(&mut **worker, process, own, threads));
            let arrivals = outside.exchange(&mut reports, freights.collect())?;
            for (own, worker) in self.workers.iter_mut().enumerate() {
                arrivals.unload(own, &mut **worker);
            }
        }
        plan.agree(&reports);
        Ok(())
    }

    /// Gives each rank of this process the nodes from the others.
    fn swap_mailboxes(&mut self) {
        for later in 1..self.workers.len() {
            let (before, rest) = self.workers.split_at_mut(later);
            let mailboxes = rest[0].mailboxes();
            for (earlier, worker) in before.iter_mut().enumerate() {
                let theirs = &mut worker.mailboxes()[self.first + later];
                std::mem::swap(theirs, &mut mailboxes[self.first + earlier]);
            }
        }
    }

    /// Searches with a thread for each rank, to the end or until a limit is
    /// near. `None` if the system gives no threads. Nothing was done in this
    /// case.
    fn search_at_once(&mut self, plan: Plan) -> Option<Plan> {
        let (first, others) = self.workers.split_first_mut()?;
        room_for_threads(others.len()).ok()?;
        let place = Place { first: self.first, ranks: self.ranks };
        let is_alone = self.outside.is_none();
        let (links, plans): (Vec<_>, Vec<_>) = scope(|scope| {
            let mut threads = Vec::new();
            for worker in others {
                // No thread begins before all have been started.
                let (gate, link) = channel();
                let search = move || {
                    let link = link.recv().ok()?;
                    let turn = if is_alone { Outer::<O>::None } else { Outer::Through };
                    search(&mut **worker, link, place, turn, plan)
                };
                let thread = Builder::new().name("hda".into()).spawn_scoped(scope, search);
                threads.push((gate, thread.ok()?));
            }
            let mut links = std::mem::take(&mut self.links).into_iter();
            let own = links.next()?;
            for (link, (gate, _)) in links.zip(&threads) {
                // If the thread has ended, joining it shows why.
                let _ = gate.send(link);
            }
            let outer = self.outside.as_mut().map_or(Outer::None, Outer::Leads);
            let end = search(&mut **first, own, place, outer, plan);
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

/// Ends the search of a process that cannot go on without another.
fn lost(gone: optile_ranks::Gone) -> ! {
    panic!("{gone}")
}

/// Where the ranks of a process are among all.
#[derive(Clone, Copy)]
struct Place {
    first: usize,
    ranks: usize,
}

/// How a rank reaches the ranks of other processes.
enum Outer<'a, O> {
    /// There are none.
    None,
    /// By the first rank of its process.
    Through,
    /// It is the first rank of its process.
    Leads(&'a mut O),
}

/// Takes the steps of one rank until the plan ends or a limit is near. `None`
/// when another rank has ended.
fn search<N: PackedNode, O: Exchange>(
    worker: &mut dyn Worker<N>,
    mut link: ThreadLink<Envelope<N>>,
    place: Place,
    mut outer: Outer<'_, O>,
    mut plan: Plan,
) -> Option<(ThreadLink<Envelope<N>>, Plan)> {
    let mut reports = vec![Report::default(); place.ranks];
    while plan.end.is_none() && !plan.is_near_the_limit() {
        let report = worker.step(&plan, u64::MAX);
        reports[place.first + link.rank()] = report;
        let mut freights = Vec::new();
        if !matches!(outer, Outer::None) {
            freights.push(load(worker, place.first / link.ranks(), link.rank(), link.ranks()));
        }
        send(worker, &mut link, place.first, report, &mut freights).ok()?;
        receive(worker, &mut link, place.first, &mut reports, &mut freights).ok()?;
        match &mut outer {
            Outer::None => {}
            Outer::Through => {
                let Envelope::Arrived { reports: all, words } = link.receive(0).ok()? else {
                    unreachable!("the first rank says at the end of a step what has arrived")
                };
                unload(worker, &words);
                reports = all;
            }
            Outer::Leads(outside) => {
                let exchanged = outside.exchange(&mut reports, freights);
                let arrivals = exchanged.unwrap_or_else(|gone| lost(gone));
                for to in 1..link.ranks() {
                    let (reports, words) = (reports.clone(), arrivals.delivery(to));
                    link.send(to, Envelope::Arrived { reports, words }).ok()?;
                }
                arrivals.unload(0, worker);
            }
        }
        plan.agree(&reports);
    }
    Some((link, plan))
}

/// Sends each other rank of the process its nodes, and the first rank the freight.
fn send<N>(
    worker: &mut dyn Worker<N>,
    link: &mut ThreadLink<Envelope<N>>,
    first: usize,
    report: Report,
    freights: &mut Vec<Freight>,
) -> Result<(), Gone> {
    let me = link.rank();
    let mailboxes = &mut worker.mailboxes()[first..][..link.ranks()];
    for (to, nodes) in mailboxes.iter_mut().enumerate() {
        if to != me {
            let freight = if to == 0 { freights.pop().unwrap_or_default() } else { Freight::new() };
            let nodes = std::mem::take(nodes);
            link.send(to, Envelope::Step { report, nodes, freight })?;
        }
    }
    Ok(())
}

/// Receives the nodes from each other rank of the process, and the freight of those that
/// have some.
fn receive<N>(
    worker: &mut dyn Worker<N>,
    link: &mut ThreadLink<Envelope<N>>,
    first: usize,
    reports: &mut [Report],
    freights: &mut Vec<Freight>,
) -> Result<(), Gone> {
    let me = link.rank();
    let mailboxes = &mut worker.mailboxes()[first..][..link.ranks()];
    for (from, (nodes, slot)) in mailboxes.iter_mut().zip(&mut reports[first..]).enumerate() {
        if from != me {
            let Envelope::Step { report, nodes: sent, freight } = link.receive(from)? else {
                unreachable!("nothing arrives from outside before the end of a step")
            };
            (*slot, *nodes) = (report, sent);
            if me == 0 && !freight.is_empty() {
                freights.push(freight);
            }
        }
    }
    Ok(())
}
