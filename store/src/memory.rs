//! The memory that one search holds.

use optile_core::{Meter, Stop, leave_some};

/// The bytes that one search holds, shared by all its growing structures.
///
/// Each structure asks before it takes memory. So a limit ends the search and
/// never the process, and the meter's peak is always right.
#[derive(Debug, Default)]
pub struct Memory {
    bytes: u64,
    /// An additional limit below that of the search.
    limit: Option<u64>,
}

impl Memory {
    /// Memory with an additional limit of `bytes` bytes, until
    /// [`Memory::lift_limit`] is called.
    pub const fn with_limit(bytes: u64) -> Self {
        Self { bytes: 0, limit: Some(bytes) }
    }

    /// Removes the additional limit, so that only that of the search holds.
    pub fn lift_limit(&mut self) {
        self.limit = None;
    }

    /// Takes more bytes.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when that would pass a limit. Nothing is taken then.
    pub fn take(&mut self, bytes: usize, meter: &mut Meter) -> Result<(), Stop> {
        let held = self.bytes + bytes as u64;
        if self.limit.is_some_and(|limit| held > limit) {
            return Err(Stop::Memory);
        }
        meter.allow(held)?;
        self.bytes = held;
        meter.hold(0, held);
        Ok(())
    }

    /// Whether `bytes` more bytes can be taken without passing a limit.
    #[inline]
    pub fn has_room(&self, bytes: u64, meter: &Meter) -> bool {
        let held = self.bytes + bytes;
        self.limit.is_none_or(|limit| held <= limit) && meter.allow(held).is_ok()
    }

    /// Gives back bytes.
    pub fn release(&mut self, bytes: usize) {
        self.bytes -= bytes as u64;
    }

    /// The bytes held now.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes room for `more` items in a vector. A vector that grows at least
    /// doubles.
    #[inline(always)]
    pub fn make_room<T>(
        &mut self,
        items: &mut Vec<T>,
        more: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.make_room_of(items, more, LEAST_ROOM, meter)
    }

    /// Like [`Memory::make_room`], for a vector that is likely to stay small.
    /// When it first grows, it gets room for at least `least` items.
    #[inline(always)]
    pub fn make_room_of<T>(
        &mut self,
        items: &mut Vec<T>,
        more: usize,
        least: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if items.capacity() - items.len() >= more {
            return Ok(());
        }
        self.grow(items, more, least, meter)
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(
        &mut self,
        items: &mut Vec<T>,
        more: usize,
        least: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let old = items.capacity();
        let new = (2 * old).max(items.len() + more).max(least);
        // The old array is held until the new one is filled.
        self.take(new * size_of::<T>(), meter)?;
        let mut grown = items.try_reserve_exact(new - items.len()).map_err(|_| Stop::Memory);
        self.release(if grown.is_ok() { old } else { new } * size_of::<T>());
        if new * size_of::<T>() >= LARGE {
            grown = grown.and_then(|()| leave_some());
        }
        grown
    }
}

/// The least number of items that a vector gets room for.
const LEAST_ROOM: usize = 256;

/// Vectors of at least this number of bytes check that the system has memory
/// left. There may be very many smaller vectors, so these do not check.
const LARGE: usize = 1 << 12;

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, Limits};

    use super::*;

    #[test]
    fn vectors_grow_up_to_the_limit_and_no_further() {
        let limits = Limits { bytes: Some(10_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut memory = Memory::default();
        let mut items: Vec<u64> = Vec::new();
        let stop = loop {
            match memory.make_room(&mut items, 4, &mut meter) {
                Ok(()) => items.extend([0; 4]),
                Err(stop) => break stop,
            }
        };
        assert_eq!(stop, Stop::Memory);
        // 512 items were refused 1024: 4096 + 8192 bytes at once.
        assert_eq!((items.len(), items.capacity()), (512, 512));
        assert_eq!(memory.bytes(), 512 * 8);
        assert_eq!(meter.counters().peak_bytes, (256 + 512) * 8);
    }

    #[test]
    fn a_limit_of_its_own_holds_until_it_is_lifted() {
        let mut meter = Meter::default();
        let mut memory = Memory::with_limit(100);
        assert_eq!(memory.take(60, &mut meter), Ok(()));
        assert_eq!(memory.take(60, &mut meter), Err(Stop::Memory));
        assert_eq!(memory.bytes(), 60);
        memory.lift_limit();
        assert_eq!(memory.take(60, &mut meter), Ok(()));
        assert_eq!(meter.counters().peak_bytes, 120);
    }
}
