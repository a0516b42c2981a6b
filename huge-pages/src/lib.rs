//! Memory on huge pages, and prefetching. Both are for tables that fill most of
//! a machine's memory and are read at random.
// One instruction has no safe form.
#![deny(unsafe_code)]

use memmap2::MmapMut;
use optile_core::{Stop, leave_some};

/// `bytes` bytes of memory from the system. They are zero until they are
/// written, and pages that were not touched take no memory.
///
/// If the system has huge pages and `bytes` is a multiple of their size, the
/// mapping is on huge pages (with Linux before 6.7, only a part of it).
///
/// # Errors
///
/// [`Stop::Memory`] when the system does not have this memory, or when hardly
/// any would be left.
pub fn map(bytes: usize) -> Result<MmapMut, Stop> {
    let map = MmapMut::map_anon(bytes.max(1)).map_err(|_| Stop::Memory)?;
    leave_some()?;
    #[cfg(target_os = "linux")]
    // A system without huge pages refuses. The mapping still works.
    map.advise(memmap2::Advice::HugePage).ok();
    Ok(map)
}

/// Asks the processor to fetch the cache line in which a value begins.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "the instruction has no safe form")
)]
pub fn prefetch<T: ?Sized>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction. It has no effect
        // that the program can see, and it does not fault. The address is that
        // of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_behave_like_a_vector_of_zeros() {
        for len in [1, 4095, 100_000, (2 << 20) - 1, 2 << 20, 5 << 20] {
            let mut pages = map(len).unwrap();
            let mut vector = vec![0u8; len];
            assert_eq!(pages[..], vector);
            for number in (0..len).step_by(5000).chain([len - 1]) {
                prefetch(&pages[number]);
                pages[number] = number as u8 | 1;
                vector[number] = number as u8 | 1;
            }
            assert_eq!(pages[..], vector);
            assert_eq!(pages.as_ptr().align_offset(64), 0);
        }
        assert_eq!(map(usize::MAX).err(), Some(Stop::Memory));
        assert_eq!(map(usize::MAX / 2).err(), Some(Stop::Memory));
    }
}
