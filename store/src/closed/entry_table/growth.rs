//! How the closed list grows in place.

use std::ops::Range;

use optile_core::{Meter, Stop, Word};

use super::{EntryTable, MOST_LINES};
use crate::closed::lines::Lines;

/// Tables grow to at most so many times their size.
const MOST_TIMES: usize = 4;

impl<W: Word, const SIDES: usize> EntryTable<W, SIDES> {
    /// Grows the table to twice its size, a small one to four times, or by less
    /// if there is no memory for that.
    ///
    /// Lines are added at the end. Then one pass from the last old line to the
    /// first takes out each state and puts it where it belongs now. That is
    /// further up, except for states that had been pushed out of their home.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        let old = self.lines.len();
        let mut new = old * if old < Self::SMALL { MOST_TIMES } else { 2 };
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
        while let Err(stop) = self.lines.grow(new, meter) {
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
        // Nearly all states of a line belong into so many lines, which are in one segment. If the size
        // is no such multiple, all states are put back one by one.
        let times = self.lines.len() / old;
        let is_whole = times * old == self.lines.len() && (times == 2 || times == MOST_TIMES);
        let times = if is_whole { times } else { 0 };
        let mut bytes = [0; Lines::<u128>::BYTES];
        let bytes = &mut bytes[..Lines::<W>::BYTES];
        // States that were pushed out of their home, or whose new home is full. Those of the second
        // list belong into lines that are not passed yet, or after the last line, which continues
        // at the first.
        let (mut left, mut pushed) = (Vec::new(), Vec::new());
        for line in (0..old).rev() {
            if line.is_multiple_of(Lines::<W>::SEGMENT) {
                meter.interrupt().check()?;
            }
            let old_line = self.lines.get_mut(line);
            bytes.copy_from_slice(old_line);
            old_line.fill(0);
            self.move_line(bytes, times * line..times * (line + 1), &mut left);
            left.append(&mut pushed);
            for (mixed, entries) in left.drain(..) {
                self.put_back(mixed, entries, line, &mut pushed);
            }
        }
        Ok(())
    }

    /// Puts the states of a line into the new lines, which are of one segment. Adds those for which
    /// there is no room to `left`.
    #[inline(always)]
    fn move_line(&mut self, line: &[u8], to: Range<usize>, left: &mut Vec<(W, [u8; SIDES])>) {
        let (bytes, first, len) = (Lines::<W>::BYTES, to.start, self.lines.len());
        let new = self.lines.range_mut(to);
        let mut used = [Self::SLOTS; MOST_TIMES];
        for (used, line) in used.iter_mut().zip(new.chunks_exact(bytes)) {
            *used = Self::in_use(line);
        }
        for place in 0..Self::in_use(line) {
            let (mixed, entries) = (Self::mixed(line, place), Self::entries_of(line, place));
            let part = Self::home_in(mixed, len).wrapping_sub(first);
            match used.get_mut(part) {
                Some(used) if *used < Self::SLOTS => {
                    let line = &mut new[part * bytes..(part + 1) * bytes];
                    Self::fill(line, *used, mixed, entries);
                    *used += 1;
                }
                _ => left.push((mixed, entries)),
            }
        }
    }

    #[inline(always)]
    fn fill(line: &mut [u8], place: usize, mixed: W, entries: [u8; SIDES]) {
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
                return Self::fill(self.lines.get_mut(line), place, mixed, entries);
            }
            line = self.next(line);
        }
        pushed.push((mixed, entries));
    }
}
