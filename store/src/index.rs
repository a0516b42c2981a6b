use memmap2::MmapMut;
use optile_core::{Meter, Stop};

use crate::cost_table::fraction;
use crate::{Memory, map, prefetch};

/// Slots of one line.
const SLOTS: usize = 16;
/// Bytes of one line.
const LINE: usize = SLOTS * size_of::<u32>();

/// Where in a list things with a hash stand: an open addressing table of their
/// numbers, 4 bytes a slot.
///
/// Sixteen slots are a line, as large as those of the cache and filled from the
/// front. A number is kept in the first line with room from its home on. The
/// bits that numbers leave free hold a part of the hash, so that what is looked
/// for is seldom compared with anything but itself.
///
/// The owner of the list fills it again when it grows: so nothing is copied, and the hash of a thing need not be kept.
#[derive(Debug)]
pub(crate) struct Index {
    slots: MmapMut,
    /// Bytes taken for them.
    bytes: usize,
    /// Lines that are used; those behind them are kept for later.
    lines: usize,
    /// Low bits of a slot, which hold a number plus one; zero if it is free.
    bits: u32,
}

/// A free slot, and the hash of what belongs there.
#[derive(Debug)]
pub(crate) struct FreeSlot {
    line: usize,
    place: usize,
    hash: u64,
}

type Slots = [u32; SLOTS];

impl Index {
    /// A page. More often than not that is enough for a search on a small board,
    /// for which asking the system for more is not quick.
    const LEAST_LINES: usize = 64;
    /// A bit at least is left for hashes.
    const MOST_LINES: usize = (1 << 31) / SLOTS;

    /// An empty index with room for some hundreds of numbers.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below even that.
    pub(crate) fn new(memory: &mut Memory, meter: &mut Meter) -> Result<Self, Stop> {
        let bytes = Self::LEAST_LINES * LINE;
        memory.take(bytes, meter)?;
        let mut index = Self { slots: map(bytes)?, bytes, lines: 0, bits: 0 };
        index.use_lines(Self::LEAST_LINES);
        Ok(index)
    }

    /// As many numbers as may be in so many lines: nineteen slots of twenty.
    const fn room_of(lines: usize) -> usize {
        lines * SLOTS / 20 * 19
    }

    /// Lines with room for so many numbers.
    fn lines_for(len: usize) -> usize {
        (len.div_ceil(19) * 20).div_ceil(SLOTS).max(Self::LEAST_LINES)
    }

    /// As many numbers as there may be before the index must grow.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        Self::room_of(self.lines)
    }

    /// Takes all numbers out, and makes room for about `likely` of them, but
    /// for at least `len`, which must be more than there is room for.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when room for `len` would pass the limit or is not to be
    /// had. Where it would pass the limit, nothing is taken out.
    pub(crate) fn grow(
        &mut self,
        len: usize,
        likely: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let least = Self::lines_for(len);
        if least > Self::MOST_LINES {
            return Err(Stop::Memory);
        }
        // What is likely may be far off in the beginning.
        let likely = Self::lines_for(likely).clamp(least + self.lines / 8, least + self.lines);
        let mut lines = likely.min(Self::MOST_LINES);
        if lines * LINE > self.bytes {
            // Nothing is copied, so the old slots go before the new ones come.
            memory.release(self.bytes);
            while let Err(stop) = memory.take(lines * LINE, meter) {
                if lines == least {
                    memory.take(self.bytes, meter)?;
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

    /// Takes all numbers out, and leaves room for `len` if there was.
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

    /// Begins to fetch the line where a search for this hash begins.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(self.line(fraction(hash, self.lines)));
    }

    #[inline(always)]
    fn slots(&self, line: usize) -> Slots {
        let bytes = self.line(line);
        std::array::from_fn(|place| {
            let Some(&slot) = bytes[4 * place..].first_chunk() else {
                unreachable!("a line has so many slots")
            };
            u32::from_le_bytes(slot)
        })
    }

    /// What stands above the number in the slot of a thing with this hash.
    #[inline(always)]
    fn tag(&self, hash: u64) -> u32 {
        // The top of the hash is much the same for all of a line.
        (hash as u32) << self.bits
    }

    /// By place, whether a slot has a number, and with this tag.
    #[inline(always)]
    fn alike(&self, slots: &Slots, tag: u32) -> (u32, u32) {
        let (mut taken, mut alike) = (0, 0);
        for (place, &slot) in slots.iter().enumerate() {
            taken |= u32::from(slot != 0) << place;
            alike |= u32::from((slot ^ tag) >> self.bits == 0) << place;
        }
        (taken, alike & taken)
    }

    /// The number of what has this hash and is it, or the free slot where its
    /// number belongs.
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

    /// Numbers of a list, found by hashes of which few bits differ.
    fn compare(list: &[u64], hash: impl Fn(u64) -> u64) -> Result<(), TestCaseError> {
        let (mut memory, mut meter) = (Memory::default(), Meter::default());
        let mut index = Index::new(&mut memory, &mut meter).unwrap();
        for len in 0..list.len() {
            if len == index.room() {
                index.grow(len + 1, len + len / 2, &mut memory, &mut meter).unwrap();
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
        #![proptest_config(ProptestConfig::with_cases(64))]
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
