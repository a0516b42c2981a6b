use optile_core::{Board, Estimator, Meter, Move, State, Stop};
use optile_store::{Frontier, Hashed, HashedNode, Memory, Queue, Space};

use crate::lineage::Lineage;

/// One breadth-first search of the states whose f is within a bound.
pub(crate) struct Pass<B: Board, E> {
    goal: State<B>,
    estimator: E,
    memory: Memory,
    /// The layer that is being made.
    frontier: Frontier<B>,
    /// Its nodes' ancestors, if the relay layer was reached.
    lineage: Option<Lineage>,
    /// Nodes of the relay layer, if that was gone through.
    relay: u64,
    batch: Batch<B>,
}

/// Nodes that are expanded together.
const MOST: usize = 32;

/// A successor that is within the bound.
#[derive(Clone, Copy, Default)]
struct Met<B: Board> {
    node: HashedNode<B>,
    hash: u64,
    ancestor: u32,
}

/// Successors that are looked for together, so that the processor does not wait
/// for each.
struct Batch<B: Board> {
    met: [Met<B>; MOST * Move::ALL.len()],
    len: usize,
}

/// A layer that is being gone through.
struct Layer<B: Board> {
    nodes: Queue<HashedNode<B>>,
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

impl<B: Board, E: Estimator<B>> Pass<B, E> {
    pub(crate) fn new(goal: State<B>, estimator: E, meter: &mut Meter) -> Result<Self, Stop> {
        let mut memory = Memory::default();
        let frontier = Frontier::new(&mut memory, meter)?;
        Ok(Self {
            goal,
            estimator,
            memory,
            frontier,
            lineage: None,
            relay: 0,
            batch: Batch { met: [Met::default(); MOST * Move::ALL.len()], len: 0 },
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
        let space = Hashed::<B>::default();
        let start = space.root(start);
        self.frontier.make_room(1, 1, &mut self.memory, meter)?;
        self.frontier.reach(start, Frontier::hash(start));
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
                return Ok(Some(space.state(relay.get(ancestor as usize))));
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
        block: &[HashedNode<B>],
        walk: &mut Walk<impl Iterator<Item = u32>>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stop> {
        for nodes in block.chunks(MOST) {
            self.batch.len = 0;
            for &node in nodes {
                meter.expand()?;
                let ancestor = walk.ancestors.as_mut().and_then(Iterator::next).unwrap_or(0);
                if self.generate(node, ancestor, walk.room, meter) {
                    return Ok(Some(ancestor));
                }
            }
            walk.done += nodes.len();
            // As if the rest of the layer had as many successors.
            let likely = self.frontier.len() * walk.of / walk.done;
            self.reach(likely, meter)?;
        }
        Ok(None)
    }

    /// Generates the successors of a node, and keeps those within the bound;
    /// says whether the goal was met.
    #[inline(always)]
    fn generate(
        &mut self,
        node: HashedNode<B>,
        ancestor: u32,
        room: u32,
        meter: &mut Meter,
    ) -> bool {
        let space = Hashed::<B>::default();
        // A node has no room for it.
        let value = self.estimator.root(&space.state(node));
        meter.evaluate(1);
        for successor in space.successors(node) {
            meter.generate(1);
            meter.evaluate(1);
            let state = space.state(successor.node);
            let value = self.estimator.step(value, successor.slide, &state);
            if self.estimator.estimate(value) > room {
                continue;
            }
            if room == 0 {
                if state == self.goal {
                    return true;
                }
                continue;
            }
            let hash = Frontier::hash(successor.node);
            self.frontier.prefetch(hash);
            self.batch.met[self.batch.len] = Met { node: successor.node, hash, ancestor };
            self.batch.len += 1;
        }
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
