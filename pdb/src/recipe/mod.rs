//! Which pattern databases a heuristic adds up, and their names.

pub(crate) mod partition;

pub use partition::{Partition, PartitionError};

use std::fmt;
use std::str::FromStr;

use optile_core::Size;

use crate::key::{Key, Storage, Tiles};
use partition::UP_TO;

/// Which pattern databases a heuristic adds up, as its name says after `pdb:`.
///
/// The name gives a partition, and then any of the words below, each after a
/// `+`:
///
/// * the partition is given by the sizes of its patterns, as in `7-8`, or by
///   their tiles, as in `1.2.3-4.5-6.7.8`. It can also be given by the most
///   tiles of a pattern, as in `up-to-4`, which is a partition of every board;
/// * `reflected`: the greater of this sum and that of the state reflected about
///   the diagonal. Only on square boards. It uses the same tables if the goal
///   has its blank on the diagonal, and otherwise the same number of other
///   tables;
/// * `zero`: an entry for each region of the blank. The bound is greater, and
///   consistent;
/// * `bytes`, `nibbles`: how an entry is stored.
///
/// ```
/// use optile_pdb::Recipe;
/// let recipe: Recipe = "7-8+reflected".parse()?;
/// assert!(recipe.reflected && !recipe.zero);
/// assert_eq!(recipe.to_string(), "7-8+reflected");
/// # Ok::<(), optile_pdb::RecipeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The patterns.
    pub partition: Partition,
    /// Whether the reflected state is looked up as well.
    pub reflected: bool,
    /// Whether there is an entry for each region of the blank.
    pub zero: bool,
    /// How an entry is stored.
    pub storage: Storage,
}

impl Recipe {
    /// Whether the bound never falls by more than one with a move.
    ///
    /// Tables without `zero` keep the least over all regions of the blank,
    /// which may fall by more.
    pub fn is_consistent(&self) -> bool {
        self.zero
    }

    /// The most lookups for a state of any board: one per pattern, and twice as
    /// many if `reflected`.
    pub fn slots(&self) -> usize {
        self.partition.most_patterns() * if self.reflected { 2 } else { 1 }
    }

    /// The tables of the patterns toward a goal.
    ///
    /// # Errors
    ///
    /// When the partition does not fit the board, or when there is no
    /// reflection because the board is not square.
    pub fn keys(&self, size: Size, goal_blank: usize) -> Result<Vec<Key>, String> {
        let patterns = self.partition.patterns(size, goal_blank).map_err(|e| e.to_string())?;
        if self.reflected && size.width() != size.height() {
            return Err(format!("no reflection of a {size} board: expected a square one"));
        }
        let &Self { zero, storage, .. } = self;
        let key = |tiles: Tiles| Key { size, goal_blank, tiles, zero, storage };
        Ok(patterns.into_iter().map(key).collect())
    }

    /// All tables toward a goal: first those of [`Recipe::keys`], then those
    /// that only reflections need.
    ///
    /// # Errors
    ///
    /// See [`Recipe::keys`].
    pub fn all_keys(&self, size: Size, goal_blank: usize) -> Result<Vec<Key>, String> {
        let mut goals = self.goals(size, goal_blank);
        goals.dedup();
        let keys: Result<Vec<_>, _> = goals.iter().map(|&goal| self.keys(size, goal)).collect();
        Ok(keys?.concat())
    }

    /// The blank's cells in the goal of a state and, if `reflected`, in that of
    /// its reflection.
    pub(crate) fn goals(&self, size: Size, goal_blank: usize) -> Vec<usize> {
        let (row, column) = (goal_blank / size.width(), goal_blank % size.width());
        let mirrored = column * size.width() + row;
        if self.reflected { vec![goal_blank, mirrored] } else { vec![goal_blank] }
    }

    /// See [`Partition::mirrored`].
    pub(crate) fn mirrored(self, size: Size, goal_blank: usize) -> Option<Self> {
        Some(Self { partition: self.partition.mirrored(size, goal_blank)?, ..self })
    }

    /// The bytes of all tables toward a goal; `None` if the recipe does not fit
    /// the board.
    pub fn bytes(&self, size: Size, goal_blank: usize) -> Option<u64> {
        Some(self.all_keys(size, goal_blank).ok()?.iter().map(Key::bytes).sum())
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = match &self.partition {
            Partition::Sizes(sizes) => sizes.iter().map(ToString::to_string).collect(),
            Partition::Patterns(patterns) => patterns.iter().map(ToString::to_string).collect(),
            Partition::UpTo(most) => vec![format!("{UP_TO}{most}")],
        };
        write!(f, "{}", parts.join("-"))?;
        let flags = [("reflected", self.reflected), ("zero", self.zero)];
        flags.iter().filter(|(_, on)| *on).try_for_each(|(word, _)| write!(f, "+{word}"))?;
        match self.storage {
            Storage::Bytes => Ok(()),
            storage => write!(f, "+{}", storage.name()),
        }
    }
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let mut words = text.split('+');
        let first = words.next().unwrap_or_default();
        let partition =
            partition::parse(first).ok_or_else(|| RecipeError::Partition { text: first.into() })?;
        let mut recipe =
            Self { partition, reflected: false, zero: false, storage: Storage::default() };
        let mut seen: Vec<&str> = Vec::new();
        for word in words {
            // Only collections look crumbs up.
            let is_named =
                |storage: &Storage| storage.name() == word && *storage != Storage::Crumbs;
            let storage = Storage::ALL.into_iter().find(is_named);
            match (word, storage) {
                ("reflected", _) => recipe.reflected = true,
                ("zero", _) => recipe.zero = true,
                (_, Some(storage)) => recipe.storage = storage,
                _ => return Err(RecipeError::Word { word: word.into() }),
            }
            let kind = if storage.is_some() { "storage" } else { word };
            if seen.contains(&kind) {
                return Err(RecipeError::Twice { word: word.into() });
            }
            seen.push(kind);
        }
        Ok(recipe)
    }
}

/// Why a text does not name pattern databases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// No partition.
    #[error(
        "{text:?} is not a partition: expected the sizes of its patterns, such as 7-8 or up-to-4, or \
         their tiles, such as 1.2.3-4.5-6.7.8, each tile once and at most eight in a pattern"
    )]
    Partition {
        /// The text.
        text: String,
    },
    /// An unknown word after a plus sign.
    #[error("{word:?} after a pattern database: expected one of reflected, zero, bytes, nibbles")]
    Word {
        /// The word.
        word: String,
    },
    /// A word or a storage is given twice.
    #[error(
        "{word:?} is given twice, or is a second storage: expected each word and one storage at most once"
    )]
    Twice {
        /// The word.
        word: String,
    },
}
