use optile_core::{
    BATCH, Board, Limits, Meter, Move, Parent, PathChoice, Slid, Slide, State, Stop, Task, Word,
    room_for,
};
use optile_store::{
    Batch, Costs, Estimates, Memory, Next, OpenList, Reached, SUCCESSORS, Space, Ties, look,
};

use crate::owner::owner;
use crate::plan::{Plan, Report};
use crate::team::{Letter, Worker, bytes_among};

/// What all ranks of a search know.
pub(crate) struct Job<'a, B: Board, S, V> {
    pub(crate) space: S,
    pub(crate) task: &'a Task<B>,
    pub(crate) estimates: V,
    pub(crate) ranks: usize,
}

impl<B: Board, S: Space<B>, V: Estimates<B>> Job<'_, B, S, V> {
    /// Its ranks, each of which may hold an equal part of what `meter` allows
    /// beside the heuristic's tables.
    /// The limit of expansions is left to those who call for steps.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when that is too little for an empty table.
    pub(crate) fn ranks<'a>(&'a self, meter: &Meter) -> Result<Vec<Rank<'a, B, S, V>>, Stop> {
        let tables = meter.counters().table_bytes;
        let part = |bytes: u64| bytes.saturating_sub(tables) / self.ranks as u64;
        let bytes = meter.limits().bytes.map(part);
        let limits = Limits { expanded: None, bytes };
        (0..self.ranks)
            .map(|number| Rank::new(self, number, Meter::new(limits, meter.interrupt().clone())))
            .collect()
    }

    /// The rank that owns the state of a node.
    #[inline(always)]
    pub(crate) fn owner(&self, node: S::Node) -> usize {
        self.owner_of_word(self.space.state(node).word())
    }

    #[inline(always)]
    fn owner_of_word(&self, word: B::Word) -> usize {
        if self.ranks == 1 { 0 } else { owner(word, self.ranks) }
    }
}

/// Letters that the boxes of a rank have room for together, once they have any,
/// and the least of one box: of many ranks each has but a few for each other.
const LETTERS: usize = 512;
const LEAST_LETTERS: usize = 4;

/// What a rank counts beside its expansions.
#[derive(Default)]
pub(crate) struct Tally {
    generated: u64,
    evaluated: u64,
    duplicates: u64,
    /// States put in the table.
    stored: u64,
}

impl Tally {
    /// Counts the same in a meter.
    pub(crate) fn count(&self, meter: &mut Meter) {
        meter.generate(self.generated);
        meter.evaluate(self.evaluated);
        meter.duplicates(self.duplicates);
    }
}

/// The part of a search that is about the states of one owner.
///
/// Aligned so that no two ranks write to one line of the cache, or to two that
/// are fetched together.
#[repr(align(128))]
pub(crate) struct Rank<'a, B: Board, S: Space<B>, V> {
    job: &'a Job<'a, B, S, V>,
    number: usize,
    goal: State<B>,
    pub(crate) closed: S::Costs,
    open: OpenList<S::Node>,
    boxes: Vec<Vec<Letter<S::Node>>>,
    pub(crate) memory: Memory,
    pub(crate) meter: Meter,
    pub(crate) tally: Tally,
    /// Why it was stopped, if it was.
    pub(crate) stop: Option<Stop>,
}

type HomeOf<B, S> = <<S as Space<B>>::Costs as Costs<<S as Space<B>>::Node>>::Home;

/// Nodes that a rank expands together, with their successors: those it owns
/// are met by the batch itself.
struct Work<B: Board, S: Space<B>> {
    batch: Batch<B, S::Node, HomeOf<B, S>>,
    /// Successors that others own.
    far: [Far<S::Node>; SUCCESSORS],
    far_len: usize,
    /// By place in the batch, a bit for each node that is expanded.
    expanded: u32,
}

/// A successor that another rank owns.
#[derive(Clone, Copy, Default)]
struct Far<N> {
    node: N,
    slid: Slid,
    owner: u16,
}

impl<'a, B: Board, S: Space<B>, V: Estimates<B>> Rank<'a, B, S, V> {
    /// A rank that owns nothing yet.
    fn new(job: &'a Job<'a, B, S, V>, number: usize, mut meter: Meter) -> Result<Self, Stop> {
        let mut memory = Memory::default();
        let own = size_of::<Self>() + bytes_among::<S::Node>(job.ranks);
        memory.take(own, &mut meter)?;
        let mut boxes = room_for(job.ranks)?;
        boxes.resize_with(job.ranks, Vec::new);
        Ok(Self {
            job,
            number,
            goal: job.task.goal(),
            closed: job.space.costs(&mut memory, &mut meter)?,
            open: OpenList::new(Ties::default()),
            boxes,
            memory,
            meter,
            tally: Tally::default(),
            stop: None,
        })
    }

    /// Puts a letter in one of the boxes.
    #[inline(always)]
    pub(crate) fn put(&mut self, to: usize, letter: Letter<S::Node>) -> Result<(), Stop> {
        let letters = &mut self.boxes[to];
        let least = (LETTERS / self.job.ranks).max(LEAST_LETTERS);
        self.memory.make_room_of(letters, 1, least, &mut self.meter)?;
        letters.push(letter);
        Ok(())
    }

    fn work(&mut self, plan: &Plan, left: u64, report: &mut Report) -> Result<(), Stop> {
        self.grow_with_the_others(plan)?;
        for from in 0..self.job.ranks {
            let mut letters = std::mem::take(&mut self.boxes[from]);
            let end = self.take_in(&letters);
            letters.clear();
            self.boxes[from] = letters;
            end?;
        }
        self.expand(plan, left, report)
    }

    /// Lets the table grow in the step in which the largest of all tables will
    /// have to, as about as many states come to each. If each grew when it is
    /// full, the others would wait for it one after the other.
    fn grow_with_the_others(&mut self, plan: &Plan) -> Result<(), Stop> {
        let largest = plan.most_stored + 2 * plan.quota as u64;
        let more = (largest - self.tally.stored) as usize;
        match self.closed.make_room(more, &mut self.memory, &mut self.meter) {
            // What is needed for sure is asked for again.
            Err(Stop::Memory) => Ok(()),
            end => end,
        }
    }

    /// Looks at what another rank has sent.
    fn take_in(&mut self, letters: &[Letter<S::Node>]) -> Result<(), Stop> {
        let mut homes = [HomeOf::<B, S>::default(); BATCH];
        for letters in letters.chunks(BATCH) {
            self.closed.make_room(letters.len(), &mut self.memory, &mut self.meter)?;
            for (letter, home) in letters.iter().zip(&mut homes) {
                *home = self.closed.home(letter.node);
                self.closed.prefetch(*home);
            }
            for &home in &homes[..letters.len()] {
                self.closed.prefetch_behind(home);
            }
            for (&Letter { node, f, g }, &home) in letters.iter().zip(&homes) {
                if self.reach(node, home, g) {
                    self.open.push(node, f, g, &mut self.memory, &mut self.meter)?;
                }
            }
        }
        Ok(())
    }

    /// Expands nodes up to the bound, as many as the quota says, or fewer when
    /// there are no more or the goal is among them.
    fn expand(&mut self, plan: &Plan, left: u64, report: &mut Report) -> Result<(), Stop> {
        let mut work = Work::<B, S> {
            batch: Batch::new(self.goal),
            far: [Far::default(); SUCCESSORS],
            far_len: 0,
            expanded: 0,
        };
        // Where successors may have a lower f they are to come before the rest
        // of a batch.
        let is_consistent = self.job.estimates.is_consistent();
        let together = if is_consistent { S::Costs::BATCH.min(BATCH) } else { 1 };
        let mut quota = plan.quota;
        while quota > 0 && self.open.least_f().is_some_and(|f| f <= plan.bound) {
            let most = together.min(quota);
            let Some((f, nodes)) = self.open.pop(&mut work.batch.nodes[..most]) else { break };
            let count = nodes.len();
            quota -= count;
            self.closed.make_room(count * Move::ALL.len(), &mut self.memory, &mut self.meter)?;
            self.fetch(&mut work, count);
            let end = self.turns(&mut work, count, f, left, report);
            self.reach_near(&mut work)?;
            self.send_far(&mut work, report)?;
            if end? {
                break;
            }
        }
        Ok(())
    }

    /// Makes the successors of a batch's nodes, and begins to fetch what is
    /// known of nodes and successors before any of it is needed.
    ///
    /// Whose a successor is, is a coin toss that no processor predicts. So it is
    /// written in both places, and counting it keeps it in one.
    #[inline(always)]
    fn fetch(&self, work: &mut Work<B, S>, count: usize) {
        let Work { batch, far, .. } = work;
        let (mut near_len, mut far_len) = (0, 0);
        for place in 0..count {
            let node = batch.nodes[place].item;
            let home = self.closed.home(node);
            self.closed.prefetch(home);
            batch.homes[place] = home;
            let word = self.job.space.state(node).word();
            for successor in self.job.space.successors(node) {
                let Slide { tile, from, to } = successor.slide;
                // What the successor's node would have to be unpacked for.
                let owner = self.job.owner_of_word(word.slide(tile, from, to));
                let slid = Slid::new(successor.slide, place);
                let node = successor.node;
                batch.met.nodes[near_len] = node;
                batch.met.slid[near_len] = slid;
                far[far_len] = Far { node, slid, owner: owner as u16 };
                near_len += usize::from(owner == self.number);
                far_len += usize::from(owner != self.number);
            }
        }
        for (node, home) in batch.met.nodes[..near_len].iter().zip(&mut batch.met.homes) {
            *home = self.closed.home(*node);
            self.closed.prefetch(*home);
        }
        batch.met.len = near_len;
        work.far_len = far_len;
    }

    /// Looks at a batch's nodes, and notes those that are expanded. Says
    /// whether the step is at its end.
    #[inline(always)]
    fn turns(
        &mut self,
        work: &mut Work<B, S>,
        count: usize,
        f: u32,
        left: u64,
        report: &mut Report,
    ) -> Result<bool, Stop> {
        work.expanded = 0;
        for place in 0..count {
            let (node, home) = (&work.batch.nodes[place], work.batch.homes[place]);
            match look(self.job.space, &mut self.closed, node, f, home, &self.goal) {
                Next::Skip => {}
                Next::Goal => {
                    report.is_begun = true;
                    report.goal = Some(node.g);
                    if self.job.task.choice == PathChoice::Any {
                        return Ok(true);
                    }
                }
                Next::Expand { state, .. } => {
                    report.is_begun = true;
                    if report.expanded == left {
                        return Err(Stop::Nodes);
                    }
                    self.meter.expand()?;
                    report.expanded += 1;
                    let estimate = Some(f - node.g);
                    work.batch.parents[place] = Parent { state, estimate };
                    work.expanded |= 1 << place;
                }
            }
        }
        Ok(false)
    }

    /// Looks at the successors that this rank owns.
    #[inline(always)]
    fn reach_near(&mut self, work: &mut Work<B, S>) -> Result<(), Stop> {
        let Work { batch, expanded, .. } = work;
        let all = batch.met.len;
        for &home in &batch.met.homes[..all] {
            self.closed.prefetch_behind(home);
        }
        let mut kept = 0;
        for number in 0..all {
            if *expanded >> batch.met.slid[number].parent() & 1 == 0 {
                continue;
            }
            self.tally.generated += 1;
            let (node, home) = (batch.met.nodes[number], batch.met.homes[number]);
            let g = batch.g(number);
            if !self.reach(node, home, g) {
                continue;
            }
            if V::AT_ONCE {
                let slid = batch.met.slid[number];
                let parent = &batch.parents[slid.parent()];
                self.push(node, g, self.job.estimates.of_successor(parent, slid.slide()))?;
            } else {
                batch.met.keep(number, kept);
                kept += 1;
            }
        }
        batch.estimate(self.job.estimates, 0..kept);
        (0..kept).try_for_each(|number| {
            self.push(batch.met.nodes[number], batch.g(number), batch.met.estimates[number])
        })
    }

    #[inline(always)]
    fn push(&mut self, node: S::Node, g: u32, estimate: u32) -> Result<(), Stop> {
        self.tally.evaluated += 1;
        self.open.push(node, g + estimate, g, &mut self.memory, &mut self.meter)
    }

    /// Puts the other successors in the boxes of their owners.
    #[inline(always)]
    fn send_far(&mut self, work: &mut Work<B, S>, report: &mut Report) -> Result<(), Stop> {
        let Work { batch, far, far_len, expanded } = work;
        let mut owners = [0; SUCCESSORS];
        let mut count = 0;
        for &Far { node, slid, owner } in &far[..*far_len] {
            if *expanded >> slid.parent() & 1 == 1 {
                batch.met.nodes[count] = node;
                batch.met.slid[count] = slid;
                owners[count] = owner;
                count += 1;
            }
        }
        batch.estimate(self.job.estimates, 0..count);
        for (number, &owner) in owners[..count].iter().enumerate() {
            self.tally.generated += 1;
            self.tally.evaluated += 1;
            let (node, g) = (batch.met.nodes[number], batch.g(number));
            let f = g + batch.met.estimates[number];
            report.least = Some(report.least.map_or(f, |least| least.min(f)));
            self.put(owner.into(), Letter { node, f, g })?;
        }
        Ok(())
    }

    /// Notes that a state of this rank was reached in `g` moves, and says
    /// whether it is to be put on the open list.
    #[inline(always)]
    fn reach(&mut self, node: S::Node, home: HomeOf<B, S>, g: u32) -> bool {
        match self.closed.reach(node, home, g) {
            Reached::Duplicate => {
                self.tally.duplicates += 1;
                return false;
            }
            Reached::New => self.tally.stored += 1,
            Reached::Cheaper => {}
            Reached::Reopened => self.meter.reopen(),
        }
        true
    }
}

impl<B: Board, S, V: Estimates<B>> Worker<S::Node> for Rank<'_, B, S, V>
where
    S: Space<B, Node: Send, Costs: Send> + Sync + Send,
{
    fn step(&mut self, plan: &Plan, left: u64) -> Report {
        let mut report = Report::default();
        if let Err(stop) = self.work(plan, left, &mut report) {
            report.is_stopped = true;
            self.stop = Some(stop);
        }
        report.least = report.least.into_iter().chain(self.open.least_f()).min();
        report.stored = self.tally.stored;
        let sent: usize = self.boxes.iter().map(Vec::len).sum();
        self.meter.hold(self.tally.stored + sent as u64, self.memory.bytes());
        report
    }

    fn boxes(&mut self) -> &mut [Vec<Letter<S::Node>>] {
        &mut self.boxes
    }
}
