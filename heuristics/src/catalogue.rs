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

/// A heuristic of this crate, or a form of heuristics.
struct Entry {
    info: HeuristicInfo,
    /// Its turn among the parts of a maximum, if it may be one. Those that are cheap for their
    /// strength are first, because searches need no further part when one reaches the limit.
    turn: Option<u32>,
    make: Make,
}

/// Makes the heuristic of a name that an entry admits.
type Make = fn(&Catalogue, &str) -> Result<Arc<dyn Heuristic>, SpecError>;

impl Entry {
    const fn plain(name: &'static str, about: &'static str, make: Make) -> Self {
        Self { info: HeuristicInfo::plain(name, about), turn: None, make }
    }

    const fn form(name: &'static str, about: &'static str, form: Arguments, make: Make) -> Self {
        Self { info: HeuristicInfo { name, about, arguments: Some(form) }, turn: None, make }
    }

    /// The same, as a part of maxima.
    const fn part(self, turn: u32) -> Self {
        Self { turn: Some(turn), ..self }
    }
}

/// Every heuristic of this crate, weakest first, and then every form of heuristics. Everything
/// else, with all tests, follows from this list.
const ENTRIES: &[Entry] = &[
    Entry::plain("zero", "always 0, which makes the search blind", |_, _| Ok(Arc::new(Zero))),
    Entry::plain(
        "misplaced",
        "number of tiles that are not at their goal cells (Hamming distance)",
        |_, _| Ok(Arc::new(Misplaced)),
    )
    .part(5),
    Entry::plain(
        "manhattan",
        "sum of the row and column distances from the tiles to their goal cells",
        |_, _| Ok(Arc::new(Manhattan)),
    )
    .part(3),
    Entry::plain(
        "inversion-distance",
        "tile pairs in the wrong order, divided by the most that one move can correct",
        |_, _| Ok(Arc::new(InversionDistance)),
    )
    .part(4),
    Entry::plain(
        "linear-conflict",
        "manhattan, plus two moves for each tile that must leave its line",
        |_, _| Ok(Arc::new(LinearConflict)),
    )
    .part(1),
    Entry::plain(
        "walking-distance",
        "vertical moves if columns did not matter, plus horizontal ones if rows did not",
        |catalogue, _| Ok(Arc::new(catalogue.walking_distance.clone())),
    )
    .part(2),
    Entry::form(
        "max",
        "the largest of some heuristics above except zero, or of pattern databases",
        Arguments {
            form: MAXIMUM,
            examples: &[
                "max(manhattan,inversion-distance)",
                "max(linear-conflict,walking-distance)",
            ],
        },
        maximum,
    ),
    Entry::form(
        "manhattan-without",
        "manhattan, in which the first K tiles of the goal are ignored, K from 0 to 8",
        Arguments { form: "manhattan-without:K", examples: &["manhattan-without:3"] },
        manhattan_without,
    ),
    Entry::form(
        "pdb",
        "additive pattern databases; pdb:auto=4GiB chooses those for so much memory",
        Arguments { form: "pdb:PARTITION[+WORD]...", examples: &["pdb:up-to-4"] },
        pattern_databases,
    ),
];

/// Every heuristic of this crate, weakest first, and then every form of heuristics, as listings
/// show them.
pub const ALL: &[HeuristicInfo] = &{
    let mut all = [ENTRIES[0].info; ENTRIES.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = ENTRIES[place].info;
        place += 1;
    }
    all
};

/// The form of the largest of several heuristics.
const MAXIMUM: &str = "max(A,B,...)";

/// All heuristics by name: those of this crate, those of crates of their own, and the tables that
/// they share.
#[derive(Clone, Debug)]
pub struct Catalogue {
    tables: Arc<dyn TableCache>,
    walking_distance: WalkingDistance,
    added: Vec<(HeuristicInfo, Arc<dyn Heuristic>)>,
}

impl Catalogue {
    /// The heuristics of this crate, with pattern databases from `tables`.
    pub fn new(tables: Arc<dyn TableCache>) -> Self {
        let walking_distance = WalkingDistance::default();
        Self { tables, walking_distance, added: Vec::new() }
    }

    /// Adds a heuristic, which has another name than all others.
    pub fn add(&mut self, info: HeuristicInfo, heuristic: Arc<dyn Heuristic>) {
        self.added.push((info, heuristic));
    }

    /// Every heuristic: [`ALL`], and then those that were added.
    pub fn list(&self) -> Vec<HeuristicInfo> {
        ALL.iter().copied().chain(self.added.iter().map(|(info, _)| *info)).collect()
    }

    /// The names of the heuristics that may be parts of a maximum, in their turns.
    fn parts(&self) -> Vec<&'static str> {
        let mut own: Vec<&Entry> = ENTRIES.iter().filter(|entry| entry.turn.is_some()).collect();
        own.sort_by_key(|entry| entry.turn);
        let own = own.into_iter().map(|entry| entry.info.name);
        own.chain(self.added.iter().map(|(info, _)| info.name)).collect()
    }

    fn unknown(&self, name: &str) -> SpecError {
        unknown(name, self.list().iter().map(HeuristicInfo::form))
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
        if let Some((_, added)) = self.added.iter().find(|(info, _)| info.admits(name)) {
            return Ok(Arc::clone(added));
        }
        match ENTRIES.iter().find(|entry| entry.info.admits(name)) {
            Some(entry) => (entry.make)(self, name),
            None => Err(self.unknown(name)),
        }
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

/// The largest of the heuristics in the parentheses of a name, whose order does not matter.
fn maximum(catalogue: &Catalogue, name: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
    if let Some(parts) = inside_collection(name) {
        return Ok(Arc::new(collection(name, parts, Arc::clone(&catalogue.tables))?));
    }
    let Some(parts) = inside_maximum(name) else { return Err(catalogue.unknown(name)) };
    let known = catalogue.parts();
    let mut wanted = Vec::new();
    for name in split_at_commas(parts).into_iter().map(str::trim) {
        match known.iter().position(|&known| known == name) {
            Some(place) => wanted.push(place),
            None => return Err(unknown(name, known.into_iter())),
        }
    }
    wanted.sort_unstable();
    if wanted.len() < 2 || !wanted.is_sorted_by(|one, next| one < next) {
        let reason = format!("expected {MAXIMUM}, each another of {}", known.join(", "));
        return Err(SpecError::BadHeuristic { name: name.to_owned(), reason });
    }
    let parts = wanted.into_iter().map(|place| catalogue.named(known[place]));
    Ok(Arc::new(Maximum::of(parts.collect::<Result<Vec<_>, _>>()?)))
}

fn pattern_databases(catalogue: &Catalogue, name: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
    let Some(recipe) = name.strip_prefix("pdb:") else { return Err(catalogue.unknown(name)) };
    let tables = &catalogue.tables;
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

fn manhattan_without(catalogue: &Catalogue, name: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
    let Some(ignored) = name.strip_prefix("manhattan-without:") else {
        return Err(catalogue.unknown(name));
    };
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
