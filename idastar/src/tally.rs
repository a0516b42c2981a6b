//! Counts of expansions and successors.

/// Expansions and successors in one number, so that one addition counts both.
/// It has room for 2^30 expansions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally(u64);

impl Tally {
    const SHIFT: u32 = 32;

    /// One expansion with these successors.
    #[inline(always)]
    pub(crate) const fn expansion(successors: u8) -> Self {
        Self(1 << Self::SHIFT | successors as u64)
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, other: Self) {
        self.0 += other.0;
    }

    #[inline(always)]
    pub(crate) fn expanded(self) -> u64 {
        self.0 >> Self::SHIFT
    }

    #[inline(always)]
    pub(crate) fn generated(self) -> u64 {
        self.0 & ((1 << Self::SHIFT) - 1)
    }
}
