//! A board turned so that it has at most as many columns as rows.

use optile_core::{Size, is_even, unrank};

/// A board, and the same board turned or as it is. Moves within rows cost nothing, and moves
/// between rows cost less if they pass fewer tiles. Cells are those of the turned board unless
/// it says otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    /// The size of the real board.
    pub(crate) size: Size,
    /// Columns.
    pub(crate) width: usize,
    /// A cell of the real board.
    goal_blank: usize,
}

impl Turned {
    /// The board of this size, turned if it has more columns than rows. Its goal has its
    /// blank at this cell of the real board.
    pub(crate) fn new(size: Size, goal_blank: usize) -> Self {
        Self { size, width: size.width().min(size.height()), goal_blank }
    }

    /// Such a board as it is.
    pub(crate) fn upright(size: Size, goal_blank: usize) -> Self {
        Self { size, width: size.width(), goal_blank }
    }

    /// Cells of the board.
    pub(crate) fn cells(&self) -> usize {
        self.size.cells()
    }

    /// The cell for a cell of the real board.
    fn cell(&self, real: usize) -> usize {
        let (width, height) = (self.size.width(), self.size.height());
        if self.width < width { real % width * height + real / width } else { real }
    }

    /// The cell of the goal's blank.
    pub(crate) fn goal_blank(&self) -> usize {
        self.cell(self.goal_blank)
    }

    /// The colour of a cell of a chequerboard. Every move changes that of the blank.
    pub(crate) fn colour(&self, cell: usize) -> usize {
        (cell / self.width + cell % self.width) % 2
    }

    /// The cells of a colour.
    pub(crate) fn cells_of(&self, colour: usize) -> impl Iterator<Item = usize> {
        (0..self.cells()).filter(move |&cell| self.colour(cell) == colour)
    }

    /// The colour of the cells where the layer at a distance has its blanks.
    pub(crate) fn colour_at(&self, depth: usize) -> usize {
        (self.colour(self.goal_blank()) + depth) % 2
    }

    /// The cells beside a cell.
    pub(crate) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, cells) = (self.width, self.cells());
        let column = cell % width;
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < width).then(|| cell + 1);
        let above = cell.checked_sub(width);
        let below = (cell + width < cells).then(|| cell + width);
        [left, right, above, below].into_iter().flatten()
    }

    /// 1 if the sequences of boards with their blank at this cell are odd.
    pub(crate) fn oddness(&self, blank: usize) -> u8 {
        let rows = (blank / self.width).abs_diff(self.goal_blank() / self.width);
        (rows * (self.width - 1) % 2) as u8
    }

    /// Calls `visit` with the boards of a set of sequences, whose first word has the number
    /// `first`, and whose blank is at a cell: the tiles of the real board in reading order,
    /// 0 for the blank.
    pub(crate) fn for_each_board(
        &self,
        blank: usize,
        first: usize,
        words: &[u64],
        visit: &mut dyn FnMut(&[u8]),
    ) {
        let cells = self.cells();
        let tiles = self.tiles();
        let is_odd = self.oddness(blank) == 1;
        let mut sequence = vec![0; cells - 1];
        let mut board = vec![0; cells];
        for (place, &word) in words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let number = (first + place) * 60 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                // Two sequences share a bit. One of them has the right parity.
                unrank(2 * number as u128, &mut sequence);
                if is_even(&sequence) == is_odd {
                    unrank(2 * number as u128 + 1, &mut sequence);
                }
                for (real, slot) in board.iter_mut().enumerate() {
                    let cell = self.cell(real);
                    let item = match cell.cmp(&blank) {
                        std::cmp::Ordering::Less => sequence[cell],
                        std::cmp::Ordering::Equal => {
                            *slot = 0;
                            continue;
                        }
                        std::cmp::Ordering::Greater => sequence[cell - 1],
                    };
                    *slot = tiles[usize::from(item) + 1];
                }
                visit(&board);
            }
        }
    }

    /// For each tile of the turned board, the tile of the real board that belongs to the same
    /// cell.
    fn tiles(&self) -> Vec<u8> {
        let turned_blank = self.goal_blank();
        let mut tiles = vec![0; self.cells()];
        let homes = (0..self.cells()).filter(|&real| real != self.goal_blank);
        for (tile, home) in homes.enumerate() {
            let cell = self.cell(home);
            tiles[cell + usize::from(cell < turned_blank)] = tile as u8 + 1;
        }
        tiles
    }
}
