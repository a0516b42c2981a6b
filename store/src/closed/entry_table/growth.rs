//! How the closed list grows in place.

use std::any::Any;

use optile_core::{Meter, Stop, Word};

use super::slot::{SLOTS, fill, slots_in_use};
use super::{EntryTable, MOST_LINES};
use crate::Memory;
use crate::closed::lines::Lines;

impl<W: Word> EntryTable<W> {
    /// Grows the table. It is compiled here for both words, and not again in
    /// each crate with a search.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let table: &mut dyn Any = self;
        if let Some(table) = table.downcast_mut() {
            return grow_narrow(table, more, memory, meter);
        }
        match table.downcast_mut() {
            Some(table) => grow_wide(table, more, memory, meter),
            None => unreachable!("a word has 64 or 128 bits"),
        }
    }

    fn grow_in_place(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let old = self.lines.len();
        let mut new = 2 * old;
        // Larger tables consist of whole segments. Two would be a large step.
        if old < Lines::<W>::SEGMENT {
            new = new.min(Lines::<W>::SEGMENT);
        }
        // Larger tables consist of whole segments. Two would be a large step.
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
        // If memory for as many more lines is not available, memory for fewer
        // may be.
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
        // Slots whose new place is in lines that are not passed yet. They were
        // above that place, or they belong after the last line, which continues
        // at the first.
        let mut pushed = Vec::new();
        let mut bytes = [0; SLOTS * size_of::<u128>()];
        for line in (0..old).rev() {
            if line.is_multiple_of(Lines::<W>::SEGMENT) {
                meter.interrupt().check()?;
            }
            let bytes = &mut bytes[..Lines::<W>::BYTES];
            let old_line = self.lines.get_mut(line);
            bytes.copy_from_slice(old_line);
            old_line.fill(0);
            // If the table has doubled, nearly all states belong into two lines.
            let mut used = self.used_of_two(2 * line);
            for place in 0..slots_in_use(bytes) {
                let mixed = Self::join(bytes[place], Self::rest(bytes, place));
                let entry = bytes[SLOTS + place];
                let home = self.home_of(mixed);
                let half = home.wrapping_sub(2 * line);
                if half < 2 && used[half] < SLOTS {
                    let (tag, rest) = Self::split(mixed);
                    fill(self.lines.get_mut(home), used[half], tag, entry, rest);
                    used[half] += 1;
                } else {
                    self.put_back(mixed, entry, line, &mut pushed);
                    used = self.used_of_two(2 * line);
                }
            }
            if !pushed.is_empty() {
                for (mixed, entry) in std::mem::take(&mut pushed) {
                    self.put_back(mixed, entry, line, &mut pushed);
                }
            }
        }
        Ok(())
    }

    /// How many slots of this line and of the next are in use, if there are
    /// these lines.
    #[inline(always)]
    fn used_of_two(&self, line: usize) -> [usize; 2] {
        if line + 1 >= self.lines.len() {
            return [SLOTS; 2];
        }
        [line, line + 1].map(|line| slots_in_use(self.lines.get(line)))
    }

    /// Puts a key and its entry where they belong, if that is in the lines
    /// already passed, which begin at `passed`. Otherwise adds them to
    /// `pushed`, to be put back later.
    #[inline(always)]
    fn put_back(&mut self, mixed: u128, entry: u8, passed: usize, pushed: &mut Vec<(u128, u8)>) {
        let mut line = self.home_of(mixed);
        while line >= passed {
            let bytes = self.lines.get_mut(line);
            let place = slots_in_use(bytes);
            if place < SLOTS {
                let (tag, rest) = Self::split(mixed);
                fill(bytes, place, tag, entry, rest);
                return;
            }
            line = self.next(line);
        }
        pushed.push((mixed, entry));
    }
}

#[inline(never)]
fn grow_narrow(
    table: &mut EntryTable<u64>,
    more: usize,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<(), Stop> {
    table.grow_in_place(more, memory, meter)
}

#[inline(never)]
fn grow_wide(
    table: &mut EntryTable<u128>,
    more: usize,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<(), Stop> {
    table.grow_in_place(more, memory, meter)
}
