//! How the closed list grows in place.

use std::any::Any;

use optile_core::{Meter, Stop, Word};

use super::slot::{SLOTS, fill};
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
            for place in 0..SLOTS {
                let (tag, slot) = (bytes[place], Self::slot(bytes, place));
                if slot == 0 {
                    break;
                }
                self.put_back(tag, slot, line, &mut pushed);
            }
            if !pushed.is_empty() {
                for (tag, slot) in std::mem::take(&mut pushed) {
                    self.put_back(tag, slot, line, &mut pushed);
                }
            }
        }
        Ok(())
    }

    /// Puts a slot's contents where they belong, if that is in the lines
    /// already passed, which begin at `passed`. Otherwise adds them to
    /// `pushed`, to be put back later.
    #[inline(always)]
    fn put_back(&mut self, tag: u8, slot: u128, passed: usize, pushed: &mut Vec<(u8, u128)>) {
        let mut line = self.home_of(Self::join(tag, slot & ((1 << Self::ENTRY) - 1)));
        while line >= passed {
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
