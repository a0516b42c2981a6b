//! Arrangements of tiles, as people write them.

use std::fmt;

use crate::{MAX_CELLS, ParseSizeError, Size, counted};

/// The tiles on a board whose size is known only at run time, as written by
/// people and in files. [`crate::State`] is the fast form for searches.
///
/// It is always a permutation of 0 (the blank) to the last tile.
///
/// Reads every form of a board that `docs/formats.md` lists, see [`crate::Reading`]. Prints as rows
/// separated by slashes, with 0 for the blank.
///
/// ```
/// use optile_core::Arrangement;
/// let rows: Arrangement = "1 2 3 / x 4 6 / 7 5 8".parse()?;
/// assert_eq!(rows, "123x46758".parse()?);
/// assert_eq!(rows.to_string(), "1 2 3 / 0 4 6 / 7 5 8");
/// # Ok::<(), optile_core::ArrangementError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement {
    size: Size,
    /// Row by row. Zero after the last cell, so that derived equality is right.
    tiles: [u8; MAX_CELLS],
}

impl Arrangement {
    /// An arrangement from its tiles, row by row, 0 for the blank.
    ///
    /// # Errors
    ///
    /// When the tiles are not each of 0 to `cells - 1` once.
    pub fn new(size: Size, tiles: &[u8]) -> Result<Self, ArrangementError> {
        if tiles.len() != size.cells() {
            return Err(ArrangementError::Count { size, found: tiles.len() });
        }
        let mut seen = 0u32;
        for &tile in tiles {
            if usize::from(tile) >= size.cells() {
                return Err(ArrangementError::Range { tile: tile.into(), size });
            }
            if seen >> tile & 1 == 1 {
                return Err(if tile == 0 {
                    ArrangementError::TwoBlanks
                } else {
                    ArrangementError::Duplicate { tile, missing: Self::first_missing(tiles) }
                });
            }
            seen |= 1 << tile;
        }
        let mut own = [0; MAX_CELLS];
        own[..tiles.len()].copy_from_slice(tiles);
        Ok(Self { size, tiles: own })
    }

    fn first_missing(tiles: &[u8]) -> u8 {
        // A slice with a duplicate lacks at least one value.
        (0..tiles.len() as u8).find(|tile| !tiles.contains(tile)).unwrap_or(0)
    }

    pub(crate) fn of_checked(size: Size, tiles: [u8; MAX_CELLS]) -> Self {
        debug_assert!(Self::new(size, &tiles[..size.cells()]).is_ok());
        Self { size, tiles }
    }

    /// The tiles in order, with the blank at cell `blank`. Searches get only
    /// such goals.
    ///
    /// # Errors
    ///
    /// When `blank` is not a cell of the board.
    pub fn goal(size: Size, blank: usize) -> Result<Self, ArrangementError> {
        if blank >= size.cells() {
            return Err(ArrangementError::Range { tile: blank as u64, size });
        }
        let mut tiles = [0; MAX_CELLS];
        for (cell, tile) in tiles.iter_mut().enumerate().take(size.cells()) {
            *tile = match cell.cmp(&blank) {
                std::cmp::Ordering::Less => cell as u8 + 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => cell as u8,
            };
        }
        Ok(Self { size, tiles })
    }

    /// The board's size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles, row by row, 0 for the blank; as many as the board has cells.
    #[inline]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size.cells()]
    }

    /// The blank's cell.
    #[inline]
    pub fn blank(&self) -> usize {
        // Every arrangement has a 0.
        self.tiles().iter().position(|&tile| tile == 0).unwrap_or(0)
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles().iter().enumerate() {
            let before = match cell {
                0 => "",
                _ if cell % self.size.width() == 0 => " / ",
                _ => " ",
            };
            write!(f, "{before}{tile}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// What a number of tiles may be that do not stand in rows.
pub(super) fn sizes(found: usize, numbered: Option<Size>) -> String {
    let boards = Size::of_cells(found).map(|size| format!("a {size} board"));
    let numbered = numbered.map(|size| format!("a number and a {size} board"));
    let readings: Vec<String> = boards.chain(numbered).collect();
    match readings.len() {
        0 if found > MAX_CELLS => ParseSizeError::TooLarge(found).to_string(),
        0 => format!("no board has {}", counted(found, "cell")),
        _ => format!(
            "{}: {}? separate the rows by `/`, or give the size",
            counted(found, "tile"),
            readings.join(" or ")
        ),
    }
}

/// Why a text or a list of numbers is not an arrangement of tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArrangementError {
    /// No tiles.
    #[error("no tiles: expected a board such as `1 2 3 / 4 5 6 / 7 8 0`")]
    Empty,
    /// Far more tiles than any board has.
    #[error("too many tiles: the largest boards have {MAX_CELLS} cells")]
    TooLong,
    /// A word that is neither a number nor a sign for the blank.
    #[error("{token:?} is not a tile: expected a number, or 0, x, X, _ or . for the blank")]
    Token {
        /// The word, shortened if it is long.
        token: String,
    },
    /// Not as many tiles as the size has cells.
    #[error("{} on a {size} board: expected {}", counted(*found, "tile"), size.cells())]
    Count {
        /// The board's size.
        size: Size,
        /// Tiles found.
        found: usize,
    },
    /// A number of tiles that does not determine the size.
    #[error("{}", sizes(*found, *numbered))]
    Size {
        /// Tiles found.
        found: usize,
        /// The size if the first or the last of them is a number that belongs to a board.
        numbered: Option<Size>,
    },
    /// A text with two readings, which this says.
    #[error("{0}")]
    TwoReadings(String),
    /// Rows that are no board, or not the expected one.
    #[error("the rows form a {width}x{height} board: {expected}")]
    Rows {
        /// Columns found.
        width: usize,
        /// Rows found.
        height: usize,
        /// What was expected.
        expected: String,
    },
    /// A row with another number of tiles than the first one.
    #[error("row {row} has another number of tiles than the rows above")]
    Ragged {
        /// The row, from 1.
        row: usize,
    },
    /// A tile that the board does not have.
    #[error("tile {tile} is out of range: a {size} board has 0 (the blank) to {}", size.cells() - 1)]
    Range {
        /// The tile found.
        tile: u64,
        /// The board's size.
        size: Size,
    },
    /// A tile occurs twice, so that another one is missing.
    #[error("tile {tile} occurs twice and tile {missing} is missing")]
    Duplicate {
        /// The tile that occurs twice.
        tile: u8,
        /// The least tile that is missing.
        missing: u8,
    },
    /// No blank.
    #[error("no blank: expected one of 0, x, X, _ or .")]
    NoBlank,
    /// More than one blank.
    #[error("two blanks: expected one")]
    TwoBlanks,
}
