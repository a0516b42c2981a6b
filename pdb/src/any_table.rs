//! Tables of both kinds: of patterns, and of games of walking distance.

use std::fmt;

use optile_core::{Meter, Stop};

use crate::key::Key;
use crate::progress::Progress;
use crate::table::{Table, mean};
use crate::walking::game::Game;
use crate::walking::table::WalkingTable;

/// What identifies a table of either kind.
///
/// Prints a text that can be part of a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyKey {
    /// A pattern.
    Pattern(Key),
    /// A game of walking distance.
    Walking(Game),
}

/// A table of either kind.
#[derive(Clone, Debug)]
pub enum AnyTable {
    /// That of a pattern.
    Pattern(Table),
    /// That of a game of walking distance.
    Walking(WalkingTable),
}

impl AnyKey {
    /// How many entries the table has.
    pub fn entries(&self) -> u64 {
        match self {
            Self::Pattern(key) => key.entries(),
            Self::Walking(game) => game.positions(),
        }
    }

    /// The bytes that the entries of the table take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Pattern(key) => key.bytes(),
            Self::Walking(game) => game.positions(),
        }
    }

    /// The most bytes held while the table is built, including the table.
    pub fn bytes_to_build(&self) -> u64 {
        match self {
            Self::Pattern(key) => key.bytes_to_build(),
            Self::Walking(game) => game.bytes_to_build(),
        }
    }
}

impl From<Key> for AnyKey {
    fn from(key: Key) -> Self {
        Self::Pattern(key)
    }
}

impl From<Game> for AnyKey {
    fn from(game: Game) -> Self {
        Self::Walking(game)
    }
}

impl From<Table> for AnyTable {
    fn from(table: Table) -> Self {
        Self::Pattern(table)
    }
}

impl fmt::Display for AnyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern(key) => key.fmt(f),
            Self::Walking(game) => game.fmt(f),
        }
    }
}

impl AnyTable {
    /// Builds the table of a key.
    ///
    /// # Errors
    ///
    /// See [`Table::build`] and [`WalkingTable::build`].
    pub fn build(key: &AnyKey, meter: &Meter, progress: &Progress) -> Result<Self, Stop> {
        Ok(match key {
            AnyKey::Pattern(key) => Self::Pattern(Table::build(key, meter, progress)?),
            AnyKey::Walking(game) => Self::Walking(WalkingTable::build(game, meter, progress)?),
        })
    }

    /// The key of the table.
    pub fn key(&self) -> AnyKey {
        match self {
            Self::Pattern(table) => AnyKey::Pattern(*table.key()),
            Self::Walking(table) => AnyKey::Walking(*table.game()),
        }
    }

    /// How many entries have each distance. Entries that no moves reach are not
    /// counted.
    pub fn counts(&self) -> &[u64] {
        match self {
            Self::Pattern(table) => table.counts(),
            Self::Walking(table) => table.counts(),
        }
    }

    /// The mean distance of all entries.
    pub fn mean(&self) -> f64 {
        mean(self.counts())
    }

    pub(crate) fn entries(&self) -> &[u8] {
        match self {
            Self::Pattern(table) => &table.entries,
            Self::Walking(table) => &table.entries,
        }
    }
}
