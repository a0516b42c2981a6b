//! The index by which the states of a layer are found again.

use memmap2::MmapMut;
use optile_core::{Meter, Stop};
use optile_huge_pages::{map, prefetch};

use crate::closed::fraction;

/// Slots of one line.
const SLOTS: usize = 16;
/// Bytes of one line.
const LINE: usize = SLOTS * size_of::<u32>();

/// A hash table of the numbers of a list's items, with open addressing and 4
/// bytes per slot.
///
/// Sixteen slots make a line, which has the size of a cache line and is filled
/// from the front. A number is stored in the first line that has room, counted
/// from its home. The bits that numbers leave free hold a part of the hash. So
/// an item is seldom compared with another item.
///
/// When the index grows, the owner of the list fills it again. So nothing is
/// copied, and hashes need not be kept.
#[derive(Debug)]
pub(crate) struct Index {
    slots: MmapMut,
    /// Bytes taken for the slots.
    bytes: usize,
    /// Lines that are used. Those after them are kept for later.
    lines: usize,
    /// How many low bits of a slot hold a number plus one. Free slots are zero.
    bits: u32,
}

/// A free slot, and the hash of the item that belongs there.
#[derive(Debug)]
pub(crate) struct FreeSlot {
    line: usize,
    place: usize,
    hash: u64,
}

type Slots = [u32; SLOTS];

impl Index {
    /// A page. It is usually enough for a search on a small board. There,
    /// asking the system for more would take a noticeable part of the time.
    const LEAST_LINES: usize = 64;
    /// At least one bit is left for hashes.
    const MOST_LINES: usize = (1 << 31) / SLOTS;

    /// An empty index with room for some hundreds of numbers.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below its size.
    pub(crate) fn new(meter: &mut Meter) -> Result<Self, Stop> {
        let bytes = Self::LEAST_LINES * LINE;
        meter.take(bytes)?;
        let mut index = Self { slots: map(bytes)?, bytes, lines: 0, bits: 0 };
        index.use_lines(Self::LEAST_LINES);
        Ok(index)
    }

    /// How many numbers may be in `lines` lines: nineteen slots of twenty.
    const fn room_of(lines: usize) -> usize {
        lines * SLOTS / 20 * 19
    }

    /// How many lines are needed for `len` numbers.
    fn lines_for(len: usize) -> usize {
        (len.div_ceil(19) * 20).div_ceil(SLOTS).max(Self::LEAST_LINES)
    }

    /// How many numbers the index may hold before it must grow.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        Self::room_of(self.lines)
    }

    /// Removes all numbers, and makes room for about `likely` numbers, but at
    /// least for `len`. There must not yet be room for `len`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when room for `len` would pass the limit, or when the
    /// system has no memory. If it would pass the limit, nothing is removed.
    pub(crate) fn grow(
        &mut self,
        len: usize,
        likely: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let least = Self::lines_for(len);
        if least > Self::MOST_LINES {
            return Err(Stop::Memory);
        }
        // At the beginning the estimate `likely` may be far off.
        let likely = Self::lines_for(likely).clamp(least + self.lines / 8, least + self.lines);
        let mut lines = likely.min(Self::MOST_LINES);
        if lines * LINE > self.bytes {
            // Nothing is copied, so the old slots are freed first.
            meter.release(self.bytes);
            while let Err(stop) = meter.take(lines * LINE) {
                if lines == least {
                    meter.take(self.bytes)?;
                    return Err(stop);
                }
                lines -= (lines - least).div_ceil(2);
            }
            self.bytes = lines * LINE;
            self.slots = map(0)?;
            self.slots = map(self.bytes)?;
        }
        self.use_lines(lines);
        Ok(())
    }

    /// Removes all numbers, and keeps room for `len` numbers if there was room
    /// for them.
    pub(crate) fn clear(&mut self, len: usize) {
        self.use_lines(Self::lines_for(len).min(self.bytes / LINE));
    }

    fn use_lines(&mut self, lines: usize) {
        self.slots[..lines * LINE].fill(0);
        self.lines = lines;
        self.bits = (self.room() + 1).ilog2() + 1;
    }

    #[inline(always)]
    fn line(&self, line: usize) -> &[u8] {
        &self.slots[line * LINE..][..LINE]
    }

    /// Begins to fetch the line where the lookup of this hash begins.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(self.line(fraction(hash, self.lines)));
    }

    #[inline(always)]
    fn slots(&self, line: usize) -> Slots {
        let bytes = self.line(line);
        std::array::from_fn(|place| {
            let Some(&slot) = bytes[4 * place..].first_chunk() else {
                unreachable!("a line has this many slots")
            };
            u32::from_le_bytes(slot)
        })
    }

    /// The part of the hash that is above the number in a slot.
    #[inline(always)]
    fn tag(&self, hash: u64) -> u32 {
        // The top of the hash is nearly the same for all items of a line.
        (hash as u32) << self.bits
    }

    /// Two sets of places: slots that hold a number, and slots that hold one
    /// with this tag.
    #[inline(always)]
    fn alike(&self, slots: &Slots, tag: u32) -> (u32, u32) {
        let (mut taken, mut alike) = (0, 0);
        for (place, &slot) in slots.iter().enumerate() {
            taken |= u32::from(slot != 0) << place;
            alike |= u32::from((slot ^ tag) >> self.bits == 0) << place;
        }
        (taken, alike & taken)
    }

    /// The number of the item with this hash for which `is_it` holds, or the
    /// free slot where such an item's number belongs.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(usize) -> bool) -> Result<usize, FreeSlot> {
        let tag = self.tag(hash);
        let mut line = fraction(hash, self.lines);
        loop {
            let slots = self.slots(line);
            let (taken, mut alike) = self.alike(&slots, tag);
            while alike != 0 {
                let slot = slots[alike.trailing_zeros() as usize % SLOTS];
                let number = ((slot ^ tag) - 1) as usize;
                if is_it(number) {
                    return Ok(number);
                }
                alike &= alike - 1;
            }
            let place = taken.trailing_ones() as usize;
            if place < SLOTS {
                return Err(FreeSlot { line, place, hash });
            }
            line += 1;
            if line == self.lines {
                line = 0;
            }
        }
    }

    /// Fills a free slot.
    #[inline(always)]
    pub(crate) fn fill(&mut self, free: &FreeSlot, number: usize) {
        let slot = self.tag(free.hash) | (number as u32 + 1);
        let begin = free.line * LINE + 4 * free.place;
        self.slots[begin..begin + 4].copy_from_slice(&slot.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Finds the numbers of a list by hashes that differ in few bits.
    fn compare(list: &[u64], hash: impl Fn(u64) -> u64) -> Result<(), TestCaseError> {
        let mut meter = Meter::default();
        let mut index = Index::new(&mut meter).unwrap();
        for len in 0..list.len() {
            if len == index.room() {
                index.grow(len + 1, len + len / 2, &mut meter).unwrap();
                for (number, &item) in list[..len].iter().enumerate() {
                    let Err(free) = index.find(hash(item), |other| list[other] == item) else {
                        return Err(TestCaseError::fail("it was taken out"));
                    };
                    index.fill(&free, number);
                }
            }
            let Err(free) = index.find(hash(list[len]), |other| list[other] == list[len]) else {
                return Err(TestCaseError::fail("it was never put in"));
            };
            index.fill(&free, len);
        }
        for (number, &item) in list.iter().enumerate() {
            prop_assert_eq!(index.find(hash(item), |other| list[other] == item).ok(), Some(number));
        }
        index.clear(list.len());
        prop_assert!(index.room() >= list.len());
        for &item in list {
            prop_assert!(index.find(hash(item), |_| true).is_err());
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn finds_what_was_put_in(
            list in proptest::collection::hash_set(any::<u64>(), 0..3000),
        ) {
            let list: Vec<u64> = list.into_iter().collect();
            compare(&list, |item| item)?;
            // One home, few tags; then many homes, one tag.
            compare(&list, |item| item & 3)?;
            compare(&list, |item| u64::MAX << 8 | item & 3)?;
            compare(&list, |item| item << 40)?;
        }
    }
}
