//! What the best-first searches share: their lists, their start and their end.

use std::slice;

use optile_core::{Board, Expansion, Meter, Move, Path, PathChoice, State, Stop, Task, Values};
use optile_store::{BATCH, ClosedList, Encoding, Open, Ties, shortest_path};

use crate::lists::Lists;
use crate::popped::Popped;

/// A best-first search by f with an open and a closed list.
///
/// [`BestFirst::find_path`] is A*, and [`BestFirst::find_path_in_part`] is A*
/// with partial expansion. Each is one loop: take nodes from the open list,
/// look their states up, expand them, estimate the successors, and put these
/// on the open list.
///
/// # States are looked up when their nodes are popped
///
/// A generated state goes to the open list without a lookup. So the open list
/// can have several nodes of one state. The first of them that is popped has
/// the least g, if the heuristic is consistent: it is expanded, and its state
/// goes to the closed list. The others are dropped when their turn comes. With
/// an inconsistent heuristic, a node whose g is below that in the closed list
/// is expanded again.
///
/// A lookup in a large closed list waits for memory. A search that looks up
/// each generated state does that three times for each expansion, because an
/// expansion generates about two states, and the popped node is looked up too.
/// Here it is once. States that are never expanded, nearly half of all, do not
/// enter the closed list. The price is a few more nodes on the open list, and
/// their estimates.
///
/// # Batches
///
/// If the closed list is large, several nodes are popped at once, and the lines
/// of memory that their lookups read are prefetched. All nodes of a batch have
/// the same f, so the expansions before the last f-layer are the same as
/// without batches. The heuristic must be consistent, or batches have one node:
/// then no node of a batch is reached more cheaply through another one. Only
/// the order within the last f-layer changes, which changes the counts by some
/// tens of nodes.
///
/// Without batches, the lines are prefetched when a node is likely to be popped
/// soon: those of each successor before its estimate is known, and those of the
/// next node on the open list.
pub struct BestFirst<'a, B: Board, S: Encoding<B>, V> {
    pub(crate) encoding: S,
    task: &'a Task<B>,
    pub(crate) goal: State<B>,
    pub(crate) values: V,
    pub(crate) lists: Lists<S::Node, S::ClosedList>,
    /// Nodes that belong on the open list with this f but are not there: those
    /// for which it had no memory, those that were popped and not closed when
    /// the search stopped, and the goal.
    unfinished: Vec<(u32, Open<S::Node>)>,
    /// Why the open list took no more nodes.
    stop: Option<Stop>,
    /// Estimates of successors that were not generated.
    pub(crate) passed_over: u64,
    cost: Option<u32>,
    /// The least f of the next f-layer.
    next_f_layer: u32,
}

impl<'a, B: Board, S: Encoding<B>, V: Values<B>> BestFirst<'a, B, S, V> {
    /// A search with its start on the open list, which takes memory from
    /// the meter.
    pub fn new(
        encoding: S,
        mut values: V,
        task: &'a Task<B>,
        ties: Ties,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let closed = encoding.closed_list(meter)?;
        let start = values.root(&task.start);
        let f = values.h(start);
        let mut search = Self {
            encoding,
            task,
            goal: task.goal(),
            lists: Lists::new(closed, ties, values.is_consistent()),
            values,
            unfinished: Vec::with_capacity(BATCH * (1 + Move::ALL.len()) + 1),
            stop: None,
            passed_over: 0,
            cost: None,
            next_f_layer: 0,
        };
        search.lists.push(encoding.root(&task.start), f, 0, meter)?;
        Ok(search)
    }

    /// The open nodes, with their f and g. Some of them may be of one state, or
    /// of a state that was expanded at no higher cost. The goal is among them
    /// if it was popped.
    ///
    /// After [`Stop::Memory`], every path from the start to the goal leads
    /// through one of these nodes, and every shortest path through one whose g
    /// is that of the path and whose state is not in the closed list.
    pub fn open_nodes(&self) -> impl Iterator<Item = (u32, u32, &[S::Node])> {
        let unfinished = self.unfinished.iter();
        let unfinished = unfinished.map(|(f, open)| (*f, open.g, slice::from_ref(&open.item)));
        unfinished.chain(self.lists.open_nodes())
    }

    /// The closed list, which has the expanded states.
    pub fn closed(&self) -> &S::ClosedList {
        self.lists.closed()
    }

    /// Pops nodes of the least f, as many as are expanded together, and returns
    /// this f. `None` when the search is finished.
    #[inline(always)]
    pub(crate) fn pop(
        &mut self,
        popped: &mut Popped<S::Node, <S::ClosedList as ClosedList<S::Node>>::Key>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stop> {
        if let Some(stop) = self.stop.take() {
            return Err(stop);
        }
        if self.is_done() {
            return Ok(None);
        }
        let Some(f) = self.lists.pop(popped, BATCH) else { return Ok(None) };
        let is_above = self.cost.is_some_and(|cost| f > cost);
        let end =
            if is_above { Ok(None) } else { self.lists.fetch(popped, meter).map(|()| Some(f)) };
        if !matches!(end, Ok(Some(_))) {
            self.unfinished.extend(popped.nodes[..popped.len].iter().map(|&node| (f, node)));
        }
        end
    }

    /// Says whether a state is the goal, which ends the search or this f-layer.
    #[inline(always)]
    pub(crate) fn is_goal(
        &mut self,
        state: &State<B>,
        node: Open<S::Node>,
        f: u32,
        meter: &mut Meter,
    ) -> bool {
        // The estimate of the goal is 0, and comparing numbers is less work.
        if f != node.g || *state != self.goal {
            return false;
        }
        self.begin(f, meter);
        self.lists.shrink();
        if self.cost.is_none() {
            self.cost = Some(node.g);
            self.unfinished.push((f, node));
        }
        true
    }

    /// Whether the path is known. For the smallest one, the rest of the f-layer
    /// must be expanded first.
    pub(crate) fn is_done(&self) -> bool {
        self.cost.is_some() && self.task.choice == PathChoice::Any
    }

    /// Counts the expansion of a node with this f.
    #[inline(always)]
    pub(crate) fn count(
        &mut self,
        state: &State<B>,
        g: u32,
        f: u32,
        is_again: bool,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.begin(f, meter);
        if is_again {
            self.lists.shrink();
            meter.reopen();
        }
        let end = meter.expand(|| Expansion::new(state, g).with_h(f - g));
        if end.is_err() {
            self.lists.stop();
        }
        end
    }

    /// Begins an f-layer, if this f is above that of the last one.
    #[inline(always)]
    fn begin(&mut self, f: u32, meter: &mut Meter) {
        if f >= self.next_f_layer {
            self.next_f_layer = f + 1;
            meter.begin_iteration();
        }
    }

    /// Puts a successor on the open list.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: S::Node, f: u32, g: u32, meter: &mut Meter) {
        self.lists.tally.pushed += 1;
        self.put(item, f, g, meter);
    }

    /// Puts a node on the open list. Where there is no memory for it, the
    /// search stops after this batch.
    #[inline(always)]
    pub(crate) fn put(&mut self, item: S::Node, f: u32, g: u32, meter: &mut Meter) {
        if let Err(stop) = self.lists.put(item, f, g, meter) {
            self.unfinished.push((f, Open { item, g }));
            self.stop = Some(stop);
        }
    }

    /// Tells the most nodes on the open list and the greatest g there, after [`BestFirst::find_path`].
    pub(crate) fn tell_open(&self, meter: &mut Meter) {
        meter.hold_open(self.lists.tally.peak_open);
        meter.reach(self.lists.deepest());
    }

    /// Counts what was done, and reads the path. For the smallest path, no open
    /// node may have an f up to the cost.
    pub(crate) fn end(&mut self, end: Result<(), Stop>, meter: &mut Meter) -> Result<Path, Stop> {
        self.lists.tally.keep_peaks(0);
        let tally = self.lists.tally;
        meter.generate(tally.pushed - 1);
        meter.evaluate(tally.pushed + self.passed_over);
        meter.duplicates(tally.duplicates);
        meter.hold(tally.peak, meter.held());
        end?;
        let cost = self.cost.ok_or(Stop::Unsolvable)?;
        let is_at = |node, g| self.lists.closed.is_at(node, g);
        shortest_path(self.encoding, self.task, cost, &is_at, meter).map(Path::new)
    }

    /// Calls `visit` with the expanded states and their g, when the search has ended.
    pub fn visit_expanded(&self, visit: &mut dyn FnMut(&State<B>, u32)) {
        self.encoding.for_each_expanded(self.lists.closed(), self.task, visit);
    }
}
