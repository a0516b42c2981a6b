//! Searches that weigh the estimate: weighted A*, greedy best-first search and ARA*.

use std::slice;

use optile_core::{
    Asked, Board, Estimates, Expansion, Meter, Move, Parent, Path, State, Stop, Task,
};
use optile_store::{
    ClosedList, Encoding, Hashed, HashedClosedList, HashedNode, Memory, Ties, WeightedList,
    Weighting, WideEntry, traced_path,
};

use crate::lists::Tally;
use crate::successors::Successors;

/// What a weighted search does.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// How g and h are added to f: first, and then after each path that is found. There must be at
    /// least one weighting.
    pub weightings: &'a [Weighting],
    /// Which of the nodes with equal f comes first.
    pub ties: Ties,
    /// What happens to a state that is reached by a shorter path after its expansion.
    pub reopening: Reopening,
}

/// What happens to a state that is reached by a shorter path after its expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopening {
    /// It is expanded again.
    AtOnce,
    /// Nothing.
    Never,
    /// It is expanded again under the next weighting, if it was expanded under the present one.
    Later,
}

/// A best-first search by a [`Weighting`] of g and h, or by several, one after the other.
///
/// States are looked up when their nodes are popped, as in [`BestFirst`](crate::BestFirst). Nodes
/// are popped one by one and not in batches: f can fall along a path, and then a successor comes
/// before the other nodes with the f of its parent. The memory that lookups read is prefetched when
/// a node is generated, and when it is the next one.
///
/// The closed list has the g with which each state was expanded last, and the last move. When a state
/// is expanded again, its g falls, and that of the states after it may not. So the path can be
/// shorter than the g with which the goal was popped. It is never longer: on the way back along the
/// last moves, g falls by at least one with each of them.
///
/// It is compiled for objects only, once for all searches of this kind.
pub struct Weighted<'a, B: Board> {
    encoding: Hashed<B>,
    task: &'a Task<B>,
    goal: State<B>,
    estimates: &'a dyn Estimates<B>,
    rules: Rules<'a>,
    open: WeightedList<HashedNode<B::Word>>,
    closed: HashedClosedList<B, 2>,
    /// Nodes of states to be expanded again under the next weighting, with their g and h.
    later: Vec<(HashedNode<B::Word>, u32, u32)>,
    memory: Memory,
    tally: Tally,
    /// The least f of the next layer; see [`Weighting::layer`].
    next_layer: u32,
    /// The best path so far.
    path: Option<Path>,
}

impl<'a, B: Board> Weighted<'a, B> {
    /// A search that has done nothing yet.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is too low for that.
    pub fn new(
        estimates: &'a dyn Estimates<B>,
        rules: Rules<'a>,
        task: &'a Task<B>,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let (encoding, mut memory) = (Hashed::new(task.board()), Memory::default());
        let closed = encoding.shared_closed_list(&mut memory, meter)?;
        Ok(Self {
            encoding,
            task,
            goal: task.goal(),
            estimates,
            rules,
            open: WeightedList::new(rules.weightings[0], rules.ties),
            closed,
            later: Vec::new(),
            memory,
            tally: Tally::default(),
            next_layer: 0,
            path: None,
        })
    }

    /// Searches under each weighting, and returns the last path. Under each, the search ends when
    /// the goal is popped, or when no open node has an f below that of the best path. With several
    /// weightings, the meter is told each path that is shorter than those before. The counters of
    /// `meter` are correct in every case.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended it.
    pub fn find_path(mut self, meter: &mut Meter) -> Result<Path, Stop> {
        let end = self.search_all(meter);
        let tally = self.tally;
        meter.generate(tally.pushed.saturating_sub(1));
        meter.evaluate(tally.pushed);
        meter.duplicates(tally.duplicates);
        meter.hold(tally.peak.max(tally.stored()), self.memory.bytes());
        end?;
        self.path.ok_or(Stop::Unsolvable)
    }

    fn search_all(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let h = self.estimates.of_state(&self.task.start);
        self.push(self.encoding.root(&self.task.start), 0, h, meter)?;
        let mut successors = Successors::new(self.estimates.batches());
        self.search(&mut successors, meter)?;
        for &weighting in &self.rules.weightings[1..] {
            self.change(weighting, meter)?;
            self.search(&mut successors, meter)?;
        }
        Ok(())
    }

    /// Goes on with another weighting.
    fn change(&mut self, weighting: Weighting, meter: &mut Meter) -> Result<(), Stop> {
        self.next_layer = weighting.begin_of(self.open.weighting().layer(self.next_layer));
        self.open.reweigh(weighting);
        self.closed.change_weighting();
        for (node, g, h) in std::mem::take(&mut self.later) {
            self.open.push(node, g, h, &mut self.memory, meter)?;
        }
        Ok(())
    }

    /// Searches under the present weighting.
    fn search(
        &mut self,
        successors: &mut Successors<'a, B, HashedNode<B::Word>>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let most = self.path.as_ref().map_or(u32::MAX, |path| path.len() as u32);
        let limit = self.path.as_ref().map_or(u32::MAX, |_| self.open.weighting().f(most, 0));
        while let Some((f, h, open)) = self.open.pop(limit) {
            let (node, g) = (open.item, open.g);
            self.tally.peak = self.tally.peak.max(self.tally.stored() + 1);
            self.tally.popped += 1;
            if let Some(next) = self.open.peek() {
                self.expect(next);
            }
            let state = self.encoding.state(node);
            // The estimate of the goal is 0, and comparing numbers is less work.
            if h == 0 && state == self.goal {
                self.begin(f, meter);
                self.find(node, meter);
                return Ok(());
            }
            // The lookup waits for memory. Meanwhile, that for the successors is fetched.
            for successor in self.encoding.successors(node) {
                self.expect(successor.node);
                successors.push(successor.node, Asked::new(successor.slide, 0));
            }
            // No path through it is shorter than the best one.
            if g + h >= most || !self.close(node, g, h, f, meter)? {
                successors.clear();
                continue;
            }
            meter.expand(|| Expansion::new(&state, g).with_h(h))?;
            let parent = Parent { state, h: Some(h) };
            successors.estimate(self.estimates, slice::from_ref(&parent));
            for (node, _, h) in successors.iter() {
                self.push(node, g + 1, h, meter)?;
            }
            successors.clear();
        }
        Ok(())
    }

    /// Looks up the state of a popped node. Returns whether it is to be expanded now, which is
    /// recorded.
    #[inline(always)]
    fn close(
        &mut self,
        node: HashedNode<B::Word>,
        g: u32,
        h: u32,
        f: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.closed.make_room(1, &mut self.memory, meter)?;
        if g > WideEntry::MOST_G && self.rules.reopening != Reopening::Never {
            let most = WideEntry::MOST_G;
            return Err(Stop::Unsupported(format!("reopening after more than {most} moves")));
        }
        let last = self.encoding.last_move(node).unwrap_or(Move::Up);
        let mut slot = self.closed.slot(self.closed.key(node));
        let entry = slot.wide();
        if entry.is_expanded() {
            if self.rules.reopening == Reopening::Never || entry.is_within(g) {
                self.tally.duplicates += 1;
                return Ok(false);
            }
            if self.rules.reopening == Reopening::Later && entry.is_present() {
                self.tally.popped -= 1;
                self.memory.make_room(&mut self.later, 1, meter)?;
                self.later.push((node, g, h));
                return Ok(false);
            }
            meter.reopen();
        }
        slot.set_wide(WideEntry::expanded(g, last));
        self.tally.closed += u64::from(!entry.is_expanded());
        self.begin(f, meter);
        Ok(true)
    }

    /// Begins a layer, if this f is in a later one than the last.
    #[inline(always)]
    fn begin(&mut self, f: u32, meter: &mut Meter) {
        if f >= self.next_layer {
            let weighting = self.open.weighting();
            self.next_layer = weighting.begin_of(weighting.layer(f) + 1);
            meter.begin_iteration();
        }
    }

    /// Reads the path to the goal, which was popped.
    #[inline(never)]
    fn find(&mut self, goal: HashedNode<B::Word>, meter: &mut Meter) {
        let last = self.encoding.last_move(goal);
        let moves = traced_path(self.encoding, &self.task.start, &self.goal, |node| match last {
            Some(last) if self.encoding.state(node) == self.goal => last,
            _ => self.closed.wide(node).last_move(),
        });
        if self.path.as_ref().is_none_or(|path| moves.len() < path.len()) {
            if self.rules.weightings.len() > 1 {
                meter.improve(moves.len() as u64);
            }
            self.path = Some(Path::new(moves));
        }
    }

    /// Begins to fetch the memory that the lookup of a node reads.
    #[inline(always)]
    fn expect(&self, node: HashedNode<B::Word>) {
        self.closed.prefetch(self.closed.key(node));
    }

    /// Puts a new node on the open list.
    #[inline(always)]
    fn push(
        &mut self,
        node: HashedNode<B::Word>,
        g: u32,
        h: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.tally.pushed += 1;
        self.open.push(node, g, h, &mut self.memory, meter)
    }
}
