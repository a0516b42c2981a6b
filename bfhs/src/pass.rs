//! One iteration: a breadth-first search of the states within a bound.

use std::ops::Range;

use optile_core::{
    Asked, BATCH, Board, Estimates, Expansion, Meter, Move, Parent, State, Stop, knows_type,
};
use optile_store::{Encoding, Hashed, HashedNode, Memory, NextLayer, Queue};

use crate::lineage::Lineage;

/// One breadth-first search of the states whose f is within a bound.
pub(crate) struct Pass<'a, B: Board, V: ?Sized> {
    goal: State<B>,
    encoding: Hashed<B>,
    estimates: &'a V,
    memory: Memory,
    /// The layer that is being built.
    next_layer: NextLayer<B>,
    /// The ancestors of its nodes, once the relay layer was reached.
    lineage: Option<Lineage>,
    /// How many nodes the relay layer has, once it was expanded.
    relay: u64,
    batch: Batch<B>,
}

/// A successor that is within the bound.
#[derive(Clone, Copy, Default)]
struct Within<W> {
    node: HashedNode<W>,
    hash: u64,
    ancestor: u32,
}

/// The most successors of a batch.
const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// Nodes that are expanded together. Their successors are estimated by one call
/// of the heuristic, and looked up after the memory for that was prefetched.
struct Batch<B: Board> {
    parents: [Parent<B>; BATCH],
    /// All successors, ordered by parent.
    nodes: [HashedNode<B::Word>; SUCCESSORS],
    asked: [Asked; SUCCESSORS],
    estimates: [u32; SUCCESSORS],
    /// The successors that are within the bound.
    within: [Within<B::Word>; SUCCESSORS],
    len: usize,
}

/// A layer that is being expanded.
struct Layer<B: Board> {
    nodes: Queue<HashedNode<B::Word>>,
    lineage: Option<Lineage>,
    is_relay: bool,
    g: u32,
    /// The greatest estimate of a successor that is within the bound.
    max_h: u32,
}

/// How far a layer was expanded.
struct Walk<I> {
    /// The rest of its lineage, if it has one.
    ancestors: Option<I>,
    g: u32,
    max_h: u32,
    done: usize,
    of: usize,
}

impl<'a, B: Board, V: Estimates<B> + ?Sized> Pass<'a, B, V> {
    pub(crate) fn new(goal: State<B>, estimates: &'a V, meter: &mut Meter) -> Result<Self, Stop> {
        let mut memory = Memory::default();
        let next_layer = NextLayer::new(goal.board(), &mut memory, meter)?;
        Ok(Self {
            goal,
            encoding: Hashed::new(goal.board()),
            estimates,
            memory,
            next_layer,
            lineage: None,
            relay: 0,
            batch: Batch {
                parents: [Parent { state: goal, h: None }; BATCH],
                nodes: [HashedNode::default(); SUCCESSORS],
                asked: [Asked::default(); SUCCESSORS],
                estimates: [0; SUCCESSORS],
                within: [Within::default(); SUCCESSORS],
                len: 0,
            },
        })
    }

    /// Looks for paths of `bound` moves to the goal. There must be no shorter
    /// paths. Returns the state that the smallest of them reaches after
    /// `relay_depth` moves, which must be below `bound`.
    pub(crate) fn run(
        mut self,
        start: &State<B>,
        bound: u32,
        relay_depth: u32,
        meter: &mut Meter,
    ) -> Result<Option<State<B>>, Stop> {
        let start = self.encoding.root(start);
        self.next_layer.make_room(1, 1, &mut self.memory, meter)?;
        self.next_layer.insert(start, self.next_layer.hash(start));
        let mut relay = None;
        for depth in 0..bound {
            let mut layer = Layer {
                nodes: self.next_layer.take(),
                lineage: self.lineage.take(),
                is_relay: depth == relay_depth,
                g: depth,
                max_h: bound - depth - 1,
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
                return Ok(Some(self.encoding.state(relay.get(ancestor as usize))));
            }
        }
        Ok(None)
    }

    /// Builds the next layer from this one. If it would be the last layer, it
    /// only looks for the goal. If the goal is met, it returns the ancestor of
    /// the goal's first parent.
    fn expand_layer(
        &mut self,
        layer: &mut Layer<B>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stop> {
        let mut walk = Walk {
            ancestors: layer.lineage.as_ref().map(Lineage::ancestors),
            g: layer.g,
            max_h: layer.max_h,
            done: 0,
            of: layer.nodes.len(),
        };
        for number in 0..layer.nodes.blocks() {
            let end = self.expand_block(layer.nodes.block(number), &mut walk, meter);
            let held = layer.nodes.held() + self.next_layer.len();
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
            let ends = if knows_type::<V>() { [0; BATCH] } else { self.generate(nodes) };
            self.batch.len = 0;
            let mut begin = 0;
            for (&node, &end) in nodes.iter().zip(&ends) {
                meter.expand(|| Expansion::new(&self.encoding.state(node), walk.g))?;
                let ancestor = walk.ancestors.as_mut().and_then(Iterator::next).unwrap_or(0);
                // The estimate of the node, from which those of its successors
                // are computed.
                meter.evaluate(1);
                let is_met = if knows_type::<V>() {
                    self.choose_at_once(node, ancestor, walk.max_h, meter)
                } else {
                    self.choose(begin..end, ancestor, walk.max_h, meter)
                };
                if is_met {
                    return Ok(Some(ancestor));
                }
                begin = end;
            }
            walk.done += nodes.len();
            // Assumes that the rest of the layer has as many successors per
            // node.
            let likely = self.next_layer.len() * walk.of / walk.done;
            self.reach(likely, meter)?;
        }
        Ok(None)
    }

    /// Makes the successors of some nodes, with their estimates. Returns for
    /// each node where its successors end. If a limit keeps a node from being
    /// expanded, its successors are not counted.
    #[inline(always)]
    fn generate(&mut self, nodes: &[HashedNode<B::Word>]) -> [usize; BATCH] {
        let Self { batch, encoding, estimates, .. } = self;
        let mut ends = [0; BATCH];
        let mut len = 0;
        for (place, &node) in nodes.iter().enumerate() {
            // Nodes have no place for their estimates.
            batch.parents[place] = Parent { state: encoding.state(node), h: None };
            for successor in encoding.successors(node) {
                batch.nodes[len] = successor.node;
                batch.asked[len] = Asked::new(successor.slide, place);
                len += 1;
            }
            ends[place] = len;
        }
        let asked = &batch.asked[..len];
        estimates.of_successors(&batch.parents, asked, &mut batch.estimates[..len]);
        ends
    }

    /// Keeps the successors of a node that are within the bound. Says whether
    /// the goal was met.
    #[inline(always)]
    fn choose(
        &mut self,
        numbers: Range<usize>,
        ancestor: u32,
        max_h: u32,
        meter: &mut Meter,
    ) -> bool {
        for number in numbers {
            let (node, estimate) = (self.batch.nodes[number], self.batch.estimates[number]);
            if self.meet(node, estimate, ancestor, max_h, meter) {
                return true;
            }
        }
        false
    }

    /// Like [`Pass::choose`], for a node whose successors are not yet made.
    #[inline(always)]
    fn choose_at_once(
        &mut self,
        node: HashedNode<B::Word>,
        ancestor: u32,
        max_h: u32,
        meter: &mut Meter,
    ) -> bool {
        let state = self.encoding.state(node);
        // Nodes have no place for their estimates.
        let parent = Parent { state, h: Some(self.estimates.of_state(&state)) };
        for successor in self.encoding.successors(node) {
            let estimate = self.estimates.of_successor(&parent, successor.slide);
            if self.meet(successor.node, estimate, ancestor, max_h, meter) {
                return true;
            }
        }
        false
    }

    /// Keeps a successor if it is within the bound. In the last layer, says
    /// whether it is the goal.
    #[inline(always)]
    fn meet(
        &mut self,
        node: HashedNode<B::Word>,
        estimate: u32,
        ancestor: u32,
        max_h: u32,
        meter: &mut Meter,
    ) -> bool {
        meter.generate(1);
        meter.evaluate(1);
        if estimate > max_h {
            return false;
        }
        if max_h == 0 {
            return self.encoding.state(node) == self.goal;
        }
        let hash = self.next_layer.hash(node);
        self.next_layer.prefetch(hash);
        self.batch.within[self.batch.len] = Within { node, hash, ancestor };
        self.batch.len += 1;
        false
    }

    /// Adds the successors that were kept to the next layer.
    fn reach(&mut self, likely: usize, meter: &mut Meter) -> Result<(), Stop> {
        let within = &self.batch.within[..self.batch.len];
        let Some(last) = within.last() else { return Ok(()) };
        self.next_layer.make_room(within.len(), likely, &mut self.memory, meter)?;
        if let Some(lineage) = &mut self.lineage {
            lineage.make_room(within.len(), last.ancestor, &mut self.memory, meter)?;
        }
        for successor in within {
            if !self.next_layer.insert(successor.node, successor.hash) {
                meter.duplicate();
            } else if let Some(lineage) = &mut self.lineage {
                lineage.push(successor.ancestor);
            }
        }
        Ok(())
    }
}
