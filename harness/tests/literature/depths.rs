//! The numbers of boards at each distance from a goal, in all published tables.
//!
//! The sources are in `instances/depth-counts.toml`: OEIS Foundation, The On-Line Encyclopedia of
//! Integer Sequences, and R. E. Korf, P. Schultze, Large-scale parallel breadth-first search, AAAI
//! Conference on Artificial Intelligence (2005), Table 2.

use optile_core::{Board, Interrupt, Shaped, Size, State, with_shaped_board};
use optile_retrograde::Exploration;
use optile_runner::instances::depth_counts;

use crate::comparison::Tally;

/// Explores the whole spaces of boards of at most so many cells. Of larger ones, counts the first
/// layers, up to the last of at most `most` boards. Returns how many tables end before that.
fn compare(cells: usize, most: u64) -> (Tally, usize) {
    let (mut tally, mut cut) = (Tally::default(), 0);
    for published in depth_counts::all() {
        let size = published.size;
        let goal_blank = published.blank.cell(size);
        let is_whole = size.cells() <= cells;
        let counted = match is_whole {
            true => explore(size, goal_blank),
            false => with_shaped_board!(size, board => layers(board, goal_blank, most)),
        };
        if is_whole && published.complete {
            tally.exact(&size.to_string(), published.counts.len(), counted.len());
        }
        cut += usize::from(!is_whole && counted.len() < published.counts.len());
        for (depth, (&count, &counted)) in published.counts.iter().zip(&counted).enumerate() {
            tally.exact(&format!("{size}, depth {depth}"), count, counted);
        }
    }
    (tally, cut)
}

fn explore(size: Size, goal_blank: usize) -> Vec<u64> {
    let mut exploration = Exploration::alone(size, goal_blank, 2).unwrap();
    exploration.finish(&Interrupt::default()).unwrap();
    exploration.depth_counts().to_vec()
}

/// The counts of the first layers. A neighbour of a layer is in the previous layer or in the next
/// one, so two layers are enough to recognise new states.
fn layers<B: Board>(board: B, goal_blank: usize, most: u64) -> Vec<u64> {
    let mut counts = vec![1];
    let mut before: Vec<B::Word> = Vec::new();
    let mut layer = vec![State::goal(board, goal_blank).word()];
    loop {
        let mut next: Vec<B::Word> = Vec::with_capacity(2 * layer.len() + 4);
        for &word in &layer {
            let state = State::from_word(board, word);
            next.extend(state.moves().map(|m| state.successor(m).word()));
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|word| before.binary_search(word).is_err());
        if next.is_empty() || next.len() as u64 > most {
            return counts;
        }
        counts.push(next.len() as u64);
        before = std::mem::replace(&mut layer, next);
    }
}

#[test]
fn small_spaces_and_first_depths_have_the_published_counts() {
    let (tally, cut) = compare(10, 20_000);
    assert!(tally.equal > 200 && cut > 0, "{tally:?}");
}

#[test]
#[ignore = "a minute"]
fn all_depths_that_fit_have_the_published_counts() {
    let (tally, cut) = compare(12, 8_000_000);
    assert_eq!((tally, cut), (Tally { equal: 353, ..Tally::default() }, 2));
}

#[test]
fn layers_are_those_of_the_whole_space() {
    let eight = Shaped::<u64>::of("3x3".parse().unwrap()).unwrap();
    for cell in [0, 1, 4] {
        assert_eq!(layers(eight, cell, u64::MAX), explore(eight.size(), cell));
    }
    assert_eq!(layers(eight, 8, 100), [1, 2, 4, 8, 16, 20, 39, 62]);
}
