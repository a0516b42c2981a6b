//! How the list grows in place.

use optile_core::{Board, Meter, Stop};

use super::line::{SLOTS, append, slots};
use super::{Lines, SharedList};
use crate::{ClosedEntry, Memory};

impl<B: Board> SharedList<B> {
    /// Nineteen slots of twenty, the most states where no more memory is
    /// available.
    const fn last_room(lines: usize) -> usize {
        lines * SLOTS * 19 / 20
    }

    /// Grows the list to twice its size, or by less if there is no memory for
    /// that.
    ///
    /// Lines are added at the end. Then one pass from the last old line to the
    /// first takes out each state and puts it where it belongs now. That is
    /// further up, except for some states that were not in their home.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let old = self.lines.len();
        let mut new = 2 * old;
        while Self::room(new) < self.len + more {
            new *= 2;
        }
        // If memory for as many more lines is not available, memory for fewer
        // may be.
        while let Err(stop) = self.lines.grow(new, memory, meter) {
            new -= (new - old).div_ceil(2);
            if new < old + old / 16 || Self::room(new) < self.len + more {
                self.room = Self::last_room(old);
                return if self.len + more > self.room { Err(stop) } else { Ok(()) };
            }
        }
        self.room = Self::room(self.lines.len());
        let mut left = Vec::new();
        let mut bytes = [0; 128];
        for line in (0..old).rev() {
            if line.is_multiple_of(Lines::<B::Word>::SEGMENT) {
                meter.interrupt().check()?;
            }
            let bytes = &mut bytes[..Lines::<B::Word>::BYTES];
            bytes.copy_from_slice(self.lines.get(line));
            self.lines.get_mut(line).fill(0);
            for (mixed, entries) in slots(bytes) {
                if !self.put_back(mixed, entries, line) {
                    left.push((mixed, entries));
                }
            }
        }
        for (mixed, entries) in left {
            self.put_back(mixed, entries, 0);
        }
        Ok(())
    }

    /// Puts a state where it belongs, if that is in the lines from `passed` on.
    #[inline(always)]
    fn put_back(&mut self, mixed: B::Word, entries: [ClosedEntry; 2], passed: usize) -> bool {
        let mut line = self.home(mixed);
        while line >= passed {
            if append(self.lines.get_mut(line), mixed, entries) {
                return true;
            }
            line = self.next(line);
        }
        false
    }
}
