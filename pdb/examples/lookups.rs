//! The mean bound over random states, and steps a second along random walks:
//! `lookups 4x4 0 7-8+reflected [states]`.
use std::time::Instant;

use optile_core::{Board, Estimator, Heuristic, Meter, Size, State, with_board};
use optile_pdb::{Pdb, Recipe};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Walks that are followed at the same time.
const WALKS: usize = 4096;

fn measure<B: Board, const SLOTS: usize>(recipe: &Recipe, goal_blank: usize, states: u64) {
    let heuristic = Pdb::<SLOTS, false>::new(recipe.clone()).expect("slots enough");
    let begun = Instant::now();
    let toward = heuristic.toward::<B>(goal_blank, &mut Meter::default()).expect("tables");
    let estimate = |value| Estimator::<B>::estimate(&toward, value);
    let built = begun.elapsed();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut next = || {
        let index = random.random_range(0..State::<B>::REACHABLE);
        State::<B>::from_index(index, goal_blank)
    };
    let begun = Instant::now();
    let sum: u64 = (0..states).map(|_| u64::from(estimate(toward.root(&next())))).sum();
    let roots = begun.elapsed();
    let mut walks: Vec<_> =
        (0..WALKS).map(|_| next()).map(|state| (state, toward.root(&state))).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let begun = Instant::now();
    let (mut steps, mut all) = (0u64, 0u64);
    while steps < states {
        for (state, value) in &mut walks {
            let moves = state.moves();
            let m = moves.into_iter().nth(random.random_range(0..moves.len())).expect("a move");
            let slide = state.apply(m);
            *value = toward.step(*value, slide, state);
            all += u64::from(estimate(*value));
        }
        steps += WALKS as u64;
    }
    let stepped = begun.elapsed();
    println!(
        "{recipe}: tables in {built:.2?}, mean bound {:.4} over {states} states, \
         {:.1} ns a root, {:.1} ns a step (mean {:.2}), {} bytes a node",
        sum as f64 / states as f64,
        roots.as_nanos() as f64 / states as f64,
        stepped.as_nanos() as f64 / steps as f64,
        all as f64 / steps as f64,
        size_of::<optile_pdb::PdbValue<SLOTS>>(),
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let size: Size = words[0].parse().expect("a size");
    let goal_blank = words[1].parse().expect("a cell");
    let recipe: Recipe = words[2].parse().expect("a recipe");
    let states = words.get(3).map_or(1_000_000, |count| count.parse().expect("a number"));
    with_board!(size, B => match recipe.slots() {
        0..=4 => measure::<B, 4>(&recipe, goal_blank, states),
        5..=8 => measure::<B, 8>(&recipe, goal_blank, states),
        _ => measure::<B, 24>(&recipe, goal_blank, states),
    });
}
