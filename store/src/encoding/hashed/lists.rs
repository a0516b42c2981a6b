//! The state map and the closed list of boards whose states are hashed.

use optile_core::{Board, Meter, Stop};

use super::HashedNode;
use crate::closed::{EntryTable, WordTable};
use crate::{ClosedEntry, ClosedList, ClosedSlot, Memory, StateMap, WideEntry};

/// The state map of the encoding [`Hashed`](super::Hashed).
#[derive(Debug)]
pub struct HashedTable<B: Board, V> {
    pub(super) board: B,
    pub(super) table: WordTable<B::Word, V>,
}

impl<B: Board, V: Copy + Default> StateMap<HashedNode<B::Word>, V> for HashedTable<B, V> {
    #[inline(always)]
    fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.table.make_room(more, memory, meter)
    }

    #[inline(always)]
    fn entry(&mut self, node: HashedNode<B::Word>) -> &mut V {
        self.table.entry(node.key(self.board.cells()))
    }

    #[inline(always)]
    fn get(&self, node: HashedNode<B::Word>) -> V {
        self.table.get(node.key(self.board.cells()))
    }
}

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
    fn entries(&self, node: HashedNode<B::Word>) -> [ClosedEntry; SIDES] {
        self.table.entries(self.key(node)).map(ClosedEntry)
    }

    #[inline(always)]
    fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.table.make_room(more, memory, meter)
    }
}

impl<B: Board> HashedClosedList<B, 2> {
    /// The entry of both bytes of a node's state.
    #[inline]
    pub fn wide(&self, node: HashedNode<B::Word>) -> WideEntry {
        WideEntry::of(self.table.entries(self.key(node)))
    }

    /// From now on, f is weighted differently, and no state was expanded in this way.
    pub fn change_weighting(&mut self) {
        self.table.for_each_mut(|bytes| *bytes = WideEntry::of(*bytes).before().bytes());
    }
}
