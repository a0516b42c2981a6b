//! The search from both ends: what is compiled for each board.

mod batch;
mod expansion;
mod route;

use optile_core::{Board, Meter, Path, PathChoice, Stop, Task, Values};
use optile_store::{
    ClassedList, ClosedEntry, ClosedList, Encoding, Fill, Hashed, HashedClosedList, HashedNode,
};

use crate::policy::{Class, ExpansionPolicy, Label, OpenLists, Side};

use batch::{Batch, Generated, SUCCESSORS};
use expansion::estimate;

/// What a search needs to know besides its task.
pub(crate) struct Setting<'a, V> {
    pub(crate) policy: &'a mut dyn ExpansionPolicy,
    /// The values toward the goal and toward the start.
    pub(crate) values: [V; 2],
    /// Whether bounds are rounded up to the parity of solutions.
    pub(crate) rounds_to_parity: bool,
}

type Node<B> = HashedNode<<B as Board>::Word>;

/// A search with an open list for each side, and a closed list for both.
///
/// # Meetings
///
/// When a side reaches a state at a lower cost than before, the closed list also
/// says whether the other side has reached it, expanded or not. The two costs together are the cost of a solution. So when the search
/// ends, it knows the cheapest path through each state that both sides have
/// reached.
///
/// # Why the bounds hold
///
/// Take a solution that is cheaper than the best one found. On its way from the
/// start there is a first state u that the forward side has not expanded at its
/// true cost, and on its way from the goal such a state v of the backward side.
/// Both are open, unless they were dropped. They are not the same state, and v
/// does not come before u, because the two sides would have met on the way. So
/// the bounds of the algorithms on pairs of open nodes hold for u and v, with
/// at least one move between the two.
///
/// A node is dropped if its f is not below the cost of the best solution. The f
/// of u and v is below it. If the heuristic is consistent, a node is also
/// dropped if the other side has expanded its state. It is neither u nor v: the
/// other side would have expanded u at its true cost, so the solution would
/// have been found when the second side reached u.
pub(crate) struct Engine<'a, B: Board, V> {
    encoding: Hashed<B>,
    task: &'a Task<B>,
    closed: HashedClosedList<B, 2>,
    /// Indexed by [`Side`].
    halves: [Half<B, V>; 2],
    /// The successors of a batch, until they are looked up.
    successors: Vec<Generated<B>>,
    label: Label,
    is_consistent: bool,
    /// Whether the estimates toward a side's own root are needed.
    has_back: bool,
    /// A number with the parity of all solutions.
    parity: u32,
    rounds_to_parity: bool,
    /// Whether all solutions of the least cost are wanted.
    wants_all: bool,
    /// Whether the least cost is known, and only other solutions are missing.
    completes: bool,
    /// The lower bound on solutions not yet found.
    bound: Option<u32>,
    best: Option<Meeting<Node<B>>>,
    tally: Tally,
}

/// What a side has of its own.
struct Half<B: Board, V> {
    open: ClassedList<Node<B>>,
    /// The values toward the end that it searches for.
    values: V,
    /// Expansions so far.
    expanded: u64,
    batch: Batch<B>,
}

/// Where the two sides have met on the best solution.
#[derive(Clone, Copy)]
struct Meeting<N> {
    node: N,
    /// The moves of each side.
    costs: [u32; 2],
}

impl<N> Meeting<N> {
    fn cost(&self) -> u32 {
        self.costs[0] + self.costs[1]
    }
}

/// What a search counts besides expansions. The two roots are not included.
#[derive(Default)]
struct Tally {
    generated: u64,
    /// Successors that were not met before at no greater cost.
    kept: u64,
    /// Kept successors that were met before.
    improved: u64,
    /// Heuristic values, roots included.
    evaluated: u64,
}

/// Searches a task.
#[inline(never)]
pub(crate) fn search<B: Board, V: Values<B>>(
    setting: Setting<'_, V>,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let Setting { policy, values, rounds_to_parity } = setting;
    let encoding = Hashed::new(task.board());
    let label = policy.label();
    let is_consistent = values.iter().all(Values::is_consistent);
    let mut engine = Engine {
        encoding,
        task,
        closed: encoding.closed_list_with(Fill::TWO_SIDES, meter)?,
        halves: values.map(|values| Half {
            open: ClassedList::default(),
            values,
            expanded: 0,
            batch: Batch::default(),
        }),
        successors: Vec::with_capacity(SUCCESSORS),
        label,
        is_consistent,
        has_back: label.has_d() && is_consistent,
        parity: task.first_bound(0),
        rounds_to_parity,
        wants_all: task.choice == PathChoice::LexicographicallySmallest,
        completes: false,
        bound: None,
        best: None,
        tally: Tally::default(),
    };
    let path = engine.find_path(policy, meter);
    let Tally { generated, kept, improved, evaluated } = engine.tally;
    meter.generate(generated);
    meter.evaluate(evaluated);
    meter.duplicates(generated - kept);
    meter.hold(2 + kept - improved, meter.held());
    path
}

impl<B: Board, V: Values<B>> Engine<'_, B, V> {
    #[inline(never)]
    fn find_path(
        &mut self,
        policy: &mut dyn ExpansionPolicy,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if self.task.start == self.task.goal() {
            return Ok(Path::default());
        }
        self.put_roots(meter)?;
        while let Some(classes) = self.next(policy, meter) {
            self.expand_step(classes, meter)?;
        }
        let Some(meeting) = self.best else { return Err(Stop::Unsolvable) };
        meter.meet(meeting.costs[Side::Forward as usize]);
        if !self.wants_all {
            return Ok(self.path_through(&meeting));
        }
        // Every open node that may be on a solution of the least cost is
        // expanded, so that the backward side knows all states of such
        // solutions.
        self.completes = true;
        let backward = Side::Backward;
        while let Some(row) = self.halves[backward as usize].open.classes().first()
            && let Some(class) = Class::deepest(row)
        {
            self.select(backward, class, usize::MAX);
            self.expand(backward, meter)?;
        }
        Ok(self.smallest_path(meeting.cost()))
    }

    /// What to expand next; `None` when the search is finished.
    #[inline(never)]
    fn next(
        &mut self,
        policy: &mut dyn ExpansionPolicy,
        meter: &mut Meter,
    ) -> Option<[Option<Class>; 2]> {
        let best = self.best.map_or(u32::MAX, |meeting| meeting.cost());
        let step = policy.next(&OpenLists {
            classes: self.halves.each_ref().map(|half| half.open.classes()),
            expanded: self.halves.each_ref().map(|half| half.expanded),
            best,
            parity: self.rounds_to_parity.then_some(self.parity),
            is_consistent: self.is_consistent,
        });
        // A bound above the best solution says no more than that it is optimal.
        let bound = step.map_or(best, |step| step.bound.min(best));
        if self.bound.is_none_or(|old| old < bound) {
            self.bound = Some(bound);
            meter.begin_iteration();
        }
        // A bound that held before still holds.
        step.filter(|_| self.bound < Some(best)).map(|step| step.classes)
    }

    #[inline(never)]
    fn put_roots(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let (task, g) = (self.task, 0);
        for (side, root) in Side::BOTH.into_iter().zip([task.start, task.goal()]) {
            let half = &mut self.halves[side as usize];
            let h = estimate(&mut half.values, &root).max(self.label.least_estimate());
            self.tally.evaluated += 1;
            let node = self.encoding.root(&root);
            self.closed.slot(self.closed.key(node)).set(side as usize, ClosedEntry::open(g));
            half.open.push(node, self.label.of(h, 0), g, meter)?;
        }
        Ok(())
    }
}
