//! Arrangements of tiles, as people write them.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use crate::{MAX_CELLS, Size};

/// The tiles on a board whose size is known only at run time, as written by
/// people and in files. [`crate::State`] is the fast form for searches.
///
/// It is always a permutation of 0 (the blank) to the last tile.
///
/// Reads several spellings: one word with one character per cell (`123x46758`);
/// numbers separated by spaces, commas or line ends (`1 2 3 0 4 6 7 5 8`); and
/// rows separated by slashes (`1 2 3 / x 4 6 / 7 5 8`, which also sets the
/// width). The blank is `0`, `x`, `X`, `_` or `.`. Prints as rows separated by
/// slashes, with 0 for the blank.
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

    /// Reads an arrangement in any of the spellings above. The size may be
    /// known already.
    ///
    /// # Errors
    ///
    /// See [`Arrangement::new`]. Also when the text contains anything other
    /// than tiles, or when its rows do not fit `size`.
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, ArrangementError> {
        let (tiles, rows) = read_tiles(text)?;
        let tiles = &tiles[..];
        let size = match (size, rows) {
            (Some(size), Some((width, height)))
                if (size.width(), size.height()) != (width, height) =>
            {
                return Err(ArrangementError::Rows { width, height });
            }
            (Some(size), _) => size,
            (None, Some((width, height))) => {
                Size::new(width, height).map_err(|_| ArrangementError::Rows { width, height })?
            }
            (None, None) => {
                Size::usual(tiles.len()).ok_or(ArrangementError::Size { found: tiles.len() })?
            }
        };
        if tiles.len() != size.cells() {
            return Err(ArrangementError::Count { size, found: tiles.len() });
        }
        let mut small = [0u8; MAX_CELLS];
        for (slot, &tile) in small.iter_mut().zip(tiles) {
            *slot = u8::try_from(tile).map_err(|_| ArrangementError::Range { tile, size })?;
        }
        if !small[..tiles.len()].contains(&0) {
            return Err(ArrangementError::NoBlank);
        }
        Self::new(size, &small[..tiles.len()])
    }
}

/// The longest text that is quoted in a message, in characters.
const QUOTED: usize = 24;

fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The numbers of a text and, if slashes separate rows, the numbers of columns
/// and rows.
type Tokens = (Vec<u64>, Option<(usize, usize)>);

fn read_tiles(text: &str) -> Result<Tokens, ArrangementError> {
    let slashed = text.contains('/');
    let mut tiles = Vec::with_capacity(MAX_CELLS);
    let mut rows = 0;
    let mut width = None;
    for row in text.split('/') {
        let before = tiles.len();
        let mut words =
            row.split([' ', '\t', '\r', '\n', ',', ';']).filter(|word| !word.is_empty());
        match (words.next(), words.next()) {
            (None, _) => {}
            // A single word has one character per cell, unless it is a number
            // with too few characters (no board has rows of one cell).
            (Some(word), None) if word.chars().count() >= 2 => {
                for letter in word.chars() {
                    tiles.push(read_letter(letter, word)?);
                }
            }
            (Some(first), second) => {
                for word in [first].into_iter().chain(second).chain(words) {
                    tiles.push(read_number(word)?);
                    if tiles.len() > 4 * MAX_CELLS {
                        return Err(ArrangementError::TooLong);
                    }
                }
            }
        }
        if tiles.len() > 4 * MAX_CELLS {
            return Err(ArrangementError::TooLong);
        }
        if slashed {
            let columns = tiles.len() - before;
            if *width.get_or_insert(columns) != columns {
                return Err(ArrangementError::Ragged { row: rows + 1 });
            }
        }
        rows += 1;
    }
    if tiles.is_empty() {
        return Err(ArrangementError::Empty);
    }
    Ok((tiles, width.map(|width| (width, rows))))
}

fn is_blank(letter: char) -> bool {
    matches!(letter, '0' | 'x' | 'X' | '_' | '.')
}

/// One cell of a board that is written as one word: digits, then letters from
/// `a` for ten. `x` is always the blank, because no board that fits in one word
/// needs it as a tile.
fn read_letter(letter: char, word: &str) -> Result<u64, ArrangementError> {
    if is_blank(letter) {
        return Ok(0);
    }
    match letter.to_digit(25) {
        Some(digit) => Ok(digit.into()),
        None => Err(ArrangementError::Token { token: quote(word) }),
    }
}

fn read_number(word: &str) -> Result<u64, ArrangementError> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && is_blank(letter)
    {
        return Ok(0);
    }
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ArrangementError::Token { token: quote(word) });
    }
    word.parse().map_err(|_| ArrangementError::Token { token: quote(word) })
}

impl FromStr for Arrangement {
    type Err = ArrangementError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, None)
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
    #[error("{found} {} on a {size} board: expected {}", if *found == 1 { "tile" } else { "tiles" }, size.cells())]
    Count {
        /// The board's size.
        size: Size,
        /// Tiles found.
        found: usize,
    },
    /// A number of tiles that does not determine the size.
    #[error(
        "{found} {} not determine the board's size: give the size, or separate the rows by `/`",
        if *found == 1 { "tile does" } else { "tiles do" }
    )]
    Size {
        /// Tiles found.
        found: usize,
    },
    /// Rows that do not form a board, or not the expected one.
    #[error(
        "the rows form a {width}x{height} board: expected the given size, or at least 2x2 and at most {MAX_CELLS} cells"
    )]
    Rows {
        /// Columns found.
        width: usize,
        /// Rows found.
        height: usize,
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
