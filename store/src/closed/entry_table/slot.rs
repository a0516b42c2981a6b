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

/// How many slots of a line are in use, which is the place of the first free
/// one.
#[inline(always)]
pub(super) fn slots_in_use(line: &[u8]) -> usize {
    let Some(&entries) = line[SLOTS..].first_chunk() else { unreachable!("entries follow tags") };
    let entries = u64::from_le_bytes(entries);
    // Only bits above that of the first zero byte can be wrong.
    let zero = entries.wrapping_sub(ONES) & !entries & (ONES << 7);
    zero.trailing_zeros() as usize / 8
}

/// Fills a free slot.
#[inline(always)]
pub(super) fn fill(line: &mut [u8], place: usize, tag: u8, entry: u8, rest: u128) {
    let (place, bytes) = (place % SLOTS, line.len() / SLOTS - 2);
    line[place] = tag;
    line[SLOTS + place] = entry;
    let begin = 2 * SLOTS + bytes * place;
    line[begin..begin + bytes].copy_from_slice(&rest.to_le_bytes()[..bytes]);
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

impl Slot for EntrySlot<'_> {
    #[inline(always)]
    fn closed_entry(&self) -> ClosedEntry {
        self.entry
    }

    #[inline(always)]
    fn insert(self, entry: ClosedEntry) {
        fill(self.line, self.place, self.tag, entry.0, self.rest);
        *self.len += 1;
    }

    #[inline(always)]
    fn update(self, entry: ClosedEntry) {
        self.line[SLOTS + self.place % SLOTS] = entry.0;
    }
}
