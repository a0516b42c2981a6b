//! The part of a search that one thread does.

use optile_core::{Board, Limits, Meter, Stop, Task, Values, room_for};
use optile_search::Lists;
use optile_store::Encoding;

use crate::mailboxes::{Mailboxes, bytes_among};
use crate::owner::Owners;
use crate::plan::{Plan, Report};

/// A worker as others see it, whose board and heuristic they do not know.
pub(crate) trait AnyWorker<N>: Send {
    /// Takes in the nodes from other threads, and expands nodes as the plan
    /// says, but at most `left`. After that, the mailboxes hold the nodes for
    /// the other threads.
    fn step(&mut self, plan: &Plan, left: u64) -> Report;

    /// The nodes from each thread before a step, and for each thread after it.
    fn mailboxes(&mut self) -> &mut Mailboxes<N>;

    /// The least f of its open nodes.
    fn least_open(&mut self) -> Option<u32>;
}

/// What all threads of a search share.
pub(crate) struct Job<'a, B: Board, S> {
    pub(crate) encoding: S,
    pub(crate) task: &'a Task<B>,
    pub(crate) owners: Owners,
}

/// The part of a search that handles the states that one thread owns.
///
/// Aligned so that no two threads write to the same cache line, or to two lines
/// that are fetched together.
#[repr(align(128))]
pub(crate) struct Worker<'a, B: Board, S: Encoding<B>, V: Values<B>> {
    pub(crate) job: &'a Job<'a, B, S>,
    pub(crate) number: usize,
    pub(crate) values: V,
    pub(crate) lists: Lists<S::Node, S::ClosedList>,
    pub(crate) mailboxes: Mailboxes<S::Node>,
    /// Nodes for which a mailbox has room when it first gets memory.
    pub(crate) least_room: usize,
    pub(crate) meter: Meter,
    pub(crate) generated: u64,
    /// The least f of the nodes that were sent in this step, otherwise the greatest number.
    pub(crate) least_sent: u32,
    /// What stopped it, if anything did.
    pub(crate) stop: Option<Stop>,
}

/// The nodes that all mailboxes of a worker hold together when they first get
/// memory, and the least number for one mailbox. With many threads, each has only
/// a few nodes for each other thread.
const NODES: usize = 512;
const LEAST_NODES: usize = 4;

impl<B: Board, S: Encoding<B>> Job<'_, B, S> {
    /// The rank and the thread, among all, that own the state of a node.
    pub(crate) fn owner(&self, node: S::Node) -> (usize, usize) {
        let owner = self.owners.of(self.task.board(), self.encoding.state(node).word());
        (owner / self.owners.threads.each, owner)
    }

    /// The workers of this rank. Each may hold an equal part of the memory that
    /// `meter` allows in addition to the heuristic's tables. The limit of
    /// expansions is kept by the team.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when a part is too small for an empty closed list.
    pub(crate) fn workers<'a, V: Values<B>>(
        &'a self,
        values: impl Fn() -> V,
        meter: &Meter,
    ) -> Result<Vec<Worker<'a, B, S, V>>, Stop> {
        let threads = self.owners.threads;
        let tables = meter.counters().table_bytes;
        let part = |bytes: u64| bytes.saturating_sub(tables) / threads.each as u64;
        let bytes = meter.limits().bytes.map(part);
        let limits = Limits { expanded: None, bytes };
        let worker = |number| Worker::new(self, number, values(), meter.part(limits));
        threads.own().map(worker).collect()
    }
}

impl<'a, B: Board, S: Encoding<B>, V: Values<B>> Worker<'a, B, S, V> {
    /// A worker without states, or with the start if it owns that.
    fn new(
        job: &'a Job<'a, B, S>,
        number: usize,
        values: V,
        mut meter: Meter,
    ) -> Result<Self, Stop> {
        let (threads, count) = (job.owners.threads, job.owners.threads.all());
        meter.take(size_of::<Self>() + bytes_among::<S::Node>(threads))?;
        let mut nodes = room_for(count)?;
        nodes.resize_with(count, Vec::new);
        let mut worker = Self {
            job,
            number,
            lists: Self::lists(job, &values, &mut meter)?,
            values,
            mailboxes: Mailboxes { nodes, filled: room_for(count)? },
            least_room: (NODES / count).max(LEAST_NODES),
            meter,
            generated: 0,
            least_sent: u32::MAX,
            stop: None,
        };
        worker.begin()?;
        Ok(worker)
    }

    fn work(&mut self, plan: &Plan, left: u64, report: &mut Report) -> Result<(), Stop> {
        self.meter.interrupt().check()?;
        self.grow_with_the_others(plan)?;
        for place in 0..self.mailboxes.filled.len() {
            self.take_in(self.mailboxes.filled[place])?;
        }
        self.mailboxes.filled.clear();
        self.expand(plan, left, report)
    }

    /// Grows the closed list in the step in which the largest closed list of
    /// all threads will have to grow. All get about as many states. If each grew
    /// when it is full, all other threads would wait for it, for one thread after
    /// the other.
    fn grow_with_the_others(&mut self, plan: &Plan) -> Result<(), Stop> {
        let largest = plan.most_closed + plan.quota as u64;
        let more = (largest - self.lists.tally.closed) as usize;
        match self.lists.make_room(more, &mut self.meter) {
            // The room that is really needed is asked for again later.
            Err(Stop::Memory) => Ok(()),
            end => end,
        }
    }
}

impl<B: Board, S, V: Values<B> + Send> AnyWorker<S::Node> for Worker<'_, B, S, V>
where
    S: Encoding<B, Node: Send, ClosedList: Send> + Sync + Send,
{
    fn step(&mut self, plan: &Plan, left: u64) -> Report {
        let mut report = Report::default();
        self.least_sent = u32::MAX;
        if let Err(stop) = self.work(plan, left, &mut report) {
            report.is_stopped = true;
            self.stop = Some(stop);
        }
        let least_sent = Some(self.least_sent).filter(|&f| f < u32::MAX);
        report.least = self.lists.least_f().into_iter().chain(least_sent).min();
        let Mailboxes { nodes, filled } = &self.mailboxes;
        let sent: usize = filled.iter().map(|&to| nodes[to].len()).sum();
        let tally = &mut self.lists.tally;
        report.closed = tally.closed;
        tally.peak = tally.peak.max(tally.stored() + sent as u64);
        report
    }

    fn mailboxes(&mut self) -> &mut Mailboxes<S::Node> {
        &mut self.mailboxes
    }

    fn least_open(&mut self) -> Option<u32> {
        self.lists.least_f()
    }
}
