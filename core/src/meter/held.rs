//! The bytes that a search holds: what grows asks the meter before it takes them.

use super::room::leave_some;
use super::{Meter, Stop};

/// Each structure that grows asks before it takes memory. So a limit ends the
/// search and never the process, and the peak is always right.
impl Meter {
    /// Begins a search, or an iteration, that holds nothing yet. The structures
    /// of the one before are gone, and so is a limit of its own.
    pub fn begin_holding(&mut self) {
        (self.held, self.limit_held) = (0, None);
    }

    /// Sets a limit of the bytes held, besides that of the search, or none.
    pub fn limit_held(&mut self, limit: Option<u64>) {
        self.limit_held = limit;
    }

    /// The bytes held now.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Takes more bytes.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when that would pass a limit. Nothing is taken then.
    pub fn take(&mut self, bytes: usize) -> Result<(), Stop> {
        if !self.has_room(bytes as u64) {
            return Err(Stop::Memory);
        }
        self.held += bytes as u64;
        self.hold(0, self.held);
        Ok(())
    }

    /// Whether `bytes` more bytes can be taken without passing a limit.
    #[inline]
    pub fn has_room(&self, bytes: u64) -> bool {
        let held = self.held + bytes;
        self.limit_held.is_none_or(|limit| held <= limit) && self.allow(held).is_ok()
    }

    /// Gives back bytes.
    pub fn release(&mut self, bytes: usize) {
        self.held -= bytes as u64;
    }

    /// Makes room for `more` items in a vector. A vector that grows at least
    /// doubles.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when a limit or the system does not allow it. The
    /// vector is as it was.
    #[inline(always)]
    pub fn make_room<T>(&mut self, items: &mut Vec<T>, more: usize) -> Result<(), Stop> {
        self.make_room_of(items, more, LEAST_ROOM)
    }

    /// Like [`Meter::make_room`], for a vector that is likely to stay small.
    /// When it first grows, it gets room for at least `least` items.
    #[inline(always)]
    pub fn make_room_of<T>(
        &mut self,
        items: &mut Vec<T>,
        more: usize,
        least: usize,
    ) -> Result<(), Stop> {
        if items.capacity() - items.len() >= more {
            return Ok(());
        }
        self.grow(items, more, least)
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&mut self, items: &mut Vec<T>, more: usize, least: usize) -> Result<(), Stop> {
        let old = items.capacity();
        let new = (2 * old).max(items.len() + more).max(least);
        // The old array is held until the new one is filled.
        self.take(new * size_of::<T>())?;
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
    use super::*;
    use crate::{Interrupt, Limits};

    #[test]
    fn vectors_grow_up_to_the_limit_and_no_further() {
        let limits = Limits { bytes: Some(10_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut items: Vec<u64> = Vec::new();
        let stop = loop {
            match meter.make_room(&mut items, 4) {
                Ok(()) => items.extend([0; 4]),
                Err(stop) => break stop,
            }
        };
        assert_eq!(stop, Stop::Memory);
        // 512 items were refused 1024: 4096 + 8192 bytes at once.
        assert_eq!((items.len(), items.capacity()), (512, 512));
        assert_eq!(meter.held(), 512 * 8);
        assert_eq!(meter.counters().peak_bytes, (256 + 512) * 8);
        meter.begin_holding();
        assert_eq!((meter.held(), meter.counters().peak_bytes), (0, (256 + 512) * 8));
    }

    #[test]
    fn a_limit_of_its_own_holds_until_it_is_lifted() {
        let mut meter = Meter::default();
        meter.limit_held(Some(100));
        assert_eq!((meter.take(60), meter.take(60)), (Ok(()), Err(Stop::Memory)));
        assert_eq!(meter.held(), 60);
        meter.limit_held(None);
        assert_eq!((meter.take(60), meter.counters().peak_bytes), (Ok(()), 120));
    }
}
