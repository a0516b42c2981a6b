//! The lines of memory that a closed list grows by.

use std::marker::PhantomData;

use memmap2::MmapMut;
use optile_core::{Meter, Stop};

use crate::{Memory, map};

/// Numbered lines of eight words. Lines can be added at the end, and the others
/// stay where they are. Lines are bytes, which are zero until they are written.
///
/// Lines are in segments of equal size. Growing moves lines only up to the
/// first whole segment. So only small tables ever need twice their memory.
#[derive(Debug)]
pub(crate) struct Lines<W> {
    segments: Vec<MmapMut>,
    len: usize,
    words: PhantomData<W>,
}

impl<W> Lines<W> {
    /// Bytes of a line.
    pub(crate) const BYTES: usize = 8 * size_of::<W>();
    /// Lines of a segment. With lines of 64 bytes, it fills two huge pages.
    pub(crate) const SEGMENT: usize = 1 << 16;

    pub(crate) const fn new() -> Self {
        Self { segments: Vec::new(), len: 0, words: PhantomData }
    }

    /// How many lines there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(crate) fn get(&self, line: usize) -> &[u8] {
        let begin = line % Self::SEGMENT * Self::BYTES;
        &self.segments[line / Self::SEGMENT][begin..begin + Self::BYTES]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, line: usize) -> &mut [u8] {
        let begin = line % Self::SEGMENT * Self::BYTES;
        &mut self.segments[line / Self::SEGMENT][begin..begin + Self::BYTES]
    }

    /// Adds empty lines until there are `len`. More than a segment is rounded
    /// up to whole segments.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, or when the system
    /// has no memory. All lines are kept then.
    pub(crate) fn grow(
        &mut self,
        len: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if len <= Self::SEGMENT {
            let mut grown = Self::take(len, memory, meter)?;
            if let Some(old) = self.segments.pop() {
                let bytes = self.len * Self::BYTES;
                grown[..bytes].copy_from_slice(&old[..bytes]);
                memory.release(bytes);
            }
            self.segments.push(grown);
            self.len = len;
            return Ok(());
        }
        // All new segments are taken before anything else changes.
        let (whole, all) = (self.segments.len().max(1), len.div_ceil(Self::SEGMENT));
        let mut taken = Vec::new();
        let mut end = (whole..all).try_for_each(|_| {
            taken.push(Self::take(Self::SEGMENT, memory, meter)?);
            Ok(())
        });
        if end.is_ok() && self.len < Self::SEGMENT {
            end = self.grow(Self::SEGMENT, memory, meter);
        }
        if let Err(stop) = end {
            memory.release(taken.len() * Self::SEGMENT * Self::BYTES);
            return Err(stop);
        }
        self.segments.append(&mut taken);
        self.len = all * Self::SEGMENT;
        Ok(())
    }

    /// Memory for `len` lines.
    fn take(len: usize, memory: &mut Memory, meter: &mut Meter) -> Result<MmapMut, Stop> {
        memory.take(len * Self::BYTES, meter)?;
        map(len * Self::BYTES).inspect_err(|_| memory.release(len * Self::BYTES))
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, Limits};

    use super::*;

    #[test]
    fn lines_keep_their_contents_and_the_limit_is_kept() {
        const LIMIT: u64 = 20 << 20;
        let limits = Limits { bytes: Some(LIMIT), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut memory = Memory::default();
        let mut lines = Lines::<u64>::new();
        let mut len = 3;
        let stop = loop {
            let old = lines.len();
            if let Err(stop) = lines.grow(len, &mut memory, &mut meter) {
                assert_eq!(lines.len(), old);
                break stop;
            }
            assert_eq!(memory.bytes(), 64 * lines.len() as u64);
            for line in old..lines.len() {
                assert_eq!(lines.get(line), [0; 64]);
                lines.get_mut(line).fill(line as u8);
            }
            len = 2 * lines.len();
        };
        assert_eq!(stop, Stop::Memory);
        assert_eq!(lines.len(), 4 * Lines::<u64>::SEGMENT);
        assert!((0..lines.len()).all(|line| lines.get(line) == [line as u8; 64]));
        assert!(meter.counters().peak_bytes <= LIMIT);
    }
}
