//! The lines of memory that a closed list grows by.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};

use memmap2::MmapMut;
use optile_core::{Meter, Stop, filled};
use optile_huge_pages::map;

/// Numbered lines of eight words. Lines can be added at the end, and the others
/// stay where they are. Lines are bytes, which are zero until they are written.
///
/// Lines are in segments of equal size. Growing moves lines only up to the
/// first whole segment. So only small tables ever need twice their memory.
///
/// Whole segments are mappings on huge pages. What is less is on the heap, whose
/// memory the next search uses again. A mapping is new each time: a search of
/// some thousand states spent a third of its time on getting pages from the
/// system and on giving them back.
#[derive(Debug)]
pub(crate) struct Lines<W> {
    segments: Vec<Segment>,
    /// Where the first line begins in its segment.
    begin: usize,
    len: usize,
    words: PhantomData<W>,
}

impl<W> Lines<W> {
    /// Bytes of a line.
    pub(crate) const BYTES: usize = 8 * size_of::<W>();
    /// Lines of a segment. With lines of 64 bytes, it fills two huge pages.
    pub(crate) const SEGMENT: usize = 1 << 16;

    pub(crate) const fn new() -> Self {
        Self { segments: Vec::new(), begin: 0, len: 0, words: PhantomData }
    }

    /// How many lines there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(crate) fn get(&self, line: usize) -> &[u8] {
        let begin = self.begin + line % Self::SEGMENT * Self::BYTES;
        &self.segments[line / Self::SEGMENT][begin..begin + Self::BYTES]
    }

    // As a range of one line, it would cost a search twenty instructions per expansion.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, line: usize) -> &mut [u8] {
        let begin = self.begin + line % Self::SEGMENT * Self::BYTES;
        &mut self.segments[line / Self::SEGMENT][begin..begin + Self::BYTES]
    }

    /// Several lines of one segment.
    #[inline(always)]
    pub(crate) fn range_mut(&mut self, lines: Range<usize>) -> &mut [u8] {
        let begin = self.begin + lines.start % Self::SEGMENT * Self::BYTES;
        &mut self.segments[lines.start / Self::SEGMENT][begin..begin + lines.len() * Self::BYTES]
    }

    /// Adds empty lines until there are `len`. More than a segment is rounded
    /// up to whole segments.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, or when the system
    /// has no memory. All lines are kept then.
    pub(crate) fn grow(&mut self, len: usize, meter: &mut Meter) -> Result<(), Stop> {
        let segment = Self::SEGMENT * Self::BYTES;
        let bytes = len * Self::BYTES;
        let all = grow(&mut self.segments, self.len * Self::BYTES, bytes, segment, meter)?;
        self.len = all / Self::BYTES;
        self.begin = self.segments[0].begin();
        Ok(())
    }
}

/// Memory for lines. Both kinds are a pointer and a length, so reading a line needs no branch.
#[derive(Debug)]
enum Segment {
    /// With some bytes more than the lines need, so that they can begin at a cache line.
    Heap(Box<[u8]>),
    Mapped(MmapMut),
}

impl Segment {
    /// Bytes of a cache line.
    const ALIGNMENT: usize = 64;

    /// Where the first line begins.
    fn begin(&self) -> usize {
        self.as_ptr().align_offset(Self::ALIGNMENT)
    }

    /// Its first lines, as many as have so many bytes.
    fn lines(&mut self, bytes: usize) -> &mut [u8] {
        let begin = self.begin();
        &mut self[begin..begin + bytes]
    }
}

impl Deref for Segment {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}

impl DerefMut for Segment {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}

/// Grows segments that hold `old` bytes until they hold `len`, and returns how
/// many they hold then. It is compiled once, and not again in each crate with a
/// search.
#[inline(never)]
fn grow(
    segments: &mut Vec<Segment>,
    old: usize,
    len: usize,
    segment: usize,
    meter: &mut Meter,
) -> Result<usize, Stop> {
    if len <= segment {
        let mut grown = take(len, len == segment, meter)?;
        if let Some(mut first) = segments.pop() {
            grown.lines(old).copy_from_slice(first.lines(old));
            meter.release(old);
        }
        segments.push(grown);
        return Ok(len);
    }
    // All new segments are taken before anything else changes.
    let (whole, all) = (segments.len().max(1), len.div_ceil(segment));
    let mut taken = Vec::new();
    let mut end = (whole..all).try_for_each(|_| {
        taken.push(take(segment, true, meter)?);
        Ok(())
    });
    if end.is_ok() && old < segment {
        end = grow(segments, old, segment, segment, meter).map(drop);
    }
    if let Err(stop) = end {
        meter.release(taken.len() * segment);
        return Err(stop);
    }
    segments.append(&mut taken);
    Ok(all * segment)
}

/// So many bytes of memory for lines, mapped if they are a whole segment.
fn take(bytes: usize, is_whole: bool, meter: &mut Meter) -> Result<Segment, Stop> {
    meter.take(bytes)?;
    let taken = if is_whole {
        map(bytes).map(Segment::Mapped)
    } else {
        filled(bytes + Segment::ALIGNMENT, 0).map(|bytes| Segment::Heap(bytes.into()))
    };
    taken.inspect_err(|_| meter.release(bytes))
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
        let mut lines = Lines::<u64>::new();
        let mut len = 3;
        let stop = loop {
            let old = lines.len();
            if let Err(stop) = lines.grow(len, &mut meter) {
                assert_eq!(lines.len(), old);
                break stop;
            }
            assert_eq!(meter.held(), 64 * lines.len() as u64);
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
