//! The names of all heuristics.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use optile_core::{
    Arguments, Heuristic, HeuristicInfo, Heuristics, OpenHeuristics, SpecError, split_at_commas,
};
use optile_lines::{InversionDistance, LinearConflict, WalkingDistance};
use optile_pdb::{Memory, TableCache};

use crate::{Manhattan, ManhattanWithout, Maximum, Misplaced, Zero};

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

    /// The entry, as a part of maxima in this turn.
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
        |catalogue, name| {
            let named = optile_pdb::named(name, &catalogue.tables);
            named.unwrap_or_else(|| Err(catalogue.unknown(name)))
        },
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

impl OpenHeuristics for Catalogue {
    fn add(&mut self, info: HeuristicInfo, heuristic: Arc<dyn Heuristic>) {
        self.added.push((info, heuristic));
    }
}

impl Default for Catalogue {
    /// The heuristics with pattern databases that are built in memory.
    fn default() -> Self {
        Self::new(Arc::new(Memory::default()))
    }
}

impl Heuristics for Catalogue {
    /// [`ALL`], and then those that were added.
    fn list(&self) -> Vec<HeuristicInfo> {
        ALL.iter().copied().chain(self.added.iter().map(|(info, _)| *info)).collect()
    }

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

/// The names in the parentheses of a maximum.
fn inside_maximum(name: &str) -> Option<&str> {
    name.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')'))
}

/// The largest of the heuristics in the parentheses of a name, whose order does not matter.
fn maximum(catalogue: &Catalogue, name: &str) -> Result<Arc<dyn Heuristic>, SpecError> {
    if let Some(largest) = optile_pdb::largest(name, &catalogue.tables) {
        return largest;
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
