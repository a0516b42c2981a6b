//! Best-first search by f: the search, its start and its end.

mod batch;
mod estimates;
mod expansion;
mod insertion;

use std::slice;

use optile_core::{BATCH, Board, Meter, Path, State, Stop, Task};

use crate::{ClosedList, Encoding, Memory, Open, OpenList, Ties, shortest_path, with_encoding};

pub use batch::{Batch, Popped, SUCCESSORS, Successors, inspect_popped};
pub use estimates::{Estimates, Typed};

/// A best-first search by f: the loop of A* (P. E. Hart, N. J. Nilsson and B.
/// Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost
/// Paths, 1968) and its variants.
///
/// The open list is an [`OpenList`]. A state whose g falls is put there again.
/// So the open list can have several nodes of one state. Only the node whose g
/// is in the closed list counts, which is checked when a node is taken out. In
/// this way nodes are reopened if a heuristic is inconsistent. With a
/// consistent heuristic, an expanded state is never reopened.
///
/// # Batches
///
/// A closed list of gigabytes is read at random, and a processor that waits for
/// each of its lines does little else. So if the closed list is large, several
/// nodes are taken from the open list at once. Their successors are made, and
/// all their lines are prefetched. Only then are the successors looked up, when
/// the lines have arrived. All nodes of a batch have the same f, so the
/// expansions before the last f-layer are the same as without batches. The
/// heuristic must be consistent, or batches have one node. With a consistent
/// heuristic, f never falls along a path. So no node of a batch is reached more
/// cheaply through another node of the batch. Only the order within the last
/// f-layer changes, which changes the counts by some tens of nodes. A heuristic
/// that is an object is asked once per batch.
///
/// # Partial expansion
///
/// With `PARTIAL`, only the successors with the f of their parent are
/// generated. The parent goes back to the open list with the least f of the
/// other successors, which are generated when that f is due. So successors with
/// an f above the solution's cost are never stored. More than half of all
/// successors are of this kind (T. Yoshizumi, T. Miura, T. Ishida, A* with
/// partial expansion for large branching factor problems, 2000). A node counts
/// as expanded each time it is taken from the open list.
pub struct BestFirst<'a, B: Board, S: Encoding<B>, V, const PARTIAL: bool> {
    encoding: S,
    task: &'a Task<B>,
    goal: State<B>,
    estimates: V,
    closed: S::ClosedList,
    open: OpenList<S::Node>,
    /// Nodes that are neither on the open list nor completely expanded, with
    /// their f: those that the search was working on when it stopped, and the
    /// goal.
    unfinished: Vec<(u32, Open<S::Node>)>,
    memory: Memory,
    tally: Tally,
    cost: Option<u32>,
    /// The least f of the next f-layer.
    next_f_layer: u32,
    /// How many nodes are taken from the open list at once.
    batch: usize,
}

/// What is done with the expanded states of a search that has found a path:
/// each comes with its g.
pub type Visit<'a, B> = &'a mut dyn FnMut(&State<B>, u32);

/// Whether [`best_first`] can give the expanded states of boards of this type
/// to a [`Visit`]. Only 4x4 can, and the boards whose size is a value, which are
/// there for every size. The other types are only faster, so nothing is
/// compiled for them.
pub const fn can_visit<B: Board>() -> bool {
    match B::SHAPE {
        Some(shape) => shape.size().width() == 4 && shape.size().height() == 4,
        None => true,
    }
}

/// Searches with the encoding that suits the board; see [`BestFirst`]. If a
/// path is found, its expanded states are given to `visit`, where
/// [`can_visit`] says so and expansion is not partial.
///
/// # Errors
///
/// The [`Stop`] that ended the search.
pub fn best_first<B: Board, V: Estimates<B>, const PARTIAL: bool>(
    estimates: V,
    ties: Ties,
    task: &Task<B>,
    visit: Option<Visit<'_, B>>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let memory = Memory::default();
    with_encoding!(B, task.board(), encoding => {
        let mut search =
            BestFirst::<B, _, V, PARTIAL>::new(encoding, estimates, task, ties, memory, meter)?;
        let path = search.find_path(meter)?;
        if const { can_visit::<B>() && !PARTIAL }
            && let Some(visit) = visit
        {
            visit_expanded(encoding, &search.closed, task, visit);
        }
        Ok(path)
    })
}

/// Compiled once for all estimates.
#[inline(never)]
fn visit_expanded<B: Board, S: Encoding<B>>(
    encoding: S,
    closed: &S::ClosedList,
    task: &Task<B>,
    visit: Visit<'_, B>,
) {
    encoding.for_each_expanded(closed, task, visit);
}

/// What a search counts besides expansions. The start is not included.
#[derive(Debug, Default)]
struct Tally {
    generated: u64,
    /// Heuristic values computed for successors that were not generated.
    passed_over: u64,
    /// Successors generated and put on the open list.
    kept: u64,
    /// Kept successors that were met before, at a higher cost.
    improved: u64,
}

/// Bytes that the open list may need for the successors of a batch. While so
/// many are available, it cannot stop the search in the middle of a batch.
const ROOM: u64 = 1 << 18;

type HomeOf<B, S> = <<S as Encoding<B>>::ClosedList as ClosedList<<S as Encoding<B>>::Node>>::Home;
type SuccessorOf<B, S> = batch::Successor<<S as Encoding<B>>::Node, HomeOf<B, S>>;
type BatchOf<B, S> = Batch<B, <S as Encoding<B>>::Node, HomeOf<B, S>>;

impl<'a, B, S, V, const PARTIAL: bool> BestFirst<'a, B, S, V, PARTIAL>
where
    B: Board,
    S: Encoding<B>,
    V: Estimates<B>,
{
    /// A search with its start on the open list, which takes its memory from
    /// `memory`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is too low for that.
    pub fn new(
        encoding: S,
        estimates: V,
        task: &'a Task<B>,
        ties: Ties,
        mut memory: Memory,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        // A successor with a lower f must be expanded before the rest of a
        // batch.
        let batch = if estimates.is_consistent() { S::ClosedList::BATCH.min(BATCH) } else { 1 };
        let mut search = Self {
            encoding,
            task,
            goal: task.goal(),
            estimates,
            closed: encoding.closed_list(&mut memory, meter)?,
            open: OpenList::new(ties),
            unfinished: Vec::with_capacity(BATCH + 2),
            memory,
            tally: Tally::default(),
            cost: None,
            next_f_layer: 0,
            batch,
        };
        let start = encoding.root(&task.start);
        let f = estimates.of_state(&task.start);
        search.closed.insert(start, search.closed.home(start), 0);
        search.open.push(start, f, 0, &mut search.memory, meter)?;
        Ok(search)
    }

    /// Searches until the goal is taken from the open list, at its distance.
    /// For the smallest path, searches until no open node has an f up to that
    /// distance. The counters of `meter` are correct in every case, also if the
    /// search is stopped.
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
        shortest_path(self.encoding, self.task, cost?, &is_at, &mut self.memory, meter)
            .map(Path::new)
    }

    /// The open nodes, with their f and g. A state whose g fell is among them
    /// more than once. The goal is among them if it was taken from the open
    /// list.
    ///
    /// After [`Stop::Memory`], every path from the start to the goal leads
    /// through one of these nodes, and every shortest path through one whose g
    /// is that of the path.
    pub fn open_nodes(&self) -> impl Iterator<Item = (u32, u32, &[S::Node])> {
        let unfinished = self.unfinished.iter();
        let unfinished = unfinished.map(|(f, open)| (*f, open.g, slice::from_ref(&open.item)));
        unfinished.chain(self.open.pieces())
    }

    /// The closed list.
    pub fn closed(&self) -> &S::ClosedList {
        &self.closed
    }

    /// The memory that the search holds.
    pub fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn find_cost(&mut self, meter: &mut Meter) -> Result<u32, Stop> {
        let mut batch = BatchOf::<B, S>::new(self.goal);
        // For closed lists without batches this is a constant.
        let most = if S::ClosedList::BATCH == 1 { 1 } else { self.batch };
        while let Some((f, nodes)) = self.open.pop(&mut batch.nodes[..most]) {
            let count = nodes.len();
            match self.expand_all(f, count, &mut batch, meter) {
                Ok(false) => {}
                Ok(true) => break,
                Err(stop) => {
                    for node in &batch.nodes[..count] {
                        self.closed.put_back(node.item, node.g);
                        self.unfinished.push((f, *node));
                    }
                    return Err(stop);
                }
            }
        }
        self.cost.ok_or(Stop::Unsolvable)
    }
}
