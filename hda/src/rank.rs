use optile_core::{
    Board, Estimator, Heuristic, Limits, Meter, Move, PathChoice, Slide, State, Stop, Task, Word,
};
use optile_store::{Costs, Memory, Open, OpenList, Reached, Space, Ties, Turn};

use crate::batch::{Batch, Met, TOGETHER};
use crate::owner::owner;
use crate::plan::{Plan, Report};
use crate::team::{Letter, Worker};

/// What all ranks of a search know.
pub(crate) struct Job<'a, B: Board, S, H: Heuristic> {
    pub(crate) space: S,
    pub(crate) task: &'a Task<B>,
    pub(crate) estimator: H::Estimator<B>,
    pub(crate) ranks: usize,
}

impl<B: Board, S: Space<B>, H: Heuristic> Job<'_, B, S, H> {
    /// Its ranks, each of which may hold an equal part of what `meter` allows
    /// beside the heuristic's tables.
    /// The limit of expansions is left to those who call for steps.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when that is too little for an empty table.
    pub(crate) fn ranks<'a>(&'a self, meter: &Meter) -> Result<Vec<Rank<'a, B, S, H>>, Stop> {
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
pub(crate) struct Rank<'a, B: Board, S: Space<B>, H: Heuristic> {
    job: &'a Job<'a, B, S, H>,
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
type ValueOf<B, H> = <<H as Heuristic>::Estimator<B> as Estimator<B>>::Value;
type BatchOf<B, S, H> = Batch<<S as Space<B>>::Node, HomeOf<B, S>, ValueOf<B, H>>;

/// What is to be done with a node that was taken from the open list.
enum Next<V> {
    /// Nothing.
    Skip,
    /// To expand it; the heuristic's value is told.
    Expand(V),
    /// To end the step.
    End,
}

impl<'a, B: Board, S: Space<B>, H: Heuristic> Rank<'a, B, S, H> {
    /// How many nodes to take from the open list at once. Where successors may
    /// have a lower f they are to come before the rest of a batch.
    const BATCH: usize = {
        let batch = if H::CONSISTENT { S::Costs::BATCH } else { 1 };
        if batch < TOGETHER { batch } else { TOGETHER }
    };

    /// A rank that owns nothing yet.
    fn new(job: &'a Job<'a, B, S, H>, number: usize, mut meter: Meter) -> Result<Self, Stop> {
        let mut memory = Memory::default();
        Ok(Self {
            job,
            number,
            goal: job.task.goal(),
            closed: job.space.costs(&mut memory, &mut meter)?,
            open: OpenList::new(Ties::default()),
            boxes: vec![Vec::new(); job.ranks],
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
        self.memory.make_room(letters, 1, &mut self.meter)?;
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
        let mut homes = [HomeOf::<B, S>::default(); TOGETHER];
        for letters in letters.chunks(TOGETHER) {
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
        let mut batch = BatchOf::<B, S, H>::default();
        let mut quota = plan.quota;
        while quota > 0 && self.open.least_f().is_some_and(|f| f <= plan.bound) {
            let most = Self::BATCH.min(quota);
            let Some((f, nodes)) = self.open.pop(&mut batch.nodes[..most]) else { break };
            let count = nodes.len();
            quota -= count;
            self.closed.make_room(count * Move::ALL.len(), &mut self.memory, &mut self.meter)?;
            self.fetch(&mut batch, count);
            let end = self.turns(&mut batch, count, f, left, report);
            self.reach_near(&batch)?;
            self.send_far(&batch, report)?;
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
    fn fetch(&self, batch: &mut BatchOf<B, S, H>, count: usize) {
        let (mut near, mut far) = (0, 0);
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
                let met = Met::new(successor, place, owner);
                batch.near[near] = met;
                batch.far[far] = met;
                near += usize::from(owner == self.number);
                far += usize::from(owner != self.number);
            }
        }
        for (met, home) in batch.near[..near].iter().zip(&mut batch.near_homes) {
            *home = self.closed.home(met.node);
            self.closed.prefetch(*home);
        }
        (batch.near_len, batch.far_len) = (near, far);
    }

    /// Looks at a batch's nodes, and notes the values of those that are
    /// expanded. Says whether the step is at its end.
    #[inline(always)]
    fn turns(
        &mut self,
        batch: &mut BatchOf<B, S, H>,
        count: usize,
        f: u32,
        left: u64,
        report: &mut Report,
    ) -> Result<bool, Stop> {
        batch.values = [None; TOGETHER];
        for place in 0..count {
            let (node, home) = (&batch.nodes[place], batch.homes[place]);
            match self.turn(node, f, home, left, report)? {
                Next::End => return Ok(true),
                Next::Skip => {}
                Next::Expand(value) => batch.values[place] = Some(value),
            }
        }
        Ok(false)
    }

    /// Looks at the successors that this rank owns.
    #[inline(always)]
    fn reach_near(&mut self, batch: &BatchOf<B, S, H>) -> Result<(), Stop> {
        for &home in &batch.near_homes[..batch.near_len] {
            self.closed.prefetch_behind(home);
        }
        for (met, &home) in batch.near[..batch.near_len].iter().zip(&batch.near_homes) {
            let Some(value) = batch.values[met.parent()] else { continue };
            let g = batch.nodes[met.parent()].g + 1;
            self.tally.generated += 1;
            if self.reach(met.node, home, g) {
                let f = g + self.estimate(met, value);
                self.open.push(met.node, f, g, &mut self.memory, &mut self.meter)?;
            }
        }
        Ok(())
    }

    /// Puts the other successors in the boxes of their owners.
    #[inline(always)]
    fn send_far(&mut self, batch: &BatchOf<B, S, H>, report: &mut Report) -> Result<(), Stop> {
        for met in &batch.far[..batch.far_len] {
            let Some(value) = batch.values[met.parent()] else { continue };
            let g = batch.nodes[met.parent()].g + 1;
            self.tally.generated += 1;
            let f = g + self.estimate(met, value);
            report.least = Some(report.least.map_or(f, |least| least.min(f)));
            self.put(met.owner.into(), Letter { node: met.node, f, g })?;
        }
        Ok(())
    }

    /// Looks at a node that was taken from the open list.
    #[inline(always)]
    fn turn(
        &mut self,
        &Open { item: node, g }: &Open<S::Node>,
        f: u32,
        home: HomeOf<B, S>,
        left: u64,
        report: &mut Report,
    ) -> Result<Next<ValueOf<B, H>>, Stop> {
        if self.closed.expand(node, home, g) == Turn::Stale {
            return Ok(Next::Skip);
        }
        report.is_begun = true;
        let state = self.job.space.state(node);
        // The bound is 0 there, and comparing numbers is less work.
        if f == g && state == self.goal {
            report.goal = Some(g);
            return Ok(match self.job.task.choice {
                PathChoice::Any => Next::End,
                PathChoice::LexicographicallySmallest => Next::Skip,
            });
        }
        if report.expanded == left {
            return Err(Stop::Nodes);
        }
        self.meter.expand()?;
        report.expanded += 1;
        Ok(Next::Expand(self.job.estimator.resume(&state, f - g)))
    }

    /// The bound of a successor, where `value` is that of its parent.
    #[inline(always)]
    fn estimate(&mut self, met: &Met<S::Node>, value: ValueOf<B, H>) -> u32 {
        self.tally.evaluated += 1;
        let state = self.job.space.state(met.node);
        let value = self.job.estimator.step(value, met.slide(), &state);
        self.job.estimator.estimate(value)
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

impl<B: Board, S, H: Heuristic> Worker<S::Node> for Rank<'_, B, S, H>
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
