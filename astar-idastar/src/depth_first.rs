//! The depth-first searches below the open nodes.

use optile_core::{
    Board, Estimates, Expansion, Meter, Move, PathChoice, PathValues, Place, State, Stop, Task,
    Values,
};
use optile_store::{ClosedList, Encoding};

/// Depth-first searches below open nodes, within one threshold on f.
pub(crate) struct DepthFirst<'a, B: Board, S: Encoding<B>> {
    encoding: S,
    values: PathValues<'a, B>,
    goal: State<B>,
    choice: PathChoice,
    closed: &'a S::ClosedList,
    threshold: u32,
    generated: u64,
    roots: u64,
    /// The moves to the goal once it is found, last move first.
    back: Vec<Move>,
}

/// An open node, its g, and the moves from there to the goal.
pub(crate) type Found<N> = (N, u32, Vec<Move>);

/// The least number of found nodes to make room for.
const LEAST_FOUND: usize = 8;

/// How many open nodes have their entries in the closed list prefetched
/// together.
const BATCH: usize = 32;

impl<'a, B: Board, S: Encoding<B>> DepthFirst<'a, B, S> {
    pub(crate) fn new(
        encoding: S,
        estimates: &'a dyn Estimates<B>,
        task: &Task<B>,
        closed: &'a S::ClosedList,
        threshold: u32,
    ) -> Self {
        Self {
            encoding,
            values: estimates.path(threshold as usize + 1),
            goal: task.goal(),
            choice: task.choice,
            closed,
            threshold,
            generated: 0,
            roots: 0,
            back: Vec::new(),
        }
    }

    /// Searches below the open nodes, within the threshold. If any path is
    /// wanted, it ends at the first node below which the goal is found. For the
    /// smallest path it finds all such nodes. There may be many, and `memory`
    /// counts them.
    pub(crate) fn search<'f>(
        &mut self,
        open_nodes: impl Iterator<Item = (u32, u32, &'f [S::Node])>,
        meter: &mut Meter,
    ) -> Result<Vec<Found<S::Node>>, Stop>
    where
        S::Node: 'f,
    {
        let threshold = self.threshold;
        let mut found = Vec::new();
        for (_, g, nodes) in open_nodes.filter(|&(f, ..)| f <= threshold) {
            for nodes in nodes.chunks(BATCH) {
                for &node in nodes {
                    self.closed.prefetch(self.closed.key(node));
                }
                for &node in nodes {
                    // A state that was expanded is not open.
                    if self.closed.is_within(node, g) {
                        continue;
                    }
                    self.roots += 1;
                    let value = self.values.root(&self.encoding.state(node));
                    if self.visit(node, g, value, meter)? {
                        let mut tail = std::mem::take(&mut self.back);
                        tail.reverse();
                        if self.choice == PathChoice::LexicographicallySmallest {
                            meter.make_room_of(&mut found, 1, LEAST_FOUND)?;
                            meter.take(tail.capacity() * size_of::<Move>())?;
                        }
                        found.push((node, g, tail));
                        if self.choice == PathChoice::Any {
                            return Ok(found);
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// Expands a node reached in `g` moves. Says whether the goal is below it.
    fn visit(
        &mut self,
        node: S::Node,
        g: u32,
        value: Place,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if value.h() == 0 && self.encoding.state(node) == self.goal {
            return Ok(true);
        }
        let expansion = || Expansion::new(&self.encoding.state(node), g).with_h(value.h());
        meter.expand(expansion)?;
        let g = g + 1;
        for successor in self.encoding.successors(node) {
            self.generated += 1;
            let state = self.encoding.state(successor.node);
            // Estimates up to `threshold - g` are within the threshold.
            let limit = self.threshold + 1 - g;
            let Some(value) = self.values.step_below(value, successor.slide, &state, limit) else {
                continue;
            };
            if self.visit(successor.node, g, value, meter)? {
                self.back.push(successor.m);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the counts to `meter`.
    pub(crate) fn settle(&self, meter: &mut Meter) {
        meter.generate(self.generated);
        meter.evaluate(self.roots + self.generated);
    }
}
