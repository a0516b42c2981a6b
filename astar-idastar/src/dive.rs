use optile_core::{Board, Evaluator, Meter, Move, PathChoice, State, Stop, Task, Trail};
use optile_store::{Costs, Memory, Space};

/// Depth-first searches below open nodes, within one bound on f.
pub(crate) struct Below<'a, B: Board, S: Space<B>> {
    space: S,
    trail: Box<dyn Trail<B> + 'a>,
    goal: State<B>,
    choice: PathChoice,
    closed: &'a S::Costs,
    /// How many moves below an open node states are looked up.
    lookups: u32,
    bound: u32,
    generated: u64,
    duplicates: u64,
    roots: u64,
    /// The moves from the last one back, once the goal was found.
    back: Vec<Move>,
}

/// An open node with its g, and moves from there to the goal.
pub(crate) type Found<N> = (N, u32, Vec<Move>);

/// The first ones that there is room for.
const LEAST_FOUND: usize = 8;

/// Open nodes whose entries in the table are asked for together.
const BATCH: usize = 32;

impl<'a, B: Board, S: Space<B>> Below<'a, B, S> {
    pub(crate) fn new(
        space: S,
        evaluator: &'a dyn Evaluator<B>,
        task: &Task<B>,
        closed: &'a S::Costs,
        lookups: u32,
        bound: u32,
    ) -> Self {
        Self {
            space,
            trail: evaluator.trail(bound as usize + 1),
            goal: task.goal(),
            choice: task.choice,
            closed,
            lookups,
            bound,
            generated: 0,
            duplicates: 0,
            roots: 0,
            back: Vec::new(),
        }
    }

    /// Below which of the open nodes the goal is, within the bound: for any
    /// path the first one met, for the smallest one all, of which there may be
    /// many and which `memory` holds then.
    pub(crate) fn search<'f>(
        &mut self,
        frontier: impl Iterator<Item = (u32, u32, &'f [S::Node])>,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<Vec<Found<S::Node>>, Stop>
    where
        S::Node: 'f,
    {
        let bound = self.bound;
        let mut found = Vec::new();
        for (_, g, nodes) in frontier.filter(|&(f, ..)| f <= bound) {
            for nodes in nodes.chunks(BATCH) {
                for &node in nodes {
                    self.closed.prefetch(self.closed.home(node));
                }
                for &node in nodes {
                    // Its g may have fallen; it is open with that one as well.
                    if !self.closed.is_at(node, g) {
                        continue;
                    }
                    self.roots += 1;
                    let estimate = self.trail.begin(g as usize, &self.space.state(node));
                    if self.dive(node, g, estimate, self.lookups, meter)? {
                        let mut tail = std::mem::take(&mut self.back);
                        tail.reverse();
                        if self.choice == PathChoice::LexicographicallySmallest {
                            memory.make_room_of(&mut found, 1, LEAST_FOUND, meter)?;
                            memory.take(tail.capacity() * size_of::<Move>(), meter)?;
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

    /// Expands a node reached in `g` moves, whose value is at that place of the
    /// trail, and says whether the goal is below.
    fn dive(
        &mut self,
        node: S::Node,
        g: u32,
        estimate: u32,
        lookups: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if estimate == 0 && self.space.state(node) == self.goal {
            return Ok(true);
        }
        meter.expand()?;
        let g = g + 1;
        for successor in self.space.successors(node) {
            self.generated += 1;
            let state = self.space.state(successor.node);
            let (from, to) = (g as usize - 1, g as usize);
            // Within the bound is below what is left of it, and one more.
            let limit = self.bound + 1 - g;
            let Some(estimate) = self.trail.step(from, to, successor.slide, &state, limit) else {
                continue;
            };
            if lookups > 0 && self.is_known(successor.node, g) {
                self.duplicates += 1;
                continue;
            }
            if self.dive(successor.node, g, estimate, lookups.saturating_sub(1), meter)? {
                self.back.push(successor.m);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether what lies beyond a state is left to another dive.
    #[inline(always)]
    fn is_known(&self, node: S::Node, g: u32) -> bool {
        match self.choice {
            PathChoice::Any => self.closed.is_within(node, g),
            PathChoice::LexicographicallySmallest => g >= 2 && self.closed.is_within(node, g - 2),
        }
    }

    /// Adds up what was counted.
    pub(crate) fn settle(&self, meter: &mut Meter) {
        meter.generate(self.generated);
        meter.evaluate(self.roots + self.generated);
        meter.duplicates(self.duplicates);
    }
}
