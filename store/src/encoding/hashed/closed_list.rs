//! The closed list of boards whose states are hashed.

use optile_core::{Board, Meter, Stop};

use super::HashedNode;
use crate::closed::EntryTable;
use crate::{ClosedList, ClosedSlot, WideEntry};

/// The closed list of the encoding [`Hashed`](super::Hashed), which the sides of a search share.
#[derive(Debug)]
pub struct HashedClosedList<B: Board, const SIDES: usize = 1> {
    pub(super) board: B,
    pub(super) table: EntryTable<B::Word, SIDES>,
}

impl<B: Board, const SIDES: usize> ClosedList<HashedNode<B::Word>, SIDES>
    for HashedClosedList<B, SIDES>
{
    const BATCH: usize = crate::BATCH;
    type Key = B::Word;

    #[inline(always)]
    fn key(&self, node: HashedNode<B::Word>) -> B::Word {
        EntryTable::<B::Word, SIDES>::mix(node.key(self.board.cells()))
    }

    #[inline(always)]
    fn prefetch(&self, key: B::Word) {
        self.table.prefetch(key);
    }

    #[inline(always)]
    fn prefetch_behind(&self, key: B::Word) {
        self.table.prefetch_behind(key);
    }

    #[inline(always)]
    fn slot(&mut self, key: B::Word) -> ClosedSlot<'_, SIDES> {
        self.table.slot(key)
    }

    #[inline(always)]
    fn bytes(&self, node: HashedNode<B::Word>) -> [u8; SIDES] {
        self.table.entries(self.key(node))
    }

    #[inline(always)]
    fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.table.make_room(more, meter)
    }
}

impl<B: Board> HashedClosedList<B, 2> {
    /// The entry of both bytes of a node's state.
    #[inline]
    pub fn wide(&self, node: HashedNode<B::Word>) -> WideEntry {
        WideEntry::of(self.bytes(node))
    }

    /// From now on, f is weighted differently, and no state was expanded in this way.
    pub fn change_weighting(&mut self) {
        self.table.for_each_mut(|bytes| *bytes = WideEntry::of(*bytes).before().bytes());
    }
}
