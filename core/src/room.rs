use crate::Stop;

/// A vector without items that has room for exactly so many: pushing them
/// never asks the system for more.
///
/// # Errors
///
/// [`Stop::Memory`] when the system has no such room, where `Vec` itself would
/// end the process.
pub fn room_for<T>(len: usize) -> Result<Vec<T>, Stop> {
    let mut items = Vec::new();
    items.try_reserve_exact(len).map_err(|_| Stop::Memory)?;
    Ok(items)
}

/// So many copies of a value. The system is asked beforehand: only `vec!` gets
/// pages that are zero already, and filling gigabytes takes longer than many a
/// search. What other threads take between the two is what the cushion is for.
///
/// # Errors
///
/// As for [`room_for`].
pub fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, Stop> {
    let bytes = len.checked_mul(size_of::<T>()).ok_or(Stop::Memory)?;
    room_for::<u8>(bytes.saturating_add(CUSHION))?;
    Ok(vec![value; len])
}

/// Bytes that are left to those who have no way to say that there are none.
const CUSHION: usize = 1 << 20;

/// What a thread may take before it does anything: its stack, unless another
/// size was asked for, and what the system keeps of it.
const THREAD: usize = (2 << 20) + (64 << 10);

/// Whether the system has a megabyte left. What grows by little steps asks for
/// it at each: if the last bytes went to one that can be refused, another one
/// that cannot, such as the standard library's, would end the process.
///
/// # Errors
///
/// [`Stop::Memory`] when it has not.
pub fn leave_some() -> Result<(), Stop> {
    room_for::<u8>(CUSHION).map(drop)
}

/// Whether the system has the memory for so many more threads. Starting a
/// thread without is an error that can be dealt with only as far as it comes
/// from the system and not from the standard library.
///
/// # Errors
///
/// [`Stop::Memory`] when it has not.
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
