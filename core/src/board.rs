use std::fmt::Debug;
use std::hash::Hash;

use crate::{MAX_CELLS, Move, Moves, Size, Word};

/// A board of one fixed size, as a type without values: what all per-node
/// code is generic over.
///
/// Implemented by [`Rect`] for every width and height from 2 to 5, and by
/// nothing else. Cells are numbered row by row from the upper left, from 0.
pub trait Board:
    Copy + Default + Debug + PartialEq + Eq + PartialOrd + Ord + Hash + Send + Sync + 'static
{
    /// What a state of this board is packed in.
    type Word: Word;
    /// Columns, 2 to 5.
    const WIDTH: usize;
    /// Rows, 2 to 5.
    const HEIGHT: usize;
    /// Columns times rows, 4 to 25.
    const CELLS: usize = Self::WIDTH * Self::HEIGHT;
    /// The same size as a value.
    const SIZE: Size = Size::of_sides(Self::WIDTH, Self::HEIGHT);
    /// By the blank's cell, the moves it can make; [`Moves::NONE`] above the
    /// last cell.
    const LEGAL: [Moves; MAX_CELLS] = legal_moves(Self::WIDTH, Self::HEIGHT);

    /// By the discriminant of a move, what to add to the blank's cell,
    /// wrapping around.
    const STEPS: [usize; 4] = [Self::WIDTH.wrapping_neg(), 1usize.wrapping_neg(), 1, Self::WIDTH];

    /// The cell that the blank gets to from `cell` by `m`, which must be legal
    /// there.
    #[inline(always)]
    fn neighbour(cell: usize, m: Move) -> usize {
        // A table, since compilers make a match a jump, and which move comes
        // next is just what no processor can predict.
        cell.wrapping_add(Self::STEPS[m as usize])
    }

    /// The steps between two cells, moving along rows and columns.
    #[inline]
    fn distance(a: usize, b: usize) -> u32 {
        let rows = (a / Self::WIDTH).abs_diff(b / Self::WIDTH);
        let columns = (a % Self::WIDTH).abs_diff(b % Self::WIDTH);
        (rows + columns) as u32
    }
}

const fn legal_moves(width: usize, height: usize) -> [Moves; MAX_CELLS] {
    let mut legal = [Moves::NONE; MAX_CELLS];
    let mut cell = 0;
    while cell < width * height {
        let (row, column) = (cell / width, cell % width);
        if row > 0 {
            legal[cell] = legal[cell].with(Move::Up);
        }
        if column > 0 {
            legal[cell] = legal[cell].with(Move::Left);
        }
        if column + 1 < width {
            legal[cell] = legal[cell].with(Move::Right);
        }
        if row + 1 < height {
            legal[cell] = legal[cell].with(Move::Down);
        }
        cell += 1;
    }
    legal
}

/// A board of `WIDTH` columns and `HEIGHT` rows.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect<const WIDTH: usize, const HEIGHT: usize>;

/// Implements [`Board`] for the sizes listed, and defines `with_board!` over
/// the same list, so that a size cannot be in one and not in the other.
macro_rules! boards {
    ($($width:literal x $height:literal $word:ty;)*) => {
        $(impl Board for Rect<$width, $height> {
            type Word = $word;
            const WIDTH: usize = $width;
            const HEIGHT: usize = $height;
        })*

        /// Runs an expression with a type name bound to the [`Board`] of a
        /// [`Size`] that is known only at run time.
        ///
        /// ```
        /// use optile_core::{Board, Size, with_board};
        /// let size: Size = "4x3".parse()?;
        /// assert_eq!(with_board!(size, B => B::CELLS), 12);
        /// # Ok::<(), optile_core::ParseSizeError>(())
        /// ```
        #[macro_export]
        macro_rules! with_board {
            ($size:expr, $board:ident => $body:expr) => {{
                let size: $crate::Size = $size;
                match (size.width(), size.height()) {
                    $(($width, $height) => {
                        type $board = $crate::Rect<$width, $height>;
                        $body
                    })*
                    // Size's constructors admit no other sides.
                    _ => unreachable!("size {size} is out of range"),
                }
            }};
        }
    };
}

boards! {
    2 x 2 u64; 2 x 3 u64; 2 x 4 u64; 2 x 5 u64;
    3 x 2 u64; 3 x 3 u64; 3 x 4 u64; 3 x 5 u64;
    4 x 2 u64; 4 x 3 u64; 4 x 4 u64; 4 x 5 u128;
    5 x 2 u64; 5 x 3 u64; 5 x 4 u128; 5 x 5 u128;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Board>(size: Size) {
        assert_eq!(B::SIZE, size);
        assert!(B::CELLS as u32 * B::Word::CELL_BITS <= 8 * size_of::<B::Word>() as u32);
        let mut steps = 0;
        for cell in 0..MAX_CELLS {
            for m in B::LEGAL[cell] {
                let to = B::neighbour(cell, m);
                assert!(to < B::CELLS);
                assert_eq!(B::distance(cell, to), 1);
                assert!(B::LEGAL[to].contains(m.inverse()));
                assert_eq!(B::neighbour(to, m.inverse()), cell);
                steps += 1;
            }
        }
        let (w, h) = (B::WIDTH, B::HEIGHT);
        assert_eq!(steps, 2 * ((w - 1) * h + w * (h - 1)));
    }

    #[test]
    fn legal_moves_stay_on_every_board_and_can_be_taken_back() {
        for size in Size::all() {
            with_board!(size, B => check::<B>(size));
        }
    }
}
