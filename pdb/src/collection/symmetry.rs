//! Patterns that share a table because they are the same but for a symmetry of
//! the board.

use optile_core::Size;

use crate::index::cell_sets::component;
use crate::key::{Key, Tiles};
use crate::recipe::partition::tile_at;

/// How a board is flipped, upside down, left and right, both or neither. A
/// reflection about the diagonal may follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Symmetry {
    upside_down: bool,
    left_right: bool,
    is_reflected: bool,
}

impl Symmetry {
    /// The symmetries of a board, first the one that changes nothing.
    fn of(size: Size) -> impl Iterator<Item = Self> {
        let count = if size.width() == size.height() { 8 } else { 4 };
        (0..count).map(|number| Self {
            upside_down: number & 2 != 0,
            left_right: number & 1 != 0,
            is_reflected: number & 4 != 0,
        })
    }

    /// The cell to which a cell is taken.
    pub(crate) fn cell(self, size: Size, cell: usize) -> usize {
        let (width, height) = (size.width(), size.height());
        let (row, column) = (cell / width, cell % width);
        let row = if self.upside_down { height - 1 - row } else { row };
        let column = if self.left_right { width - 1 - column } else { column };
        if self.is_reflected { column * width + row } else { row * width + column }
    }
}

/// The key whose table serves a pattern and all its images, and what takes the
/// pattern's cells to those of that table.
///
/// A table without regions holds the least moves with the blank anywhere in the
/// goal. The blank's cell in the goal matters only if the pattern's tiles divide
/// the other cells of the goal. If they do, only symmetries that leave the
/// blank's cell as it is lead to patterns with the same table.
pub(crate) fn shared(key: &Key) -> (Key, Symmetry) {
    let Key { size, goal_blank, .. } = *key;
    let taken = key.goal_cells().fold(0, |set, cell| set | 1 << cell);
    let free = !taken & ((1u32 << size.cells()) - 1);
    let is_divided = component(size, free, 1 << goal_blank) != free;
    let image = |symmetry: Symmetry| {
        let cells = key.goal_cells().map(|cell| symmetry.cell(size, cell));
        let taken = cells.fold(0u32, |set, cell| set | 1 << cell);
        let goal_blank = if is_divided { goal_blank } else { taken.trailing_ones() as usize };
        let on = (0..size.cells()).filter(|cell| taken >> cell & 1 == 1);
        let tiles: Tiles = on.map(|cell| tile_at(cell, goal_blank)).collect();
        (Key { goal_blank, tiles, ..*key }, symmetry)
    };
    let is_allowed =
        |symmetry: &Symmetry| !is_divided || symmetry.cell(size, goal_blank) == goal_blank;
    let images = Symmetry::of(size).filter(is_allowed).map(image);
    images.min_by_key(|(key, _)| (key.goal_blank, key.tiles)).unwrap_or((*key, Symmetry::default()))
}
