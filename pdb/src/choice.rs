//! Pattern databases chosen by the memory that they may take.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use optile_core::{Admissibility, AnyEstimator, Heuristic, Meter, Size, Stop, parse_bytes};

use crate::collection::Collection;
use crate::heuristic::Pdb;
use crate::key::Key;
use crate::recipe::Recipe;
use crate::table_cache::TableCache;

/// The pattern databases of a square board from which a budget chooses. Each leaves IDA* fewer
/// nodes than those before it, by eta on states drawn by weight. On 4x4 boards, and with the
/// collections of 5x5, IDA* also takes less time with each.
struct List {
    side: usize,
    /// The sum of one partition, which may be reflected.
    sums: &'static [&'static str],
    /// The partitions of collections, toward the goal with its blank first. They follow all sums.
    collections: &'static [&'static [&'static str]],
}

const LISTS: &[List] = &[
    List { side: 3, sums: &["4-4+reflected+zero+nibbles", "8"], collections: &[] },
    List {
        side: 4,
        // An entry for each region of the blank also saves time.
        sums: &[
            "4-4-4-3+reflected+zero+nibbles",
            "5-5-5+reflected+zero+nibbles",
            "6-6-3+reflected+zero+nibbles",
            "7-8+reflected+nibbles",
            "7-8+reflected+zero+nibbles",
        ],
        collections: &[],
    },
    List {
        side: 5,
        sums: &["4-4-4-4-4-4+zero+nibbles", "5-5-5-5-4+zero+nibbles"],
        // The example `collections` proposes these, with 2, 4 and 5 tables. On the twelve easiest
        // instances of Korf and Felner's, a third partition with 3 more tables leaves 0.82 of the
        // nodes but takes 1.19 times as long.
        collections: &[
            &["6-6-6-6+reflected"],
            &[
                "6-6-6-6+reflected",
                "17.18.20.21.22.23-8.9.13.14.19.24-5.10.11.12.15.16-1.2.3.4.6.7+reflected",
            ],
            &[
                "6-6-6-6+reflected",
                "17.18.21.22.23.24-10.11.12.15.16.20-4.8.9.13.14.19-1.2.3.5.6.7+reflected",
            ],
        ],
    },
];

/// The tiles of a pattern on boards without a list: with fewer tiles, there would be more patterns
/// than a heuristic looks up, and with more, tables would have too many entries.
const TILES: std::ops::RangeInclusive<usize> = 3..=8;

/// The most bytes of the tables that `pdb:auto=SIZE` names.
///
/// ```
/// use std::sync::Arc;
/// use optile_pdb::{Budget, Memory, TableCache};
///
/// let budget: Budget = "auto=100MiB".parse()?;
/// let tables: Arc<dyn TableCache> = Arc::new(Memory::default());
/// let choice = budget.choice("4x4".parse()?, 15, &tables)?;
/// assert_eq!(choice.name, "pdb:6-6-3+reflected+zero+nibbles");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The size as it was written.
    text: String,
    bytes: u64,
}

/// What a budget stands for toward a goal.
#[derive(Debug)]
pub struct Choice {
    /// The name in full, which is that of the same heuristic toward this goal.
    pub name: String,
    /// The tables, each once.
    pub keys: Vec<Key>,
    heuristic: Arc<dyn Heuristic>,
}

impl Budget {
    /// The word before the size.
    pub const WORD: &'static str = "auto";

    /// The last pattern databases of the list whose tables fit into the budget. Boards without a
    /// list have patterns of the most tiles that fit, as in `up-to-6`. Collections are for goals
    /// whose blank is in a corner.
    ///
    /// # Errors
    ///
    /// When none fit.
    pub fn choice(
        &self,
        size: Size,
        goal_blank: usize,
        tables: &Arc<dyn TableCache>,
    ) -> Result<Choice, String> {
        let mut choices = choices(size, goal_blank, tables);
        let least = choices.iter().map(Choice::bytes).min();
        match choices.iter().rposition(|choice| choice.bytes() <= self.bytes) {
            Some(place) => Ok(choices.swap_remove(place)),
            None => Err(format!(
                "pdb:{self} on {size}: the smallest pattern databases take more memory: expected \
                 pdb:{}={} or more",
                Self::WORD,
                least.unwrap_or_default()
            )),
        }
    }
}

impl Choice {
    fn bytes(&self) -> u64 {
        self.keys.iter().map(Key::bytes).sum()
    }

    fn sum(
        name: &str,
        size: Size,
        goal_blank: usize,
        tables: &Arc<dyn TableCache>,
    ) -> Option<Self> {
        let recipe: Recipe = name.parse().ok()?;
        let keys = recipe.all_keys(size, goal_blank).ok()?;
        let heuristic = Arc::new(Pdb::new(recipe, Arc::clone(tables))?);
        Some(Self { name: format!("pdb:{name}"), keys, heuristic })
    }

    fn collection(
        names: &[&str],
        size: Size,
        goal_blank: usize,
        tables: &Arc<dyn TableCache>,
    ) -> Option<Self> {
        let mirrored = |name: &&str| name.parse::<Recipe>().ok()?.mirrored(size, goal_blank);
        let recipes: Vec<Recipe> = names.iter().map(mirrored).collect::<Option<_>>()?;
        let names: Vec<String> = recipes.iter().map(|recipe| format!("pdb:{recipe}")).collect();
        let collection = Collection::new(recipes, Arc::clone(tables)).ok()?;
        let keys = collection.keys(size, goal_blank).ok()?;
        let name = format!("max({})", names.join(","));
        Some(Self { name, keys, heuristic: Arc::new(collection) })
    }
}

/// The pattern databases from which a budget chooses, the best ones last.
fn choices(size: Size, goal_blank: usize, tables: &Arc<dyn TableCache>) -> Vec<Choice> {
    let sum = |name: &str| Choice::sum(name, size, goal_blank, tables);
    let is_of_size = |list: &&List| [list.side; 2] == [size.width(), size.height()];
    let Some(list) = LISTS.iter().find(is_of_size) else {
        return TILES.filter_map(|tiles| sum(&format!("up-to-{tiles}"))).collect();
    };
    let collections = list
        .collections
        .iter()
        .filter_map(|names| Choice::collection(names, size, goal_blank, tables));
    list.sums.iter().filter_map(|name| sum(name)).chain(collections).collect()
}

/// Prints what is after `pdb:` in the name of the heuristic.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", Self::WORD, self.text)
    }
}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Self, BudgetError> {
        let size = text.strip_prefix(Self::WORD).and_then(|rest| rest.strip_prefix('='));
        let bytes = size.and_then(|size| parse_bytes(size).ok()).filter(|&bytes| bytes > 0);
        match (size, bytes) {
            (Some(size), Some(bytes)) => Ok(Self { text: size.to_owned(), bytes }),
            _ => Err(BudgetError { text: text.to_owned() }),
        }
    }
}

/// Why a text does not name a budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?}: expected auto=SIZE, with a size of memory such as auto=512MiB or auto=4GiB")]
pub struct BudgetError {
    text: String,
}

/// The pattern databases that fit into a budget on the board at hand.
#[derive(Clone, Debug)]
pub struct Auto {
    budget: Budget,
    tables: Arc<dyn TableCache>,
}

impl Auto {
    /// The heuristic of a budget, whose tables come from `tables`.
    pub fn new(budget: Budget, tables: Arc<dyn TableCache>) -> Self {
        Self { budget, tables }
    }
}

impl Heuristic for Auto {
    fn admissibility(&self) -> Admissibility {
        Admissibility::Proved
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
        let choice = self.budget.choice(size, goal_blank, &self.tables);
        choice.map_err(Stop::Unsupported)?.heuristic.toward(size, goal_blank, meter)
    }
}
