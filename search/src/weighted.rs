//! Searches that weigh the estimate: weighted A*, greedy best-first search and ARA*.

use optile_core::{Board, Expansion, Meter, Move, Path, State, Stop, Task, Values, counted};
use optile_store::{
    BATCH, ClosedList, Encoding, Fill, Hashed, HashedClosedList, HashedNode, Open, WeightedList,
    Weighting, WideEntry, traced_path,
};

use crate::lists::Tally;
use crate::rules::{Reopening, Rules};

/// A best-first search by a [`Weighting`] of g and h, or by several, one after the other.
///
/// States are looked up when their nodes are popped, as in [`BestFirst`](crate::BestFirst). The first
/// nodes are popped one by one: f can fall along a path, and then a successor comes before the other
/// nodes with the f of its parent. After some thousand expansions, nodes that are equal in g and h
/// are popped in batches, if the heuristic is consistent. They have the least f of all open nodes,
/// which is all that the proofs of bounds need. A successor with a lower f waits for its batch, which
/// hardly changes the number of expansions of so long a search, and lookups no longer wait for memory
/// one after the other.
///
/// The closed list has the g with which each state was expanded last, and the last move. When a state
/// is expanded again, its g falls, and that of the states after it may not. So the path can be
/// shorter than the g with which the goal was popped. It is never longer: on the way back along the
/// last moves, g falls by at least one with each of them.
///
/// All searches of this kind share this code. Only the loop over nodes is compiled for a type of
/// values.
pub struct Weighted<'a, B: Board> {
    encoding: Hashed<B>,
    task: &'a Task<B>,
    goal: State<B>,
    rules: Rules<'a>,
    open: WeightedList<HashedNode<B::Word>>,
    closed: HashedClosedList<B, 2>,
    /// Nodes of states to be expanded again under the next weighting, with their g and h.
    later: Vec<(HashedNode<B::Word>, u32, u32)>,
    tally: Tally,
    /// The least f of the next layer; see [`Weighting::layer`].
    next_layer: u32,
    /// The best path so far.
    path: Option<Path>,
}

/// After so many expansions, a search is long: its lists no longer fit into a fast cache.
const EXPANSIONS: u64 = 4096;

impl<'a, B: Board> Weighted<'a, B> {
    /// A search that has done nothing yet.
    pub fn new(rules: Rules<'a>, task: &'a Task<B>, meter: &mut Meter) -> Result<Self, Stop> {
        let encoding = Hashed::new(task.board());
        let closed = encoding.closed_list_with(Fill::WIDE, meter)?;
        Ok(Self {
            encoding,
            task,
            goal: task.goal(),
            rules,
            open: WeightedList::new(rules.weightings[0], rules.ties),
            closed,
            later: Vec::new(),
            tally: Tally::default(),
            next_layer: 0,
            path: None,
        })
    }

    /// Searches under each weighting, and returns the last path. Under each, the search ends when
    /// the goal is popped, or when no open node has an f below that of the best path. With several
    /// weightings, the meter is told each path that is shorter than those before. The counters of
    /// `meter` are correct in every case.
    pub fn find_path(mut self, values: impl Values<B>, meter: &mut Meter) -> Result<Path, Stop> {
        let end = self.search_all(values, meter);
        self.end(end, meter)
    }

    fn search_all(&mut self, mut values: impl Values<B>, meter: &mut Meter) -> Result<(), Stop> {
        let (start, root) = (&self.task.start, values.root(&self.task.start));
        self.push(self.encoding.root(start), 0, values.h(root), meter)?;
        self.search(&mut values, meter)?;
        for &weighting in &self.rules.weightings[1..] {
            self.change(weighting, meter)?;
            self.search(&mut values, meter)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn end(mut self, end: Result<(), Stop>, meter: &mut Meter) -> Result<Path, Stop> {
        self.tally.keep_peaks(0);
        let tally = self.tally;
        meter.generate(tally.pushed.saturating_sub(1));
        meter.evaluate(tally.pushed);
        meter.duplicates(tally.duplicates);
        meter.hold(tally.peak, meter.held());
        meter.hold_open(tally.peak_open);
        meter.reach(self.open.deepest());
        end?;
        self.path.ok_or(Stop::Unsolvable)
    }

    /// Goes on with another weighting.
    fn change(&mut self, weighting: Weighting, meter: &mut Meter) -> Result<(), Stop> {
        self.next_layer = weighting.begin_of(self.open.weighting().layer(self.next_layer));
        self.open.reweigh(weighting);
        self.closed.change_weighting();
        for (node, g, h) in std::mem::take(&mut self.later) {
            self.open.push(node, g, h, meter)?;
        }
        Ok(())
    }

    /// Searches under the present weighting. With an inconsistent heuristic, nodes are popped one by
    /// one: a state of a batch might be reached on a shorter path through another one.
    #[inline(never)]
    fn search(&mut self, values: &mut impl Values<B>, meter: &mut Meter) -> Result<(), Stop> {
        let most = self.path.as_ref().map_or(u32::MAX, |path| path.len() as u32);
        let limit = self.path.as_ref().map_or(u32::MAX, |_| self.open.weighting().f(most, 0));
        let is_consistent = values.is_consistent();
        let mut nodes = [Open::default(); BATCH];
        loop {
            let is_long = meter.counters().expanded >= EXPANSIONS;
            let free = &mut nodes[..if is_long && is_consistent { BATCH } else { 1 }];
            let Some((count, f, h)) = self.open.pop(limit, free) else {
                return Ok(());
            };
            self.prepare(&nodes[..count], is_long, meter)?;
            for place in 0..count {
                let Open { item: node, g } = nodes[place];
                self.tally.popped += 1;
                let state = self.encoding.state(node);
                // The estimate of the goal is 0, and comparing numbers is less work.
                if h == 0 && state == self.goal {
                    self.begin(f, meter);
                    self.find(node, meter);
                    return self.put_back(&nodes[place + 1..count], h, meter);
                }
                // No path through it is shorter than the best one.
                if g + h >= most || !self.close(node, g, h, f, meter) {
                    continue;
                }
                meter.expand(|| Expansion::new(&state, g).with_h(h))?;
                let here = values.resume(&state, h);
                for successor in self.encoding.successors(node) {
                    if count == 1 && is_long {
                        self.expect(successor.node);
                    }
                    let slide = successor.slide;
                    let there = values.step(here, slide, &state.after(slide));
                    self.push(successor.node, g + 1, values.h(there), meter)?;
                }
            }
        }
    }

    /// Makes room for what the nodes of a batch need, and begins to fetch the memory that their lookups
    /// read. They have the same g.
    #[inline(always)]
    fn prepare(
        &mut self,
        popped: &[Open<HashedNode<B::Word>>],
        is_long: bool,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.tally.keep_peaks(0);
        self.closed.make_room(popped.len(), meter)?;
        if self.rules.reopening != Reopening::Never && popped[0].g > WideEntry::MOST_G {
            let most = counted(WideEntry::MOST_G, "move");
            return Err(Stop::Unsupported(format!("reopening after more than {most}")));
        }
        if self.rules.reopening == Reopening::Later {
            meter.make_room(&mut self.later, popped.len())?;
        }
        if popped.len() > 1 {
            popped.iter().for_each(|open| self.expect(open.item));
        } else if is_long && let Some(next) = self.open.peek() {
            self.expect(next);
        }
        Ok(())
    }

    /// Puts the last nodes of a batch back on the open list.
    #[inline(never)]
    fn put_back(
        &mut self,
        popped: &[Open<HashedNode<B::Word>>],
        h: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut nodes = popped.iter().rev();
        nodes.try_for_each(|open| self.open.push(open.item, open.g, h, meter))
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
    ) -> bool {
        let last = self.encoding.last_move(node).unwrap_or(Move::Up);
        let mut slot = self.closed.slot(self.closed.key(node));
        let entry = slot.wide();
        if entry.is_expanded() {
            if self.rules.reopening == Reopening::Never || entry.is_within(g) {
                self.tally.duplicates += 1;
                return false;
            }
            if self.rules.reopening == Reopening::Later && entry.is_present() {
                self.tally.popped -= 1;
                self.later.push((node, g, h));
                return false;
            }
            meter.reopen();
        }
        slot.set_wide(WideEntry::expanded(g, last));
        self.tally.closed += u64::from(!entry.is_expanded());
        self.begin(f, meter);
        true
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
        self.open.push(node, g, h, meter)
    }
}
