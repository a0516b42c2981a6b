//! The slots of a line: their tags, and how one is filled.

use crate::{ClosedEntry, Slot};

/// Slots of a line.
pub(super) const SLOTS: usize = 8;

/// The value 1 in each byte.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The top bit of each zero byte.
#[inline(always)]
pub(super) const fn zero_bytes(bytes: u64) -> u64 {
    // A carry out of the low seven bits of a byte stays in it.
    const LOW: u64 = ONES * 0x7F;
    !(((bytes & LOW) + LOW) | bytes | LOW)
}

/// The first place whose bit [`zero_bytes`] has set. Clears the bit.
#[inline(always)]
pub(super) fn next_place(bits: &mut u64) -> usize {
    let place = bits.trailing_zeros() as usize / 8;
    *bits &= bits.wrapping_sub(1);
    place
}

/// The tags of a line.
#[inline(always)]
pub(super) fn tags(line: &[u8]) -> u64 {
    let Some(&tags) = line.first_chunk() else { unreachable!("a line begins with its tags") };
    u64::from_le_bytes(tags)
}

/// Fills a free slot.
#[inline(always)]
pub(super) fn fill(line: &mut [u8], place: usize, tag: u8, slot: u128) {
    let (place, bytes) = (place % SLOTS, line.len() / SLOTS - 1);
    line[place] = tag;
    // A whole word is written at once; the byte below keeps its value.
    let begin = SLOTS - 1 + bytes * place;
    if bytes == 7 {
        let Some(word) = line[begin..].first_chunk_mut() else { unreachable!() };
        *word = (u64::from(word[0]) | (slot as u64) << 8).to_le_bytes();
    } else {
        let Some(word) = line[begin..].first_chunk_mut() else { unreachable!() };
        *word = (u128::from(word[0]) | slot << 8).to_le_bytes();
    }
}

/// The slot of a state in an entry table, or the free slot where it belongs.
#[derive(Debug)]
pub struct EntrySlot<'a> {
    pub(super) line: &'a mut [u8],
    pub(super) place: usize,
    pub(super) entry: ClosedEntry,
    /// The number of states in the table.
    pub(super) len: &'a mut usize,
    pub(super) tag: u8,
    pub(super) rest: u128,
}

impl EntrySlot<'_> {
    /// Bytes of a slot without its tag, which depend on the table's word.
    #[inline(always)]
    fn bytes(&self) -> usize {
        self.line.len() / SLOTS - 1
    }
}

impl Slot for EntrySlot<'_> {
    #[inline(always)]
    fn closed_entry(&self) -> ClosedEntry {
        self.entry
    }

    #[inline(always)]
    fn insert(self, entry: ClosedEntry) {
        let bytes = self.bytes();
        let slot = self.rest | u128::from(entry.0) << (8 * bytes - 8);
        fill(self.line, self.place, self.tag, slot);
        *self.len += 1;
    }

    #[inline(always)]
    fn update(self, entry: ClosedEntry) {
        let bytes = self.bytes();
        self.line[SLOTS - 1 + bytes * (self.place % SLOTS + 1)] = entry.0;
    }
}
