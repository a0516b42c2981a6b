//! The closed list that both sides of a search share.

mod growth;
mod line;
#[cfg(test)]
mod tests;

use optile_core::{Board, Meter, Stop, Word};
use optile_pages::prefetch;

use super::fraction;
use super::lines::Lines;
use crate::{ClosedEntry, HashedNode, Memory};

use line::{SLOTS, append, find, is_full, set_entry};

/// The closed list of a search from both ends: a hash table with two entries
/// for each state, one for each side.
///
/// A search asks both sides about each state that it generates or expands. With
/// one table instead of two it needs half the lookups, each of which waits for
/// memory.
///
/// A line has the size of one or two cache lines: seven slots of a word, and a
/// word for the tags of these slots and for how many are in use. A key has one
/// byte less than the word. It is kept mixed, by a function that can be undone.
/// Its lowest byte is the tag. A slot has the rest, below the two entries.
///
/// A state is stored in the first line that has room, counted from its home. So
/// a lookup ends at the first line with room. The home is the mixed key, read as
/// a fraction, times the number of lines. So the table grows in place.
#[derive(Debug)]
pub struct SharedList<B: Board> {
    board: B,
    lines: Lines<B::Word>,
    len: usize,
    /// How many states the table may hold before it grows.
    room: usize,
}

/// The place of a state in a [`SharedList`], or the free place where it belongs.
#[derive(Debug)]
pub struct SharedSlot<'a, W> {
    /// What each side knows of the state.
    pub entries: [ClosedEntry; 2],
    line: &'a mut [u8],
    place: usize,
    mixed: W,
    /// The number of states in the table.
    len: &'a mut usize,
}

impl<W: Word> SharedSlot<'_, W> {
    /// Changes what one side knows. If no side knew the state, it is added, and
    /// there must be room.
    #[inline(always)]
    pub fn set(mut self, side: usize, entry: ClosedEntry) {
        if self.entries != [ClosedEntry::default(); 2] {
            set_entry::<W>(self.line, self.place, side, entry);
            return;
        }
        self.entries[side % 2] = entry;
        append(self.line, self.mixed, self.entries);
        *self.len += 1;
    }
}

/// Mixes a key, so that its bits are well spread although the keys of similar
/// states are alike. Each step can be undone, so keys stay different.
#[inline(always)]
fn mix<W: Word>(key: W) -> W {
    let bits = 8 * size_of::<W>() as u32 - 8;
    // An odd factor, of which a narrow word takes the lower half.
    let (factor, mask) = (0xF39C_C060_5CED_C835_9E37_79B9_7F4A_7C15, (1 << bits) - 1);
    let key = key.widen();
    let key = (key ^ key >> (bits / 2)).wrapping_mul(factor) & mask;
    W::narrow(key ^ key >> (bits / 2))
}

impl<B: Board> SharedList<B> {
    const LEAST_LINES: usize = 16;

    /// An empty list with room for almost a hundred states.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below the size of this list.
    pub fn new(board: B, memory: &mut Memory, meter: &mut Meter) -> Result<Self, Stop> {
        let mut lines = Lines::new();
        lines.grow(Self::LEAST_LINES, memory, meter)?;
        Ok(Self { board, lines, len: 0, room: Self::room(Self::LEAST_LINES) })
    }

    /// Twenty-three slots of twenty-five. Then a state takes at most 20 bytes,
    /// with words of 8 bytes, although the list doubles.
    const fn room(lines: usize) -> usize {
        lines * SLOTS * 23 / 25
    }

    /// The first line to look for a mixed key in.
    #[inline(always)]
    fn home(&self, mixed: B::Word) -> usize {
        // The fraction's upper 64 bits say enough.
        let top = mixed.widen() << 8 >> (8 * size_of::<B::Word>() - 64);
        fraction(top as u64, self.lines.len())
    }

    /// The mixed key of a node's state.
    #[inline(always)]
    pub fn key(&self, node: HashedNode<B::Word>) -> B::Word {
        mix(node.key(self.board.cells()))
    }

    /// Begins to fetch the memory that a lookup of a mixed key reads.
    #[inline(always)]
    pub fn prefetch(&self, mixed: B::Word) {
        prefetch(self.lines.get(self.home(mixed)));
    }

    /// Begins to fetch the memory that such a lookup reads after that. Reads the
    /// memory that [`SharedList::prefetch`] has asked for.
    #[inline(always)]
    pub fn prefetch_behind(&self, mixed: B::Word) {
        let home = self.home(mixed);
        if is_full::<B::Word>(self.lines.get(home)) {
            prefetch(self.lines.get(self.next(home)));
        }
    }

    /// The slot of the state with this mixed key.
    #[inline(always)]
    pub fn slot(&mut self, mixed: B::Word) -> SharedSlot<'_, B::Word> {
        let (line, (place, entries)) = self.seek(mixed);
        let line = self.lines.get_mut(line);
        SharedSlot { entries, line, place, mixed, len: &mut self.len }
    }

    /// What each side knows of the state of a node.
    pub fn entries(&self, node: HashedNode<B::Word>) -> [ClosedEntry; 2] {
        let (_, (_, entries)) = self.seek(self.key(node));
        entries
    }

    /// The line of a state, and its place there with its entries, or the free
    /// place where it belongs.
    #[inline(always)]
    fn seek(&self, mixed: B::Word) -> (usize, (usize, [ClosedEntry; 2])) {
        let mut line = self.home(mixed);
        loop {
            if let Some(found) = find(self.lines.get(line), mixed) {
                return (line, found);
            }
            line = self.next(line);
        }
    }

    #[inline(always)]
    fn next(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() { 0 } else { line + 1 }
    }

    /// Makes sure that `more` states can be added.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, and the [`Stop`] of
    /// a signal that was given meanwhile.
    #[inline(always)]
    pub fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if self.len + more <= self.room {
            return Ok(());
        }
        self.grow(more, memory, meter)
    }
}
