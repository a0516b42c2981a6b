use std::ops::Range;

use optile_core::{BATCH, Board, Meter, Move, Parent, Slid, State, Stop};
use optile_store::{Estimates, Frontier, Hashed, HashedNode, Memory, Queue, Space};

use crate::lineage::Lineage;

/// One breadth-first search of the states whose f is within a bound.
pub(crate) struct Pass<B: Board, V> {
    goal: State<B>,
    space: Hashed<B>,
    estimates: V,
    memory: Memory,
    /// The layer that is being made.
    frontier: Frontier<B>,
    /// Its nodes' ancestors, if the relay layer was reached.
    lineage: Option<Lineage>,
    /// Nodes of the relay layer, if that was gone through.
    relay: u64,
    batch: Batch<B>,
}

/// A successor that is within the bound.
#[derive(Clone, Copy, Default)]
struct Met<W> {
    node: HashedNode<W>,
    hash: u64,
    ancestor: u32,
}

/// The most successors of a batch.
const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// Nodes that are expanded together: their successors are estimated by one call
/// of the heuristic, and looked for when what they need was fetched.
struct Batch<B: Board> {
    parents: [Parent<B>; BATCH],
    /// All successors, by parent.
    nodes: [HashedNode<B::Word>; SUCCESSORS],
    slid: [Slid; SUCCESSORS],
    estimates: [u32; SUCCESSORS],
    /// Those that are within the bound.
    met: [Met<B::Word>; SUCCESSORS],
    len: usize,
}

/// A layer that is being gone through.
struct Layer<B: Board> {
    nodes: Queue<HashedNode<B::Word>>,
    lineage: Option<Lineage>,
    is_relay: bool,
    /// The most that the estimates of its successors may be.
    room: u32,
}

/// How far a layer was gone through.
struct Walk<I> {
    /// The rest of its lineage, if it has one.
    ancestors: Option<I>,
    room: u32,
    done: usize,
    of: usize,
}

impl<B: Board, V: Estimates<B>> Pass<B, V> {
    pub(crate) fn new(goal: State<B>, estimates: V, meter: &mut Meter) -> Result<Self, Stop> {
        let mut memory = Memory::default();
        let frontier = Frontier::new(goal.board(), &mut memory, meter)?;
        Ok(Self {
            goal,
            space: Hashed::new(goal.board()),
            estimates,
            memory,
            frontier,
            lineage: None,
            relay: 0,
            batch: Batch {
                parents: [Parent { state: goal, estimate: None }; BATCH],
                nodes: [HashedNode::default(); SUCCESSORS],
                slid: [Slid::default(); SUCCESSORS],
                estimates: [0; SUCCESSORS],
                met: [Met::default(); SUCCESSORS],
                len: 0,
            },
        })
    }

    /// Looks for paths of `bound` moves to the goal, where there are none of
    /// fewer. Returns the state that the smallest of them leads to in
    /// `relay_depth` moves, which must be fewer.
    pub(crate) fn run(
        mut self,
        start: &State<B>,
        bound: u32,
        relay_depth: u32,
        meter: &mut Meter,
    ) -> Result<Option<State<B>>, Stop> {
        let start = self.space.root(start);
        self.frontier.make_room(1, 1, &mut self.memory, meter)?;
        self.frontier.reach(start, self.frontier.hash(start));
        let mut relay = None;
        for depth in 0..bound {
            let mut layer = Layer {
                nodes: self.frontier.take(),
                lineage: self.lineage.take(),
                is_relay: depth == relay_depth,
                room: bound - depth - 1,
            };
            if layer.is_relay {
                let lineage = Lineage::of_relay(layer.nodes.len(), &mut self.memory, meter)?;
                layer.lineage = Some(lineage);
            }
            if layer.lineage.is_some() {
                self.lineage = Some(Lineage::default());
            }
            let ancestor = self.expand_layer(&mut layer, meter)?;
            if let Some(lineage) = layer.lineage {
                lineage.end(&mut self.memory);
            }
            if layer.is_relay {
                self.relay = layer.nodes.len() as u64;
                relay = Some(layer.nodes);
            } else {
                layer.nodes.end(&mut self.memory);
            }
            if let (Some(ancestor), Some(relay)) = (ancestor, &relay) {
                return Ok(Some(self.space.state(relay.get(ancestor as usize))));
            }
        }
        Ok(None)
    }

    /// Makes the next layer of this one. Where it would be the last, only the
    /// goal is looked for: when that is met, the ancestor of its first parent is
    /// returned.
    fn expand_layer(
        &mut self,
        layer: &mut Layer<B>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stop> {
        let mut walk = Walk {
            ancestors: layer.lineage.as_ref().map(Lineage::ancestors),
            room: layer.room,
            done: 0,
            of: layer.nodes.len(),
        };
        for number in 0..layer.nodes.blocks() {
            let end = self.expand_block(layer.nodes.block(number), &mut walk, meter);
            let held = layer.nodes.held() + self.frontier.len();
            meter.hold(self.relay + held as u64, self.memory.bytes());
            if let Some(ancestor) = end? {
                return Ok(Some(ancestor));
            }
            if !layer.is_relay {
                layer.nodes.give_back(&mut self.memory);
            }
        }
        Ok(None)
    }

    /// Expands some nodes of a layer, a batch at a time.
    fn expand_block(
        &mut self,
        block: &[HashedNode<B::Word>],
        walk: &mut Walk<impl Iterator<Item = u32>>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stop> {
        for nodes in block.chunks(BATCH) {
            let ends = if V::AT_ONCE { [0; BATCH] } else { self.generate(nodes) };
            self.batch.len = 0;
            let mut begin = 0;
            for (&node, &end) in nodes.iter().zip(&ends) {
                meter.expand()?;
                let ancestor = walk.ancestors.as_mut().and_then(Iterator::next).unwrap_or(0);
                // The node's own estimate, which its successors' come from.
                meter.evaluate(1);
                let is_met = if V::AT_ONCE {
                    self.choose_at_once(node, ancestor, walk.room, meter)
                } else {
                    self.choose(begin..end, ancestor, walk.room, meter)
                };
                if is_met {
                    return Ok(Some(ancestor));
                }
                begin = end;
            }
            walk.done += nodes.len();
            // As if the rest of the layer had as many successors.
            let likely = self.frontier.len() * walk.of / walk.done;
            self.reach(likely, meter)?;
        }
        Ok(None)
    }

    /// Makes the successors of some nodes, with their estimates, and says for
    /// each node where its successors end. Those of a node that is not expanded
    /// in the end, because of a limit, count for nothing.
    #[inline(always)]
    fn generate(&mut self, nodes: &[HashedNode<B::Word>]) -> [usize; BATCH] {
        let Self { batch, space, estimates, .. } = self;
        let mut ends = [0; BATCH];
        let mut len = 0;
        for (place, &node) in nodes.iter().enumerate() {
            // A node has no room for its estimate.
            batch.parents[place] = Parent { state: space.state(node), estimate: None };
            for successor in space.successors(node) {
                batch.nodes[len] = successor.node;
                batch.slid[len] = Slid::new(successor.slide, place);
                len += 1;
            }
            ends[place] = len;
        }
        let slid = &batch.slid[..len];
        estimates.of_successors(&batch.parents, slid, &mut batch.estimates[..len]);
        ends
    }

    /// Keeps those successors of a node that are within the bound; says whether
    /// the goal was met.
    #[inline(always)]
    fn choose(
        &mut self,
        numbers: Range<usize>,
        ancestor: u32,
        room: u32,
        meter: &mut Meter,
    ) -> bool {
        for number in numbers {
            let (node, estimate) = (self.batch.nodes[number], self.batch.estimates[number]);
            if self.meet(node, estimate, ancestor, room, meter) {
                return true;
            }
        }
        false
    }

    /// The same for a node whose successors are still to be made.
    #[inline(always)]
    fn choose_at_once(
        &mut self,
        node: HashedNode<B::Word>,
        ancestor: u32,
        room: u32,
        meter: &mut Meter,
    ) -> bool {
        let state = self.space.state(node);
        // A node has no room for its estimate.
        let parent = Parent { state, estimate: Some(self.estimates.of_state(&state)) };
        for successor in self.space.successors(node) {
            let estimate = self.estimates.of_successor(&parent, successor.slide);
            if self.meet(successor.node, estimate, ancestor, room, meter) {
                return true;
            }
        }
        false
    }

    /// Keeps a successor if it is within the bound; says whether it is the goal
    /// that was looked for.
    #[inline(always)]
    fn meet(
        &mut self,
        node: HashedNode<B::Word>,
        estimate: u32,
        ancestor: u32,
        room: u32,
        meter: &mut Meter,
    ) -> bool {
        meter.generate(1);
        meter.evaluate(1);
        if estimate > room {
            return false;
        }
        if room == 0 {
            return self.space.state(node) == self.goal;
        }
        let hash = self.frontier.hash(node);
        self.frontier.prefetch(hash);
        self.batch.met[self.batch.len] = Met { node, hash, ancestor };
        self.batch.len += 1;
        false
    }

    /// Adds the successors that were kept to the next layer.
    fn reach(&mut self, likely: usize, meter: &mut Meter) -> Result<(), Stop> {
        let met = &self.batch.met[..self.batch.len];
        let Some(last) = met.last() else { return Ok(()) };
        self.frontier.make_room(met.len(), likely, &mut self.memory, meter)?;
        if let Some(lineage) = &mut self.lineage {
            lineage.make_room(met.len(), last.ancestor, &mut self.memory, meter)?;
        }
        for met in met {
            if !self.frontier.reach(met.node, met.hash) {
                meter.duplicate();
            } else if let Some(lineage) = &mut self.lineage {
                lineage.push(met.ancestor);
            }
        }
        Ok(())
    }
}
