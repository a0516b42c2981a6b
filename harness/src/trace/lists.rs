//! The open and the closed list of a search, derived from what it expanded.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use optile_core::{Arrangement, Move, Path, Traced};

use crate::trace::WatchedSearch;

/// A state that a side of a search has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The least g with which it was met.
    pub g: u32,
    /// Whether it was expanded, in this iteration if the search begins again.
    pub is_closed: bool,
    /// Whether it was generated and not expanded since.
    pub is_open: bool,
    /// How many states its side met before it.
    pub number: usize,
}

/// What the sides of a search have met.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    is_depth_first: bool,
    sides: [HashMap<Arrangement, Met>; 2],
}

/// The boards one move away, in the order of the letters ULRD.
pub(crate) fn neighbours(board: &Arrangement) -> impl Iterator<Item = Arrangement> + use<> {
    let board = *board;
    let moves = [Move::Up, Move::Left, Move::Right, Move::Down];
    moves.into_iter().filter_map(move |m| Path::new(vec![m]).replay(&board).ok())
}

/// Whether the search follows one path: each expanded state is a neighbour of the last one
/// that was expanded with one move less, and the search begins again or stores only a path. A
/// best-first search that goes straight to the goal stores more.
pub(crate) fn is_depth_first(search: &WatchedSearch) -> bool {
    let rows = &search.rows;
    let length = search.end.as_ref().map_or(u64::MAX - 2, |path| path.len() as u64);
    let stored = search.counter("peak_stored").unwrap_or(0);
    if stored > length + 2 && rows.iter().filter(|row| row.g == 0).count() < 2 {
        return false;
    }
    let mut path: Vec<&Traced> = Vec::new();
    let mut is_deeper = false;
    rows.iter().all(|row| {
        let g = row.g as usize;
        is_deeper |= g > 1;
        let follows = match g.checked_sub(1) {
            None => true,
            Some(before) => path
                .get(before)
                .is_some_and(|parent| neighbours(&parent.state).any(|next| next == row.state)),
        };
        path.truncate(g);
        path.push(row);
        follows
    }) && is_deeper
}

/// The first of `step` expansions whose states are shown: if a search follows one path, those of its
/// last iteration.
pub(crate) fn shown_from(search: &WatchedSearch, step: usize) -> usize {
    let last_root = || search.rows.iter().take(step).rposition(|row| row.g == 0);
    is_depth_first(search).then(last_root).flatten().unwrap_or(0)
}

impl Lists {
    /// The empty lists of a search. If it follows one path, it has no open list, and its
    /// iterations forget what was expanded.
    pub fn of(search: &WatchedSearch) -> Self {
        Self { is_depth_first: is_depth_first(search), sides: Default::default() }
    }

    /// Expands a node.
    pub fn expand(&mut self, row: &Traced) {
        let states = &mut self.sides[row.side];
        if row.g == 0 && self.is_depth_first {
            states.values_mut().for_each(|met| met.is_closed = false);
        }
        let number = states.len();
        let own = states.entry(row.state).or_insert(Met {
            g: row.g,
            is_closed: false,
            is_open: false,
            number,
        });
        *own = Met { g: own.g.min(row.g), is_closed: true, is_open: false, number: own.number };
        for next in neighbours(&row.state) {
            let number = states.len();
            let g = row.g + 1;
            let is_open = !self.is_depth_first;
            match states.entry(next) {
                Entry::Vacant(free) => {
                    free.insert(Met { g, is_closed: false, is_open, number });
                }
                Entry::Occupied(mut met) => met.get_mut().g = met.get().g.min(g),
            }
        }
    }

    /// The states that a side has met: 0 for forward, 1 for backward.
    pub fn side(&self, side: usize) -> &HashMap<Arrangement, Met> {
        &self.sides[side]
    }
}
