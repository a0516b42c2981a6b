//! The closed list by hashing, in which a state and its entry take one word.

mod growth;
mod line;
#[cfg(test)]
mod tests;

use optile_core::{Meter, Stop, Word};
use optile_huge_pages::prefetch;

use super::closed_list::ClosedSlot;
use super::lines::Lines;

use line::next_place;

/// The most lines of a table: 256 GiB with words of 64 bits.
const MOST_LINES: usize = u32::MAX as usize;

/// A hash table in which a state has a byte for each of `SIDES` sides, one or
/// two: its [`ClosedEntry`](crate::ClosedEntry) there.
///
/// A search from both ends asks both sides about each state that it generates
/// or expands. With one table instead of two it needs half the lookups, each of
/// which waits for memory.
///
/// A line has the size of eight words: 64 bytes for boards of up to 16 cells,
/// 128 for larger ones. A key has one byte less than a word, because two cells
/// of a full board need not be kept. So a line has eight slots for one side, and
/// seven for two. There are no pointers and no free list.
///
/// A line is filled from the front. A state is stored in the first line that has
/// room, counted from its home. So a lookup ends at the first line with room.
/// Nearly every lookup stays within one line, even if four of five slots are
/// taken. That line can be fetched beforehand.
///
/// A key is kept **mixed**: by a function that can be undone, so that no other
/// hash is needed, and growing does not compute one again.
///
/// A line begins with the **tags** of its slots. A tag is the lowest byte of
/// the mixed key. A few operations on these eight bytes at once find the slots
/// worth comparing, nearly always one or none. (The table of M. Kulukundis,
/// Designing a Fast, Efficient, Cache-friendly Hash Table, Step by Step, 2017,
/// compares sixteen tags in this way.) The tag is part of the key, so tags cost
/// no memory. After the tags come the entries, and then the rests of the mixed
/// keys. With one side, the first entry that is zero is that of the first free
/// slot. With two, the eighth byte of the tags says how many slots are in use.
///
/// The home is the mixed key, read as a fraction, times the number of lines. So
/// the table can have any number of lines. States are in the order of their
/// mixed keys, and growing keeps this order. The table therefore grows **in
/// place**: in the time of one pass in order through memory, and without
/// additional memory.
#[derive(Debug)]
pub(crate) struct EntryTable<W, const SIDES: usize> {
    lines: Lines<W>,
    len: usize,
    /// How many states the table may hold before it grows.
    room: usize,
    fill: Fill,
}

/// How full a closed list may be before it grows, in parts of 25 of its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill(usize);

impl Fill {
    /// Four slots of five. With nine of ten, a lookup of a new state often reads several full lines
    /// and waits for each.
    pub const ONE_SIDE: Self = Self(20);
    /// Then a state takes at most 20 bytes, with words of 8 bytes, although the table doubles.
    pub const TWO_SIDES: Self = Self(23);
    /// For entries of two bytes that only one side uses: as many lines with seven slots are full as
    /// with eight slots by [`Fill::ONE_SIDE`].
    pub const WIDE: Self = Self(18);
}

/// An odd factor that spreads bits, of which a narrow word takes the lower half.
const FACTOR: u128 = 0xF39C_C060_5CED_C835_9E37_79B9_7F4A_7C15;

/// The number that undoes a multiplication by it (P. Montgomery's iteration: each
/// step doubles the bits that are right).
const INVERSE: u128 = {
    let (mut inverse, mut step) = (FACTOR, 0);
    while step < 7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(FACTOR.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
};

/// A number below `count`: the hash, read as a fraction, times `count`.
#[inline(always)]
pub(crate) fn fraction(hash: u64, count: usize) -> usize {
    ((u128::from(hash) * count as u128) >> 64) as usize
}

impl<W: Word, const SIDES: usize> EntryTable<W, SIDES> {
    const LEAST_LINES: usize = 16;
    /// So many fit into a fast cache, and are enough for most searches of 3x3 boards.
    const FIRST_LINES: usize = 1 << 8;
    /// Tables with fewer lines grow to four times their size.
    const SMALL: usize = 1 << 12;
    /// Bits of a key.
    const KEY: u32 = 8 * size_of::<W>() as u32 - 8;
    const MASK: u128 = (1 << Self::KEY) - 1;

    /// An empty table with room for more than a thousand states, or for about a hundred if the limit
    /// is low.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below the size of this table.
    pub(crate) fn new(fill: Fill, meter: &mut Meter) -> Result<Self, Stop> {
        let mut table = Self { lines: Lines::new(), len: 0, room: 0, fill };
        let mut lines = Self::FIRST_LINES;
        while lines > Self::LEAST_LINES && !meter.has_room((16 * lines * Lines::<W>::BYTES) as u64)
        {
            lines /= 2;
        }
        table.lines.grow(lines, meter)?;
        table.room = table.room_in(lines);
        Ok(table)
    }

    /// How many states a table with so many lines may hold before it grows.
    fn room_in(&self, lines: usize) -> usize {
        lines * Self::SLOTS * self.fill.0 / 25
    }

    /// The most states where no more memory is available.
    const fn last_room(lines: usize) -> usize {
        lines * Self::SLOTS * if SIDES == 1 { 18 } else { 19 } / 20
    }

    /// Mixes a key, so that its bits are well spread although the keys of
    /// similar states are alike. Each step can be undone.
    #[inline(always)]
    pub(crate) fn mix(key: W) -> W {
        let key = key.widen();
        let key = (key ^ key >> (Self::KEY / 2)).wrapping_mul(FACTOR) & Self::MASK;
        W::narrow(key ^ key >> (Self::KEY / 2))
    }

    /// Undoes [`EntryTable::mix`].
    fn unmix(mixed: W) -> W {
        let mixed = mixed.widen();
        let key = (mixed ^ mixed >> (Self::KEY / 2)).wrapping_mul(INVERSE) & Self::MASK;
        W::narrow(key ^ key >> (Self::KEY / 2))
    }

    /// The first line to look for a mixed key in.
    #[inline(always)]
    fn home(&self, mixed: W) -> usize {
        Self::home_in(mixed, self.lines.len())
    }

    /// The first line to look for a mixed key in, in a table of so many lines.
    #[inline(always)]
    fn home_in(mixed: W, lines: usize) -> usize {
        // The fraction's upper 64 bits say enough.
        let top = mixed.widen() << 8 >> (8 * size_of::<W>() - 64);
        fraction(top as u64, lines)
    }

    #[inline(always)]
    fn next(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() { 0 } else { line + 1 }
    }

    /// Begins to fetch the memory that a lookup of a mixed key reads first.
    #[inline(always)]
    pub(crate) fn prefetch(&self, mixed: W) {
        prefetch(self.lines.get(self.home(mixed)));
    }

    /// Begins to fetch the memory that such a lookup reads after that. Reads the
    /// memory that [`EntryTable::prefetch`] has asked for.
    #[inline(always)]
    pub(crate) fn prefetch_behind(&self, mixed: W) {
        let home = self.home(mixed);
        if Self::in_use(self.lines.get(home)) == Self::SLOTS {
            prefetch(self.lines.get(self.next(home)));
        }
    }

    /// The slot of a mixed key. If the table does not have the key, it is added.
    /// There must be room, and the caller must set an entry.
    #[inline(always)]
    pub(crate) fn slot(&mut self, mixed: W) -> ClosedSlot<'_, SIDES> {
        let (line, place, is_new) = self.seek(mixed);
        let line = self.lines.get_mut(line);
        if is_new {
            Self::put(line, place, mixed);
            self.len += 1;
        }
        ClosedSlot::new(Self::entries_mut(line, place))
    }

    /// The entries of a mixed key, which are zero if the table does not have it.
    #[inline(always)]
    pub(crate) fn entries(&self, mixed: W) -> [u8; SIDES] {
        let (line, place, _) = self.seek(mixed);
        Self::entries_of(self.lines.get(line), place)
    }

    /// Calls `visit` with each key and its entries.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(W, [u8; SIDES])) {
        for line in (0..self.lines.len()).map(|line| self.lines.get(line)) {
            for place in 0..Self::in_use(line) {
                visit(Self::unmix(Self::mixed(line, place)), Self::entries_of(line, place));
            }
        }
    }

    /// Calls `change` with the entries of each key.
    pub(crate) fn for_each_mut(&mut self, mut change: impl FnMut(&mut [u8; SIDES])) {
        for line in 0..self.lines.len() {
            let line = self.lines.get_mut(line);
            (0..Self::in_use(line)).for_each(|place| change(Self::entries_mut(line, place)));
        }
    }

    /// The line and place of a mixed key; for a key that is not there, the free
    /// place where it belongs, and `true`.
    #[inline(always)]
    fn seek(&self, mixed: W) -> (usize, usize, bool) {
        let mut line = self.home(mixed);
        loop {
            let bytes = self.lines.get(line);
            let mut alike = Self::alike(bytes, mixed);
            while alike != 0 {
                let place = next_place(&mut alike);
                if Self::has_rest(bytes, place, mixed) {
                    return (line, place, false);
                }
            }
            let place = Self::in_use(bytes);
            if place < Self::SLOTS {
                return (line, place, true);
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
    pub(crate) fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.len + more <= self.room {
            return Ok(());
        }
        self.grow(more, meter)
    }
}
