//! How the closed list grows in place.

use std::ops::Range;

use optile_core::{Meter, Stop, Word};

use super::{EntryTable, MOST_LINES};
use crate::Memory;
use crate::closed::lines::Lines;

impl<W: Word, const SIDES: usize> EntryTable<W, SIDES> {
    /// Grows the table to twice its size, a small one to four times, or by less
    /// if there is no memory for that.
    ///
    /// Lines are added at the end. Then one pass from the last old line to the
    /// first takes out each state and puts it where it belongs now. That is
    /// further up, except for states that had been pushed out of their home.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let old = self.lines.len();
        let mut new = if old < Self::SMALL { 4 * old } else { 2 * old };
        // Larger tables consist of whole segments. Two would be a large step.
        if old < Lines::<W>::SEGMENT {
            new = new.min(Lines::<W>::SEGMENT);
        }
        while self.room_in(new) < self.len + more {
            new += new / 2;
        }
        if new > MOST_LINES {
            return Err(Stop::Unsupported("a closed table of more than 2^32 lines".into()));
        }
        // If memory for as many more lines is not available, memory for fewer
        // may be.
        while let Err(stop) = self.lines.grow(new, memory, meter) {
            new -= (new - old).div_ceil(2);
            if new < old + old / 16 || self.room_in(new) < self.len + more {
                self.room = Self::last_room(old);
                return if self.len + more > self.room { Err(stop) } else { Ok(()) };
            }
        }
        self.room = self.room_in(self.lines.len());
        self.move_states(old, meter)
    }

    /// Puts the states of the first `old` lines where they belong now.
    fn move_states(&mut self, old: usize, meter: &Meter) -> Result<(), Stop> {
        // States whose new place is in lines that are not passed yet. They were
        // above that place, or they belong after the last line, which continues
        // at the first.
        let mut pushed = Vec::new();
        let mut bytes = [0; Lines::<u128>::BYTES];
        let parts = self.lines.len().div_ceil(old);
        for line in (0..old).rev() {
            if line.is_multiple_of(Lines::<W>::SEGMENT) {
                meter.interrupt().check()?;
            }
            let bytes = &mut bytes[..Lines::<W>::BYTES];
            let old_line = self.lines.get_mut(line);
            bytes.copy_from_slice(old_line);
            old_line.fill(0);
            // Nearly all states of this line belong into the lines from this one on.
            let new = line * self.lines.len() / old;
            let new = new..new + parts;
            let mut used = self.used_of(new.clone());
            for place in 0..Self::in_use(bytes) {
                let (mixed, entries) = (Self::mixed(bytes, place), Self::entries_of(bytes, place));
                let home = self.home(mixed);
                let part = home.wrapping_sub(new.start);
                if part < used.len() && used[part] < Self::SLOTS {
                    self.fill(home, used[part], mixed, entries);
                    used[part] += 1;
                } else {
                    self.put_back(mixed, entries, line, &mut pushed);
                    used = self.used_of(new.clone());
                }
            }
            for (mixed, entries) in std::mem::take(&mut pushed) {
                self.put_back(mixed, entries, line, &mut pushed);
            }
        }
        Ok(())
    }

    /// How many slots of so many lines, up to four, are in use. What is behind the last line counts
    /// as full.
    #[inline(never)]
    fn used_of(&self, lines: Range<usize>) -> [usize; 4] {
        let mut used = [Self::SLOTS; 4];
        for (used, line) in used.iter_mut().zip(lines) {
            if line < self.lines.len() {
                *used = Self::in_use(self.lines.get(line));
            }
        }
        used
    }

    #[inline(always)]
    fn fill(&mut self, line: usize, place: usize, mixed: W, entries: [u8; SIDES]) {
        let line = self.lines.get_mut(line);
        Self::put(line, place, mixed);
        *Self::entries_mut(line, place) = entries;
    }

    /// Puts a state where it belongs, if that is in the lines already passed,
    /// which begin at `passed`. Otherwise adds it to `pushed`, to be put back
    /// later.
    #[cold]
    #[inline(never)]
    fn put_back(
        &mut self,
        mixed: W,
        entries: [u8; SIDES],
        passed: usize,
        pushed: &mut Vec<(W, [u8; SIDES])>,
    ) {
        let mut line = self.home(mixed);
        while line >= passed {
            let place = Self::in_use(self.lines.get(line));
            if place < Self::SLOTS {
                return self.fill(line, place, mixed, entries);
            }
            line = self.next(line);
        }
        pushed.push((mixed, entries));
    }
}
