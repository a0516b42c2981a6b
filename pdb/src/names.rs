//! The names of pattern databases.

use std::sync::Arc;

use optile_core::{Heuristic, Size, SpecError, split_at_commas};

use crate::{
    Auto, Budget, BudgetError, Choice, Collection, Key, Memory, Pdb, Recipe, RecipeError,
    TableCache,
};

/// The beginning of the name of pattern databases.
const PREFIX: &str = "pdb:";

/// What a name makes, if it is one of pattern databases.
type Named = Option<Result<Arc<dyn Heuristic>, SpecError>>;

fn bad(name: &str, reason: String) -> SpecError {
    SpecError::BadHeuristic { name: name.to_owned(), reason }
}

/// The heuristic of a name such as `pdb:4-4`, with these tables.
pub fn named(name: &str, tables: &Arc<dyn TableCache>) -> Named {
    Some(of_recipe(name, name.strip_prefix(PREFIX)?, tables))
}

fn of_recipe(
    name: &str,
    recipe: &str,
    tables: &Arc<dyn TableCache>,
) -> Result<Arc<dyn Heuristic>, SpecError> {
    let tables = Arc::clone(tables);
    if recipe.starts_with(Budget::WORD) {
        let budget = recipe.parse().map_err(|error: BudgetError| bad(name, error.to_string()))?;
        return Ok(Arc::new(Auto::new(budget, tables)));
    }
    let recipe = recipe.parse().map_err(|error: RecipeError| bad(name, error.to_string()))?;
    match Pdb::new(recipe, tables) {
        Some(heuristic) => Ok(Arc::new(heuristic)),
        None => {
            let expected = "expected at most eight patterns, or four that are also reflected";
            Err(bad(name, expected.to_owned()))
        }
    }
}

/// The heuristic of a name such as `max(pdb:4-4,pdb:3-5)`, with these tables.
pub fn largest(name: &str, tables: &Arc<dyn TableCache>) -> Named {
    let collection = collection(name, parts(name)?, Arc::clone(tables));
    Some(collection.map(|collection| Arc::new(collection) as Arc<dyn Heuristic>))
}

/// The names in the parentheses of a maximum of pattern databases.
fn parts(name: &str) -> Option<&str> {
    let parts = name.strip_prefix("max(")?.strip_suffix(')')?;
    parts.trim_start().starts_with(PREFIX).then_some(parts)
}

/// The largest of several sums of pattern databases.
fn collection(
    name: &str,
    parts: &str,
    tables: Arc<dyn TableCache>,
) -> Result<Collection, SpecError> {
    let recipe = |part: &str| match part.trim().strip_prefix(PREFIX) {
        Some(recipe) => recipe.parse().map_err(|error: RecipeError| bad(name, error.to_string())),
        None => {
            Err(bad(name, format!("{part:?} beside pattern databases: expected pdb:PARTITION")))
        }
    };
    let recipes = split_at_commas(parts).into_iter().map(recipe).collect::<Result<_, _>>()?;
    Collection::new(recipes, tables).map_err(|reason| bad(name, reason))
}

/// The tables that the heuristic of a name asks a [`TableCache`] for, each once; none if there is
/// no such heuristic.
pub fn tables_of(name: &str, size: Size, goal_blank: usize) -> Vec<Key> {
    if let Some(choice) = choice(name, size, goal_blank) {
        return choice.keys;
    }
    if let Some(recipe) = name.strip_prefix(PREFIX) {
        let recipe: Option<Recipe> = recipe.parse().ok();
        let keys = recipe.and_then(|recipe| recipe.all_keys(size, goal_blank).ok());
        return keys.unwrap_or_default();
    }
    if let Some(parts) = parts(name) {
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
    let budget: Budget = name.strip_prefix(PREFIX)?.parse().ok()?;
    let tables: Arc<dyn TableCache> = Arc::new(Memory::default());
    budget.choice(size, goal_blank, &tables).ok()
}
