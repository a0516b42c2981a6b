use optile_core::{Meter, Stop, Word};

use crate::lines::Lines;
use crate::{Mark, Memory, Slot, prefetch};

/// Slots of one line.
const SLOTS: usize = 8;

/// The most lines of a table: 256 GiB where a word has 64 bits.
const MOST_LINES: usize = u32::MAX as usize;

/// A closed table by hashing in which a state and its [`Mark`] share one word:
/// 8 bytes for boards of up to 16 cells, 16 for larger ones.
///
/// A key has one byte less than the word. That is enough, since two cells of a
/// full board need not be kept. There are no pointers and no free list.
///
/// Eight slots are a line, filled from the front. A state is
/// kept in the first line with room from its home on, so a search ends at a
/// line that has room. With lines as large as those of the cache nearly every
/// search is within one of them, even when four slots in five are taken, and
/// that line can be fetched beforehand.
///
/// In front of a line stand the **tags** of its eight slots, a byte each: the
/// lowest byte of the key, mixed with the others. A few operations on these
/// eight bytes at once find the slots worth comparing, nearly always one or
/// none (a table by M. Kulukundis, Designing a Fast, Efficient, Cache-friendly
/// Hash Table, Step by Step, 2017, looks at sixteen so). The tag is part of the
/// key and the slot holds only the rest, so tags cost nothing. A slot's other
/// bytes are the rest of the key, and above it the mark; zero if it is free.
///
/// The home is the hash, read as a fraction, times the number of lines. Any
/// number of lines will do then, and states stand in the order of their
/// hashes, which growing keeps. So the table grows **in place**, by a half: lines are added at the end, and a sweep from the last old line to the first takes
/// out what is there and puts it where it belongs now, which is above but for
/// what had been pushed out of its home. What growing costs in time is one
/// pass in order through memory; in space, nothing.
#[derive(Debug)]
pub(crate) struct CostTable<W> {
    lines: Lines<W>,
    len: usize,
    /// As many states as there may be before the table grows.
    room: usize,
}

/// The slot of a cost table where a state is or belongs.
#[derive(Debug)]
pub struct CostSlot<'a> {
    line: &'a mut [u8],
    place: usize,
    mark: Mark,
    /// How many states are in the table.
    len: &'a mut usize,
    tag: u8,
    rest: u128,
}

/// A hash of a key that fits a word but for its top byte. All its bits are good
/// ones, though the keys of similar states are alike.
#[inline(always)]
pub(crate) fn hash<W: Word>(key: u128) -> u64 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = key as u64;
    if size_of::<W>() > size_of::<u64>() {
        hash = hash.wrapping_mul(GOLDEN) ^ (key >> 64) as u64;
    }
    hash = (hash ^ hash >> 32).wrapping_mul(GOLDEN);
    (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// A number below `count`: the hash, read as a fraction, times `count`.
#[inline(always)]
pub(crate) fn fraction(hash: u64, count: usize) -> usize {
    ((u128::from(hash) * count as u128) >> 64) as usize
}

/// A byte of value 1 in each place.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The top bit of each zero byte.
#[inline(always)]
const fn zero_bytes(bytes: u64) -> u64 {
    // A carry out of the low seven bits of a byte stays in it.
    const LOW: u64 = ONES * 0x7F;
    !(((bytes & LOW) + LOW) | bytes | LOW)
}

/// The first place of which [`zero_bytes`] has set the bit, having taken the
/// bit away.
#[inline(always)]
fn next_place(bits: &mut u64) -> usize {
    let place = bits.trailing_zeros() as usize / 8;
    *bits &= bits.wrapping_sub(1);
    place
}

/// The tags of a line.
#[inline(always)]
fn tags(line: &[u8]) -> u64 {
    let Some(&tags) = line.first_chunk() else { unreachable!("a line begins with its tags") };
    u64::from_le_bytes(tags)
}

/// Fills a free slot.
#[inline(always)]
fn fill(line: &mut [u8], place: usize, tag: u8, slot: u128) {
    let (place, bytes) = (place % SLOTS, line.len() / SLOTS - 1);
    line[place] = tag;
    // A whole word is written at once, and the byte below as it was.
    let begin = SLOTS - 1 + bytes * place;
    if bytes == 7 {
        let Some(word) = line[begin..].first_chunk_mut() else { unreachable!() };
        *word = (u64::from(word[0]) | (slot as u64) << 8).to_le_bytes();
    } else {
        let Some(word) = line[begin..].first_chunk_mut() else { unreachable!() };
        *word = (u128::from(word[0]) | slot << 8).to_le_bytes();
    }
}

impl<W: Word> CostTable<W> {
    /// Bytes of a slot, without its tag.
    const SLOT: usize = size_of::<W>() - 1;
    /// From here on a slot holds the mark.
    const MARK: u32 = 8 * (Self::SLOT as u32 - 1);
    const LEAST_LINES: usize = 16;

    /// An empty table with room for a hundred states.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below even that.
    pub(crate) fn new(memory: &mut Memory, meter: &mut Meter) -> Result<Self, Stop> {
        let mut lines = Lines::new();
        lines.grow(Self::LEAST_LINES, memory, meter)?;
        Ok(Self { lines, len: 0, room: Self::room(Self::LEAST_LINES) })
    }

    /// Four slots of five. With nine of ten a search for a new state often
    /// goes on over several full lines, and waits for each.
    const fn room(lines: usize) -> usize {
        lines * SLOTS / 5 * 4
    }

    /// Nine slots of ten: as many states as there may be where no more memory
    /// is to be had.
    const fn last_room(lines: usize) -> usize {
        lines * SLOTS / 10 * 9
    }

    /// What is in a slot.
    #[inline(always)]
    fn slot(line: &[u8], place: usize) -> u128 {
        // The byte below comes along, as a whole word is read at once.
        let begin = SLOTS - 1 + Self::SLOT * (place % SLOTS);
        if Self::SLOT == 7 {
            let Some(&word) = line[begin..].first_chunk() else { unreachable!() };
            u128::from(u64::from_le_bytes(word) >> 8)
        } else {
            let Some(&word) = line[begin..].first_chunk() else { unreachable!() };
            u128::from_le_bytes(word) >> 8
        }
    }

    /// The first free slot of a line.
    #[inline(always)]
    fn free_slot(line: &[u8]) -> Option<usize> {
        // The tag of a free slot is zero, and so are others.
        let mut zero = zero_bytes(tags(line));
        while zero != 0 {
            let place = next_place(&mut zero);
            if Self::slot(line, place) == 0 {
                return Some(place);
            }
        }
        None
    }

    /// Tag and rest of a key.
    #[inline(always)]
    fn split(key: u128) -> (u8, u128) {
        let rest = key >> 8;
        (key as u8 ^ Self::blur(rest), rest)
    }

    /// Undoes [`CostTable::split`].
    #[inline(always)]
    fn join(tag: u8, rest: u128) -> u128 {
        rest << 8 | u128::from(tag ^ Self::blur(rest))
    }

    /// A byte that depends on all bits of the rest of a key.
    #[inline(always)]
    fn blur(rest: u128) -> u8 {
        let folded = if Self::SLOT == 7 { rest as u64 } else { rest as u64 ^ (rest >> 53) as u64 };
        (folded.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 56) as u8
    }

    /// The first line to look for a key in.
    #[inline(always)]
    pub(crate) fn home(&self, key: u128) -> usize {
        fraction(hash::<W>(key), self.lines.len())
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

    /// Begins to fetch the line behind one that is here by now and has no room
    /// left: a search that begins at the one often goes on to the other.
    #[inline(always)]
    pub(crate) fn prefetch_behind(&self, line: usize) {
        if Self::slot(self.lines.get(line), SLOTS - 1) != 0 {
            self.prefetch(self.next(line));
        }
    }

    /// The slot of a key with this home, or the free slot where it belongs.
    #[inline(always)]
    pub(crate) fn slot_of(&mut self, key: u128, home: usize) -> CostSlot<'_> {
        let (tag, rest) = Self::split(key);
        let (line, place, mark) = self.seek(tag, rest, home);
        CostSlot { line: self.lines.get_mut(line), place, mark, len: &mut self.len, tag, rest }
    }

    /// The mark of a key.
    #[inline(always)]
    pub(crate) fn mark(&self, key: u128) -> Mark {
        let (tag, rest) = Self::split(key);
        self.seek(tag, rest, self.home(key)).2
    }

    /// Line and place of a key and the mark there, or where it belongs.
    #[inline(always)]
    fn seek(&self, tag: u8, rest: u128, home: usize) -> (usize, usize, Mark) {
        let mut line = home;
        loop {
            let bytes = self.lines.get(line);
            let differences = tags(bytes) ^ (u64::from(tag) * ONES);
            let mut alike = zero_bytes(differences);
            while alike != 0 {
                let place = next_place(&mut alike);
                let slot = Self::slot(bytes, place);
                if slot & ((1 << Self::MARK) - 1) == rest {
                    return (line, place, Mark((slot >> Self::MARK) as u8));
                }
            }
            if let Some(place) = Self::free_slot(bytes) {
                return (line, place, Mark::default());
            }
            line = self.next(line);
        }
    }

    /// Makes sure that `more` new keys fit.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, and the signal that
    /// was given while it went on.
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

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize, memory: &mut Memory, meter: &mut Meter) -> Result<(), Stop> {
        let old = self.lines.len();
        let mut new = old + old / 2;
        // From there on there are whole segments only, and two would be a
        // large step.
        if old < Lines::<W>::SEGMENT {
            new = new.min(Lines::<W>::SEGMENT);
        }
        while Self::room(new) < self.len + more {
            new += new / 2;
        }
        // Homes are kept in 32 bits.
        if new > MOST_LINES {
            return Err(Stop::Unsupported("a closed table of more than 2^32 lines".into()));
        }
        // Where half as much again is not to be had, less may be.
        while let Err(stop) = self.lines.grow(new, memory, meter) {
            new -= (new - old).div_ceil(2);
            if new < old + old / 16 || Self::room(new) < self.len + more {
                let room = Self::last_room(old);
                if self.len + more > room {
                    return Err(stop);
                }
                self.room = room;
                return Ok(());
            }
        }
        self.room = Self::room(self.lines.len());
        // Slots that stood above the line where they belong now, or belong
        // behind the last one and so to the first.
        let mut pushed = Vec::new();
        let mut bytes = [0; SLOTS * size_of::<u128>()];
        for line in (0..old).rev() {
            if line.is_multiple_of(Lines::<W>::SEGMENT) {
                meter.interrupt().check()?;
            }
            let bytes = &mut bytes[..Lines::<W>::BYTES];
            bytes.swap_with_slice(self.lines.get_mut(line));
            for place in 0..SLOTS {
                let (tag, slot) = (bytes[place], Self::slot(bytes, place));
                if slot == 0 {
                    break;
                }
                self.put_back(tag, slot, line, &mut pushed);
            }
            bytes.fill(0);
            if !pushed.is_empty() {
                for (tag, slot) in std::mem::take(&mut pushed) {
                    self.put_back(tag, slot, line, &mut pushed);
                }
            }
        }
        Ok(())
    }

    /// Puts a slot's contents where they belong, if the lines there were swept,
    /// as those from `swept` on were; else among those to be put back later.
    #[inline(always)]
    fn put_back(&mut self, tag: u8, slot: u128, swept: usize, pushed: &mut Vec<(u8, u128)>) {
        let mut line = self.home(Self::join(tag, slot & ((1 << Self::MARK) - 1)));
        while line >= swept {
            let bytes = self.lines.get_mut(line);
            if let Some(place) = Self::free_slot(bytes) {
                fill(bytes, place, tag, slot);
                return;
            }
            line = self.next(line);
        }
        pushed.push((tag, slot));
    }
}

/// Slots of tables with words of either size differ in how long they are.
impl CostSlot<'_> {
    /// Bytes of a slot, without its tag.
    #[inline(always)]
    fn bytes(&self) -> usize {
        self.line.len() / SLOTS - 1
    }
}

impl Slot for CostSlot<'_> {
    #[inline(always)]
    fn mark(&self) -> Mark {
        self.mark
    }

    #[inline(always)]
    fn insert(self, mark: Mark) {
        let bytes = self.bytes();
        let slot = self.rest | u128::from(mark.0) << (8 * bytes - 8);
        fill(self.line, self.place, self.tag, slot);
        *self.len += 1;
    }

    #[inline(always)]
    fn update(self, mark: Mark) {
        let bytes = self.bytes();
        self.line[SLOTS - 1 + bytes * (self.place % SLOTS + 1)] = mark.0;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use optile_core::{Interrupt, Limits};
    use proptest::prelude::*;

    use super::*;

    /// Adds or changes, having compared with a model.
    fn step<W: Word>(
        table: &mut CostTable<W>,
        model: &mut HashMap<u128, Mark>,
        key: u128,
        mark: Mark,
        memory: &mut Memory,
        meter: &mut Meter,
    ) {
        table.make_room(1, memory, meter).unwrap();
        let home = table.home(key);
        table.prefetch(home);
        let slot = table.slot_of(key, home);
        let old = slot.mark();
        assert_eq!(old, model.get(&key).copied().unwrap_or_default());
        if old == Mark::default() {
            slot.insert(mark);
        } else {
            slot.update(mark);
        }
        model.insert(key, mark);
        assert_eq!(table.len, model.len());
    }

    fn compare<W: Word>(steps: &[(u32, u8)], spread: impl Fn(u32) -> u128) {
        let (mut memory, mut meter) = (Memory::default(), Meter::default());
        let mut table = CostTable::<W>::new(&mut memory, &mut meter).unwrap();
        let mut model = HashMap::new();
        for &(key, mark) in steps {
            step(&mut table, &mut model, spread(key), Mark(mark), &mut memory, &mut meter);
        }
        for key in 0..5000 {
            let key = spread(key);
            let mark = table.mark(key);
            assert_eq!(mark, model.get(&key).copied().unwrap_or_default());
        }
        assert!(table.len <= table.room);
        assert_eq!(memory.bytes(), (table.lines.len() * Lines::<W>::BYTES) as u64);
    }

    proptest! {
        /// Few distinct keys, so that most are met again, and on some lines
        /// many have one tag.
        #[test]
        fn behaves_like_a_hash_map(
            steps in proptest::collection::vec((0u32..5000, 1u8..=255), 0..8000)
        ) {
            for shift in [0, 8, 43] {
                compare::<u64>(&steps, |key| u128::from(key + 1) << shift);
                compare::<u128>(&steps, |key| u128::from(key + 1) << shift);
            }
            compare::<u128>(&steps, |key| u128::from(key + 1) << 107);
        }

        #[test]
        fn zero_bytes_are_found(bytes in proptest::array::uniform8(prop_oneof![0u8..3, any::<u8>()])) {
            let mut bits = zero_bytes(u64::from_le_bytes(bytes));
            let mut found = Vec::new();
            while bits != 0 {
                found.push(next_place(&mut bits));
            }
            let expected = (0..8).filter(|&place| bytes[place] == 0).collect::<Vec<_>>();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn keys_come_back_from_tag_and_rest(key in 0u128..1 << 120) {
            let (tag, rest) = CostTable::<u128>::split(key);
            prop_assert_eq!(CostTable::<u128>::join(tag, rest), key);
            let key = key & ((1 << 56) - 1);
            let (tag, rest) = CostTable::<u64>::split(key);
            prop_assert_eq!(CostTable::<u64>::join(tag, rest), key);
            prop_assert!(rest < 1 << CostTable::<u64>::MARK);
        }
    }

    #[test]
    fn keys_of_one_home_are_found_before_and_after_growth() {
        let (mut memory, mut meter) = (Memory::default(), Meter::default());
        for home in [0, 1, CostTable::<u64>::LEAST_LINES - 1] {
            let mut table = CostTable::<u64>::new(&mut memory, &mut meter).unwrap();
            let probe = CostTable::<u64>::new(&mut memory, &mut meter).unwrap();
            let mut model = HashMap::new();
            // Fills most of the table from one home on, then lets it grow.
            for key in (1..).filter(|&key| probe.home(key) == home).take(300) {
                step(&mut table, &mut model, key, Mark(7), &mut memory, &mut meter);
            }
            assert!(table.lines.len() > CostTable::<u64>::LEAST_LINES);
            for (&key, &mark) in &model {
                assert_eq!(table.mark(key), mark);
            }
        }
    }

    fn fill_to_the_limit<W: Word>(bytes: u64) -> CostTable<W> {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut memory = Memory::default();
        let mut table = CostTable::<W>::new(&mut memory, &mut meter).unwrap();
        let key = |number: u64| u128::from(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 8);
        let stop = (1u64..).find_map(|number| {
            let stop = table.make_room(1, &mut memory, &mut meter).err();
            if stop.is_none() {
                let slot = table.slot_of(key(number), table.home(key(number)));
                assert_eq!(slot.mark(), Mark::default());
                slot.insert(Mark(number as u8 | 1));
            }
            stop
        });
        assert_eq!(stop, Some(Stop::Memory));
        assert_eq!(table.len, table.room);
        assert!(meter.counters().peak_bytes <= bytes);
        for number in 1..=table.len as u64 {
            let key = key(number);
            assert_eq!(table.mark(key), Mark(number as u8 | 1));
        }
        table
    }

    #[test]
    fn growth_over_segments_keeps_the_entries_and_the_limit() {
        // Three segments of 4 MiB, and no room for a fourth.
        assert_eq!(fill_to_the_limit::<u64>(15 << 20).lines.len(), 3 << 16);
    }

    /// Growing may be refused just where lines become segments too.
    #[test]
    fn no_limit_loses_entries() {
        for quarters in (1..40).step_by(3) {
            fill_to_the_limit::<u64>(quarters << 18);
            fill_to_the_limit::<u128>(quarters << 19);
        }
    }
}
