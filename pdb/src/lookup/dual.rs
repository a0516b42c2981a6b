//! Dual lookups.

use std::collections::HashMap;

use optile_core::{Board, Flips, Size, State, goal_cell};

use crate::index::order::{MAX_TILES, ORDERS};
use crate::key::{Key, Storage};
use crate::recipe::Recipe;
use crate::table::Table;

/// Dual lookups (A. Felner, U. Zahavi, J. Schaeffer, R. C. Holte, Dual lookups
/// in pattern databases, 2005). A usual lookup uses the cells on which the
/// tiles of a pattern are. A dual lookup uses the tiles that are on the
/// pattern's cells.
///
/// A path to the goal, taken backward, leads from the goal to the state. Rename
/// every tile to the cell on which it is in the state. Then this is again a
/// path to a goal: the goal with the blank on its cell in the state. So a bound
/// toward that goal is a bound for the state. For pancakes and Rubik's cube,
/// that goal and its tables are the same. Here the blank can be at any cell,
/// and each of these goals needs its own tables.
///
/// Flipping a board left and right or upside down leaves a quarter of these
/// goals. A state is read from the corner that brings the blank to a cell that
/// has tables. Reflection about the diagonal is not used, although it would
/// save a few more tables: the lookups of a state and of its reflection would
/// then often be the same.
#[derive(Clone, Debug)]
pub(crate) struct Dual {
    /// Indexed by the blank's cell.
    by_blank: Vec<Reading>,
    goal_blank: usize,
}

/// How states are looked up whose blank is on a given cell.
#[derive(Clone, Debug)]
struct Reading {
    /// The cell to which the flips take a cell. Indexed by cell.
    flip: [u8; 32],
    sets: Vec<Set>,
}

/// A pattern toward the goal that has the blank where the state has it.
#[derive(Clone, Debug)]
struct Set {
    table: Table,
    /// The cell in the goal of each tile of the pattern.
    cells: Vec<u8>,
}

impl Dual {
    /// The dual lookups of a recipe toward a goal. `held` has the tables of
    /// [`Recipe::all_keys`].
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

    /// The sum of the lookups of a state or, if `mirror` exchanges rows and
    /// columns, of its reflection. `goal_blank` is the blank's cell in the
    /// state's goal. The goal of these lookups is its mirror image.
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
