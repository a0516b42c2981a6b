use optile_core::{Meter, Stop};

use crate::Memory;

/// What a closed table keeps of a state beside its tiles, 0 for one that was
/// not met: in the lowest bit whether it was expanded, above it half of g, plus
/// one. The parity of g follows from the blank's cell.
///
/// A byte has room for 251 moves. No two states of a 5x5 board are more
/// than 208 moves apart. Boards of 2x11 and longer have longer solutions; a
/// search that would need one ends with [`Stop::Unsupported`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark(pub(crate) u8);

/// The greatest f of a search whose closed table has marks.
pub(crate) const MOST_COST: u32 = 251;

impl Mark {
    const EXPANDED: u8 = 1;

    /// The mark of a state that is open with this g.
    #[inline(always)]
    fn open(g: u32) -> Self {
        Self((g as u8 & !1) + 2)
    }

    #[inline(always)]
    fn is_met(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    fn is_expanded(self) -> bool {
        self.0 & Self::EXPANDED != 0
    }

    /// Whether the state was met with a g below this one, given that both
    /// have the parity that belongs to the state.
    #[inline(always)]
    fn is_below(self, g: u32) -> bool {
        self.is_met() && self.0 < Self::open(g).0
    }

    /// Whether the state was met with this g or a lower one, given as for
    /// [`Mark::is_below`]. One comparison: what was not met wraps around.
    #[inline(always)]
    fn is_within(self, g: u32) -> bool {
        self.0.wrapping_sub(1) <= Self::open(g).0
    }

    /// Whether the state was met with just this g.
    #[inline(always)]
    fn is_at(self, g: u32) -> bool {
        self.0 & !Self::EXPANDED == Self::open(g).0
    }
}

/// What became of a state that was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It was met before at no greater cost.
    Duplicate,
    /// It was not met before.
    New,
    /// It was met at a greater cost, and not expanded since.
    Cheaper,
    /// It was expanded at a greater cost.
    Reopened,
}

/// What there is to do about a node that was taken from the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing: its state was reached in fewer moves since.
    Stale,
    /// To expand it, for the first time.
    First,
    /// To expand it once more, having been put back with the same g.
    Again,
}

/// A place in a closed table where a state is, or belongs.
pub trait Slot {
    /// The mark there.
    fn mark(&self) -> Mark;

    /// Adds a state that was not met; there must be room.
    fn insert(self, mark: Mark);

    /// Changes the mark of a state that was met.
    fn update(self, mark: Mark);
}

/// The closed table of a search by cost: each state met with the least moves
/// it was reached in, and whether it was expanded.
///
/// A table says where it keeps a state's [`Mark`]; what the marks mean to a
/// search is written here once for all tables.
pub trait Costs<N: Copy> {
    /// How many nodes are worth taking from the open list at once, so that
    /// what is known of them and of their successors is fetched together. One
    /// for tables that fit a cache.
    const BATCH: usize;

    /// Where a search for a state begins; good until the table grows.
    type Home: Copy + Default;

    /// Where the mark of a state is, or belongs.
    type Slot<'a>: Slot
    where
        Self: 'a;

    /// Where to look for a node's state.
    fn home(&self, node: N) -> Self::Home;

    /// Begins to fetch what a look from there will read.
    fn prefetch(&self, home: Self::Home);

    /// Begins to fetch what such a look may read further on, which what it
    /// reads first tells.
    fn prefetch_behind(&self, home: Self::Home);

    /// The slot of the state of a node with this home.
    fn slot(&mut self, node: N, home: Self::Home) -> Self::Slot<'_>;

    /// The mark of the state of a node.
    fn mark(&self, node: N) -> Mark;

    /// Makes sure that `more` states can be added.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit.
    fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop>;

    /// Notes that a state was reached in `g` moves.
    #[inline(always)]
    fn reach(&mut self, node: N, home: Self::Home, g: u32) -> Reached {
        let slot = self.slot(node, home);
        let mark = slot.mark();
        if mark.is_within(g) {
            return Reached::Duplicate;
        }
        if !mark.is_met() {
            slot.insert(Mark::open(g));
            return Reached::New;
        }
        slot.update(Mark::open(g));
        if mark.is_expanded() { Reached::Reopened } else { Reached::Cheaper }
    }

    /// Notes that a state that was met is expanded, having been reached in `g`
    /// moves, and says whether it is to be. If not, nothing is noted.
    #[inline(always)]
    fn expand(&mut self, node: N, home: Self::Home, g: u32) -> Turn {
        let slot = self.slot(node, home);
        let mark = slot.mark();
        if mark.is_below(g) {
            return Turn::Stale;
        }
        slot.update(Mark(mark.0 | Mark::EXPANDED));
        if mark.is_expanded() { Turn::Again } else { Turn::First }
    }

    /// Takes back that a state was expanded, if it was with this g.
    fn put_back(&mut self, node: N, g: u32) {
        let slot = self.slot(node, self.home(node));
        if slot.mark().is_at(g) {
            slot.update(Mark::open(g));
        }
    }

    /// Whether a state was reached in `g` moves or fewer.
    #[inline(always)]
    fn is_within(&self, node: N, g: u32) -> bool {
        self.mark(node).is_within(g)
    }

    /// Whether the least moves in which a state was reached are `g`.
    #[inline(always)]
    fn is_at(&self, node: N, g: u32) -> bool {
        self.mark(node).is_at(g)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_what_they_were_made_of() {
        for g in 0..=MOST_COST + 1 {
            let mark = Mark::open(g);
            assert!(mark.is_met() && mark.is_at(g) && !mark.is_expanded());
            let expanded = Mark(mark.0 | Mark::EXPANDED);
            assert!(expanded.is_at(g) && expanded.is_expanded());
            // A state's g has one parity.
            for other in (g % 2..=MOST_COST + 1).step_by(2) {
                assert_eq!(mark.is_below(other), g < other);
                assert_eq!(expanded.is_below(other), g < other);
                assert_eq!(mark.is_within(other), g <= other);
                assert_eq!(expanded.is_within(other), g <= other);
                assert_eq!(mark.is_at(other), g == other);
            }
        }
        let unmet = Mark::default();
        assert!(!unmet.is_met() && !unmet.is_below(9) && !unmet.is_within(9));
    }
}
