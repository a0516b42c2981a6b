use std::fmt::Debug;
use std::hash::Hash;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The integer that a state is packed in: cell 0 in the lowest bits.
///
/// Boards of up to 16 cells use a `u64` with 4 bits a cell, larger ones a
/// `u128` with 5. Bits above the last cell are zero. As every board has a
/// tile other than the blank, no packed state is zero: tables may use
/// [`Word::EMPTY`] for a free slot.
pub trait Word:
    sealed::Sealed + Copy + Default + Eq + Ord + Hash + Debug + Send + Sync + 'static
{
    /// Bits a cell.
    const CELL_BITS: u32;
    /// A word that is no state.
    const EMPTY: Self;

    /// The tile at `cell`.
    fn get(self, cell: usize) -> usize;

    /// This word with `tile` put at `cell`, which must hold 0.
    #[must_use]
    fn put(self, cell: usize, tile: usize) -> Self;

    /// This word with `tile` moved between `from` and `to`, of which one
    /// holds it and the other holds 0. Calling it twice changes nothing,
    /// so the same call takes a move back.
    #[must_use]
    fn slide(self, tile: usize, from: usize, to: usize) -> Self;

    /// This word with every cell moved `cells` places toward cell 0 and those
    /// that fall off put at the top, so that it holds the same tiles but is no
    /// state. For searches that keep the blank lowest: where its neighbours
    /// are does not depend on its cell then.
    #[must_use]
    fn rotate_down(self, cells: usize) -> Self;

    /// Undoes [`Word::rotate_down`].
    #[must_use]
    fn rotate_up(self, cells: usize) -> Self;

    /// The lowest cell that holds 0.
    fn zero_cell(self) -> usize;

    /// The same bits in the widest word.
    fn widen(self) -> u128;

    /// The word whose [`Word::widen`] gave these bits.
    fn narrow(bits: u128) -> Self;

    /// A hash whose high bits are the good ones: take a table's index from
    /// the top. Fixed, so that runs repeat exactly.
    fn hash(self) -> u64;
}

/// 2^64 divided by the golden ratio (D. E. Knuth, The Art of Computer
/// Programming, volume 3, section 6.4: multiplicative hashing).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Word for u64 {
    const CELL_BITS: u32 = 4;
    const EMPTY: Self = 0;

    #[inline(always)]
    fn get(self, cell: usize) -> usize {
        (self >> (4 * cell) & 15) as usize
    }

    #[inline(always)]
    fn put(self, cell: usize, tile: usize) -> Self {
        self | (tile as u64) << (4 * cell)
    }

    #[inline(always)]
    fn slide(self, tile: usize, from: usize, to: usize) -> Self {
        let tile = tile as u64;
        self ^ (tile << (4 * from)) ^ (tile << (4 * to))
    }

    #[inline(always)]
    fn rotate_down(self, cells: usize) -> Self {
        self.rotate_right(4 * cells as u32)
    }

    #[inline(always)]
    fn rotate_up(self, cells: usize) -> Self {
        self.rotate_left(4 * cells as u32)
    }

    #[inline(always)]
    fn zero_cell(self) -> usize {
        // Subtracting one from every lane borrows into the top bit of each
        // zero lane; the lowest such bit is exact, higher ones may not be.
        const LOW: u64 = 0x1111_1111_1111_1111;
        const TOP: u64 = 0x8888_8888_8888_8888;
        ((self.wrapping_sub(LOW) & !self & TOP).trailing_zeros() / 4) as usize
    }

    #[inline(always)]
    fn widen(self) -> u128 {
        self.into()
    }

    #[inline(always)]
    fn narrow(bits: u128) -> Self {
        bits as Self
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        (self ^ self >> 32).wrapping_mul(GOLDEN)
    }
}

impl Word for u128 {
    const CELL_BITS: u32 = 5;
    const EMPTY: Self = 0;

    #[inline(always)]
    fn get(self, cell: usize) -> usize {
        (self >> (5 * cell)) as usize & 31
    }

    #[inline(always)]
    fn put(self, cell: usize, tile: usize) -> Self {
        self | (tile as u128) << (5 * cell)
    }

    #[inline(always)]
    fn slide(self, tile: usize, from: usize, to: usize) -> Self {
        let tile = tile as u128;
        self ^ (tile << (5 * from)) ^ (tile << (5 * to))
    }

    #[inline(always)]
    fn rotate_down(self, cells: usize) -> Self {
        self.rotate_right(5 * cells as u32)
    }

    #[inline(always)]
    fn rotate_up(self, cells: usize) -> Self {
        self.rotate_left(5 * cells as u32)
    }

    #[inline(always)]
    fn zero_cell(self) -> usize {
        const LOW: u128 = {
            let mut low = 0;
            let mut cell = 0;
            while cell < 25 {
                low |= 1 << (5 * cell);
                cell += 1;
            }
            low
        };
        const TOP: u128 = LOW << 4;
        ((self.wrapping_sub(LOW) & !self & TOP).trailing_zeros() / 5) as usize
    }

    #[inline(always)]
    fn widen(self) -> u128 {
        self
    }

    #[inline(always)]
    fn narrow(bits: u128) -> Self {
        bits
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        let mixed = (self as u64).wrapping_mul(GOLDEN) ^ (self >> 64) as u64;
        (mixed ^ mixed >> 32).wrapping_mul(GOLDEN)
    }
}
