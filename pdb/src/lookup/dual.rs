use std::collections::HashMap;

use optile_core::{Board, Flips, Size, State, goal_cell};

use crate::key::{Key, Storage};
use crate::order::{MAX_TILES, ORDERS};
use crate::recipe::Recipe;
use crate::table::Table;

/// Dual lookups (A. Felner, U. Zahavi, J. Schaeffer, R. C. Holte, Dual lookups
/// in pattern databases, 2005): not of the tiles of a pattern, wherever they
/// stand, but of whatever tiles stand where a pattern belongs.
///
/// A way to the goal, taken backward, leads from the goal to the state. Call
/// every tile by the cell that it stands on in the state, and this is a way to
/// a goal again: that in which the blank is where it is now. So whatever is a
/// bound toward that goal is one for the state. In pancakes and Rubik's cube
/// that goal is the same and so are the tables; the blank's wandering makes it
/// one of as many as there are cells, and each needs tables of its own.
///
/// Flipping a board left and right or upside down leaves a quarter of them: a
/// state is read from whichever corner brings the blank to a cell that has
/// tables. Not about the diagonal, which would save another few tables: then
/// the lookups of a state and of its reflection would often be the same.
#[derive(Clone, Debug)]
pub(crate) struct Dual {
    /// By the blank's cell.
    by_blank: Vec<Reading>,
    goal_blank: usize,
}

/// How states with the blank on a cell are looked up.
#[derive(Clone, Debug)]
struct Reading {
    /// By cell, where it is when the board is flipped.
    flip: [u8; 32],
    sets: Vec<Set>,
}

/// A pattern toward the goal with the blank where it is.
#[derive(Clone, Debug)]
struct Set {
    table: Table,
    /// By tile of the pattern, its cell in the goal.
    cells: Vec<u8>,
}

/// The tables that dual lookups of a recipe need toward a goal.
pub(crate) fn keys(recipe: &Recipe, size: Size, goal_blank: usize) -> Result<Vec<Key>, String> {
    let mut all = Vec::new();
    for home in Flips::homes(size, goal_blank) {
        for key in recipe.keys(size, home)? {
            if !all.contains(&key) {
                all.push(key);
            }
        }
    }
    Ok(all)
}

impl Dual {
    /// The dual lookups of a recipe toward a goal, with the tables of [`keys`]
    /// held.
    pub(crate) fn new(
        recipe: &Recipe,
        size: Size,
        goal_blank: usize,
        held: &HashMap<Key, Table>,
    ) -> Result<Self, String> {
        let reading = |blank: usize| -> Result<Reading, String> {
            let flips = Flips::home(size, blank, goal_blank);
            let home = flips.cell(size, blank);
            let mut flip = [0; 32];
            for (cell, to) in flip.iter_mut().enumerate().take(size.cells()) {
                *to = flips.cell(size, cell) as u8;
            }
            let set = |key: Key| Set {
                table: held[&key].clone(),
                cells: key.tiles.iter().map(|tile| flip[goal_cell(tile, home)]).collect(),
            };
            let sets = recipe.keys(size, home)?.into_iter().map(set).collect();
            Ok(Reading { flip, sets })
        };
        let by_blank = (0..size.cells()).map(reading).collect::<Result<_, _>>()?;
        Ok(Self { by_blank, goal_blank })
    }

    /// The sum of the lookups of a state or, with `mirror` exchanging rows and
    /// columns, of its reflection. `goal_blank` is that of the state's goal, of
    /// which the one of these lookups is the mirror image.
    #[inline]
    pub(crate) fn bound<B: Board>(
        &self,
        state: &State<B>,
        mirror: &[u8; 32],
        goal_blank: usize,
    ) -> u16 {
        let board = state.board();
        let mirrored = |cell: usize| usize::from(mirror[cell & 31]);
        let Reading { flip, sets } = &self.by_blank[mirrored(state.blank())];
        let blank = flip[self.goal_blank & 31].into();
        sets.iter().fold(0, |sum, set| {
            let (mut taken, mut order, mut manhattan) = (0u32, 0, 0);
            for (item, &cell) in set.cells.iter().enumerate() {
                let tile = state.tile(mirrored(cell.into()));
                let place = mirrored(goal_cell(tile, goal_blank));
                let flipped = flip[place & 31];
                order += (taken >> flipped).count_ones() as usize
                    * usize::from(ORDERS[item % MAX_TILES]);
                taken |= 1 << flipped;
                manhattan += board.distance(place, cell.into()) as u8;
            }
            let index = set.table.index(taken, order, blank, board.cells());
            debug_assert!(set.table.key().storage != Storage::Mod3);
            sum + u16::from(set.table.entry(index, manhattan))
        })
    }
}
