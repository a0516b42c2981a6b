//! One iteration: a breadth-first search of the states within a bound.

use optile_core::{Board, Expansion, Meter, Move, State, Stop, Values};
use optile_store::{BATCH, Encoding, Hashed, HashedNode, NextLayer, Queue};

use crate::lineage::Lineage;

/// One breadth-first search of the states whose f is within a bound.
pub(crate) struct Pass<B: Board, V> {
    goal: State<B>,
    encoding: Hashed<B>,
    values: V,
    /// The layer that is being built.
    next_layer: NextLayer<B>,
    /// The ancestors of its nodes, once the relay layer was reached.
    lineage: Option<Lineage>,
    /// How many nodes the relay layer has, once it was expanded.
    relay: u64,
    /// Successors that are within the bound, and not yet looked up. They are looked
    /// up after the memory for that was prefetched.
    within: Vec<Within<B::Word>>,
}

/// A successor that is within the bound.
#[derive(Clone, Copy)]
struct Within<W> {
    node: HashedNode<W>,
    hash: u64,
    ancestor: u32,
}

/// The most successors of a batch.
const SUCCESSORS: usize = BATCH * Move::ALL.len();

/// A layer that is being expanded.
struct Layer<B: Board> {
    nodes: Queue<HashedNode<B::Word>>,
    lineage: Option<Lineage>,
    is_relay: bool,
    g: u32,
    /// The greatest estimate of a successor that is within the bound.
    max_h: u32,
}

impl<B: Board, V: Values<B>> Pass<B, V> {
    pub(crate) fn new(goal: State<B>, values: V, meter: &mut Meter) -> Result<Self, Stop> {
        meter.begin_holding();
        let next_layer = NextLayer::new(goal.board(), meter)?;
        Ok(Self {
            goal,
            encoding: Hashed::new(goal.board()),
            values,
            next_layer,
            lineage: None,
            relay: 0,
            within: Vec::with_capacity(SUCCESSORS),
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
        self.next_layer.make_room(1, 1, meter)?;
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
                let lineage = Lineage::of_relay(layer.nodes.len(), meter)?;
                layer.lineage = Some(lineage);
            }
            if layer.lineage.is_some() {
                self.lineage = Some(Lineage::default());
            }
            let ancestor = self.expand_layer(&mut layer, meter)?;
            if let Some(lineage) = layer.lineage {
                lineage.end(meter);
            }
            if layer.is_relay {
                self.relay = layer.nodes.len() as u64;
                relay = Some(layer.nodes);
            } else {
                layer.nodes.end(meter);
            }
            if let (Some(ancestor), Some(relay)) = (ancestor, &relay) {
                return Ok(Some(self.encoding.state(relay.get(ancestor as usize))));
            }
        }
        Ok(None)
    }

    /// Builds the next layer from this one, a batch of nodes at a time. If it would
    /// be the last layer, it only looks for the goal. If the goal is met, it returns
    /// the ancestor of the goal's first parent.
    fn expand_layer(
        &mut self,
        layer: &mut Layer<B>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stop> {
        let mut ancestors = layer.lineage.as_ref().map(Lineage::ancestors);
        let (mut done, of) = (0, layer.nodes.len());
        self.hold(&layer.nodes, meter);
        for number in 0..layer.nodes.blocks() {
            for batch in layer.nodes.block(number).chunks(BATCH) {
                for &node in batch {
                    let ancestor = ancestors.as_mut().and_then(Iterator::next).unwrap_or(0);
                    if self.expand(node, ancestor, layer.g, layer.max_h, meter)? {
                        return Ok(Some(ancestor));
                    }
                }
                done += batch.len();
                // Assumes that the rest of the layer has as many successors per
                // node.
                let likely = self.next_layer.len() * of / done;
                self.reach(likely, meter)?;
                self.hold(&layer.nodes, meter);
            }
            if !layer.is_relay {
                layer.nodes.give_back(meter);
            }
        }
        Ok(None)
    }

    /// Records what is held: the relay layer, the rest of the layer that is being
    /// expanded, and the next layer.
    fn hold(&self, nodes: &Queue<HashedNode<B::Word>>, meter: &mut Meter) {
        let held = nodes.held() + self.next_layer.len();
        meter.hold(self.relay + held as u64, meter.held());
    }

    /// Expands a node, and keeps its successors that are within the bound. In the
    /// last layer, says whether one of them is the goal.
    #[inline(always)]
    fn expand(
        &mut self,
        node: HashedNode<B::Word>,
        ancestor: u32,
        g: u32,
        max_h: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let state = self.encoding.state(node);
        meter.expand(|| Expansion::new(&state, g))?;
        // Nodes have no place for their estimates, so it is computed again.
        meter.evaluate(1);
        let here = self.values.root(&state);
        for successor in self.encoding.successors(node) {
            meter.generate(1);
            meter.evaluate(1);
            let (node, slide, next) =
                (successor.node, successor.slide, state.after(successor.slide));
            if self.values.step_below(here, slide, &next, max_h + 1).is_none() {
                continue;
            }
            if max_h == 0 {
                if next == self.goal {
                    return Ok(true);
                }
                continue;
            }
            let hash = self.next_layer.hash(node);
            self.next_layer.prefetch(hash);
            self.within.push(Within { node, hash, ancestor });
        }
        Ok(false)
    }

    /// Adds the successors that were kept to the next layer.
    fn reach(&mut self, likely: usize, meter: &mut Meter) -> Result<(), Stop> {
        let within = &self.within;
        let Some(last) = within.last() else { return Ok(()) };
        self.next_layer.make_room(within.len(), likely, meter)?;
        if let Some(lineage) = &mut self.lineage {
            lineage.make_room(within.len(), last.ancestor, meter)?;
        }
        for successor in within {
            if !self.next_layer.insert(successor.node, successor.hash) {
                meter.duplicate();
            } else if let Some(lineage) = &mut self.lineage {
                lineage.push(successor.ancestor);
            }
        }
        self.within.clear();
        Ok(())
    }
}
