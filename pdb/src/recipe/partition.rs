//! How the tiles are divided among patterns.

use optile_core::{MAX_CELLS, Size, counted};

use crate::index::order::MAX_TILES;
use crate::key::Tiles;

/// How the tiles of a board are divided among patterns, as a name says it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Partition {
    /// The number of tiles of each pattern. [`Partition::patterns`] chooses the
    /// tiles.
    Sizes(Vec<usize>),
    /// The tiles of each pattern.
    Patterns(Vec<Tiles>),
    /// Patterns of this number of tiles, as many as the board has room for, and
    /// one pattern of the rest.
    UpTo(usize),
}

/// The beginning of the name of [`Partition::UpTo`], before the number.
pub(crate) const UP_TO: &str = "up-to-";

/// A partition that is known to be good, toward goals with the blank in the
/// upper left corner. It is given by the cells of each pattern in that goal.
struct Known {
    cells: &'static [&'static [usize]],
    size: (usize, usize),
}

/// The partitions that are known to be good.
const KNOWN: &[Known] = &[
    // R. E. Korf, A. Felner, Disjoint pattern database heuristics, 2002.
    Known { size: (4, 4), cells: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]] },
    // The greatest mean of all partitions with connected patterns, as found by
    // the example `partitions`.
    Known { size: (4, 4), cells: &[&[1, 2, 4, 5, 8], &[3, 6, 7, 10, 11], &[9, 12, 13, 14, 15]] },
    // A few partitions have a mean within a fiftieth of the greatest. Of these,
    // this is the one whose mean is closest to the published mean for reflected
    // lookups (A. Felner, R. E. Korf, S. Hanan, Additive pattern database
    // heuristics, 2004).
    Known { size: (4, 4), cells: &[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]] },
    // R. E. Korf, A. Felner, Disjoint pattern database heuristics, 2002.
    Known {
        size: (5, 5),
        cells: &[
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ],
    },
];

impl Partition {
    /// The patterns toward the goal with its blank at `goal_blank`.
    ///
    /// If only sizes are given, and the goal's blank is in a corner, this is
    /// the best known partition, mirrored to that corner. If no good partition
    /// is known, tiles are taken along the rows, alternately to the right and
    /// to the left, so that each pattern is connected.
    ///
    /// # Errors
    ///
    /// When the patterns do not contain every tile of the board once, or when a
    /// pattern has too many tiles.
    pub fn patterns(&self, size: Size, goal_blank: usize) -> Result<Vec<Tiles>, PartitionError> {
        let tiles = size.cells() - 1;
        let by_sizes = |sizes: &[usize]| {
            let known = known(sizes, size, goal_blank);
            known.unwrap_or_else(|| along_rows(sizes, size, goal_blank))
        };
        let is_sum = |sum| match sum == tiles {
            true => Ok(()),
            false => Err(PartitionError::Sum { sum, size, tiles }),
        };
        let patterns = match self {
            Self::Patterns(patterns) => {
                is_sum(patterns.iter().map(|pattern| pattern.len()).sum())?;
                patterns.clone()
            }
            Self::Sizes(sizes) => {
                is_sum(sizes.iter().sum())?;
                by_sizes(sizes)
            }
            &Self::UpTo(most) => {
                let rest = Some(tiles % most).filter(|&rest| rest > 0);
                let sizes: Vec<usize> =
                    std::iter::repeat_n(most, tiles / most).chain(rest).collect();
                by_sizes(&sizes)
            }
        };
        let all: Tiles = patterns.iter().flat_map(|pattern| pattern.iter()).collect();
        if let Some(tile) = (1..=tiles).find(|&tile| !all.contains(tile)) {
            return Err(PartitionError::Missing { tile });
        }
        Ok(patterns)
    }

    /// A partition toward the goal with its blank first, mirrored to that with its blank in
    /// another corner. `None` if the tiles are given, and the blank is in no corner.
    pub(crate) fn mirrored(&self, size: Size, goal_blank: usize) -> Option<Self> {
        let Self::Patterns(patterns) = self else { return Some(self.clone()) };
        let mirrored = to_corner(size, goal_blank)?;
        // Toward the goal with its blank first, the number of a tile is that of its cell.
        let pattern = |tiles: &Tiles| tiles.iter().map(&mirrored).collect();
        Some(Self::Patterns(patterns.iter().map(pattern).collect()))
    }

    /// The most patterns that a board is divided among.
    pub fn most_patterns(&self) -> usize {
        match self {
            Self::Sizes(sizes) => sizes.len(),
            Self::Patterns(patterns) => patterns.len(),
            Self::UpTo(most) => (MAX_CELLS - 1).div_ceil(*most),
        }
    }
}

/// The cell's tile in the goal.
pub(crate) fn tile_at(cell: usize, goal_blank: usize) -> usize {
    if cell < goal_blank { cell + 1 } else { cell }
}

/// What takes a cell of the goal with its blank first to its tile when the board is mirrored, so
/// that the blank is in another corner. `None` if `goal_blank` is in no corner.
fn to_corner(size: Size, goal_blank: usize) -> Option<impl Fn(usize) -> usize> {
    let (width, height) = (size.width(), size.height());
    let (row, column) = (goal_blank / width, goal_blank % width);
    let is_corner = row % (height - 1) == 0 && column % (width - 1) == 0;
    is_corner.then_some(move |cell: usize| {
        let (r, c) = (cell / width, cell % width);
        let r = if row == 0 { r } else { height - 1 - r };
        let c = if column == 0 { c } else { width - 1 - c };
        tile_at(r * width + c, goal_blank)
    })
}

fn known(sizes: &[usize], size: Size, goal_blank: usize) -> Option<Vec<Tiles>> {
    let mirrored = to_corner(size, goal_blank)?;
    let mut wanted = sizes.to_vec();
    wanted.sort_unstable();
    let fits = |known: &&Known| {
        let mut counts: Vec<usize> = known.cells.iter().map(|cells| cells.len()).collect();
        counts.sort_unstable();
        known.size == (size.width(), size.height()) && counts == wanted
    };
    let known = KNOWN.iter().find(fits)?;
    let tiles = |cells: &&[usize]| cells.iter().map(|&cell| mirrored(cell)).collect();
    let mut patterns: Vec<Tiles> = known.cells.iter().map(tiles).collect();
    // In the order in which the sizes were given.
    let mut ordered = Vec::new();
    for &count in sizes {
        let place = patterns.iter().position(|pattern| pattern.len() == count)?;
        ordered.push(patterns.remove(place));
    }
    Some(ordered)
}

fn along_rows(sizes: &[usize], size: Size, goal_blank: usize) -> Vec<Tiles> {
    let width = size.width();
    let mut cells = (0..size.cells())
        .map(|cell| {
            let (row, column) = (cell / width, cell % width);
            row * width + if row % 2 == 0 { column } else { width - 1 - column }
        })
        .filter(|&cell| cell != goal_blank)
        .map(|cell| tile_at(cell, goal_blank));
    sizes.iter().map(|&count| cells.by_ref().take(count).collect()).collect()
}

/// Why a partition does not fit a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// The patterns do not have as many tiles as the board.
    #[error("the patterns have {}: expected {tiles}, the tiles of a {size} board", counted(*sum, "tile"))]
    Sum {
        /// Tiles of all patterns.
        sum: usize,
        /// The board.
        size: Size,
        /// Its tiles.
        tiles: usize,
    },
    /// A tile is in no pattern.
    #[error("tile {tile} is in no pattern: expected every tile of the board in one")]
    Missing {
        /// The tile.
        tile: usize,
    },
}

/// The partition of a text such as `7-8`, `up-to-4` or `1.2.5-3.4.6.7-8`.
/// Numbers are sizes, or tiles if there is a dot.
pub(crate) fn parse(text: &str) -> Option<Partition> {
    let number = |word: &str| word.parse::<usize>().ok().filter(|n| (1..=24).contains(n));
    if let Some(most) = text.strip_prefix(UP_TO) {
        return number(most).filter(|&most| most <= MAX_TILES).map(Partition::UpTo);
    }
    let parts = text.split('-');
    if !text.contains('.') {
        let sizes: Vec<usize> = parts.map(number).collect::<Option<_>>()?;
        return sizes.iter().all(|&n| n <= MAX_TILES).then_some(Partition::Sizes(sizes));
    }
    let mut all = Tiles::default();
    let mut patterns = Vec::new();
    for part in parts {
        let mut pattern = Tiles::default();
        for word in part.split('.') {
            let tile = number(word)?;
            if all.contains(tile) {
                return None;
            }
            (all, pattern) = (all.with(tile), pattern.with(tile));
        }
        if pattern.len() > MAX_TILES {
            return None;
        }
        patterns.push(pattern);
    }
    Some(Partition::Patterns(patterns))
}
