//! The part of a search that one rank does.

use optile_core::{Board, Estimates, Limits, Meter, State, Stop, room_for};
use optile_store::{ClosedList, Encoding, Memory, OpenList, Ties};

use crate::job::Job;
use crate::plan::{Plan, Report};
use crate::team::bytes_among;
use crate::worker::{Node, Worker};

/// The number of messages that all mailboxes of a rank hold together when they
/// first get memory, and the least number for one mailbox. With many ranks,
/// each has only a few messages for each other rank.
const MESSAGES: usize = 512;
const LEAST_MESSAGES: usize = 4;

/// What a rank counts besides expansions.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) generated: u64,
    pub(crate) duplicates: u64,
    /// Nodes on the open list.
    pub(crate) open: u64,
    /// States in the closed list.
    pub(crate) closed: u64,
}

/// One rank: the part of a search that handles the states that it owns.
///
/// Aligned so that no two ranks write to the same cache line, or to two lines
/// that are fetched together.
#[repr(align(128))]
pub(crate) struct Rank<'a, B: Board, S: Encoding<B>, V: ?Sized> {
    pub(crate) job: &'a Job<'a, B, S, V>,
    pub(crate) number: usize,
    pub(crate) goal: State<B>,
    pub(crate) closed: S::ClosedList,
    pub(crate) open: OpenList<S::Node>,
    pub(crate) mailboxes: Vec<Vec<Node<S::Node>>>,
    pub(crate) memory: Memory,
    pub(crate) meter: Meter,
    pub(crate) tally: Tally,
    /// What stopped it, if anything did.
    pub(crate) stop: Option<Stop>,
}

impl<'a, B: Board, S: Encoding<B>, V: Estimates<B> + ?Sized> Rank<'a, B, S, V> {
    /// A rank without states.
    pub(crate) fn new(
        job: &'a Job<'a, B, S, V>,
        number: usize,
        mut meter: Meter,
    ) -> Result<Self, Stop> {
        let mut memory = Memory::default();
        let own = size_of::<Self>() + bytes_among::<S::Node>(job.ranks);
        memory.take(own, &mut meter)?;
        let mut mailboxes = room_for(job.ranks)?;
        mailboxes.resize_with(job.ranks, Vec::new);
        Ok(Self {
            job,
            number,
            goal: job.task.goal(),
            closed: job.encoding.closed_list(&mut memory, &mut meter)?,
            open: OpenList::new(Ties::default()),
            mailboxes,
            memory,
            meter,
            tally: Tally::default(),
            stop: None,
        })
    }

    /// Puts a message in one of the mailboxes.
    #[inline(always)]
    pub(crate) fn put(&mut self, to: usize, message: Node<S::Node>) -> Result<(), Stop> {
        let messages = &mut self.mailboxes[to];
        let least = (MESSAGES / self.job.ranks).max(LEAST_MESSAGES);
        self.memory.make_room_of(messages, 1, least, &mut self.meter)?;
        messages.push(message);
        Ok(())
    }

    fn work(&mut self, plan: &Plan, left: u64, report: &mut Report) -> Result<(), Stop> {
        self.grow_with_the_others(plan)?;
        for from in 0..self.job.ranks {
            let mut messages = std::mem::take(&mut self.mailboxes[from]);
            let end = self.take_in(&messages);
            messages.clear();
            self.mailboxes[from] = messages;
            end?;
        }
        self.expand(plan, left, report)
    }

    /// Grows the closed list in the step in which the largest closed list of
    /// all ranks will have to grow. All get about as many states. If each grew
    /// when it is full, all other ranks would wait for it, for one rank after
    /// the other.
    fn grow_with_the_others(&mut self, plan: &Plan) -> Result<(), Stop> {
        let largest = plan.most_closed + plan.quota as u64;
        let more = (largest - self.tally.closed) as usize;
        match self.closed.make_room(more, &mut self.memory, &mut self.meter) {
            // The room that is really needed is asked for again later.
            Err(Stop::Memory) => Ok(()),
            end => end,
        }
    }

    /// Takes in the messages from another rank.
    fn take_in(&mut self, messages: &[Node<S::Node>]) -> Result<(), Stop> {
        messages.iter().try_for_each(|&Node { item, f, g }| self.push(item, f, g))
    }

    /// Puts a node on the open list.
    #[inline(always)]
    pub(crate) fn push(&mut self, node: S::Node, f: u32, g: u32) -> Result<(), Stop> {
        self.tally.open += 1;
        self.open.push(node, f, g, &mut self.memory, &mut self.meter)
    }
}

impl<B: Board, S, V: Estimates<B> + ?Sized> Worker<S::Node> for Rank<'_, B, S, V>
where
    S: Encoding<B, Node: Send, ClosedList: Send> + Sync + Send,
{
    fn step(&mut self, plan: &Plan, left: u64) -> Report {
        let mut report = Report::default();
        if let Err(stop) = self.work(plan, left, &mut report) {
            report.is_stopped = true;
            self.stop = Some(stop);
        }
        report.least = report.least.into_iter().chain(self.open.least_f()).min();
        report.closed = self.tally.closed;
        let sent: usize = self.mailboxes.iter().map(Vec::len).sum();
        self.meter.hold(self.tally.open + self.tally.closed + sent as u64, self.memory.bytes());
        report
    }

    fn mailboxes(&mut self) -> &mut [Vec<Node<S::Node>>] {
        &mut self.mailboxes
    }

    fn least_open(&mut self) -> Option<u32> {
        self.open.least_f()
    }

    fn closed(&self) -> u64 {
        self.tally.closed
    }

    fn is_interrupted(&mut self) -> bool {
        self.stop = self.meter.interrupt().check().err();
        self.stop.is_some()
    }
}

impl<B: Board, S: Encoding<B>, V: Estimates<B> + ?Sized> Job<'_, B, S, V> {
    /// The ranks of this process. Each may hold an equal part of the memory that
    /// `meter` allows in addition to the heuristic's tables. The limit of
    /// expansions is kept by the team.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when a part is too small for an empty closed list.
    pub(crate) fn ranks<'a>(&'a self, meter: &Meter) -> Result<Vec<Rank<'a, B, S, V>>, Stop> {
        let tables = meter.counters().table_bytes;
        let part = |bytes: u64| bytes.saturating_sub(tables) / self.threads as u64;
        let bytes = meter.limits().bytes.map(part);
        let limits = Limits { expanded: None, bytes };
        (self.first..self.first + self.threads)
            .map(|number| Rank::new(self, number, Meter::new(limits, meter.interrupt().clone())))
            .collect()
    }
}
