use std::fmt;
use std::str::FromStr;

/// Width and height of a board, each from 2 to 5 cells.
///
/// Written and read as `WIDTHxHEIGHT`, as in `4x4` or `3x2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The least width or height.
    pub const MIN_SIDE: usize = 2;
    /// The greatest width or height.
    pub const MAX_SIDE: usize = 5;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// When a side is not in 2 to 5.
    pub const fn new(width: usize, height: usize) -> Result<Self, ParseSizeError> {
        if Self::admits(width) && Self::admits(height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(ParseSizeError::OutOfRange)
        }
    }

    const fn admits(side: usize) -> bool {
        Self::MIN_SIDE <= side && side <= Self::MAX_SIDE
    }

    /// For constants of [`crate::Board`] implementations, whose sides are
    /// known to be in range.
    pub(crate) const fn of_sides(width: usize, height: usize) -> Self {
        assert!(Self::admits(width) && Self::admits(height));
        Self { width: width as u8, height: height as u8 }
    }

    /// All sixteen sizes, by width and then by height.
    pub fn all() -> impl Iterator<Item = Self> {
        let sides = Self::MIN_SIDE..=Self::MAX_SIDE;
        sides.clone().flat_map(move |width| {
            sides.clone().map(move |height| Self { width: width as u8, height: height as u8 })
        })
    }

    /// The square or nearly square size that boards of so many cells usually
    /// have: 9 cells are 3x3, 12 are 4x3. `None` where no size has so many, or
    /// where there is no usual one.
    pub fn usual(cells: usize) -> Option<Self> {
        let (width, height) = match cells {
            4 => (2, 2),
            6 => (3, 2),
            8 => (4, 2),
            9 => (3, 3),
            10 => (5, 2),
            12 => (4, 3),
            15 => (5, 3),
            16 => (4, 4),
            20 => (5, 4),
            25 => (5, 5),
            _ => return None,
        };
        Some(Self { width, height })
    }

    /// Columns, 2 to 5.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows, 2 to 5.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Columns times rows, 4 to 25.
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

/// Why a text or a pair of numbers is no [`Size`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSizeError {
    /// Not two whole numbers with an `x` between them.
    #[error("size {0:?} is not of the form WIDTHxHEIGHT, such as 4x4")]
    Form(String),
    /// A side below 2 or above 5.
    #[error("board sides must be from 2 to 5 cells")]
    OutOfRange,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_reads_back_what_it_prints() {
        let sizes: Vec<Size> = Size::all().collect();
        assert_eq!(sizes.len(), 16);
        for size in sizes {
            assert_eq!(size.to_string().parse(), Ok(size));
        }
    }

    #[test]
    fn bad_sizes_are_refused() {
        for text in ["", "4", "4x", "x4", "4x4x4", "axb", "-3x3", "999999999999999999999x3"] {
            assert!(matches!(text.parse::<Size>(), Err(ParseSizeError::Form(_))), "{text}");
        }
        for text in ["1x4", "4x1", "6x2", "2x6", "0x0"] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError::OutOfRange), "{text}");
        }
    }

    #[test]
    fn usual_sizes_have_the_cells_asked_for() {
        for cells in 0..40 {
            if let Some(size) = Size::usual(cells) {
                assert_eq!(size.cells(), cells);
            }
        }
    }
}
