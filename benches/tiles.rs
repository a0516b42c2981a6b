//! The `pathfinding` crate used as its documentation shows: a state is the
//! tiles, its successors come as a vector, and the heuristic is computed again
//! for each state.

use pathfinding::directed::{astar, bfs, idastar};

/// The tiles of a square board, row by row, 0 for the blank. The rest of the
/// sixteen places stay 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tiles {
    tiles: [u8; 16],
    width: usize,
}

impl Tiles {
    /// The tiles of a board of up to four columns.
    pub(crate) fn new(tiles: &[u8]) -> Self {
        let mut all = [0; 16];
        all[..tiles.len()].copy_from_slice(tiles);
        Self { tiles: all, width: tiles.len().isqrt() }
    }

    fn tiles(&self) -> &[u8] {
        &self.tiles[..self.width * self.width]
    }

    fn neighbours(&self) -> Vec<Self> {
        let Some(blank) = self.tiles().iter().position(|&tile| tile == 0) else {
            unreachable!("a board has a blank")
        };
        let (row, column) = (blank / self.width, blank % self.width);
        let mut cells = Vec::with_capacity(4);
        if row > 0 {
            cells.push(blank - self.width);
        }
        if column > 0 {
            cells.push(blank - 1);
        }
        if column < self.width - 1 {
            cells.push(blank + 1);
        }
        if row < self.width - 1 {
            cells.push(blank + self.width);
        }
        let slide = |cell| {
            let mut neighbour = self.clone();
            neighbour.tiles.swap(blank, cell);
            neighbour
        };
        cells.into_iter().map(slide).collect()
    }

    fn successors(&self) -> Vec<(Self, u32)> {
        self.neighbours().into_iter().map(|tiles| (tiles, 1)).collect()
    }

    /// Manhattan distance to `goal`.
    fn manhattan(&self, goal: &Self) -> u32 {
        let mut cells = [0; 16];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            cells[usize::from(tile)] = cell;
        }
        let distance = |(cell, &tile): (usize, &u8)| {
            let place = cells[usize::from(tile)];
            let rows = (cell / self.width).abs_diff(place / self.width);
            (rows + (cell % self.width).abs_diff(place % self.width)) as u32
        };
        self.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0).map(distance).sum()
    }
}

/// The length that the function of this name finds.
pub(crate) fn solve(function: &str, start: &Tiles, goal: &Tiles) -> Option<usize> {
    let is_goal = |tiles: &Tiles| tiles == goal;
    let bound = |tiles: &Tiles| tiles.manhattan(goal);
    match function {
        "bfs" => bfs::bfs(start, Tiles::neighbours, is_goal).map(|path| path.len() - 1),
        "bidir" => bfs::bfs_bidirectional(start, goal, Tiles::neighbours, Tiles::neighbours)
            .map(|path| path.len() - 1),
        "astar" => {
            astar::astar(start, Tiles::successors, bound, is_goal).map(|(_, cost)| cost as usize)
        }
        "idastar" => idastar::idastar(start, Tiles::successors, bound, is_goal)
            .map(|(_, cost)| cost as usize),
        _ => None,
    }
}
