//! The names of all heuristics.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use optile_core::{
    Arguments, Heuristic, HeuristicInfo, Heuristics, Size, SpecError, split_at_commas,
};
use optile_pdb::{
    Auto, Budget, BudgetError, Choice, Collection, Key, Memory, Pdb, Recipe, RecipeError,
    TableCache,
};

use crate::{
    InversionDistance, LinearConflict, Manhattan, ManhattanWithout, Maximum, Misplaced,
    WalkingDistance, Zero,
};

/// Every heuristic, weakest first, and then every form of heuristics. A
/// [`Catalogue`] accepts exactly these.
pub const ALL: &[HeuristicInfo] = &[
    HeuristicInfo::plain("zero", "always 0, which makes the search blind"),
    HeuristicInfo::plain(
        "misplaced",
        "number of tiles that are not at their goal cells (Hamming distance)",
    ),
    HeuristicInfo::plain(
        "manhattan",
        "sum of the row and column distances from the tiles to their goal cells",
    ),
    HeuristicInfo::plain(
        "inversion-distance",
        "tile pairs in the wrong order, divided by the most that one move can correct",
    ),
    HeuristicInfo::plain(
        "linear-conflict",
        "manhattan, plus two moves for each tile that must leave its line",
    ),
    HeuristicInfo::plain(
        "walking-distance",
        "vertical moves if columns did not matter, plus horizontal ones if rows did not",
    ),
    HeuristicInfo {
        name: "max",
        about: "the largest of some heuristics above except zero, or of pattern databases",
        arguments: Some(Arguments {
            form: MAXIMUM,
            examples: &[
                "max(manhattan,inversion-distance)",
                "max(linear-conflict,walking-distance)",
            ],
        }),
    },
    HeuristicInfo {
        name: "manhattan-without",
        about: "manhattan, in which the first K tiles of the goal are ignored, K from 0 to 8",
        arguments: Some(Arguments {
            form: "manhattan-without:K",
            examples: &["manhattan-without:3"],
        }),
    },
    HeuristicInfo {
        name: "pdb",
        about: "additive pattern databases; pdb:auto=4GiB chooses those for so much memory",
        arguments: Some(Arguments { form: "pdb:PARTITION[+WORD]...", examples: &["pdb:up-to-4"] }),
    },
];

/// The form of the largest of several heuristics.
const MAXIMUM: &str = "max(A,B,...)";

/// The heuristics that may be in such a form. Those that are cheap for their strength are first,
/// because searches need no further part when one reaches the limit.
const PARTS: [&str; 5] =
    ["linear-conflict", "walking-distance", "manhattan", "inversion-distance", "misplaced"];

/// All heuristics of this crate by name, and the tables that they share.
#[derive(Clone, Debug)]
pub struct Catalogue {
    tables: Arc<dyn TableCache>,
    walking_distance: WalkingDistance,
}

impl Catalogue {
    /// The heuristics with pattern databases from `tables`.
    pub fn new(tables: Arc<dyn TableCache>) -> Self {
        Self { tables, walking_distance: WalkingDistance::default() }
    }

    /// The largest of the heuristics in the parentheses of a name, whose order does not matter.
    fn maximum(&self, name: &str) -> Result<Maximum, SpecError> {
        let Some(parts) = inside_maximum(name) else {
            return Err(unknown(name, ALL.iter().map(HeuristicInfo::form)));
        };
        let mut wanted = Vec::new();
        for name in split_at_commas(parts).into_iter().map(str::trim) {
            match PARTS.iter().position(|&known| known == name) {
                Some(place) => wanted.push(place),
                None => return Err(unknown(name, PARTS.into_iter())),
            }
        }
        wanted.sort_unstable();
        if wanted.len() < 2 || !wanted.is_sorted_by(|one, next| one < next) {
            let reason = format!("expected {MAXIMUM}, each another of {}", PARTS.join(", "));
            return Err(SpecError::BadHeuristic { name: name.to_owned(), reason });
        }
        let parts = wanted.into_iter().map(|place| self.named(PARTS[place]));
        Ok(Maximum::of(parts.collect::<Result<Vec<_>, _>>()?))
    }
}

impl Default for Catalogue {
    /// The heuristics with pattern databases that are built in memory.
    fn default() -> Self {
        Self::new(Arc::new(Memory::default()))
    }
}

impl Heuristics for Catalogue {
    fn named(&self, name: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
        if let Some(recipe) = name.strip_prefix("pdb:") {
            return pattern_databases(name, recipe, &self.tables);
        }
        if let Some(ignored) = name.strip_prefix("manhattan-without:") {
            return manhattan_without(name, ignored);
        }
        if let Some(parts) = inside_collection(name) {
            return Ok(Arc::new(collection(name, parts, Arc::clone(&self.tables))?));
        }
        Ok(match name {
            "zero" => Arc::new(Zero),
            "misplaced" => Arc::new(Misplaced),
            "manhattan" => Arc::new(Manhattan),
            "inversion-distance" => Arc::new(InversionDistance),
            "linear-conflict" => Arc::new(LinearConflict),
            "walking-distance" => Arc::new(self.walking_distance.clone()),
            _ => Arc::new(self.maximum(name)?),
        })
    }
}

/// The tables that the heuristic of a name asks a [`TableCache`] for, each once; none if there is
/// no such heuristic.
pub fn tables_of(name: &str, size: Size, goal_blank: usize) -> Vec<Key> {
    if let Some(choice) = choice(name, size, goal_blank) {
        return choice.keys;
    }
    if let Some(recipe) = name.strip_prefix("pdb:") {
        let recipe: Option<Recipe> = recipe.parse().ok();
        let keys = recipe.and_then(|recipe| recipe.all_keys(size, goal_blank).ok());
        return keys.unwrap_or_default();
    }
    if let Some(parts) = inside_collection(name) {
        let collection = collection(name, parts, Arc::new(Memory::default())).ok();
        let keys = collection.and_then(|collection| collection.keys(size, goal_blank).ok());
        return keys.unwrap_or_default();
    }
    Vec::new()
}

/// The name in full of the pattern databases that a name such as `pdb:auto=4GiB` stands for toward
/// a goal; `None` for any other name, and if there are none.
pub fn in_full(name: &str, size: Size, goal_blank: usize) -> Option<String> {
    choice(name, size, goal_blank).map(|choice| choice.name)
}

fn choice(name: &str, size: Size, goal_blank: usize) -> Option<Choice> {
    let budget: Budget = name.strip_prefix("pdb:")?.parse().ok()?;
    let tables: Arc<dyn TableCache> = Arc::new(Memory::default());
    budget.choice(size, goal_blank, &tables).ok()
}

/// The names in the parentheses of a maximum.
fn inside_maximum(name: &str) -> Option<&str> {
    name.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')'))
}

/// The same of a maximum of pattern databases.
fn inside_collection(name: &str) -> Option<&str> {
    inside_maximum(name).filter(|parts| parts.trim_start().starts_with("pdb:"))
}

fn pattern_databases(
    name: &str,
    recipe: &str,
    tables: &Arc<dyn TableCache>,
) -> Result<Arc<dyn Heuristic>, SpecError> {
    let bad = |reason: String| SpecError::BadHeuristic { name: name.to_owned(), reason };
    if recipe.starts_with(Budget::WORD) {
        let budget = recipe.parse().map_err(|error: BudgetError| bad(error.to_string()))?;
        return Ok(Arc::new(Auto::new(budget, Arc::clone(tables))));
    }
    let recipe: Recipe = recipe.parse().map_err(|error: RecipeError| bad(error.to_string()))?;
    match Pdb::new(recipe, Arc::clone(tables)) {
        Some(heuristic) => Ok(Arc::new(heuristic)),
        None => {
            Err(bad("expected at most eight patterns, or four that are also reflected".to_owned()))
        }
    }
}

/// The largest of several sums of pattern databases.
fn collection(
    name: &str,
    parts: &str,
    tables: Arc<dyn TableCache>,
) -> Result<Collection, SpecError> {
    let bad = |reason: String| SpecError::BadHeuristic { name: name.to_owned(), reason };
    let recipe = |part: &str| match part.trim().strip_prefix("pdb:") {
        Some(recipe) => recipe.parse().map_err(|error: RecipeError| bad(error.to_string())),
        None => Err(bad(format!("{part:?} beside pattern databases: expected pdb:PARTITION"))),
    };
    let recipes = split_at_commas(parts).into_iter().map(recipe).collect::<Result<_, _>>()?;
    Collection::new(recipes, tables).map_err(bad)
}

fn manhattan_without(name: &str, ignored: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
    let most = ManhattanWithout::MOST;
    // Each heuristic has one name, so "03" is not a number here.
    match (0..=most).find(|number| number.to_string() == ignored) {
        Some(number) => Ok(Arc::new(ManhattanWithout(number))),
        None => {
            let reason = format!("expected a number of tiles from 0 to {most}, not {ignored:?}");
            Err(SpecError::BadHeuristic { name: name.to_owned(), reason })
        }
    }
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> SpecError {
    let known = known.map(str::to_owned).collect();
    SpecError::UnknownHeuristic { name: name.to_owned(), known }
}
