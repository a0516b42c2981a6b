//! Linear conflict.

mod conflicts;

use optile_core::{Board, Estimator, Size, Slide, State, goal_cell, simple};

use crate::line::{Columns, Lines, Rows, any_board, for_each_tile, is_ahead, is_vertical, slides};
use conflicts::{Code, Conflicts, NO_PLACE};

/// Manhattan distance, plus two moves for each tile that must leave its line to
/// let others of that line pass (O. Hansson, A. Mayer, M. Yung,
/// Criticizing solutions to relaxed models yields powerful admissible
/// heuristics, Information Sciences 63, 1992).
///
/// The additional moves are twice the *least* number of tiles that must be
/// taken out of a line so that no two tiles that belong there have to pass each
/// other. Pairs are not counted: three tiles in reverse order make three pairs,
/// but taking out two of them is enough. The blank is not a tile.
///
/// # Step by step
///
/// A tile that slides within its line keeps its place in the order of the tiles
/// there, because it goes to the cell of the blank. So a slide to another row
/// changes the additional moves of at most one line: the row where the tile
/// belongs, if the tile leaves or enters it. If a line gets one more tile, then
/// one more tile or none has to be taken out. A step only has to look up which
/// of the two it is.
///
/// # Why it is consistent
///
/// A tile that leaves its line goes one step away, and the additional moves
/// fall by two or not at all. A tile that enters its line comes one step
/// nearer, and the additional moves grow by two or not at all. All other slides
/// change only the tile's distance. So each move changes the bound by exactly
/// one, up or down.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinearConflict;

/// [`LinearConflict`] toward one goal.
#[derive(Clone)]
pub struct LinearConflictEstimator {
    rows: Belonging,
    columns: Belonging,
    conflicts: &'static Conflicts,
}

/// Which tiles belong to which rows, or to which columns. Tables have 32
/// entries, so that a packed tile and a cell are always valid indices.
#[derive(Clone)]
struct Belonging {
    /// The tile's digit in the code of the line. Indexed by `[line][tile]`.
    digits: [[u8; 32]; 16],
    /// Indexed by whether the tile goes to a line of a higher number, by the
    /// tile and by the cell it goes to.
    crossings: [[[Crossing; 32]; 32]; 2],
}

/// What changes when a tile goes to another line.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The change of the distance to the line where it belongs, 1 or -1.
    change: i8,
    /// Its place on that line, if it leaves or enters it.
    place: u8,
    /// The line.
    line: u8,
    /// Its digit in the code of the line.
    digit: u8,
}

/// The code of a line, see [`Conflicts`].
#[inline(always)]
fn code<B: Board, L: Lines>(state: &State<B>, line: usize, digits: &[u8; 32]) -> Code {
    let mut code = Code::new(L::length(state.board()));
    for_each_tile::<B, L>(state, line, |place, tile| code.put(place, digits[tile & 31]));
    code
}

impl Belonging {
    fn estimator<L: Lines>(size: Size, goal_blank: usize) -> Self {
        let board = any_board(size);
        let goal = |tile| goal_cell(tile, goal_blank);
        let digit = |tile| L::place(board, goal(tile)) as u8 + 1;
        let mut digits = [[0; 32]; 16];
        for tile in 1..size.cells() {
            digits[L::line(board, goal(tile))][tile] = digit(tile);
        }
        let nothing = Crossing { change: 0, place: NO_PLACE, line: 0, digit: 0 };
        let mut crossings = [[[nothing; 32]; 32]; 2];
        for slide in slides(size) {
            let home = L::line(board, goal(slide.tile));
            let [from, to] = [slide.from, slide.to].map(|cell| L::line(board, cell));
            if from == to {
                continue;
            }
            let change = home.abs_diff(to) as i8 - home.abs_diff(from) as i8;
            let comes_or_goes = home == from || home == to;
            let place = if comes_or_goes { L::place(board, slide.to) as u8 } else { NO_PLACE };
            crossings[usize::from(is_ahead(slide))][slide.tile][slide.to] =
                Crossing { change, place, line: home as u8, digit: digit(slide.tile) };
        }
        Self { digits, crossings }
    }

    /// By how much a slide to another line changes the bound.
    #[inline(always)]
    fn change<B: Board, L: Lines>(
        &self,
        slide: Slide,
        state: &State<B>,
        conflicts: &Conflicts,
    ) -> i32 {
        let crossings = &self.crossings[usize::from(is_ahead(slide))];
        let Crossing { change, place, line, digit } = crossings[slide.tile & 31][slide.to & 31];
        let digits = &self.digits[usize::from(line) & 15];
        let mut code = code::<B, L>(state, line.into(), digits);
        // The line with the tile: before it left, or after it entered.
        code.put(place.into(), digit);
        let saved = conflicts.saved_without(code, place) as i32;
        i32::from(change) * (1 - 2 * saved)
    }

    /// Two moves for each tile to be taken out.
    fn added<B: Board, L: Lines>(&self, state: &State<B>, conflicts: &Conflicts) -> u32 {
        let code = |line| code::<B, L>(state, line, &self.digits[line]);
        (0..L::count(state.board())).map(|line| 2 * conflicts.removals(code(line))).sum()
    }

    /// The sum of the lines from each tile to where it belongs.
    fn distance<B: Board, L: Lines>(&self, state: &State<B>) -> u32 {
        let board = state.board();
        let home = |tile| (0..L::count(board)).find(|&line| self.digits[line][tile] > 0);
        let away = |cell| home(state.tile(cell)).map(|line| line.abs_diff(L::line(board, cell)));
        (0..board.cells()).filter_map(away).sum::<usize>() as u32
    }
}

impl LinearConflict {
    /// The estimator toward the goal with its blank at `goal_blank`.
    pub fn estimator(self, size: Size, goal_blank: usize) -> Box<LinearConflictEstimator> {
        Box::new(LinearConflictEstimator {
            rows: Belonging::estimator::<Rows>(size, goal_blank),
            columns: Belonging::estimator::<Columns>(size, goal_blank),
            conflicts: Conflicts::shared(),
        })
    }
}

simple!(LinearConflict);

impl Estimator for LinearConflictEstimator {
    /// The estimate itself.
    type Value = u32;

    fn is_consistent(&self) -> bool {
        true
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        let Self { rows, columns, conflicts } = self;
        let distance = rows.distance::<B, Rows>(state) + columns.distance::<B, Columns>(state);
        let added =
            rows.added::<B, Rows>(state, conflicts) + columns.added::<B, Columns>(state, conflicts);
        distance + added
    }

    #[inline(always)]
    fn step<B: Board>(&self, value: u32, slide: Slide, state: &State<B>) -> u32 {
        let change = if is_vertical(slide) {
            self.rows.change::<B, Rows>(slide, state, self.conflicts)
        } else {
            self.columns.change::<B, Columns>(slide, state, self.conflicts)
        };
        value.wrapping_add_signed(change)
    }

    #[inline(always)]
    fn estimate(&self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn resume<B: Board>(&self, _state: &State<B>, estimate: u32) -> u32 {
        estimate
    }
}
