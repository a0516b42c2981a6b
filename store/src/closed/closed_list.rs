//! The closed list of searches by cost: what it stores for a state, and what
//! that means to a search.

use optile_core::{Meter, Move, Stop};

/// What a closed list stores for a state besides its tiles. It is 0 for a state
/// that was not met. Otherwise the lowest bit says whether the state was
/// expanded, and the bits above it hold half of g, plus one. The parity of g
/// follows from the blank's cell.
///
/// A byte has room for a g of up to 251. No two states of a 5x5 board are more
/// than 208 moves apart. Boards of 2x11 and longer have longer solutions; a
/// search that would need one ends with [`Stop::Unsupported`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClosedEntry(pub(crate) u8);

/// The greatest f for which a [`ClosedEntry`] has room.
pub(crate) const MOST_COST: u32 = 251;

impl ClosedEntry {
    const EXPANDED: u8 = 1;

    /// The entry of a state that is open with this g.
    #[inline(always)]
    pub fn open(g: u32) -> Self {
        Self((g as u8 & !1) + 2)
    }

    /// Whether the state was met.
    #[inline(always)]
    pub fn is_met(self) -> bool {
        self.0 != 0
    }

    /// Whether the state was expanded.
    #[inline(always)]
    pub fn is_expanded(self) -> bool {
        self.0 & Self::EXPANDED != 0
    }

    /// This entry, once the state is expanded.
    #[inline(always)]
    #[must_use]
    pub fn expanded(self) -> Self {
        Self(self.0 | Self::EXPANDED)
    }

    /// The least moves in which the state was reached, if it was met. The
    /// parity of this number is that of `parity`, which belongs to the state.
    #[inline(always)]
    pub fn cost(self, parity: u32) -> Option<u32> {
        self.is_met().then(|| u32::from(self.0 & !Self::EXPANDED) - 2 + (parity & 1))
    }

    /// Whether the state was met with a g below this one. Both must have the
    /// parity that belongs to the state.
    #[inline(always)]
    pub fn is_below(self, g: u32) -> bool {
        self.is_met() && self.0 < Self::open(g).0
    }

    /// Whether the state was met with this g or a lower one. The condition of
    /// [`ClosedEntry::is_below`] applies. One comparison is enough, because the
    /// entry of a state that was not met wraps around.
    #[inline(always)]
    pub fn is_within(self, g: u32) -> bool {
        self.0.wrapping_sub(1) <= Self::open(g).0
    }

    /// The g of a state that was expanded, given the parity that belongs to
    /// the state.
    pub(crate) fn expanded_at(self, parity: u32) -> Option<u32> {
        self.cost(parity).filter(|_| self.is_expanded())
    }

    /// Whether the state was met with exactly this g.
    #[inline(always)]
    pub fn is_at(self, g: u32) -> bool {
        self.0 & !Self::EXPANDED == Self::open(g).0
    }
}

/// What the closed list knew of a state that a search is about to expand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseOutcome {
    /// Nothing.
    New,
    /// It was expanded at a higher cost.
    Cheaper,
    /// It was expanded at the same cost.
    Same,
    /// It was expanded at a lower cost.
    Dearer,
}

/// What a closed list stores for one state: an entry for each side of a search.
#[derive(Debug)]
pub struct ClosedSlot<'a, const SIDES: usize> {
    entries: &'a mut [u8; SIDES],
}

impl<'a, const SIDES: usize> ClosedSlot<'a, SIDES> {
    pub(crate) fn new(entries: &'a mut [u8; SIDES]) -> Self {
        Self { entries }
    }

    /// The bytes, for a search that stores something else in them. All are zero for a state that
    /// was not met.
    #[inline(always)]
    pub fn bytes(self) -> &'a mut [u8; SIDES] {
        self.entries
    }

    /// What a side knows of the state.
    #[inline(always)]
    pub fn get(&self, side: usize) -> ClosedEntry {
        ClosedEntry(self.entries[side])
    }

    /// Changes what a side knows of the state.
    #[inline(always)]
    pub fn set(&mut self, side: usize, entry: ClosedEntry) {
        self.entries[side] = entry.0;
    }
}

/// What a closed list with two bytes stores for a state that was expanded, for searches whose paths
/// may be long. It is 0 for other states. Otherwise the lowest bit says whether the state was
/// expanded under the present weighting. Two bits are the last move to it, and the bits above them
/// hold half of g, plus one. The parity of g follows from the blank's cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WideEntry(u16);

impl WideEntry {
    const PRESENT: u16 = 1;

    /// The greatest g that is told from greater ones.
    pub const MOST_G: u32 = 2 * (u16::MAX >> 3) as u32 - 3;

    /// The entry of a state that is expanded with this g, after this move.
    #[inline(always)]
    pub fn expanded(g: u32, last: Move) -> Self {
        let half = g.min(Self::MOST_G) as u16 / 2 + 1;
        Self(half << 3 | (last as u16) << 1 | Self::PRESENT)
    }

    /// Whether the state was expanded.
    #[inline(always)]
    pub fn is_expanded(self) -> bool {
        self.0 != 0
    }

    /// Whether the state was expanded with this g or a lower one. The parity of `g` must be the one
    /// that belongs to the state.
    #[inline(always)]
    pub fn is_within(self, g: u32) -> bool {
        self.is_expanded() && u32::from(self.0 >> 3) <= g / 2 + 1
    }

    /// The last move to the state.
    #[inline(always)]
    pub fn last_move(self) -> Move {
        Move::ALL[usize::from(self.0 >> 1 & 3)]
    }

    /// Whether the state was expanded under the present weighting.
    #[inline(always)]
    pub fn is_present(self) -> bool {
        self.0 & Self::PRESENT != 0
    }

    /// This entry under another weighting.
    #[must_use]
    pub(crate) fn before(self) -> Self {
        Self(self.0 & !Self::PRESENT)
    }

    /// The entry in these bytes.
    #[inline(always)]
    pub(crate) fn of(bytes: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(bytes))
    }

    /// The bytes of the entry.
    #[inline(always)]
    pub(crate) fn bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }
}

impl ClosedSlot<'_, 2> {
    /// Both bytes as one entry.
    #[inline(always)]
    pub fn wide(&self) -> WideEntry {
        WideEntry::of(*self.entries)
    }

    /// Changes both bytes.
    #[inline(always)]
    pub fn set_wide(&mut self, entry: WideEntry) {
        *self.entries = entry.bytes();
    }
}

/// The closed list of a search: the states that it has met or expanded, with a byte or two for each.
///
/// An implementation determines where the bytes of a state are stored. For a search by cost each is
/// a [`ClosedEntry`], which says in how many moves a side of the search reached the state.
/// Breadth-first searches store a move or a distance there.
pub trait ClosedList<N: Copy, const SIDES: usize = 1> {
    /// How many nodes are worth taking from the open list at once, so that
    /// their entries are fetched together. It is one for tables that fit in a
    /// cache.
    const BATCH: usize;

    /// A state as the list looks for it.
    type Key: Copy + Default;

    /// The key of a node's state.
    fn key(&self, node: N) -> Self::Key;

    /// Begins to fetch the memory that a lookup of a key reads first.
    fn prefetch(&self, key: Self::Key);

    /// Begins to fetch the memory that such a lookup reads after that. Reads
    /// what [`ClosedList::prefetch`] has asked for.
    fn prefetch_behind(&self, key: Self::Key);

    /// The slot of a key. A state that was not met is added: there must be room,
    /// and the caller must set a byte.
    fn slot(&mut self, key: Self::Key) -> ClosedSlot<'_, SIDES>;

    /// The bytes of the state of a node, which are zero if it was not met.
    fn bytes(&self, node: N) -> [u8; SIDES];

    /// What each side knows of the state of a node.
    #[inline(always)]
    fn entries(&self, node: N) -> [ClosedEntry; SIDES] {
        self.bytes(node).map(ClosedEntry)
    }

    /// Makes sure that `more` states can be added.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit.
    fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop>;

    /// Records that a search from one end expands a state with `g`, unless it
    /// did with this g or a lower one.
    #[inline(always)]
    fn close(&mut self, key: Self::Key, g: u32) -> CloseOutcome {
        let mut slot = self.slot(key);
        let (entry, expanded) = (slot.get(0), ClosedEntry::open(g).expanded());
        if !entry.is_met() || entry.0 > expanded.0 {
            slot.set(0, expanded);
            return if entry.is_met() { CloseOutcome::Cheaper } else { CloseOutcome::New };
        }
        if entry == expanded { CloseOutcome::Same } else { CloseOutcome::Dearer }
    }

    /// Whether the search from the start reached a state in at most `g` moves.
    #[inline(always)]
    fn is_within(&self, node: N, g: u32) -> bool {
        self.entries(node)[0].is_within(g)
    }

    /// Whether `g` is the least number of moves in which it reached a state.
    #[inline(always)]
    fn is_at(&self, node: N, g: u32) -> bool {
        self.entries(node)[0].is_at(g)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_entries_give_back_what_they_were_made_of() {
        for g in 0..=WideEntry::MOST_G {
            let last = Move::ALL[g as usize / 2 % 4];
            let entry = WideEntry::expanded(g, last);
            for entry in [entry, entry.before(), WideEntry::of(entry.bytes())] {
                assert_eq!((entry.is_expanded(), entry.last_move()), (true, last));
                assert!(entry.is_within(g) && entry.is_within(g + 2));
                assert!(g < 2 || !entry.is_within(g - 2));
            }
            assert_eq!((entry.is_present(), entry.before().is_present()), (true, false));
        }
        assert!(WideEntry::expanded(u32::MAX - 1, Move::Up).is_expanded());
        let unmet = WideEntry::default();
        assert!(!unmet.is_expanded() && !unmet.is_within(u32::MAX));
    }

    #[test]
    fn closed_entries_give_back_what_they_were_made_of() {
        for g in 0..=MOST_COST + 1 {
            let entry = ClosedEntry::open(g);
            assert!(entry.is_met() && entry.is_at(g) && !entry.is_expanded());
            assert_eq!(entry.cost(g), Some(g));
            let expanded = entry.expanded();
            assert!(expanded.is_at(g) && expanded.is_expanded());
            assert_eq!((entry.expanded_at(g & 1), expanded.expanded_at(g & 1)), (None, Some(g)));
            assert_eq!(expanded.cost(g), Some(g));
            // A state's g has one parity.
            for other in (g % 2..=MOST_COST + 1).step_by(2) {
                assert_eq!(entry.is_below(other), g < other);
                assert_eq!(expanded.is_below(other), g < other);
                assert_eq!(entry.is_within(other), g <= other);
                assert_eq!(expanded.is_within(other), g <= other);
                assert_eq!(entry.is_at(other), g == other);
            }
        }
        let unmet = ClosedEntry::default();
        assert_eq!(unmet.expanded_at(0), None);
        assert_eq!(unmet.cost(0), None);
        assert!(!unmet.is_met() && !unmet.is_below(9) && !unmet.is_within(9));
    }
}
