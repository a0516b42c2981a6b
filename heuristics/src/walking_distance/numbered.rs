//! Walking distance on boards whose games are too large for a list of all steps.

use std::array;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use optile_core::{Board, Estimator, Meter, Size, Slide, State, Stop, goal_cell};
use optile_pdb::{Game, Position, TableCache, WalkingTable};

use super::game;
use crate::lines::{Columns, Lines, Rows, any_board, is_vertical};

/// [`crate::WalkingDistance`] toward one goal, on a board with a large game.
///
/// The table of a game has only distances. The number of the next position is computed from
/// the number of the last one. That takes about six lookups, in a table that stays in the
/// caches, and one more for the distance.
#[derive(Clone)]
pub struct NumberedWalkingEstimator {
    rows: Walk,
    columns: Walk,
}

/// The value that a node carries for walking distance with numbered positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberedWalking {
    rows: Position,
    columns: Position,
    up_and_down: u8,
    to_the_sides: u8,
}

/// One of the two games.
#[derive(Clone)]
struct Walk {
    table: WalkingTable,
    /// The line of each cell. The order is reversed if the table is that of the reversed game.
    lines: [u8; 32],
    /// The line to which each tile belongs, in the same order.
    homes: [u8; 32],
}

impl Walk {
    fn new<L: Lines>(table: WalkingTable, size: Size, goal_blank: usize) -> Self {
        let own = game::<L>(size, goal_blank);
        let is_reversed = own != *table.game();
        let line = |cell: usize| {
            let line = L::line(any_board(size), cell);
            if is_reversed { own.lines - 1 - line } else { line }
        };
        let tiles = 1..size.cells();
        Self {
            table,
            lines: array::from_fn(|cell| if cell < size.cells() { line(cell) as u8 } else { 0 }),
            homes: array::from_fn(|tile| match tiles.contains(&tile) {
                true => line(goal_cell(tile, goal_blank)) as u8,
                false => 0,
            }),
        }
    }

    /// The position of a state and its distance.
    #[inline(never)]
    fn root<B: Board>(&self, state: &State<B>) -> (Position, u8) {
        let mut rows = [0; 8];
        for cell in (0..state.board().cells()).filter(|&cell| cell != state.blank()) {
            let home = self.homes[state.tile(cell) & 31];
            rows[usize::from(self.lines[cell & 31] & 7)] += WalkingTable::code(home.into());
        }
        let position = self.table.position(|line| rows[line & 7]).unwrap_or_default();
        (position, self.table.distance(position))
    }

    /// The position after a slide and its distance.
    ///
    /// Never inlined, because it is large and called in dozens of places, and lookups take
    /// longer than a call.
    #[inline(never)]
    fn step(&self, position: Position, slide: Slide) -> (Position, u8) {
        let line = |cell: usize| usize::from(self.lines[cell & 31]);
        let home = usize::from(self.homes[slide.tile & 31]);
        let next = self.table.step(position, home, line(slide.from), line(slide.to));
        (next, self.table.distance(next))
    }
}

impl NumberedWalkingEstimator {
    /// The estimator with tables from a cache.
    pub(super) fn toward(
        tables: &dyn TableCache,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let games = [game::<Rows>(size, goal_blank), game::<Columns>(size, goal_blank)];
        let [rows, columns] = games.map(Game::canonical);
        let bytes = |game: Game| WalkingTable::bytes(&game);
        let others = if rows == columns { 0 } else { bytes(columns) };
        meter.allow(bytes(rows) + others)?;
        let tables =
            [tables.walking(&rows, 0, meter)?, tables.walking(&columns, bytes(rows), meter)?];
        for game in [rows, columns] {
            let name = BuildHasherDefault::<DefaultHasher>::default().hash_one(game);
            meter.look_up(name, bytes(game));
        }
        let [rows, columns] = tables;
        Ok(Self {
            rows: Walk::new::<Rows>(rows, size, goal_blank),
            columns: Walk::new::<Columns>(columns, size, goal_blank),
        })
    }
}

impl Estimator for NumberedWalkingEstimator {
    type Value = NumberedWalking;

    fn is_consistent(&self) -> bool {
        true
    }

    fn root<B: Board>(&self, state: &State<B>) -> NumberedWalking {
        let (rows, up_and_down) = self.rows.root(state);
        let (columns, to_the_sides) = self.columns.root(state);
        NumberedWalking { rows, columns, up_and_down, to_the_sides }
    }

    #[inline(always)]
    fn step<B: Board>(
        &self,
        mut value: NumberedWalking,
        slide: Slide,
        _: &State<B>,
    ) -> NumberedWalking {
        if is_vertical(slide) {
            (value.rows, value.up_and_down) = self.rows.step(value.rows, slide);
        } else {
            (value.columns, value.to_the_sides) = self.columns.step(value.columns, slide);
        }
        value
    }

    #[inline(always)]
    fn estimate(&self, value: NumberedWalking) -> u32 {
        u32::from(value.up_and_down) + u32::from(value.to_the_sides)
    }
}
