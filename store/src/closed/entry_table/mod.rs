//! The closed list by hashing, in which a state and its entry take one word.

mod growth;
mod slot;
#[cfg(test)]
mod tests;

use optile_core::{Meter, Stop, Word};
use optile_pages::prefetch;

use super::lines::Lines;
use crate::{ClosedEntry, Memory};

pub use slot::EntrySlot;
use slot::{ONES, SLOTS, next_place, slots_in_use, tags, zero_bytes};

/// The most lines of a table: 256 GiB with words of 64 bits.
const MOST_LINES: usize = u32::MAX as usize;

/// A hash table in which a state and its [`ClosedEntry`] take one word: 8
/// bytes for boards of up to 16 cells, 16 for larger ones.
///
/// A key has one byte less than the word. That is enough, because two cells of
/// a full board need not be kept. There are no pointers and no free list.
///
/// Eight slots make a line, which is filled from the front. A state is stored
/// in the first line that has room, counted from its home. So a lookup ends at
/// the first line with room. A line has the size of a cache line. Nearly every
/// lookup stays within one line, even if four of five slots are taken. That
/// line can be fetched beforehand.
///
/// A key is kept **mixed**: by a function that can be undone, so that no other
/// hash is needed, and growing does not compute one again.
///
/// A line begins with the **tags** of its eight slots. A tag is the lowest byte
/// of the mixed key. A few operations on these eight bytes at once find the
/// slots worth comparing, nearly always one or none. (The table of M.
/// Kulukundis, Designing a Fast, Efficient, Cache-friendly Hash Table, Step by
/// Step, 2017, compares sixteen tags in this way.) The tag is part of the key,
/// so tags cost no memory. After the tags come the eight entries, of which the
/// first that is zero is that of the first free slot. Then come the rests of
/// the mixed keys.
///
/// The home is the mixed key, read as a fraction, times the number of lines. So
/// the table can have any number of lines. States are in the order of their
/// mixed keys, and growing keeps this order. The table therefore grows **in
/// place**, to twice its size. Lines are added at the end. Then one pass from the
/// last old line to the first takes out each state and puts it where it belongs
/// now. That is further up, except for states that had been pushed out of their
/// home.
/// Growing takes the time of one pass in order through memory, and no
/// additional memory.
#[derive(Debug)]
pub(crate) struct EntryTable<W> {
    lines: Lines<W>,
    len: usize,
    /// How many states the table may hold before it grows.
    room: usize,
}

/// Odd factors that spread bits.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
const OTHER: u64 = 0xBF58_476D_1CE4_E5B9;
const WIDE: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

/// The number that undoes a multiplication by an odd factor (P. Montgomery's
/// iteration: each step doubles the bits that are right).
fn inverse(factor: u128) -> u128 {
    (0..7)
        .fold(factor, |guess, _| guess.wrapping_mul(2u128.wrapping_sub(factor.wrapping_mul(guess))))
}

/// A hash of a key that leaves the word's top byte free. All its bits are well
/// mixed, although the keys of similar states are alike.
#[inline(always)]
pub(crate) fn hash<W: Word>(key: u128) -> u64 {
    let mut hash = key as u64;
    if size_of::<W>() > size_of::<u64>() {
        hash = hash.wrapping_mul(GOLDEN) ^ (key >> 64) as u64;
    }
    hash = (hash ^ hash >> 32).wrapping_mul(GOLDEN);
    (hash ^ hash >> 29).wrapping_mul(OTHER)
}

/// A number below `count`: the hash, read as a fraction, times `count`.
#[inline(always)]
pub(crate) fn fraction(hash: u64, count: usize) -> usize {
    ((u128::from(hash) * count as u128) >> 64) as usize
}

impl<W: Word> EntryTable<W> {
    /// Bytes of the rest of a key.
    const REST: usize = size_of::<W>() - 2;
    const LEAST_LINES: usize = 16;

    /// An empty table with room for a hundred states.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below the size of this table.
    pub(crate) fn new(memory: &mut Memory, meter: &mut Meter) -> Result<Self, Stop> {
        let mut lines = Lines::new();
        lines.grow(Self::LEAST_LINES, memory, meter)?;
        Ok(Self { lines, len: 0, room: Self::room(Self::LEAST_LINES) })
    }

    /// Four slots of five. With nine of ten, a lookup of a new state often
    /// reads several full lines and waits for each.
    const fn room(lines: usize) -> usize {
        lines * SLOTS / 5 * 4
    }

    /// Nine slots of ten, the most states where no more memory is available.
    const fn last_room(lines: usize) -> usize {
        lines * SLOTS / 10 * 9
    }

    /// The rest of the key in a slot.
    #[inline(always)]
    fn rest(line: &[u8], place: usize) -> u128 {
        // A whole word is read at once, including the two bytes below.
        let begin = 2 * SLOTS - 2 + Self::REST * (place % SLOTS);
        if Self::REST == 6 {
            let Some(&word) = line[begin..].first_chunk() else { unreachable!() };
            u128::from(u64::from_le_bytes(word) >> 16)
        } else {
            let Some(&word) = line[begin..].first_chunk() else { unreachable!() };
            u128::from_le_bytes(word) >> 16
        }
    }

    /// Bits of a key.
    const KEY: u32 = 8 * (Self::REST as u32 + 1);

    /// The tag and the rest of a mixed key.
    #[inline(always)]
    fn split(mixed: u128) -> (u8, u128) {
        (mixed as u8, mixed >> 8)
    }

    /// Undoes [`EntryTable::split`].
    #[inline(always)]
    fn join(tag: u8, rest: u128) -> u128 {
        rest << 8 | u128::from(tag)
    }

    /// Mixes a key, so that its bits are well spread although the keys of
    /// similar states are alike. Each step can be undone.
    #[inline(always)]
    fn mix(key: u128) -> u128 {
        if Self::REST == 6 {
            const MASK: u64 = u64::MAX >> 8;
            let key = key as u64;
            let key = (key ^ key >> 28).wrapping_mul(GOLDEN) & MASK;
            return u128::from(key ^ key >> 28);
        }
        let key = (key ^ key >> 60).wrapping_mul(WIDE) & (u128::MAX >> 8);
        key ^ key >> 60
    }

    /// Undoes [`EntryTable::mix`].
    fn unmix(mixed: u128) -> u128 {
        let half = Self::KEY / 2;
        let factor = if Self::REST == 6 { GOLDEN.into() } else { WIDE };
        let key = (mixed ^ mixed >> half).wrapping_mul(inverse(factor))
            & (u128::MAX >> (128 - Self::KEY));
        key ^ key >> half
    }

    /// The first line to look for a mixed key in.
    #[inline(always)]
    fn home_of(&self, mixed: u128) -> usize {
        // The fraction's upper 64 bits say enough.
        let top = if Self::REST == 6 { (mixed as u64) << 8 } else { (mixed >> 56) as u64 };
        fraction(top, self.lines.len())
    }

    /// The first line to look for a key in.
    #[inline(always)]
    pub(crate) fn home(&self, key: u128) -> usize {
        self.home_of(Self::mix(key))
    }

    #[inline(always)]
    fn next(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() { 0 } else { line + 1 }
    }

    /// Begins to fetch a line.
    #[inline(always)]
    pub(crate) fn prefetch(&self, line: usize) {
        prefetch(self.lines.get(line));
    }

    /// The slot of a key with this home, or the free slot where the key
    /// belongs.
    #[inline(always)]
    pub(crate) fn slot_of(&mut self, key: u128, home: usize) -> EntrySlot<'_> {
        let (tag, rest) = Self::split(Self::mix(key));
        let (line, place, entry) = self.seek(tag, rest, home);
        EntrySlot { line: self.lines.get_mut(line), place, entry, len: &mut self.len, tag, rest }
    }

    /// The entry of a key.
    #[inline(always)]
    pub(crate) fn closed_entry(&self, key: u128) -> ClosedEntry {
        let mixed = Self::mix(key);
        let (tag, rest) = Self::split(mixed);
        self.seek(tag, rest, self.home_of(mixed)).2
    }

    /// Calls `visit` with each key and its entry.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(u128, ClosedEntry)) {
        for line in 0..self.lines.len() {
            let bytes = self.lines.get(line);
            for place in 0..slots_in_use(bytes) {
                let key = Self::join(bytes[place], Self::rest(bytes, place));
                visit(Self::unmix(key), ClosedEntry(bytes[SLOTS + place]));
            }
        }
    }

    /// The line and place of a key and its entry; for a key that is not there,
    /// the free place where it belongs.
    #[inline(always)]
    fn seek(&self, tag: u8, rest: u128, home: usize) -> (usize, usize, ClosedEntry) {
        let mut line = home;
        loop {
            let bytes = self.lines.get(line);
            let mut alike = zero_bytes(tags(bytes) ^ (u64::from(tag) * ONES));
            while alike != 0 {
                let place = next_place(&mut alike);
                if Self::rest(bytes, place) == rest {
                    return (line, place, ClosedEntry(bytes[SLOTS + place]));
                }
            }
            let place = slots_in_use(bytes);
            if place < SLOTS {
                return (line, place, ClosedEntry::default());
            }
            line = self.next(line);
        }
    }

    /// Makes sure that `more` new keys fit.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, and the [`Stop`] of
    /// a signal that was given meanwhile.
    #[inline(always)]
    pub(crate) fn make_room(
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
