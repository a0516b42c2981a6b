//! The sizes of boards.

use std::fmt;
use std::str::FromStr;

use crate::MAX_CELLS;

/// Width and height of a board. Both are at least two, and there are at most
/// [`MAX_CELLS`] cells.
///
/// Printed and read as `WIDTHxHEIGHT`, as in `4x4` or `2x12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The least width or height.
    pub const MIN_SIDE: usize = 2;
    /// The greatest width or height.
    pub const MAX_SIDE: usize = MAX_CELLS / Self::MIN_SIDE;
    /// How many sizes there are.
    pub const COUNT: usize = {
        let (mut count, mut width) = (0, Self::MIN_SIDE);
        while width <= Self::MAX_SIDE {
            count += Self::most_rows(width) - Self::MIN_SIDE + 1;
            width += 1;
        }
        count
    };

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// When a side is below two, or there are more than [`MAX_CELLS`] cells.
    pub const fn new(width: usize, height: usize) -> Result<Self, ParseSizeError> {
        if Self::admits(width, height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else if width < Self::MIN_SIDE || height < Self::MIN_SIDE {
            Err(ParseSizeError::Narrow)
        } else {
            Err(ParseSizeError::TooLarge(width.saturating_mul(height)))
        }
    }

    const fn admits(width: usize, height: usize) -> bool {
        Self::MIN_SIDE <= width
            && width <= Self::MAX_SIDE
            && Self::MIN_SIDE <= height
            && height <= Self::most_rows(width)
    }

    const fn most_rows(width: usize) -> usize {
        MAX_CELLS / width
    }

    /// For constants of [`crate::Board`] implementations, whose sides are
    /// known to be in range.
    pub(crate) const fn of_sides(width: usize, height: usize) -> Self {
        assert!(Self::admits(width, height));
        Self { width: width as u8, height: height as u8 }
    }

    /// All sizes, by width and then by height.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN_SIDE..=Self::MAX_SIDE).flat_map(|width| {
            let heights = Self::MIN_SIDE..=Self::most_rows(width);
            heights.map(move |height| Self { width: width as u8, height: height as u8 })
        })
    }

    /// The place of this size in [`Size::all`], below [`Size::COUNT`].
    pub const fn number(self) -> usize {
        let (mut before, mut width) = (0, Self::MIN_SIDE);
        while width < self.width() {
            before += Self::most_rows(width) - Self::MIN_SIDE + 1;
            width += 1;
        }
        before + self.height() - Self::MIN_SIDE
    }

    /// All sizes with this number of cells.
    pub fn of_cells(cells: usize) -> impl Iterator<Item = Self> {
        Self::all().filter(move |size| size.cells() == cells)
    }

    /// The square board with this number of cells.
    pub fn square(cells: usize) -> Option<Self> {
        Self::of_cells(cells).find(|size| size.width == size.height)
    }

    /// Columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Columns times rows, 4 to 25.
    #[inline]
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (width, height) =
            text.split_once(['x', 'X']).ok_or_else(|| ParseSizeError::Form(text.into()))?;
        let side = |digits: &str| {
            digits.trim().parse::<usize>().map_err(|_| ParseSizeError::Form(text.into()))
        };
        Self::new(side(width)?, side(height)?)
    }
}

/// Why a text or a pair of numbers is not a [`Size`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSizeError {
    /// Not two whole numbers with an `x` between them.
    #[error("size {0:?} is not of the form WIDTHxHEIGHT, such as 4x4")]
    Form(String),
    /// A side below 2.
    #[error("boards have at least 2 columns and 2 rows")]
    Narrow,
    /// This many cells.
    #[error("{0} cells: optile has boards up to {MAX_CELLS} cells")]
    TooLarge(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_reads_back_what_it_prints() {
        let sizes: Vec<Size> = Size::all().collect();
        assert_eq!(sizes.len(), Size::COUNT);
        for (number, size) in sizes.into_iter().enumerate() {
            assert_eq!(size.to_string().parse(), Ok(size));
            assert_eq!(size.number(), number);
        }
    }

    #[test]
    fn every_rectangle_of_up_to_25_cells_is_a_size() {
        let pairs = (0..30).flat_map(|width| (0..30).map(move |height| (width, height)));
        for (width, height) in pairs {
            let is_size = width >= 2 && height >= 2 && width * height <= 25;
            assert_eq!(Size::new(width, height).is_ok(), is_size, "{width}x{height}");
        }
    }

    #[test]
    fn bad_sizes_are_refused() {
        for text in ["", "4", "4x", "x4", "4x4x4", "axb", "-3x3", "999999999999999999999x3"] {
            assert!(matches!(text.parse::<Size>(), Err(ParseSizeError::Form(_))), "{text}");
        }
        for text in ["1x4", "4x1", "0x0"] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError::Narrow), "{text}");
        }
        for (text, cells) in [("13x2", 26), ("2x13", 26), ("5x6", 30)] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError::TooLarge(cells)), "{text}");
        }
    }

    #[test]
    fn sizes_are_found_by_their_cells() {
        let sizes = |cells| Size::of_cells(cells).map(|size| size.to_string()).collect::<Vec<_>>();
        assert_eq!(sizes(10), ["2x5", "5x2"]);
        assert_eq!(sizes(7), [""; 0]);
        let squares: Vec<usize> = (0..40).filter(|&cells| Size::square(cells).is_some()).collect();
        assert_eq!(squares, [4, 9, 16, 25]);
    }
}
