use std::slice;

use optile_core::{
    Board, Estimator, Heuristic, Meter, Move, Path, PathChoice, Slide, State, Stop, Task,
};

use crate::{
    Costs, Hashed, Memory, Numbered, Open, OpenList, Reached, Space, Successor, Ties, Turn,
    shortest_path,
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
#[derive(Debug)]
pub struct BestFirst<'a, B: Board, S: Space<B>, H: Heuristic, const PARTIAL: bool> {
    space: S,
    task: &'a Task<B>,
    goal: State<B>,
    /// Behind a pointer, as searches move and tables are large.
    estimator: Box<H::Estimator<B>>,
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
}

/// Searches in the space that suits the board; see [`BestFirst`].
///
/// # Errors
///
/// The [`Stop`] that ended the search.
pub fn best_first<B: Board, H: Heuristic, const PARTIAL: bool>(
    heuristic: &H,
    ties: Ties,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let memory = Memory::default();
    if Numbered::<B>::FITS {
        let space = Numbered::default();
        BestFirst::<B, _, H, PARTIAL>::new(space, heuristic, task, ties, memory, meter)?
            .find_path(meter)
    } else {
        let space = Hashed::default();
        BestFirst::<B, _, H, PARTIAL>::new(space, heuristic, task, ties, memory, meter)?
            .find_path(meter)
    }
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

/// The most nodes that are expanded together.
const MOST: usize = 32;

/// What is to be done with a node that was taken from the open list.
enum Next<V> {
    /// Nothing.
    Skip,
    /// To expand it; the heuristic's value is told, and whether it is for the
    /// first time.
    Expand(V, bool),
    /// To end the search.
    End,
}

type ValueOf<B, H> = <<H as Heuristic>::Estimator<B> as Estimator<B>>::Value;
type HomeOf<B, S> = <<S as Space<B>>::Costs as Costs<<S as Space<B>>::Node>>::Home;

/// A successor, and where it will be looked for.
#[derive(Clone, Copy, Default)]
struct Met<N, P, V> {
    node: N,
    home: P,
    /// The heuristic's value: with partial expansion its own, else its parent's.
    value: V,
    g: u8,
    /// The tile that was moved, where from and where to.
    slide: [u8; 3],
}

type MetOf<B, S, H> = Met<<S as Space<B>>::Node, HomeOf<B, S>, ValueOf<B, H>>;

impl<N, P, V> Met<N, P, V> {
    #[inline(always)]
    fn new(Successor { node, slide, .. }: Successor<N>, home: P, g: u32, value: V) -> Self {
        let Slide { tile, from, to } = slide;
        Self { node, home, value, g: g as u8, slide: [tile as u8, from as u8, to as u8] }
    }

    #[inline(always)]
    fn slide(&self) -> Slide {
        let [tile, from, to] = self.slide.map(usize::from);
        Slide { tile, from, to }
    }
}

impl<'a, B: Board, S: Space<B>, H: Heuristic, const PARTIAL: bool> BestFirst<'a, B, S, H, PARTIAL> {
    /// How many nodes to take from the open list at once. Where successors may
    /// have a lower f they are to come before the rest of a batch.
    const BATCH: usize = {
        let batch = if H::CONSISTENT { S::Costs::BATCH } else { 1 };
        if batch < MOST { batch } else { MOST }
    };

    /// A search that has its start on the open list and holds `memory`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below even that.
    pub fn new(
        space: S,
        heuristic: &H,
        task: &'a Task<B>,
        ties: Ties,
        mut memory: Memory,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut search = Self {
            space,
            task,
            goal: task.goal(),
            estimator: Box::new(heuristic.toward::<B>(task.goal_blank, meter)?),
            closed: space.costs(&mut memory, meter)?,
            open: OpenList::new(ties),
            unfinished: Vec::with_capacity(MOST + 2),
            memory,
            tally: Tally::default(),
            cost: None,
            next_round: 0,
        };
        let start = space.root(&task.start);
        let f = search.estimator.estimate(search.estimator.root(&task.start));
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
        let mut nodes = [Open::<S::Node>::default(); MOST];
        let mut homes = [HomeOf::<B, S>::default(); MOST];
        let mut successors = [Met::default(); MOST * Move::ALL.len()];
        while let Some((f, nodes)) = self.open.pop(&mut nodes[..Self::BATCH]) {
            match self.expand_all(f, nodes, &mut homes, &mut successors, meter) {
                Ok(false) => {}
                Ok(true) => break,
                Err(stop) => {
                    for node in nodes {
                        self.closed.put_back(node.item, node.g);
                        self.unfinished.push((f, *node));
                    }
                    return Err(stop);
                }
            }
        }
        self.cost.ok_or(Stop::Unsolvable)
    }

    /// Expands nodes with one f, and says whether the search is at its end.
    #[inline(always)]
    fn expand_all(
        &mut self,
        f: u32,
        nodes: &[Open<S::Node>],
        homes: &mut [HomeOf<B, S>; MOST],
        successors: &mut [MetOf<B, S, H>; MOST * Move::ALL.len()],
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        self.closed.make_room(nodes.len() * Move::ALL.len(), &mut self.memory, meter)?;
        for (node, home) in nodes.iter().zip(homes.iter_mut()) {
            *home = self.closed.home(node.item);
            self.closed.prefetch(*home);
        }
        let mut count = 0;
        let mut end = Ok(false);
        for (node, &home) in nodes.iter().zip(homes.iter()) {
            match self.next(node, f, home, meter) {
                Ok(Next::Skip) => {}
                Ok(Next::Expand(value, is_first)) => {
                    self.expand(f, node, value, is_first, successors, &mut count, meter)?;
                }
                Ok(Next::End) => end = Ok(true),
                Err(stop) => end = Err(stop),
            }
            if end != Ok(false) {
                break;
            }
        }
        for met in &successors[..count] {
            self.closed.prefetch_behind(met.home);
        }
        // What was expanded is counted as a whole, even at a limit.
        for met in &successors[..count] {
            self.reach(met, meter)?;
        }
        end
    }

    /// Looks at a node that was taken from the open list.
    #[inline(always)]
    fn next(
        &mut self,
        &Open { item: node, g }: &Open<S::Node>,
        f: u32,
        home: HomeOf<B, S>,
        meter: &mut Meter,
    ) -> Result<Next<ValueOf<B, H>>, Stop> {
        let turn = self.closed.expand(node, home, g);
        if turn == Turn::Stale {
            return Ok(Next::Skip);
        }
        if f >= self.next_round {
            if self.cost.is_some() {
                return Ok(Next::End);
            }
            self.next_round = f + 1;
            meter.begin_layer();
        }
        let state = self.space.state(node);
        // The bound is 0 there, and comparing numbers is less work.
        if f == g && state == self.goal {
            self.cost = Some(g);
            if self.task.choice == PathChoice::Any {
                return Ok(Next::End);
            }
            self.unfinished.push((f, Open { item: node, g }));
            return Ok(Next::Skip);
        }
        meter.expand()?;
        if PARTIAL && turn == Turn::Again {
            // Its f is no longer that of the state.
            return Ok(Next::Expand(self.estimator.root(&state), false));
        }
        Ok(Next::Expand(self.estimator.resume(&state, f - g), true))
    }

    /// Generates the successors of a node and asks for what is known of them;
    /// in batches of one, looks at them as well.
    #[inline(always)]
    #[expect(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        f: u32,
        &Open { item: node, g }: &Open<S::Node>,
        value: ValueOf<B, H>,
        is_first: bool,
        successors: &mut [MetOf<B, S, H>; MOST * Move::ALL.len()],
        count: &mut usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut rest = u32::MAX;
        for successor in self.space.successors(node) {
            let mut value = value;
            if PARTIAL {
                let state = self.space.state(successor.node);
                value = self.estimator.step(value, successor.slide, &state);
                let f_then = g + 1 + self.estimator.estimate(value);
                let is_due = f_then == f || is_first && f_then < f;
                if !is_due {
                    self.tally.passed_over += 1;
                    if f_then > f {
                        rest = rest.min(f_then);
                    }
                    continue;
                }
            }
            let home = self.closed.home(successor.node);
            let met = Met::new(successor, home, g + 1, value);
            if Self::BATCH == 1 {
                self.reach(&met, meter)?;
                continue;
            }
            self.closed.prefetch(home);
            successors[*count] = met;
            *count += 1;
        }
        if PARTIAL && rest < u32::MAX {
            self.open.push(node, rest, g, &mut self.memory, meter)?;
        }
        Ok(())
    }

    /// Looks at a successor.
    #[inline(always)]
    fn reach(&mut self, met: &MetOf<B, S, H>, meter: &mut Meter) -> Result<(), Stop> {
        let g = u32::from(met.g);
        self.tally.generated += 1;
        match self.closed.reach(met.node, met.home, g) {
            Reached::Duplicate => {
                self.tally.passed_over += u64::from(PARTIAL);
                return Ok(());
            }
            Reached::New => {}
            Reached::Cheaper => self.tally.improved += 1,
            Reached::Reopened => {
                self.tally.improved += 1;
                meter.reopen();
            }
        }
        self.tally.kept += 1;
        let mut value = met.value;
        if !PARTIAL {
            let state = self.space.state(met.node);
            value = self.estimator.step(value, met.slide(), &state);
        }
        let f = g + self.estimator.estimate(value);
        let pushed = self.open.push(met.node, f, g, &mut self.memory, meter);
        if pushed.is_err() {
            self.unfinished.push((f, Open { item: met.node, g }));
        }
        pushed
    }
}
