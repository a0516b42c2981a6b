use std::ops::Range;
use std::slice;

use optile_core::{BATCH, Board, Meter, Move, Parent, Path, PathChoice, Slid, State, Stop, Task};

use crate::batch::{Batch, Next, Successor, look};
use crate::{
    Costs, Estimates, Memory, Open, OpenList, Reached, Space, Ties, shortest_path, with_space,
};

/// A best-first search by f: the loop of A* (P. E. Hart, N. J. Nilsson and B.
/// Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost
/// Paths, 1968) and of its kin.
///
/// The open list is an [`OpenList`]. A state whose g falls is put there once
/// more; of its entries only the one with the g in the table counts, and the
/// table is asked when an entry is taken out. This reopens nodes where a
/// heuristic is inconsistent; with a consistent one it never happens to an
/// expanded state.
///
/// # Batches
///
/// A table of gigabytes is read at random, and a processor that waits for each
/// line of it does little else. So where the table is large, several nodes are
/// taken from the open list at once. Their successors are made, and all lines
/// asked for; only then are they looked up, by when they are there. All nodes
/// of a batch have one f, so the expansions before the last round are the same,
/// and since f never falls along a path (the heuristic must be consistent, or
/// batches have one node), none of them is reached more cheaply by way of
/// another. What changes is the order in the last round, by some tens of nodes.
/// A heuristic that is an object is asked once per batch.
///
/// # Partial expansion
///
/// With `PARTIAL` only those successors are generated that have the f of their
/// parent. The parent goes back to the open list with the least f of the
/// others, and they are generated when their turn has come. Successors with an
/// f above the solution's cost, of which there are more than of any others,
/// are then never stored (T. Yoshizumi, T. Miura, T. Ishida, A* with partial
/// expansion for large branching factor problems, 2000). Every time that a node
/// is taken from the open list counts as an expansion.
pub struct BestFirst<'a, B: Board, S: Space<B>, V, const PARTIAL: bool> {
    space: S,
    task: &'a Task<B>,
    goal: State<B>,
    estimates: V,
    closed: S::Costs,
    open: OpenList<S::Node>,
    /// Nodes that are neither on the open list nor expanded to the end, with
    /// their f: where the search was stopped between the two, and the goal.
    unfinished: Vec<(u32, Open<S::Node>)>,
    memory: Memory,
    tally: Tally,
    cost: Option<u32>,
    /// The least f of the next round.
    next_round: u32,
    /// How many nodes are taken from the open list at once.
    batch: usize,
}

/// Searches in the space that suits the board; see [`BestFirst`].
///
/// # Errors
///
/// The [`Stop`] that ended the search.
pub fn best_first<B: Board, V: Estimates<B>, const PARTIAL: bool>(
    estimates: V,
    ties: Ties,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let memory = Memory::default();
    with_space!(B, task.board(), space => {
        BestFirst::<B, _, V, PARTIAL>::new(space, estimates, task, ties, memory, meter)?
            .find_path(meter)
    })
}

/// What a search counts beside its expansions, without its start.
#[derive(Debug, Default)]
struct Tally {
    generated: u64,
    /// Heuristic values asked for of successors that were not generated.
    passed_over: u64,
    /// Generated and put on the open list.
    kept: u64,
    /// Kept although met before, at a higher cost.
    improved: u64,
}

/// Bytes that the open list may need for the successors of a batch. While so
/// many are to be had it cannot stop the search amid them.
const ROOM: u64 = 1 << 18;

type HomeOf<B, S> = <<S as Space<B>>::Costs as Costs<<S as Space<B>>::Node>>::Home;
type SuccessorOf<B, S> = Successor<<S as Space<B>>::Node, HomeOf<B, S>>;
type BatchOf<B, S> = Batch<B, <S as Space<B>>::Node, HomeOf<B, S>>;

impl<'a, B, S, V, const PARTIAL: bool> BestFirst<'a, B, S, V, PARTIAL>
where
    B: Board,
    S: Space<B>,
    V: Estimates<B>,
{
    /// A search that has its start on the open list and holds `memory`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below even that.
    pub fn new(
        space: S,
        estimates: V,
        task: &'a Task<B>,
        ties: Ties,
        mut memory: Memory,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        // Where successors may have a lower f they are to come before the rest
        // of a batch.
        let batch = if estimates.is_consistent() { S::Costs::BATCH.min(BATCH) } else { 1 };
        let mut search = Self {
            space,
            task,
            goal: task.goal(),
            estimates,
            closed: space.costs(&mut memory, meter)?,
            open: OpenList::new(ties),
            unfinished: Vec::with_capacity(BATCH + 2),
            memory,
            tally: Tally::default(),
            cost: None,
            next_round: 0,
            batch,
        };
        let start = space.root(&task.start);
        let f = estimates.of_state(&task.start);
        search.closed.reach(start, search.closed.home(start), 0);
        search.open.push(start, f, 0, &mut search.memory, meter)?;
        Ok(search)
    }

    /// Searches until the goal is taken from the open list, at its distance;
    /// for the smallest path until no open node has an f up to that. All
    /// counters of `meter` are then up to date, however the search ends.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it.
    pub fn find_path(&mut self, meter: &mut Meter) -> Result<Path, Stop> {
        let cost = self.find_cost(meter);
        meter.generate(self.tally.generated);
        meter.evaluate(1 + self.tally.kept + self.tally.passed_over);
        meter.duplicates(self.tally.generated - self.tally.kept);
        meter.hold(1 + self.tally.kept - self.tally.improved, self.memory.bytes());
        let is_at = |node, g| self.closed.is_at(node, g);
        shortest_path(self.space, self.task, cost?, &is_at, &mut self.memory, meter).map(Path::new)
    }

    /// The open nodes with their f and g, each once more where its g fell, and
    /// the goal if it was taken from the open list.
    ///
    /// After [`Stop::Memory`] these are all that is left to do: every path from
    /// the start to the goal comes by one of them, and every shortest path by
    /// one whose g is that of the path.
    pub fn frontier(&self) -> impl Iterator<Item = (u32, u32, &[S::Node])> {
        let unfinished = self.unfinished.iter();
        let unfinished = unfinished.map(|(f, open)| (*f, open.g, slice::from_ref(&open.item)));
        unfinished.chain(self.open.pieces())
    }

    /// The closed table.
    pub fn closed(&self) -> &S::Costs {
        &self.closed
    }

    /// What the search holds.
    pub fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn find_cost(&mut self, meter: &mut Meter) -> Result<u32, Stop> {
        let mut batch = BatchOf::<B, S>::new(self.goal);
        // Where the table says so, this is known when the search is compiled.
        let most = if S::Costs::BATCH == 1 { 1 } else { self.batch };
        while let Some((f, nodes)) = self.open.pop(&mut batch.nodes[..most]) {
            let count = nodes.len();
            match self.expand_all(f, count, &mut batch, meter) {
                Ok(false) => {}
                Ok(true) => break,
                Err(stop) => {
                    for node in &batch.nodes[..count] {
                        self.closed.put_back(node.item, node.g);
                        self.unfinished.push((f, *node));
                    }
                    return Err(stop);
                }
            }
        }
        self.cost.ok_or(Stop::Unsolvable)
    }

    /// Expands the nodes of a batch, which have one f, and says whether the
    /// search is at its end.
    #[inline(always)]
    fn expand_all(
        &mut self,
        f: u32,
        count: usize,
        batch: &mut BatchOf<B, S>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.closed.make_room(count * Move::ALL.len(), &mut self.memory, meter)?;
        for (node, home) in batch.nodes[..count].iter().zip(&mut batch.homes) {
            *home = self.closed.home(node.item);
            self.closed.prefetch(*home);
        }
        batch.met.len = 0;
        batch.estimated.clear();
        batch.rests_len = 0;
        let mut again = 0u32;
        let mut end = Ok(false);
        for place in 0..count {
            match self.next(&batch.nodes[place], f, batch.homes[place], meter) {
                Ok(Next::Skip) => {}
                Ok(Next::Goal) => end = Ok(true),
                Ok(Next::Expand { state, is_again }) => {
                    let node = batch.nodes[place];
                    // Where it was put back, its f is no longer that of the
                    // state.
                    let mut estimate = (!is_again).then_some(f - node.g);
                    if V::AT_ONCE && is_again {
                        estimate = Some(self.estimates.of_state(&state));
                    }
                    let parent = Parent { state, estimate };
                    if Self::IS_PLAIN {
                        self.expand_alone(f, &node, &parent, is_again, meter)?;
                        continue;
                    }
                    if V::AT_ONCE {
                        self.generate_estimated(f, &node, &parent, is_again, batch);
                        continue;
                    }
                    batch.parents[place] = parent;
                    again |= u32::from(is_again) << place;
                    self.generate(place, batch);
                }
                Err(stop) => end = Err(stop),
            }
            if end != Ok(false) {
                break;
            }
        }
        if Self::IS_PLAIN {
            return end;
        }
        if PARTIAL && !V::AT_ONCE {
            self.choose(f, again, batch);
        }
        // One node's successors come before what is left of it, those of
        // several after all that is left of these.
        if self.batch > 1 {
            self.put_back(batch, meter)?;
        }
        // What was expanded is counted as a whole, even at a limit.
        self.reach_all(batch, meter)?;
        if self.batch == 1 {
            self.put_back(batch, meter)?;
        }
        end
    }

    /// Whether nodes are expanded one by one and successors estimated one by
    /// one, so that nothing need be gathered.
    const IS_PLAIN: bool = S::Costs::BATCH == 1 && V::AT_ONCE;

    /// Whether a successor with this f is due, where its parent was taken out
    /// with `f`.
    #[inline(always)]
    fn is_due(f_then: u32, f: u32, is_again: bool) -> bool {
        !PARTIAL || f_then == f || !is_again && f_then < f
    }

    /// Expands a node to the end.
    #[inline(always)]
    fn expand_alone(
        &mut self,
        f: u32,
        node: &Open<S::Node>,
        parent: &Parent<B>,
        is_again: bool,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let g = node.g + 1;
        let mut rest = u32::MAX;
        for successor in self.space.successors(node.item) {
            let mut estimate = 0;
            if PARTIAL {
                estimate = self.estimates.of_successor(parent, successor.slide);
                if !Self::is_due(g + estimate, f, is_again) {
                    rest = self.pass_over(g + estimate, f, rest);
                    continue;
                }
            }
            let home = self.closed.home(successor.node);
            if self.reach(successor.node, home, g, meter) {
                if !PARTIAL {
                    estimate = self.estimates.of_successor(parent, successor.slide);
                }
                self.push(successor.node, g, estimate, meter)?;
            }
        }
        if PARTIAL && rest < u32::MAX {
            self.open.push(node.item, rest, node.g, &mut self.memory, meter)?;
        }
        Ok(())
    }

    /// Counts a successor that is not due, and returns the least f of those of
    /// its parent that will be.
    #[inline(always)]
    fn pass_over(&mut self, f_then: u32, f: u32, rest: u32) -> u32 {
        self.tally.passed_over += 1;
        if f_then > f { rest.min(f_then) } else { rest }
    }

    /// Looks at a node that was taken from the open list; [`Next::Goal`] is the
    /// end of the search.
    #[inline(always)]
    fn next(
        &mut self,
        node: &Open<S::Node>,
        f: u32,
        home: HomeOf<B, S>,
        meter: &mut Meter,
    ) -> Result<Next<B>, Stop> {
        let next = look(self.space, &mut self.closed, node, f, home, &self.goal);
        if let Next::Skip = next {
            return Ok(next);
        }
        if f >= self.next_round {
            if self.cost.is_some() {
                return Ok(Next::Goal);
            }
            self.next_round = f + 1;
            meter.begin_layer();
        }
        if let Next::Goal = next {
            self.cost = Some(node.g);
            if self.task.choice == PathChoice::Any {
                return Ok(next);
            }
            self.unfinished.push((f, *node));
            return Ok(Next::Skip);
        }
        meter.expand()?;
        Ok(next)
    }

    /// Makes the successors of a node and asks for what is known of them, and
    /// for their estimates. With partial expansion, those that are due.
    #[inline(always)]
    fn generate_estimated(
        &mut self,
        f: u32,
        node: &Open<S::Node>,
        parent: &Parent<B>,
        is_again: bool,
        batch: &mut BatchOf<B, S>,
    ) {
        let g = node.g + 1;
        let mut rest = u32::MAX;
        for successor in self.space.successors(node.item) {
            let estimate = self.estimates.of_successor(parent, successor.slide);
            if !Self::is_due(g + estimate, f, is_again) {
                rest = self.pass_over(g + estimate, f, rest);
                continue;
            }
            let home = self.closed.home(successor.node);
            self.closed.prefetch(home);
            batch.estimated.push(Successor { node: successor.node, home, g, estimate });
        }
        if PARTIAL && rest < u32::MAX {
            batch.leave(rest, *node);
        }
    }

    /// Makes the successors of a node. Without partial expansion, asks for what
    /// is known of them.
    #[inline(always)]
    fn generate(&mut self, place: usize, batch: &mut BatchOf<B, S>) {
        for successor in self.space.successors(batch.nodes[place].item) {
            let mut home = HomeOf::<B, S>::default();
            if !PARTIAL {
                home = self.closed.home(successor.node);
                self.closed.prefetch(home);
            }
            batch.met.push(successor.node, home, Slid::new(successor.slide, place));
        }
    }

    /// Leaves of all successors of a batch those that are due.
    #[inline(always)]
    fn choose(&mut self, f: u32, again: u32, batch: &mut BatchOf<B, S>) {
        let all = batch.met.len;
        batch.estimate(self.estimates, 0..all);
        let (mut number, mut due) = (0, 0);
        while number < all {
            let parent = batch.met.slid[number].parent();
            let (node, is_again) = (batch.nodes[parent], again >> parent & 1 == 1);
            let mut rest = u32::MAX;
            while number < all && batch.met.slid[number].parent() == parent {
                let f_then = node.g + 1 + batch.met.estimates[number];
                if Self::is_due(f_then, f, is_again) {
                    let home = self.closed.home(batch.met.nodes[number]);
                    self.closed.prefetch(home);
                    batch.met.keep(number, due);
                    batch.met.homes[due] = home;
                    due += 1;
                } else {
                    rest = self.pass_over(f_then, f, rest);
                }
                number += 1;
            }
            if rest < u32::MAX {
                batch.leave(rest, node);
            }
        }
        batch.met.len = due;
    }

    fn put_back(&mut self, batch: &BatchOf<B, S>, meter: &mut Meter) -> Result<(), Stop> {
        let Self { open, memory, .. } = self;
        let mut rests = batch.rests[..batch.rests_len].iter();
        rests.try_for_each(|(f, node)| open.push(node.item, *f, node.g, memory, meter))
    }

    /// Looks at the successors of a batch, and puts those on the open list that
    /// were not met, or at a higher cost.
    #[inline(always)]
    fn reach_all(&mut self, batch: &mut BatchOf<B, S>, meter: &mut Meter) -> Result<(), Stop> {
        if V::AT_ONCE {
            return self.reach_estimated(batch.estimated.all(), meter);
        }
        let all = batch.met.len;
        for &home in &batch.met.homes[..all] {
            self.closed.prefetch_behind(home);
        }
        if self.memory.has_room(ROOM, meter) {
            return self.reach_some(0..all, batch, meter);
        }
        // Where the open list may be stopped each successor is put there before
        // the next one is looked at.
        (0..all).try_for_each(|number| self.reach_some(number..number + 1, batch, meter))
    }

    /// As [`BestFirst::reach_all`], where the estimates are there.
    #[inline(always)]
    fn reach_estimated(
        &mut self,
        successors: &[SuccessorOf<B, S>],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for successor in successors {
            self.closed.prefetch_behind(successor.home);
        }
        for &Successor { node, home, g, estimate } in successors {
            if self.reach(node, home, g, meter) {
                self.push(node, g, estimate, meter)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn reach_some(
        &mut self,
        numbers: Range<usize>,
        batch: &mut BatchOf<B, S>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut end = numbers.start;
        for number in numbers.clone() {
            let (node, home) = (batch.met.nodes[number], batch.met.homes[number]);
            let slid = batch.met.slid[number];
            let g = batch.nodes[slid.parent()].g + 1;
            if !self.reach(node, home, g, meter) {
                continue;
            }
            batch.met.keep(number, end);
            end += 1;
        }
        let kept = numbers.start..end;
        if !PARTIAL {
            batch.estimate(self.estimates, kept.clone());
        }
        let mut result = Ok(());
        for number in kept {
            let (node, g) = (batch.met.nodes[number], batch.g(number));
            let estimate = batch.met.estimates[number];
            if result.is_ok() {
                result = self.push(node, g, estimate, meter);
            } else {
                self.unfinished.push((g + estimate, Open { item: node, g }));
            }
        }
        result
    }

    #[inline(always)]
    fn push(
        &mut self,
        item: S::Node,
        g: u32,
        estimate: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let f = g + estimate;
        let pushed = self.open.push(item, f, g, &mut self.memory, meter);
        if pushed.is_err() {
            self.unfinished.push((f, Open { item, g }));
        }
        pushed
    }

    /// Looks at a successor, and says whether it goes to the open list.
    #[inline(always)]
    fn reach(&mut self, node: S::Node, home: HomeOf<B, S>, g: u32, meter: &mut Meter) -> bool {
        self.tally.generated += 1;
        match self.closed.reach(node, home, g) {
            Reached::Duplicate => {
                self.tally.passed_over += u64::from(PARTIAL);
                return false;
            }
            Reached::New => {}
            Reached::Cheaper => self.tally.improved += 1,
            Reached::Reopened => {
                self.tally.improved += 1;
                meter.reopen();
            }
        }
        self.tally.kept += 1;
        true
    }
}
