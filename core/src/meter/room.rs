//! Memory that the system may refuse.

use super::Stop;

/// An empty vector with room for exactly `len` items. Pushing them never asks
/// the system for more memory.
///
/// # Errors
///
/// [`Stop::Memory`] when the system does not have the memory. `Vec` itself
/// would end the process.
pub fn room_for<T>(len: usize) -> Result<Vec<T>, Stop> {
    let mut items = Vec::new();
    items.try_reserve_exact(len).map_err(|_| Stop::Memory)?;
    Ok(items)
}

/// `len` copies of a value. This asks the system for the memory first, and then
/// lets `vec!` allocate it. Only `vec!` gets pages that are already zero, and
/// filling gigabytes takes longer than many searches. A megabyte more is asked
/// for, because other threads may take memory between the two steps.
pub fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, Stop> {
    let bytes = len.checked_mul(size_of::<T>()).ok_or(Stop::Memory)?;
    room_for::<u8>(bytes.saturating_add(CUSHION))?;
    Ok(vec![value; len])
}

/// Bytes that must stay free for code that cannot report a lack of memory.
const CUSHION: usize = 1 << 20;

/// Bytes that a thread may take before it does anything: its stack of the
/// default size, and the system's data about it.
const THREAD: usize = (2 << 20) + (64 << 10);

/// Checks that the system has a megabyte left. Structures that grow by small
/// steps check it at each step. If they took the last bytes, an allocation that
/// cannot fail, such as one of the standard library, would end the process.
///
/// # Errors
///
/// [`Stop::Memory`] when less is left.
pub fn leave_some() -> Result<(), Stop> {
    room_for::<u8>(CUSHION).map(drop)
}

/// Checks that the system has the memory for `threads` more threads. Without
/// it, starting a thread may fail in the system, which can be handled, or in
/// the standard library, which cannot.
///
/// # Errors
///
/// [`Stop::Memory`] when there is less.
pub fn room_for_threads(threads: usize) -> Result<(), Stop> {
    room_for::<u8>(threads.saturating_mul(THREAD).saturating_add(CUSHION)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_does_not_have_is_a_stop() {
        assert_eq!(filled(3, 7u16), Ok(vec![7; 3]));
        assert!(room_for::<u8>(100).is_ok_and(|items| items.capacity() == 100));
        // More than any address space holds.
        assert_eq!(filled(usize::MAX / 16, 0u64), Err(Stop::Memory));
        assert_eq!(room_for::<u8>(usize::MAX), Err(Stop::Memory));
        assert_eq!((leave_some(), room_for_threads(2)), (Ok(()), Ok(())));
        assert_eq!(room_for_threads(usize::MAX), Err(Stop::Memory));
    }
}
