//! The greatest of the sums of several partitions.

mod estimator;
mod path;
mod symmetry;

pub use estimator::{CollectionEstimator, CollectionValue, Sums};
pub use path::CollectionPath;

use std::sync::Arc;

use optile_core::{Admissibility, AnyEstimator, Heuristic, Meter, Size, Stop, goal_cell};

use crate::key::{Key, Storage, Tiles};
use crate::recipe::Recipe;
use crate::recipe::partition::tile_at;
use crate::table_cache::TableCache;
use symmetry::Symmetry;

/// The most sums of a collection.
pub(crate) const MOST_SUMS: usize = 8;

/// The most patterns of a partition in a collection.
pub(crate) const MOST_PATTERNS: usize = 4;

/// Pattern databases of several partitions, of whose sums the greatest is the
/// bound (R. C. Holte, A. Felner, J. Newton, R. Meshulam, D. Furcy, Maximizing
/// over multiple pattern databases speeds up heuristic search, 2006).
#[derive(Clone, Debug)]
pub struct Collection {
    recipes: Vec<Recipe>,
    tables: Arc<dyn TableCache>,
}

/// A pattern and the table in which it is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lookup {
    key: Key,
    /// What takes the pattern's cells to those of the table.
    symmetry: Symmetry,
    tiles: Tiles,
}

impl Collection {
    /// The collection of some recipes, whose tables come from `tables`.
    ///
    /// # Errors
    ///
    /// When it would have too many sums or patterns, or when a recipe says how
    /// it is stored or looked up, except for `reflected`.
    pub fn new(recipes: Vec<Recipe>, tables: Arc<dyn TableCache>) -> Result<Self, String> {
        for recipe in &recipes {
            if recipe.zero || recipe.storage != Storage::default() {
                return Err(format!(
                    "{recipe} in a collection, whose tables are of one kind: expected a partition, \
                     and reflected or nothing"
                ));
            }
            if recipe.partition.most_patterns() > MOST_PATTERNS {
                return Err(format!("{recipe}: expected at most {MOST_PATTERNS} patterns"));
            }
        }
        let sums: usize = recipes.iter().map(|recipe| 1 + usize::from(recipe.reflected)).sum();
        if sums > MOST_SUMS {
            return Err(format!("{sums} sums: expected at most {MOST_SUMS}"));
        }
        Ok(Self { recipes, tables })
    }

    /// The lookups of each sum. Sums of the same patterns are one.
    fn sums(&self, size: Size, goal_blank: usize) -> Result<Vec<Vec<Lookup>>, String> {
        let (width, mut sums) = (size.width(), Vec::<Vec<Lookup>>::new());
        let mirror = |cell: usize| cell % width * width + cell / width;
        for recipe in &self.recipes {
            for (view, goal) in recipe.goals(size, goal_blank).into_iter().enumerate() {
                let own = |tile: usize| match view {
                    0 => tile,
                    _ => tile_at(mirror(goal_cell(tile, goal)), goal_blank),
                };
                let keys = recipe.keys(size, goal)?.into_iter().map(|key| Key {
                    goal_blank,
                    tiles: key.tiles.iter().map(own).collect(),
                    storage: Storage::Crumbs,
                    ..key
                });
                let mut lookups: Vec<Lookup> = keys.map(|key| Lookup::of(&key)).collect();
                lookups.sort_unstable_by_key(|lookup| lookup.tiles);
                if let Some(lookup) = lookups.iter().find(|lookup| !lookup.key.is_valid()) {
                    return Err(format!("the pattern database {}", lookup.key));
                }
                if !sums.contains(&lookups) {
                    sums.push(lookups);
                }
            }
        }
        Ok(sums)
    }

    /// The tables of all sums toward a goal, each once.
    ///
    /// # Errors
    ///
    /// When a recipe does not fit the board.
    pub fn keys(&self, size: Size, goal_blank: usize) -> Result<Vec<Key>, String> {
        Ok(keys(&self.sums(size, goal_blank)?))
    }
}

/// The tables of some sums, each once.
fn keys(sums: &[Vec<Lookup>]) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for lookup in sums.iter().flatten() {
        if !keys.contains(&lookup.key) {
            keys.push(lookup.key);
        }
    }
    keys
}

impl Lookup {
    fn of(key: &Key) -> Self {
        let (shared, symmetry) = symmetry::shared(key);
        Self { key: shared, symmetry, tiles: key.tiles }
    }
}

impl Heuristic for Collection {
    fn admissibility(&self) -> Admissibility {
        Admissibility::Proved
    }

    fn supports(&self, size: Size) -> bool {
        self.sums(size, 0).is_ok()
    }

    fn has_tables(&self) -> bool {
        true
    }

    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        let sums = self.sums(size, goal_blank).map_err(Stop::Unsupported)?;
        let tables = self.tables.tables(&keys(&sums), meter)?;
        Ok(match sums.len() {
            0..=4 => Arc::new(CollectionEstimator::<4>::new(size, goal_blank, &sums, &tables)),
            _ => Arc::new(CollectionEstimator::<MOST_SUMS>::new(size, goal_blank, &sums, &tables)),
        })
    }
}
