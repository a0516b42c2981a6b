use std::collections::HashMap;

use optile_core::{Board, State};

use crate::key::{Key, Storage};
use crate::maps::component;
use crate::order::orders;
use crate::partition::{goal_cell, tile_at};
use crate::table::Table;

/// Dual lookups (A. Felner, U. Zahavi, J. Schaeffer, R. C. Holte, Dual lookups
/// in pattern databases, 2005): not of the tiles of a pattern, wherever they
/// stand, but of whatever tiles stand where the pattern belongs.
///
/// Let `X` be the cells of a pattern in the goal. The tiles that stand on `X`
/// now have to go to cells `Y`. Taken backward, that is the way of tiles on `Y`
/// to `X`, each to the cell of its own, with the blank going from its cell in
/// the goal to where it is now. So it is what a table has for the goal in which
/// the blank is where it is now. If that is in `X`, one tile less stands there,
/// and the table is that of the others. The tile on the goal's cell of the
/// blank stands on no pattern's cells, and adds its Manhattan distance.
///
/// The blank's cells within one region of the goal's map share a table, and so
/// there are few with all the tiles, and one more for each tile without it.
#[derive(Clone, Debug)]
pub(crate) struct Dual {
    /// By the blank's cell, one for each pattern that has tiles then.
    by_blank: Vec<Vec<Set>>,
    goal_blank: usize,
}

/// The tiles that stand on some cells.
#[derive(Clone, Debug)]
struct Set {
    table: Table,
    cells: Vec<u8>,
}

/// The table for the cells of a pattern while the blank is at `blank`, and
/// these cells; `None` where they are the blank's alone.
fn key_for(key: &Key, blank: usize) -> Option<(Key, Vec<u8>)> {
    let size = key.size;
    let cells = key.tiles.iter().map(|tile| goal_cell(tile, size, key.goal_blank));
    let cells: Vec<usize> = cells.filter(|&cell| cell != blank).collect();
    let taken = cells.iter().fold(0, |set, cell| set | 1u32 << cell);
    let region = component(size, !taken & ((1 << size.cells()) - 1), 1 << blank);
    // Any cell of the region will do; the goal's own needs no further table.
    let home = if region >> key.goal_blank & 1 == 1 {
        key.goal_blank
    } else {
        region.trailing_zeros() as usize
    };
    let tiles = cells.iter().map(|&cell| tile_at(cell, home)).collect();
    let own = Key { goal_blank: home, tiles, ..*key };
    (!cells.is_empty()).then(|| (own, cells.into_iter().map(|cell| cell as u8).collect()))
}

/// The tables that dual lookups of these need, themselves included.
pub(crate) fn keys(keys: &[Key]) -> Vec<Key> {
    let mut all: Vec<Key> = keys.to_vec();
    for key in keys {
        let dual = (0..key.size.cells()).filter_map(|blank| key_for(key, blank));
        for (key, _) in dual {
            if !all.contains(&key) {
                all.push(key);
            }
        }
    }
    all
}

impl Dual {
    /// Dual lookups of the tables of these keys, with those of [`keys`] held.
    pub(crate) fn new(keys: &[Key], goal_blank: usize, held: &HashMap<Key, Table>) -> Self {
        let cells = keys.first().map_or(0, |key| key.size.cells());
        let sets = |blank| {
            let wanted = keys.iter().filter_map(move |key| key_for(key, blank));
            wanted.map(|(key, cells)| Set { table: held[&key].clone(), cells }).collect()
        };
        Self { by_blank: (0..cells).map(sets).collect(), goal_blank }
    }

    /// The sum of the lookups of a state or, with `mirror` exchanging rows and
    /// columns, of its reflection.
    #[inline]
    pub(crate) fn bound<B: Board>(&self, state: &State<B>, mirror: &[u8; 32]) -> u8 {
        let mirrored = |cell: usize| usize::from(mirror[cell & 31]);
        let alone = match state.tile(self.goal_blank) {
            0 => 0,
            tile => {
                B::distance(self.goal_blank, State::<B>::goal_cell(tile, self.goal_blank)) as u8
            }
        };
        self.by_blank[mirrored(state.blank())].iter().fold(alone, |sum, set| {
            let (mut taken, mut order, mut manhattan) = (0u32, 0, 0);
            for (item, &cell) in set.cells.iter().enumerate() {
                let tile = state.tile(mirrored(cell.into()));
                let place = mirrored(State::<B>::goal_cell(tile, self.goal_blank));
                order += (taken >> place).count_ones() as usize * orders(item);
                taken |= 1 << place;
                manhattan += B::distance(place, cell.into()) as u8;
            }
            let index = set.table.index(taken, order, self.goal_blank, B::CELLS);
            debug_assert!(set.table.key().storage != Storage::Mod3);
            sum.saturating_add(set.table.after(index, 0, manhattan))
        })
    }
}
