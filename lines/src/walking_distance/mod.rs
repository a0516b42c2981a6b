//! Walking distance.

mod step_table;

use std::sync::Arc;

use optile_core::{
    Admissibility, AnyEstimator, Board, Estimator, Heuristic, Meter, Size, Slide, State, Stop,
    goal_cell,
};

use crate::line::{Columns, Lines, Rows, any_board, for_each_tile, is_ahead, is_vertical};
use step_table::{Game, StepTable, StepTables};

/// The steps up and down that the tiles need if columns do not matter, plus the
/// steps left and right if rows do not matter (K. Takahashi, known as takaken,
/// How to write a 15-puzzle solver, on the author's web site).
///
/// For the steps up and down, ignore which column a tile is in, and to which
/// column it belongs. The puzzle then becomes a small game. A position says how
/// many tiles of each goal row are in each row, and which row has the blank.
/// Any tile of the row above or below the blank's row can move into the blank's
/// row. A search of the whole game gives the least number of steps for every
/// position. This is a bound on the steps up and down of the puzzle. Together
/// with the same for columns, it is a bound on the moves. It is never less than
/// Manhattan distance, but may be below linear conflict.
///
/// # Step by step
///
/// A node carries both positions and the bound. A move changes one of the
/// positions, which is one lookup in a table. Neighbouring positions have the
/// blank on neighbouring lines, so their distances differ in parity. So a move
/// changes the bound by exactly one, and the bound is consistent.
///
/// # Tables
///
/// A game is given by its lines, their length and the line of the goal's blank.
/// Each game has one table, which is built when it is first needed and kept
/// for all clones of the heuristic.
/// On 4x4 boards it has 24,964 positions and takes some milliseconds. Boards of more than 16
/// cells have games of millions of positions, and are not supported. Neither are boards with more
/// than five rows or columns.
#[derive(Clone, Debug, Default)]
pub struct WalkingDistance {
    tables: Arc<StepTables>,
}

/// [`WalkingDistance`] toward one goal.
#[derive(Clone)]
pub struct WalkingDistanceEstimator {
    rows: Walk,
    columns: Walk,
}

/// The value that a node carries for walking distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walking {
    /// The index of the first step of the rows' position.
    rows: u32,
    /// The index of the first step of the columns' position.
    columns: u32,
    /// The bound.
    bound: u32,
}

/// One of the two games.
#[derive(Clone)]
struct Walk {
    table: Arc<StepTable>,
    /// The steps of the table.
    steps: Arc<[u32]>,
    /// The place of a tile's steps among those of a position. Indexed by tile.
    turns: [u8; 32],
    /// What a tile adds to the code of its line. The blank adds nothing. Indexed by tile.
    codes: [u16; 32],
}

fn game<L: Lines>(size: Size, goal_blank: usize) -> Game {
    let board = any_board(size);
    Game { lines: L::count(board), length: L::length(board), goal: L::line(board, goal_blank) }
}

/// The games of the rows and of the columns.
fn games(size: Size, goal_blank: usize) -> [Game; 2] {
    [game::<Rows>(size, goal_blank), game::<Columns>(size, goal_blank)]
}

impl Walk {
    fn estimator<L: Lines>(
        tables: &StepTables,
        size: Size,
        goal_blank: usize,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let game = game::<L>(size, goal_blank);
        let table = tables.table(game, meter)?;
        let (mut turns, mut codes) = ([0; 32], [0; 32]);
        for tile in 1..size.cells() {
            let home = L::line(any_board(size), goal_cell(tile, goal_blank));
            turns[tile] = StepTable::turn(home, false) as u8;
            codes[tile] = game.tile(home) as u16;
        }
        Ok(Self { steps: Arc::clone(&table.steps), table, turns, codes })
    }

    /// The position of a state and its distance.
    #[inline(never)]
    fn root<B: Board, L: Lines>(&self, state: &State<B>) -> (u32, u32) {
        self.table.find(|line| {
            let mut code = 0;
            for_each_tile::<B, L>(state, line, |_, tile| code += u64::from(self.codes[tile & 31]));
            code
        })
    }

    /// The position after a slide, and the bound after it.
    #[inline(always)]
    fn step(&self, position: u32, bound: u32, slide: Slide) -> (u32, u32) {
        let turn = usize::from(self.turns[slide.tile & 31]) + usize::from(is_ahead(slide));
        let step = self.steps[position as usize + turn];
        (step & !1, (bound + 1).wrapping_sub(2 * (step & 1)))
    }
}

impl WalkingDistance {
    fn is_supported(size: Size) -> bool {
        games(size, 0).iter().all(|game| game.positions() > 0)
    }

    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<WalkingDistanceEstimator, Stop> {
        if !Self::is_supported(size) {
            return Err(Stop::Unsupported(format!(
                "walking distance on {size} boards: expected at most 16 cells, and at most five rows \
                 and columns"
            )));
        }
        let [rows, columns] = games(size, goal_blank);
        let others = if rows == columns { 0 } else { StepTable::bytes(columns) };
        let bytes = StepTable::bytes(rows) + others;
        // Every search is told of the same tables, whether they exist already or not.
        meter.allow(bytes)?;
        meter.hold(0, bytes);
        Ok(WalkingDistanceEstimator {
            rows: Walk::estimator::<Rows>(&self.tables, size, goal_blank, meter)?,
            columns: Walk::estimator::<Columns>(&self.tables, size, goal_blank, meter)?,
        })
    }
}

impl Heuristic for WalkingDistance {
    fn admissibility(&self) -> Admissibility {
        Admissibility::Proved
    }

    fn supports(&self, size: Size) -> bool {
        Self::is_supported(size)
    }

    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::new(self.estimator(size, goal_blank, meter)?))
    }
}

impl Estimator for WalkingDistanceEstimator {
    type Value = Walking;

    fn is_consistent(&self) -> bool {
        true
    }

    fn root<B: Board>(&self, state: &State<B>) -> Walking {
        let (rows, up_and_down) = self.rows.root::<B, Rows>(state);
        let (columns, to_the_sides) = self.columns.root::<B, Columns>(state);
        Walking { rows, columns, bound: up_and_down + to_the_sides }
    }

    #[inline(always)]
    fn step<B: Board>(
        &self,
        Walking { rows, columns, bound }: Walking,
        slide: Slide,
        _: &State<B>,
    ) -> Walking {
        if is_vertical(slide) {
            let (rows, bound) = self.rows.step(rows, bound, slide);
            Walking { rows, columns, bound }
        } else {
            let (columns, bound) = self.columns.step(columns, bound, slide);
            Walking { rows, columns, bound }
        }
    }

    #[inline(always)]
    fn estimate(&self, value: Walking) -> u32 {
        value.bound
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, Limits};

    use super::*;

    /// A table that exists already must count like one that is built.
    #[test]
    fn tables_count_in_the_same_way_each_time() {
        let walking_distance = WalkingDistance::default();
        let estimator = |bytes| {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let mut meter = Meter::new(limits, Interrupt::default());
            let stop = walking_distance.toward("4x3".parse().unwrap(), 5, &mut meter).err();
            (stop, meter.counters().peak_bytes)
        };
        let game = |lines, length, goal| StepTable::bytes(Game { lines, length, goal });
        // Cell 5 is on the second of three rows, and of four columns.
        let bytes = game(3, 4, 1) + game(4, 3, 1);
        for _ in 0..2 {
            assert_eq!(estimator(bytes - 1), (Some(Stop::Memory), 0));
            assert_eq!(estimator(bytes), (None, bytes));
        }
    }

    #[test]
    fn boards_without_tables_are_refused() {
        for name in ["2x6", "6x2", "3x8", "4x5", "5x4", "5x5"] {
            let size = name.parse().unwrap();
            let stop = WalkingDistance::default().toward(size, 0, &mut Meter::default()).err();
            let Some(Stop::Unsupported(reason)) = stop else { panic!("{name}") };
            let expected = format!("walking distance on {name} boards: expected at most 16 cells");
            assert!(reason.starts_with(&expected), "{reason}");
        }
        for size in Size::all() {
            let is_small = size.cells() <= 16 && size.width().max(size.height()) <= 5;
            assert_eq!(WalkingDistance::default().supports(size), is_small, "{size}");
        }
    }
}
