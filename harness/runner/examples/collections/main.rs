//! Chooses partitions of the 24-puzzle for a collection: `collections [STATES]`.
//!
//! A collection begins with Korf and Felner's partition. Each step adds the
//! partition, with its reflection, after which the greatest sum has the least
//! eta, the mean of b^-h: the one that leaves IDA* the fewest nodes
//! (docs/methodology.md). Eta is measured on states drawn by weight. The candidates are the partitions into compact patterns,
//! which are connected and have six pairs of neighbours or more. Their tables
//! are built in memory, which takes some minutes and 3 GB.

mod branching_factor;
mod placements;
mod weighted_states;

use std::collections::HashSet;
use std::sync::Arc;

use optile_core::{Board, Heuristic, Meter, Rect, State};
use optile_pdb::{Collection, Key, Memory, Recipe};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::weighted_states::WeightedStates;

type Cells = u32;

const CELLS: usize = 25;

/// Tiles of a pattern.
const TILES: u32 = 6;

/// The least number of pairs of neighbours in a pattern.
const LEAST_PAIRS: u32 = 6;

/// Partitions that are added, each with its reflection.
const STEPS: usize = 6;

/// The tables that a collection may have. Each takes 61 MB.
const MOST_TABLES: [usize; 6] = [3, 4, 6, 8, 12, 99];

fn bits(set: Cells) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(move |cell| set >> cell & 1 == 1)
}

/// The cells beside a cell that have a higher number.
fn after(cell: usize) -> Cells {
    let right = if cell % 5 < 4 { 1 << (cell + 1) } else { 0 };
    let below = if cell < 20 { 1 << (cell + 5) } else { 0 };
    right | below
}

fn pairs(set: Cells) -> u32 {
    bits(set).map(|cell| (after(cell) & set).count_ones()).sum()
}

/// The connected patterns with enough pairs of neighbours.
fn patterns() -> Vec<Cells> {
    let mut sets: HashSet<Cells> = (1..CELLS).map(|cell| 1 << cell).collect();
    for _ in 1..TILES {
        let grown = sets.iter().flat_map(|&set| {
            let is_beside = move |cell: usize| {
                after(cell) & set != 0 || bits(set).any(|own| after(own) >> cell & 1 == 1)
            };
            (1..CELLS)
                .filter(move |&cell| set >> cell & 1 == 0 && is_beside(cell))
                .map(move |cell| set | 1 << cell)
        });
        sets = grown.collect();
    }
    let mut patterns: Vec<Cells> =
        sets.into_iter().filter(|&set| pairs(set) >= LEAST_PAIRS).collect();
    patterns.sort_unstable();
    patterns
}

/// All partitions of the free cells into these patterns.
fn partitions(free: Cells, patterns: &[Cells]) -> Vec<Vec<Cells>> {
    if free == 0 {
        return vec![Vec::new()];
    }
    let lowest = free & free.wrapping_neg();
    let fits = |&&pattern: &&Cells| pattern & lowest != 0 && pattern & !free == 0;
    let mut found = Vec::new();
    for &pattern in patterns.iter().filter(fits) {
        for mut rest in partitions(free & !pattern, patterns) {
            rest.push(pattern);
            found.push(rest);
        }
    }
    found
}

/// The recipe of a partition toward the goal with the blank first, where a
/// tile's number is its cell.
fn recipe(partition: &[Cells]) -> Recipe {
    let pattern = |&set: &Cells| bits(set).map(|cell| cell.to_string()).collect::<Vec<_>>();
    let patterns: Vec<String> = partition.iter().map(|set| pattern(set).join(".")).collect();
    let name = format!("{}+reflected", patterns.join("-"));
    name.parse().expect("patterns that divide the tiles")
}

/// A partition with its reflection.
struct Candidate {
    recipe: Recipe,
    keys: Vec<Key>,
    /// What its sum exceeds the Manhattan distance by, for each state.
    excesses: Vec<u32>,
}

/// The states on which eta is measured.
struct Sample {
    weighted: WeightedStates<Rect<5, 5>>,
    states: Vec<State<Rect<5, 5>>>,
    tables: Arc<Memory>,
}

impl Sample {
    fn candidate(&self, recipe: Recipe) -> Candidate {
        let collection = Collection::new(vec![recipe.clone()], Arc::clone(&self.tables) as _);
        let collection = collection.expect("four patterns and two sums");
        let size = Rect::<5, 5>.size();
        let keys = collection.keys(size, 0).expect("a partition of the board");
        let estimator = collection.toward(size, 0, &mut Meter::default()).expect("enough memory");
        let estimates = <Rect<5, 5>>::estimates(&*estimator);
        let steps = |state: &State<_>| -> u32 {
            let tiles = (0..CELLS).filter(|&cell| cell != state.blank());
            tiles.map(|cell| Rect::<5, 5>.distance(cell, state.tile(cell))).sum()
        };
        let excess = |state| estimates.of_state(state) - steps(state);
        let excesses = self.states.iter().map(excess).collect();
        Candidate { recipe, keys, excesses }
    }

    fn eta(&self, excesses: impl Iterator<Item = u32>) -> f64 {
        let weight = |excess: u32| self.weighted.branching_factor().powi(-(excess as i32));
        let mean = excesses.map(weight).sum::<f64>() / self.states.len() as f64;
        mean * self.weighted.eta_of_manhattan()
    }

    /// Adds one partition after the other to the first, and prints eta after each.
    fn grow(&self, first: &Candidate, candidates: &[Candidate], most_tables: usize) {
        let (mut best, mut keys) = (first.excesses.clone(), first.keys.clone());
        let print = |best: &[u32], keys: &[Key], recipe: &Recipe| {
            println!("{:.4e}  {:>2} tables  {recipe}", self.eta(best.iter().copied()), keys.len());
        };
        print(&best, &keys, &first.recipe);
        for _ in 0..STEPS {
            let with = |own: &Candidate| {
                self.eta(best.iter().zip(&own.excesses).map(|(&best, &own)| best.max(own)))
            };
            let all = |own: &Candidate| {
                let new = own.keys.iter().filter(|key| !keys.contains(key));
                keys.iter().chain(new).copied().collect::<Vec<_>>()
            };
            let fitting = candidates.iter().filter(|own| all(own).len() <= most_tables);
            let (eta, own) = fitting
                .map(|own| (with(own), own))
                .min_by(|(a, _), (b, _)| a.total_cmp(b))
                .expect("a partition into compact patterns");
            if eta >= self.eta(best.iter().copied()) {
                break;
            }
            keys = all(own);
            best.iter_mut().zip(&own.excesses).for_each(|(best, &own)| *best = own.max(*best));
            print(&best, &keys, &own.recipe);
        }
    }
}

fn main() {
    let states = std::env::args().nth(1).map_or(20_000, |text| text.parse().expect("a number"));
    let weighted = WeightedStates::new(Rect::<5, 5>, 0).expect("268 MB of memory");
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let states = (0..states).map(|_| weighted.sample(&mut dice)).collect();
    let sample = Sample { weighted, states, tables: Arc::default() };
    let partitions = partitions((1 << CELLS) - 2, &patterns());
    let candidates: Vec<Candidate> =
        partitions.iter().map(|partition| sample.candidate(recipe(partition))).collect();
    let first = sample.candidate("6-6-6-6+reflected".parse().expect("a known partition"));
    for most_tables in MOST_TABLES {
        println!("\nAt most {most_tables} tables:");
        sample.grow(&first, &candidates, most_tables);
    }
}
