//! The lists of a best-first search.

use optile_core::{Meter, Stop};
use optile_store::{BATCH, CloseOutcome, ClosedList, OpenList, Ties};

use crate::popped::Popped;

/// The open and the closed list of a search by f, and what they count.
///
/// A node goes from the one to the other in three calls: [`Lists::pop`],
/// [`Lists::fetch`] and [`Lists::close`].
pub struct Lists<N, C> {
    pub(crate) closed: C,
    open: OpenList<N>,
    /// What was counted.
    pub tally: Tally,
    /// How many nodes are popped at once.
    most: usize,
}

/// What a search counts besides expansions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Nodes that were put on the open list, without those that were put back.
    pub pushed: u64,
    /// Nodes that were popped, without those that had been put back.
    pub popped: u64,
    /// States in the closed list.
    pub closed: u64,
    /// Popped nodes whose states were expanded before at no higher cost.
    pub duplicates: u64,
    /// The most nodes and states stored at one time.
    pub peak: u64,
    /// The most nodes on the open list at one time.
    pub peak_open: u64,
}

impl Tally {
    /// The nodes stored now: those on the open list, and states in the closed
    /// list. A node that was put back counts once.
    #[inline(always)]
    pub fn stored(&self) -> u64 {
        self.pushed + self.closed - self.popped
    }

    /// Keeps the number of open nodes if it is the greatest. So many have just been popped. With partial
    /// expansion, nodes that were put back are not among them.
    #[inline(always)]
    fn keep_open(&mut self, popped: u64) {
        let open = (self.pushed + popped).saturating_sub(self.popped);
        self.peak_open = self.peak_open.max(open);
    }

    /// Keeps the numbers of now if they are the greatest. So many nodes have just been popped.
    #[inline(always)]
    pub fn keep_peaks(&mut self, popped: u64) {
        self.keep_open(popped);
        self.peak = self.peak.max(self.stored() + popped);
    }
}

impl<N: Copy + Default, C: ClosedList<N>> Lists<N, C> {
    /// An empty open list, and a closed list. Only with a consistent heuristic are nodes popped in batches: a
    /// successor with a lower f must be expanded before the rest of a batch.
    pub fn new(closed: C, ties: Ties, is_consistent: bool) -> Self {
        let most = if is_consistent { C::BATCH.min(BATCH) } else { 1 };
        Self { closed, open: OpenList::new(ties), tally: Tally::default(), most }
    }

    /// Pops nodes of the least f, as many as are expanded together, and returns
    /// this f. `None` when no node is open.
    #[inline(always)]
    pub fn pop(&mut self, popped: &mut Popped<N, C::Key>, quota: usize) -> Option<u32> {
        if C::BATCH > 1 {
            self.tally.keep_peaks(0);
        }
        // For closed lists without batches this is a constant.
        let most = if C::BATCH == 1 { 1 } else { self.most.min(quota) };
        let (f, nodes) = self.open.pop(&mut popped.nodes[..most])?;
        popped.len = nodes.len();
        Some(f)
    }

    /// Makes room in the closed list for popped nodes, and begins to fetch the
    /// memory that their lookups read.
    #[inline(always)]
    pub fn fetch(&mut self, popped: &mut Popped<N, C::Key>, meter: &mut Meter) -> Result<(), Stop> {
        self.make_room(popped.len, meter)?;
        self.tally.popped += popped.len as u64;
        popped.prefetch(&self.closed);
        if self.is_one_by_one()
            && let Some(next) = self.open.peek()
        {
            self.expect(next);
        }
        Ok(())
    }

    /// Begins to fetch the memory that the lookup of a node reads which may be
    /// popped soon. Does nothing if nodes are popped in batches, because
    /// [`Lists::fetch`] is in time then.
    #[inline(always)]
    pub fn expect(&self, node: N) {
        if self.is_one_by_one() {
            self.closed.prefetch(self.closed.key(node));
        }
    }

    /// Whether batches would be worth while, but the heuristic is inconsistent.
    #[inline(always)]
    fn is_one_by_one(&self) -> bool {
        C::BATCH > 1 && self.most == 1
    }

    /// Makes room for more states in the closed list.
    #[inline(always)]
    pub fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.closed.make_room(more, meter)
    }

    /// Looks up the state of a popped node, and records that it is expanded
    /// unless it was before at no higher cost.
    #[inline(always)]
    pub fn close(&mut self, popped: &Popped<N, C::Key>, place: usize) -> CloseOutcome {
        let outcome = self.closed.close(popped.keys[place], popped.nodes[place].g);
        self.tally.closed += u64::from(outcome == CloseOutcome::New);
        outcome
    }

    /// Records that the popped node has no successors on the open list: it is a duplicate, the goal, or
    /// expanded again. An expansion puts at least one there. So without batches, only before such a
    /// node can there be more nodes than at any time before or after.
    #[inline(always)]
    pub fn shrink(&mut self) {
        if C::BATCH == 1 {
            self.tally.keep_peaks(1);
        }
    }

    /// Records that the search stops at the popped node, which is in the closed list already.
    pub(crate) fn stop(&mut self) {
        if C::BATCH == 1 {
            self.tally.keep_open(1);
        }
    }

    /// Records that the popped node is dropped.
    #[inline(always)]
    pub fn drop_duplicate(&mut self) {
        self.shrink();
        self.tally.duplicates += 1;
    }

    /// Puts a new node on the open list, and counts it.
    #[inline(always)]
    pub fn push(&mut self, item: N, f: u32, g: u32, meter: &mut Meter) -> Result<(), Stop> {
        self.tally.pushed += 1;
        self.put(item, f, g, meter)
    }

    /// Puts a node on the open list.
    #[inline(always)]
    pub fn put(&mut self, item: N, f: u32, g: u32, meter: &mut Meter) -> Result<(), Stop> {
        self.open.push(item, f, g, meter)
    }

    /// The least f of an open node.
    #[inline(always)]
    pub fn least_f(&mut self) -> Option<u32> {
        self.open.least_f()
    }

    /// The greatest g of a node that was ever put on the open list.
    pub fn deepest(&self) -> u32 {
        self.open.deepest()
    }

    /// The open nodes, with their f and g.
    pub fn open_nodes(&self) -> impl Iterator<Item = (u32, u32, &[N])> {
        self.open.pieces()
    }

    /// The closed list, which has the expanded states.
    pub fn closed(&self) -> &C {
        &self.closed
    }
}
