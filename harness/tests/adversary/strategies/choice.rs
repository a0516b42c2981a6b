//! What a case is made of, at random.

use optile::registry;
use optile_core::{Family, Size};
use optile_testkit::plain::{self, Tiles};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

/// The most moves from the goal to a board of more than [`SMALL`] cells, because the
/// oracle searches without a heuristic.
const WALK: usize = 26;

/// Boards of at most this many cells are taken from their whole space.
const SMALL: usize = 9;

/// Half of all cases are 8-puzzles, of which the oracle can solve all.
pub(super) fn random_size(rng: &mut impl RngExt) -> Size {
    let sizes: Vec<Size> = Size::all().collect();
    let eight = sizes.iter().copied().find(|size| (size.width(), size.height()) == (3, 3));
    match eight {
        Some(eight) if rng.random_bool(0.5) => eight,
        _ => sizes[rng.random_range(0..sizes.len())],
    }
}

/// Tiles in order with the blank last or anywhere, or any order.
pub(super) fn random_goal(rng: &mut impl RngExt, size: Size) -> Tiles {
    let cells = size.cells();
    let mut goal: Tiles = (1..cells as u8).collect();
    match rng.random_range(0..4) {
        0 | 1 => goal.push(0),
        2 => goal.insert(rng.random_range(0..cells), 0),
        _ => {
            goal.push(0);
            goal.shuffle(rng);
        }
    }
    goal
}

/// Any board if the space is small, otherwise one a few moves from the goal. One in
/// twenty has no solution.
pub(super) fn random_start(rng: &mut impl RngExt, goal: &Tiles, width: usize) -> Tiles {
    let mut start = goal.clone();
    if goal.len() <= SMALL {
        start.shuffle(rng);
    } else {
        let mut before = None;
        for _ in 0..rng.random_range(0..=WALK) {
            let ways: Vec<Tiles> = ['d', 'l', 'r', 'u']
                .into_iter()
                .filter_map(|letter| plain::moved(&start, width, letter))
                .filter(|after| Some(after) != before.as_ref())
                .collect();
            let Some(after) = ways.choose(rng) else { break };
            before = Some(std::mem::replace(&mut start, after.clone()));
        }
    }
    let is_to_be_solvable = !rng.random_ratio(1, 20);
    if plain::is_solvable(&start, goal, width) != is_to_be_solvable {
        let tiles: Vec<usize> = (0..start.len()).filter(|&cell| start[cell] != 0).collect();
        start.swap(tiles[0], tiles[1]);
    }
    start
}

/// A family, one of its names, and some of its options.
pub(super) fn random_strategy(rng: &mut impl RngExt) -> String {
    let registry = registry::all();
    let families = registry.families();
    let family: &Family = &families[rng.random_range(0..families.len())];
    let names = family.names(&registry.all_heuristics());
    let mut name = names[rng.random_range(0..names.len())].clone();
    for option in family.options {
        let values = option.allowed.examples();
        if !values.is_empty() && rng.random_ratio(1, 3) {
            let value = &values[rng.random_range(0..values.len())];
            name = format!("{name},{}={value}", option.key);
        }
    }
    name
}
