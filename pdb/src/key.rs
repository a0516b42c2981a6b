//! What identifies a table.

use std::fmt;

use optile_core::{Size, goal_cell};

use crate::index::cell_sets::{Regions, bits, cell_set_count};
use crate::index::order::{MAX_TILES, orders};

/// A set of tiles: a pattern.
///
/// Prints its tiles with dots between them, as in `1.2.5.6`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tiles(u32);

impl Tiles {
    /// The set of the tiles whose bits are set, tile 1 at bit 1.
    pub fn of_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits of the tiles, tile 1 at bit 1.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// This set and `tile`.
    #[must_use]
    pub fn with(self, tile: usize) -> Self {
        Self(self.0 | 1 << tile)
    }

    /// Whether `tile` is in the set.
    pub fn contains(self, tile: usize) -> bool {
        self.0 >> tile & 1 == 1
    }

    /// How many tiles are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no tile in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles, least first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        bits(self.0)
    }
}

impl FromIterator<usize> for Tiles {
    fn from_iter<I: IntoIterator<Item = usize>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::default(), Self::with)
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.iter().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

/// How an entry of a table is stored. The numbers are those in files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Storage {
    /// The distance, in a byte.
    #[default]
    Bytes = 0,
    /// Half the excess of the distance over the Manhattan distance, in four
    /// bits.
    Nibbles = 1,
    /// Half the excess of the distance over the Manhattan distance, at most 3,
    /// in two bits. The number of an entry has a digit for each tile: its cell.
    /// There are twice as many entries, half of which stand for two tiles on
    /// one cell, but a slide changes the number by one addition.
    Crumbs = 3,
}

impl Storage {
    /// All ways to store an entry, the largest first.
    pub const ALL: [Self; 3] = [Self::Bytes, Self::Nibbles, Self::Crumbs];

    /// The word for it in the names of heuristics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Nibbles => "nibbles",
            Self::Crumbs => "crumbs",
        }
    }

    /// Entries per byte.
    pub(crate) const fn entries_per_byte(self) -> u64 {
        match self {
            Self::Bytes => 1,
            Self::Nibbles => 2,
            Self::Crumbs => 4,
        }
    }
}

/// What identifies a table: everything on which its entries depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The board.
    pub size: Size,
    /// The blank's cell in the goal, whose tiles are in order.
    pub goal_blank: usize,
    /// The pattern.
    pub tiles: Tiles,
    /// Whether there is an entry for each region of the blank. Otherwise there
    /// is only the least of these.
    pub zero: bool,
    /// How an entry is stored.
    pub storage: Storage,
}

impl Key {
    /// Whether there can be such a table. The pattern must have one to eight
    /// tiles of the board, and the goal's blank must be on the board.
    /// Numbers of crumbs must fit in 32 bits, and there are none for regions.
    pub fn is_valid(&self) -> bool {
        let cells = self.size.cells();
        let tiles = self.tiles;
        self.goal_blank < cells
            && (1..=MAX_TILES).contains(&tiles.len())
            && tiles.iter().all(|tile| (1..cells).contains(&tile))
            && match self.storage {
                Storage::Bytes | Storage::Nibbles => true,
                Storage::Crumbs => !self.zero && self.entries() <= 1 << 32,
            }
    }

    /// The cells of the tiles in the goal, least tile first.
    pub(crate) fn goal_cells(&self) -> impl Iterator<Item = usize> {
        let goal_blank = self.goal_blank;
        self.tiles.iter().map(move |tile| goal_cell(tile, goal_blank))
    }

    /// How many entries the table has.
    pub fn entries(&self) -> u64 {
        let k = self.tiles.len();
        if self.storage == Storage::Crumbs {
            return (self.size.cells() as u64).pow(k as u32);
        }
        let blocks = if self.zero {
            Regions::total_of(self.size, k) as u64
        } else {
            cell_set_count(self.size.cells(), k)
        };
        blocks * orders(k) as u64
    }

    /// The bytes that the table takes.
    pub fn bytes(&self) -> u64 {
        self.entries().div_ceil(self.storage.entries_per_byte())
    }
}

/// Prints a text that can be part of a file name, as in
/// `4x4-goal0-1.2.3-zero-bytes`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, goal_blank, tiles, zero, storage } = self;
        let zero = if *zero { "-zero" } else { "" };
        write!(f, "{size}-goal{goal_blank}-{tiles}{zero}-{}", storage.name())
    }
}
