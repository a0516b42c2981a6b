//! The integers that states are packed in.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The integer that a state is packed in: cell 0 in the lowest bits.
///
/// Boards of up to 16 cells use a `u64` with 4 bits per cell. Larger boards use
/// a `u128` with 5. Bits above the last cell are zero. Every board has a tile,
/// so no packed state is zero, and tables may use [`Word::EMPTY`] for a free
/// slot.
///
/// The same integers are also used as *lanes*: four bits for each cell on every
/// board, enough for a set of moves but not for every tile. Lanes after the
/// last cell are zero. The number of lanes is a power of two, so cells are
/// counted modulo [`Word::LANES`].
pub trait Word:
    sealed::Sealed
    + Copy
    + Default
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + From<u8>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// The number of lanes of four bits.
    const LANES: usize;
    /// Bits per cell.
    const CELL_BITS: u32;
    /// A word that is not a state.
    const EMPTY: Self;

    /// The tile at `cell`.
    fn get(self, cell: usize) -> usize;

    /// This word with `tile` put at `cell`, which must hold 0.
    #[must_use]
    fn put(self, cell: usize, tile: usize) -> Self;

    /// This word with `tile` moved between `from` and `to`. One of them holds
    /// the tile and the other holds 0. The same call again undoes the move.
    #[must_use]
    fn slide(self, tile: usize, from: usize, to: usize) -> Self;

    /// [`Word::slide`] between a cell and the one that is `step` higher, 1 to
    /// 12 cells, by one shift over the whole word.
    #[must_use]
    fn slide_by(self, tile: usize, lower: usize, step: usize) -> Self;

    /// This word without its lowest `cells` cells. The others move down to cell
    /// 0. `cells` must be less than the number of cells of the largest board.
    #[must_use]
    fn shift_down(self, cells: usize) -> Self;

    /// This word with `cells` empty cells below it. Tiles that would then be in
    /// no cell of the word are lost. `cells` is limited as in
    /// [`Word::shift_down`].
    #[must_use]
    fn shift_up(self, cells: usize) -> Self;

    /// This word rotated by `cells` cells toward cell 0. It holds the same
    /// tiles but is not a state. Searches use it to keep the blank lowest, so
    /// that the places of its neighbours do not depend on its cell.
    #[must_use]
    fn rotate_down(self, cells: usize) -> Self;

    /// Undoes [`Word::rotate_down`].
    #[must_use]
    fn rotate_up(self, cells: usize) -> Self;

    /// [`Word::rotate_down`] by `cells` if that is less than half of
    /// [`Word::LANES`], and else [`Word::rotate_up`] by [`Word::LANES`] less
    /// `cells`.
    #[must_use]
    fn turn(self, cells: usize) -> Self;

    /// The lanes rotated by `lanes` places toward lane 0.
    #[must_use]
    fn turn_lanes(self, lanes: usize) -> Self;

    /// The lowest bit that is set, or the number of bits if none is set.
    fn lowest_bit(self) -> usize;

    /// This word without its lowest set bit. It must have one.
    #[must_use]
    fn without_lowest_bit(self) -> Self;

    /// The lowest cell that holds 0.
    fn zero_cell(self) -> usize;

    /// The same bits in the widest word.
    fn widen(self) -> u128;

    /// The word whose [`Word::widen`] gave these bits.
    fn narrow(bits: u128) -> Self;

    /// A hash whose high bits are well mixed. So a table takes its index from
    /// the highest bits. The hash is fixed, so that runs repeat exactly.
    fn hash(self) -> u64;
}

/// 2^64 divided by the golden ratio (D. E. Knuth, The Art of Computer
/// Programming, volume 3, section 6.4: multiplicative hashing).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// What both words do alike, with cells of this many bits.
macro_rules! alike_in_words {
    ($bits:literal) => {
        #[inline(always)]
        fn get(self, cell: usize) -> usize {
            (self >> ($bits * cell)) as usize & ((1 << $bits) - 1)
        }

        #[inline(always)]
        fn put(self, cell: usize, tile: usize) -> Self {
            self | (tile as Self) << ($bits * cell)
        }

        #[inline(always)]
        fn slide(self, tile: usize, from: usize, to: usize) -> Self {
            let tile = tile as Self;
            self ^ (tile << ($bits * from)) ^ (tile << ($bits * to))
        }

        #[inline(always)]
        fn shift_down(self, cells: usize) -> Self {
            self >> ($bits * cells)
        }

        #[inline(always)]
        fn shift_up(self, cells: usize) -> Self {
            self << ($bits * cells)
        }

        #[inline(always)]
        fn rotate_down(self, cells: usize) -> Self {
            self.rotate_right($bits * cells as u32)
        }

        #[inline(always)]
        fn rotate_up(self, cells: usize) -> Self {
            self.rotate_left($bits * cells as u32)
        }

        #[inline(always)]
        fn turn_lanes(self, lanes: usize) -> Self {
            self.rotate_right(4 * lanes as u32)
        }

        #[inline(always)]
        fn lowest_bit(self) -> usize {
            self.trailing_zeros() as usize
        }

        #[inline(always)]
        fn without_lowest_bit(self) -> Self {
            self & self.wrapping_sub(1)
        }
    };
}

impl Word for u64 {
    const LANES: usize = 16;
    const CELL_BITS: u32 = 4;
    const EMPTY: Self = 0;

    alike_in_words!(4);

    #[inline(always)]
    fn slide_by(self, tile: usize, lower: usize, step: usize) -> Self {
        let tile = tile as u64;
        self ^ ((tile | tile << (4 * step)) << (4 * lower))
    }

    #[inline(always)]
    fn turn(self, cells: usize) -> Self {
        // Cells are lanes here.
        self.turn_lanes(cells)
    }

    #[inline(always)]
    fn zero_cell(self) -> usize {
        // Subtracting one from every lane sets the top bit of each zero lane.
        // The lowest such bit is exact; higher ones may not be.
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
    const LANES: usize = 32;
    const CELL_BITS: u32 = 5;
    const EMPTY: Self = 0;

    alike_in_words!(5);

    #[inline(always)]
    fn slide_by(self, tile: usize, lower: usize, step: usize) -> Self {
        // Shifted by 11 cells, a tile fits in 64 bits. The last cell needs a
        // constant shift.
        let upper = (tile as u64) << (5 * (step - 1));
        self ^ ((tile as u128 | u128::from(upper) << 5) << (5 * lower))
    }

    #[inline(always)]
    fn turn(self, cells: usize) -> Self {
        let bits = if cells < 16 { 5 * cells } else { (5 * cells).wrapping_sub(160) } as u32;
        self.rotate_right(bits & 127)
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

#[cfg(test)]
mod tests;
