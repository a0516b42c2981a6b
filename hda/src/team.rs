use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::thread::{Builder, scope};

use optile_core::{Stop, room_for_threads};

use crate::link::{Gone, Link, ThreadLink, link_bytes, thread_links};
use crate::plan::{Plan, Report};

/// A node on its way to the rank that owns its state. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letter<N> {
    pub(crate) node: N,
    pub(crate) f: u32,
    pub(crate) g: u32,
}

/// A rank as those see it that make it take its steps.
pub(crate) trait Worker<N>: Send {
    /// Takes in what came from the other ranks, expands what the plan says,
    /// and no more than `left` nodes. What other ranks own is in its boxes
    /// then.
    fn step(&mut self, plan: &Plan, left: u64) -> Report;

    /// By rank, what came from it and is still to be taken in; after a step,
    /// what goes to it. One array serves both ways: it is sent, and the one
    /// that comes in return is emptied and filled again. So there is no more
    /// than one for each two ranks in each direction, and once they are large
    /// enough nothing is allocated any more.
    fn boxes(&mut self) -> &mut [Vec<Letter<N>>];
}

/// What a rank sends to another at the end of a step.
pub(crate) struct Parcel<N> {
    report: Report,
    letters: Vec<Letter<N>>,
}

/// The bytes that one of so many ranks takes for all others, whatever it has to
/// tell them: its boxes, its link and their reports.
pub(crate) fn bytes_among<N>(ranks: usize) -> usize {
    let each = size_of::<Vec<Letter<N>>>() + size_of::<Report>();
    ranks * each + link_bytes::<Parcel<N>>(ranks)
}

/// The ranks of a search that are all in this process.
///
/// A step has the same results whether its ranks take it at one time or one
/// after the other. So a search begins on one thread, as most that are short
/// would be over before others are awake; then each rank has a thread of its
/// own; and near the limit of expansions they take turns again, each with what
/// those before it have left. Ranks in several processes would pass that number
/// on from one to the next.
pub(crate) struct Team<'a, N> {
    workers: Vec<&'a mut dyn Worker<N>>,
    links: Vec<ThreadLink<Parcel<N>>>,
    /// Expansions after which threads are started.
    alone: u64,
}

impl<'a, N: Send> Team<'a, N> {
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for the links between them.
    pub(crate) fn new(workers: Vec<&'a mut dyn Worker<N>>, alone: u64) -> Result<Self, Stop> {
        // One rank has nobody to share the work with.
        let alone = if workers.len() == 1 { u64::MAX } else { alone };
        let links = thread_links(workers.len())?;
        Ok(Self { workers, links, alone })
    }

    /// Searches to the end of the plan, which is returned.
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

    /// One step, of one rank after the other.
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
    /// near. `None` if the system gives no threads; nothing was done then.
    fn search_at_once(&mut self, plan: Plan) -> Option<Plan> {
        let (first, others) = self.workers.split_first_mut()?;
        room_for_threads(others.len()).ok()?;
        let (links, plans): (Vec<_>, Vec<_>) = scope(|scope| {
            let mut threads = Vec::new();
            for worker in others {
                // Nobody begins before all are there.
                let (gate, link) = channel();
                let search =
                    move || link.recv().ok().and_then(|link| search(&mut **worker, link, plan));
                let thread = Builder::new().name("hda".into()).spawn_scoped(scope, search);
                threads.push((gate, thread.ok()?));
            }
            let mut links = std::mem::take(&mut self.links).into_iter();
            let own = links.next()?;
            for (link, (gate, _)) in links.zip(&threads) {
                // If it is gone, that comes out when it is joined.
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
/// when another rank is gone.
fn search<N, L: Link<Parcel<N>>>(
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

/// Sends each other rank what is for it.
fn send<N, L: Link<Parcel<N>>>(
    worker: &mut dyn Worker<N>,
    link: &mut L,
    report: Report,
) -> Result<(), Gone> {
    let me = link.rank();
    for (to, letters) in worker.boxes().iter_mut().enumerate() {
        if to != me {
            link.send(to, Parcel { report, letters: std::mem::take(letters) })?;
        }
    }
    Ok(())
}

/// Receives what each other rank has sent.
fn receive<N, L: Link<Parcel<N>>>(
    worker: &mut dyn Worker<N>,
    link: &mut L,
    reports: &mut [Report],
) -> Result<(), Gone> {
    let me = link.rank();
    for (from, (letters, slot)) in worker.boxes().iter_mut().zip(reports).enumerate() {
        if from != me {
            let parcel = link.receive(from)?;
            *slot = parcel.report;
            *letters = parcel.letters;
        }
    }
    Ok(())
}
