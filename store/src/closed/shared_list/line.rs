//! A line of the list: seven slots, and a word with their tags and their number.

use optile_core::Word;

use crate::ClosedEntry;

/// Slots of a line.
pub(super) const SLOTS: usize = 7;

/// The value 1 in the byte of each tag.
const ONES: u64 = 0x01_0101_0101_0101;
/// The top bit and the other bits of these bytes.
const TOP: u64 = 0x80 * ONES;
const LOW: u64 = 0x7F * ONES;

/// Where the entries of a slot begin.
const fn entries_at<W>() -> u32 {
    8 * size_of::<W>() as u32 - 16
}

#[inline(always)]
fn word<W: Word>(line: &[u8], place: usize) -> W {
    let begin = size_of::<W>() * (place % (SLOTS + 1));
    W::narrow(if size_of::<W>() == size_of::<u64>() {
        let Some(&word) = line[begin..].first_chunk() else { unreachable!() };
        u64::from_le_bytes(word).into()
    } else {
        let Some(&word) = line[begin..].first_chunk() else { unreachable!() };
        u128::from_le_bytes(word)
    })
}

#[inline(always)]
fn set_word<W: Word>(line: &mut [u8], place: usize, word: W) {
    let (size, begin) = (size_of::<W>(), size_of::<W>() * (place % (SLOTS + 1)));
    line[begin..begin + size].copy_from_slice(&word.widen().to_le_bytes()[..size]);
}

/// The tags, and above them how many slots are in use. A free slot and its tag
/// are zero.
#[inline(always)]
fn head<W: Word>(line: &[u8]) -> u64 {
    word::<W>(line, SLOTS).widen() as u64
}

/// Whether all slots are in use.
#[inline(always)]
pub(super) fn is_full<W: Word>(line: &[u8]) -> bool {
    head::<W>(line) >> 56 >= SLOTS as u64
}

/// The place of a mixed key in a line and its entries, or the first free place.
/// `None` if the line is full of other keys.
#[inline(always)]
pub(super) fn find<W: Word>(line: &[u8], mixed: W) -> Option<(usize, [ClosedEntry; 2])> {
    let mixed = mixed.widen();
    // A tag that is alike becomes a zero byte, whose top bit is then set. A
    // carry out of the low seven bits of a byte stays in it.
    let head = head::<W>(line);
    let different = head ^ ((mixed as u64 & 255) * ONES);
    let mut alike = !(((different & LOW) + LOW) | different) & TOP;
    while alike != 0 {
        let place = alike.trailing_zeros() as usize / 8;
        alike &= alike - 1;
        let slot = word::<W>(line, place).widen();
        if (slot ^ mixed >> 8) & ((1 << entries_at::<W>()) - 1) == 0 {
            return Some((place, entries(slot >> entries_at::<W>())));
        }
    }
    let count = (head >> 56) as usize;
    (count < SLOTS).then(|| (count, [ClosedEntry::default(); 2]))
}

#[inline(always)]
fn entries(bits: u128) -> [ClosedEntry; 2] {
    [ClosedEntry(bits as u8), ClosedEntry((bits >> 8) as u8)]
}

/// Changes one of the two entries of a slot.
#[inline(always)]
pub(super) fn set_entry<W: Word>(line: &mut [u8], place: usize, side: usize, entry: ClosedEntry) {
    line[size_of::<W>() * (place % (SLOTS + 1) + 1) - 2 + side % 2] = entry.0;
}

/// Fills the first free slot, if there is one.
#[inline(always)]
pub(super) fn append<W: Word>(
    line: &mut [u8],
    mixed: W,
    [first, second]: [ClosedEntry; 2],
) -> bool {
    let (mixed, head) = (mixed.widen(), head::<W>(line));
    let place = (head >> 56) as usize;
    if place >= SLOTS {
        return false;
    }
    let entries = u128::from(first.0) | u128::from(second.0) << 8;
    set_word(line, place, W::narrow(mixed >> 8 | entries << entries_at::<W>()));
    let head = head | ((mixed as u64 & 255) << (8 * place));
    set_word(line, SLOTS, W::narrow((head + (1 << 56)).into()));
    true
}

/// The mixed keys and the entries of the slots in use.
#[inline(always)]
pub(super) fn slots<W: Word>(line: &[u8]) -> impl Iterator<Item = (W, [ClosedEntry; 2])> {
    let head = head::<W>(line);
    (0..(head >> 56) as usize).map(move |place| {
        let slot = word::<W>(line, place).widen();
        let tag = head >> (8 * (place % (SLOTS + 1))) & 255;
        let rest = slot & ((1 << entries_at::<W>()) - 1);
        (W::narrow(rest << 8 | u128::from(tag)), entries(slot >> entries_at::<W>()))
    })
}
