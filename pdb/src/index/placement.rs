//! The cells of the tiles of a pattern.

use optile_core::{Move, Shape};

use crate::index::order::{MAX_TILES, rank_of_cells};

/// The cells of the tiles of a pattern and of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The cells of the tiles, least tile first, as many as the pattern has.
    pub(crate) cells: [u8; MAX_TILES],
    pub(crate) blank: u8,
    /// The cells of the tiles, as bits.
    pub(crate) mask: u32,
    /// The rank of their order.
    pub(crate) order: usize,
}

impl Placement {
    /// The placement of `tiles` tiles.
    pub(crate) fn new(cells: [u8; MAX_TILES], tiles: usize, blank: usize) -> Self {
        let mut placement = Self { cells, blank: blank as u8, mask: 0, order: 0 };
        placement.mask = placement.cells(tiles).fold(0, |mask, cell| mask | 1 << cell);
        placement.order = rank_of_cells(placement.cells(tiles));
        placement
    }

    pub(crate) fn cells(&self, tiles: usize) -> impl Iterator<Item = usize> + use<'_> {
        self.cells.iter().take(tiles).map(|&cell| usize::from(cell))
    }

    /// The placement after the step of a tile, which is given by its number in
    /// the pattern.
    pub(crate) fn after(mut self, item: usize, to: usize, m: Move, tiles: usize) -> Self {
        self.blank = std::mem::replace(&mut self.cells[item], to as u8);
        self.mask ^= 1 << self.blank | 1 << to;
        // Along a row no other tile is passed.
        if matches!(m, Move::Up | Move::Down) {
            self.order = rank_of_cells(self.cells(tiles));
        }
        self
    }
}

/// The rows and columns between two cells.
pub(crate) fn distance(shape: &Shape, a: usize, b: usize) -> u8 {
    let rows = shape.row(a).abs_diff(shape.row(b));
    (rows + shape.column(a).abs_diff(shape.column(b))) as u8
}
