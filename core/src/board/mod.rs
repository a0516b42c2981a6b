//! Boards, as constants and as values, and what is on them.

mod arrangement;
mod estimates;
mod goals;
mod moves;
mod reading;
mod shape;
mod size;
mod state;
mod values;
mod word;

pub use arrangement::{Arrangement, ArrangementError};
pub use estimates::{AnyEstimator, Estimates};
pub use goals::GOALS;
pub use moves::{Move, MoveOrder, Moves, ParseMoveError};
pub use reading::{Blank, PlainLine, Reading};
pub use shape::{NO_MOVE, Onward, Shape, Step, Steps};
pub use size::{ParseSizeError, Size};
pub use state::{Slide, State, goal_cell};
pub use values::{PathValues, Place, Values};
pub use word::Word;

use std::fmt;
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// A board as searches see it: a value, which may be a constant.
///
/// Code that runs per node is generic over a board. [`Rect`] is a board whose
/// size is in its type. It takes no memory, and all its properties are
/// constants. [`Shaped`] is any board that fits a word, and reads its
/// [`Shape`]. So each search is compiled for the sizes on which searches take
/// long, and once per word for all others.
///
/// Cells are numbered row by row from the upper left, from 0.
pub trait Board: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// The integer that a state of this board is packed in.
    type Word: Word;

    /// The board of the same word whose size is a value, for code that need not be fast.
    type Shaped: Board<Word = Self::Word>;

    /// The shape, if the type determines it. Everything computed from it is a
    /// constant.
    const SHAPE: Option<&'static Shape>;

    /// The board of a size; `None` if the type is not for it.
    fn of(size: Size) -> Option<Self>;

    /// The shape of this board.
    fn shape(self) -> &'static Shape;

    /// The estimates of a heuristic that is compiled for this type of board.
    fn estimates(any: &dyn AnyEstimator) -> &dyn Estimates<Self>;

    /// The size.
    #[inline(always)]
    fn size(self) -> Size {
        self.shape().size()
    }

    /// Columns.
    #[inline(always)]
    fn width(self) -> usize {
        self.size().width()
    }

    /// Rows.
    #[inline(always)]
    fn height(self) -> usize {
        self.size().height()
    }

    /// Columns times rows, 4 to 25.
    #[inline(always)]
    fn cells(self) -> usize {
        self.size().cells()
    }

    /// The row of a cell.
    #[inline(always)]
    fn row(self, cell: usize) -> usize {
        match Self::SHAPE {
            Some(_) => cell / self.width(),
            None => self.shape().row(cell),
        }
    }

    /// The column of a cell.
    #[inline(always)]
    fn column(self, cell: usize) -> usize {
        match Self::SHAPE {
            Some(_) => cell % self.width(),
            None => self.shape().column(cell),
        }
    }

    /// The moves that the blank can make from a cell. Cells after the last one
    /// have none.
    #[inline(always)]
    fn legal(self, cell: usize) -> Moves {
        self.shape().legal(cell)
    }

    /// The cell that the blank gets to from `cell` by `m`, which must be legal
    /// there.
    #[inline(always)]
    fn neighbour(self, cell: usize, m: Move) -> usize {
        cell.wrapping_add(self.step(m))
    }

    /// What to add to the blank's cell for a move, wrapping around.
    #[inline(always)]
    fn step(self, m: Move) -> usize {
        self.shape().step(m)
    }

    /// The steps between two cells, moving along rows and columns.
    #[inline]
    fn distance(self, a: usize, b: usize) -> u32 {
        let rows = self.row(a).abs_diff(self.row(b));
        let columns = self.column(a).abs_diff(self.column(b));
        (rows + columns) as u32
    }
}

/// A board of `WIDTH` columns and `HEIGHT` rows, as a type without values.
///
/// Only 3x3, 4x4 and 5x5 have the trait [`Board`]. All code per node is compiled
/// again for 4x4 and 5x5, the boards of [`with_board!`](crate::with_board!).
/// 3x3 is for code that walks through all 8-puzzles.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect<const WIDTH: usize, const HEIGHT: usize>;

/// A board of any size whose states fit the word.
#[derive(Clone, Copy)]
pub struct Shaped<W> {
    shape: &'static Shape,
    word: PhantomData<W>,
}

impl<W> PartialEq for Shaped<W> {
    fn eq(&self, other: &Self) -> bool {
        self.shape.size() == other.shape.size()
    }
}

impl<W> Eq for Shaped<W> {}

impl<W> Hash for Shaped<W> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.shape.size().hash(state);
    }
}

impl<W> Debug for Shaped<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shaped({})", self.shape.size())
    }
}

/// Implements [`Board`] for [`Shaped`] boards of one word.
macro_rules! shaped {
    ($word:ty) => {
        impl Board for Shaped<$word> {
            type Word = $word;
            type Shaped = Self;
            const SHAPE: Option<&'static Shape> = None;

            fn of(size: Size) -> Option<Self> {
                let bits = size.cells() as u32 * <$word as Word>::CELL_BITS;
                let fits = bits <= <$word>::BITS;
                fits.then(|| Self { shape: Shape::of(size), word: PhantomData })
            }

            #[inline(always)]
            fn shape(self) -> &'static Shape {
                self.shape
            }

            fn estimates(any: &dyn AnyEstimator) -> &dyn Estimates<Self> {
                any
            }
        }
    };
}

shaped!(u64);
shaped!(u128);

/// Implements [`Board`] for the sizes listed.
macro_rules! rects {
    ($($width:literal x $height:literal $word:ty;)*) => {
        $(impl Board for Rect<$width, $height> {
            type Word = $word;
            type Shaped = Shaped<$word>;
            const SHAPE: Option<&'static Shape> =
                Some(&Shape::new(Size::of_sides($width, $height)));

            fn of(size: Size) -> Option<Self> {
                (size == Size::of_sides($width, $height)).then_some(Self)
            }

            #[inline(always)]
            fn shape(self) -> &'static Shape {
                // A static is stored once. A constant would be stored again in
                // each crate that is compiled for this board.
                static SHAPE: Shape = Shape::new(Size::of_sides($width, $height));
                &SHAPE
            }

            fn estimates(any: &dyn AnyEstimator) -> &dyn Estimates<Self> {
                any
            }

            #[inline(always)]
            fn step(self, m: Move) -> usize {
                // A constant, so that a step whose move is known is one too.
                let steps = const { Shape::steps(Size::of_sides($width, $height)) };
                steps[m as usize]
            }

            #[inline(always)]
            fn size(self) -> Size {
                const { Size::of_sides($width, $height) }
            }

            #[inline(always)]
            fn width(self) -> usize {
                $width
            }

            #[inline(always)]
            fn height(self) -> usize {
                $height
            }

            #[inline(always)]
            fn cells(self) -> usize {
                $width * $height
            }
        })*
    };
}

rects! {
    3 x 3 u64; 4 x 4 u64; 5 x 5 u128;
}

/// Defines `with_board!` over the sizes listed.
macro_rules! searched {
    ($($width:literal x $height:literal)*) => {
        /// Runs an expression with a variable bound to the [`Board`] of a
        /// [`Size`] that is known only at run time. The board has the size's
        /// own type for 4x4 and 5x5, else the type for all boards that fit the
        /// same word. Searches of 8-puzzles take at most a tenth longer with
        /// the latter, and IDA* takes less.
        ///
        /// The expression is compiled for each of these types. Code that need
        /// not be fast uses [`with_shaped_board!`](crate::with_shaped_board!),
        /// which has two types.
        ///
        /// ```
        /// use optile_core::{Board, Size, with_board};
        /// let size: Size = "4x3".parse()?;
        /// assert_eq!(with_board!(size, board => board.cells()), 12);
        /// # Ok::<(), optile_core::ParseSizeError>(())
        /// ```
        #[macro_export]
        macro_rules! with_board {
            ($size:expr, $board:ident => $body:expr) => {{
                let size: $crate::Size = $size;
                match (size.width(), size.height()) {
                    $(($width, $height) => {
                        let $board = $crate::Rect::<$width, $height>;
                        $body
                    })*
                    _ => $crate::with_shaped_board!(size, $board => $body),
                }
            }};
        }
    };
}

searched!(4 x 4 5 x 5);

/// Runs an expression with a variable bound to the [`Shaped`] board of a
/// [`Size`]. It is compiled only twice, and is slower than with
/// [`with_board!`](crate::with_board!).
///
/// ```
/// use optile_core::{Board, Size, with_shaped_board};
/// let size: Size = "2x12".parse()?;
/// assert_eq!(with_shaped_board!(size, board => board.cells()), 24);
/// # Ok::<(), optile_core::ParseSizeError>(())
/// ```
#[macro_export]
macro_rules! with_shaped_board {
    ($size:expr, $board:ident => $body:expr) => {{
        use $crate::Board as _;
        let size: $crate::Size = $size;
        if let Some($board) = $crate::Shaped::<u64>::of(size) {
            $body
        } else if let Some($board) = $crate::Shaped::<u128>::of(size) {
            $body
        } else {
            // The constructors of `Size` allow no more cells.
            unreachable!("boards of size {size} fit no word")
        }
    }};
}

/// Like [`with_board!`], for searches that are compiled only for 4x4 and each
/// width of word, so that the program stays small. A search that a meter says is
/// watched has a size that is a value.
#[macro_export]
macro_rules! with_few_boards {
    ($size:expr, $meter:expr, $board:ident => $body:expr) => {{
        let size: $crate::Size = $size;
        match (size.width(), size.height()) {
            (4, 4) if !$meter.is_watched() => {
                let $board = $crate::Rect::<4, 4>;
                $body
            }
            _ => $crate::with_shaped_board!(size, $board => $body),
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Board>(board: B, size: Size) {
        assert_eq!(board.size(), size);
        assert_eq!(B::of(size), Some(board));
        assert_eq!((board.width(), board.height()), (size.width(), size.height()));
        assert_eq!(board.cells(), size.cells());
        assert!(board.cells() as u32 * B::Word::CELL_BITS <= 8 * size_of::<B::Word>() as u32);
        let shape = Shape::of(size);
        for cell in 0..size.cells() {
            assert_eq!(board.legal(cell), shape.legal(cell));
            assert_eq!(
                (board.row(cell), board.column(cell)),
                (shape.row(cell), shape.column(cell))
            );
            for m in board.legal(cell) {
                assert_eq!(board.distance(cell, board.neighbour(cell, m)), 1);
            }
        }
    }

    #[test]
    fn constant_boards_and_shaped_ones_are_alike() {
        check(Rect::<3, 3>, Size::of_sides(3, 3));
        for size in Size::all() {
            with_board!(size, board => check(board, size));
            with_shaped_board!(size, board => check(board, size));
        }
    }

    #[test]
    fn boards_of_other_sizes_are_refused() {
        let size = "4x5".parse().unwrap();
        assert_eq!(Rect::<4, 4>::of(size), None);
        assert_eq!(Shaped::<u64>::of(size), None);
        assert!(Shaped::<u128>::of(size).is_some());
    }
}
