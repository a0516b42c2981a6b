//! A line of the table: the tags, the entries and the rests of its keys.

use optile_core::Word;

use super::EntryTable;

/// Bytes of the tags.
const TAGS: usize = 8;

/// The value 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

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

/// The eight bytes of a line from this one on.
#[inline(always)]
fn eight(line: &[u8], begin: usize) -> u64 {
    let Some(&bytes) = line[begin..].first_chunk() else { unreachable!("lines are longer") };
    u64::from_le_bytes(bytes)
}

impl<W: Word, const SIDES: usize> EntryTable<W, SIDES> {
    /// Slots of a line.
    pub(super) const SLOTS: usize = TAGS + 1 - SIDES;
    /// Where the rests of the keys begin.
    const RESTS: usize = TAGS + SIDES * Self::SLOTS;
    /// Bytes of the rest of a key.
    const REST: usize = size_of::<W>() - 2;

    /// A place as the compiler knows it to be in the line.
    #[inline(always)]
    fn known(place: usize) -> usize {
        if SIDES == 1 { place % Self::SLOTS } else { place.min(Self::SLOTS - 1) }
    }

    /// How many slots of a line are in use, which is the place of the first free
    /// one.
    #[inline(always)]
    pub(super) fn in_use(line: &[u8]) -> usize {
        if SIDES > 1 {
            return line[Self::SLOTS].into();
        }
        let entries = eight(line, TAGS);
        // Only bits above that of the first zero byte can be wrong.
        let zero = entries.wrapping_sub(ONES) & !entries & (ONES << 7);
        zero.trailing_zeros() as usize / 8
    }

    /// The top bit of the byte of each slot whose tag is that of a mixed key.
    #[inline(always)]
    pub(super) fn alike(line: &[u8], mixed: W) -> u64 {
        let tag = mixed.widen() as u64 & 255;
        let places = u64::MAX >> (8 * (TAGS - Self::SLOTS));
        zero_bytes(eight(line, 0) ^ (tag * ONES)) & places
    }

    /// Whether the slot has the rest of this mixed key.
    #[inline(always)]
    pub(super) fn has_rest(line: &[u8], place: usize, mixed: W) -> bool {
        Self::rest(line, place) == mixed.widen() >> 8
    }

    #[inline(always)]
    fn rest(line: &[u8], place: usize) -> u128 {
        // A whole word is read at once, with the two bytes below.
        let begin = Self::RESTS - 2 + Self::REST * Self::known(place);
        if size_of::<W>() == size_of::<u64>() {
            return (eight(line, begin) >> 16).into();
        }
        let Some(&word) = line[begin..].first_chunk() else { unreachable!("lines are longer") };
        u128::from_le_bytes(word) >> 16
    }

    /// The mixed key of a slot in use.
    #[inline(always)]
    pub(super) fn mixed(line: &[u8], place: usize) -> W {
        W::narrow(Self::rest(line, place) << 8 | u128::from(line[Self::known(place)]))
    }

    /// Where the entries of a slot are.
    #[inline(always)]
    fn entries_at(place: usize) -> usize {
        TAGS + SIDES * Self::known(place)
    }

    /// The entries of a slot. Those of a free slot are zero.
    #[inline(always)]
    pub(super) fn entries_of(line: &[u8], place: usize) -> [u8; SIDES] {
        let Some(&entries) = line[Self::entries_at(place)..].first_chunk() else {
            unreachable!("lines are longer")
        };
        entries
    }

    /// The entries of a slot, to be changed.
    #[inline(always)]
    pub(super) fn entries_mut(line: &mut [u8], place: usize) -> &mut [u8; SIDES] {
        let Some(entries) = line[Self::entries_at(place)..].first_chunk_mut() else {
            unreachable!("lines are longer")
        };
        entries
    }

    /// Gives a mixed key the first free slot, whose place this is. The slot is
    /// in use when one of its entries is not zero.
    #[inline(always)]
    pub(super) fn put(line: &mut [u8], place: usize, mixed: W) {
        let (place, mixed) = (Self::known(place), mixed.widen());
        line[place] = mixed as u8;
        let begin = Self::RESTS + Self::REST * place;
        line[begin..begin + Self::REST].copy_from_slice(&mixed.to_le_bytes()[1..=Self::REST]);
        if SIDES > 1 {
            line[Self::SLOTS] = place as u8 + 1;
        }
    }
}
