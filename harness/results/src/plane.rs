//! Where watched searches went: the lines of `planes.csv`.

use std::collections::BTreeSet;

use optile_core::Size;
use serde::{Deserialize, Serialize};

/// One line of `planes.csv`: the states of one cell of the plane, and how many of them a search
/// had expanded or generated when it ended. The lines of a search follow each other.
///
/// On boards of up to nine cells, the columns are exact: moves from the start, and moves to the
/// goal. On larger boards, the forward side has its g and its estimate in their place, and the
/// backward side its estimate and its g.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaneCell {
    /// The instance.
    pub instance: String,
    /// The strategy's name with options.
    pub strategy: String,
    /// Moves from the start.
    pub x: u32,
    /// Moves to the goal.
    pub y: u32,
    /// States of the cell: all there are on boards of up to nine cells, on others those that
    /// were met.
    pub states: u64,
    /// States that the forward side had expanded.
    pub closed_forward: u64,
    /// States that the backward side had expanded.
    pub closed_backward: u64,
    /// States that the forward side had generated and not expanded.
    pub open_forward: u64,
    /// The same for the backward side.
    pub open_backward: u64,
}

impl PlaneCell {
    /// States that a side had expanded and those that it had only generated. Sides are 0 for
    /// forward and 1 for backward.
    pub fn of_side(&self, side: usize) -> [u64; 2] {
        match side {
            0 => [self.closed_forward, self.open_forward],
            _ => [self.closed_backward, self.open_backward],
        }
    }

    /// Counts a state that a side had expanded.
    pub fn close(&mut self, side: usize) {
        *(if side == 0 { &mut self.closed_forward } else { &mut self.closed_backward }) += 1;
    }

    /// Counts a state that a side had generated and not expanded.
    pub fn open(&mut self, side: usize) {
        *(if side == 0 { &mut self.open_forward } else { &mut self.open_backward }) += 1;
    }

    /// What is wrong with the line, for messages. `None` if it can be true.
    pub(crate) fn fault(&self) -> Option<String> {
        let Self { states, .. } = self;
        (0..2).find_map(|side| {
            let [closed, open] = self.of_side(side);
            (u128::from(closed) + u128::from(open) > u128::from(*states)).then(|| {
                format!(
                    "{closed} closed and {open} open states of one side are more than the {states} \
                     states of the cell"
                )
            })
        })
    }
}

/// What the places of cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// Moves from the start, and moves to the goal.
    Distances,
    /// g, and the estimate of the other distance.
    Estimates,
}

impl Axes {
    /// The most cells of a board whose places are distances.
    const MOST_CELLS: usize = 9;

    /// The axes for boards of a size.
    pub fn of(size: Size) -> Self {
        if size.cells() <= Self::MOST_CELLS { Self::Distances } else { Self::Estimates }
    }
}

/// The cells of each search.
pub fn searches(cells: &[PlaneCell]) -> impl Iterator<Item = &[PlaneCell]> {
    cells.chunk_by(|a, b| (&a.instance, &a.strategy) == (&b.instance, &b.strategy))
}

/// The searches of several files. A search that two files have counts once.
pub(crate) fn union<'a>(files: impl Iterator<Item = &'a [PlaneCell]>) -> Vec<PlaneCell> {
    let mut known = BTreeSet::new();
    let all = files.flat_map(searches);
    let new = all.filter(|cells| known.insert((&cells[0].instance, &cells[0].strategy)));
    new.flatten().cloned().collect()
}
