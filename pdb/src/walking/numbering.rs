//! The numbers of positions.
//!
//! # The main decision
//!
//! A position is a list of rows of numbers, one for each line: how many tiles of each home are
//! there. Positions are numbered in the order of these lists. So no position is stored, and the
//! number of a position is a sum with one summand for each line. The summand of a line depends
//! on its row, and on the tiles that are left for this line and the lines after it. It says how
//! many positions begin with the same lines before and have an earlier row here. All summands
//! are looked up in one table, which has 5 MB for five lines of five cells.
//!
//! A step moves one tile between neighbouring lines. The tiles that are left for the lines
//! after these two stay the same, so only two summands change. No position is counted again.

use std::array;

use optile_core::{Stop, filled};

use super::game::Game;

/// A row that no line can have.
const NONE: u8 = u8::MAX;

/// A position of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Its number.
    pub(super) rank: u32,
    /// The rows of all lines but the last, which follows from the others.
    rows: [u8; Game::MOST - 1],
}

impl Position {
    /// Its number among all positions of the game.
    #[inline(always)]
    pub fn rank(self) -> usize {
        self.rank as usize
    }
}

/// The numbering of the positions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    lines: usize,
    length: usize,
    positions: u32,
    /// The rows of numbers that a line can have, in order.
    rows: Vec<Row>,
    /// The number of each row; [`NONE`] if no line can have it. Indexed by the sum of the
    /// [`code`]s of its tiles.
    numbers: Vec<u8>,
    /// The numbers of the rows with one tile of a home more. Indexed by `[row][home]`.
    more: Vec<[u8; 8]>,
    /// The numbers of the rows with one tile of a home fewer.
    fewer: Vec<[u8; 8]>,
    /// What is left at the first line.
    all: u32,
    /// How much each row takes from what is left. What is left is the place of its first
    /// summand in the table.
    takes: Vec<u32>,
    /// The summands. Indexed by what is left plus the row.
    before: Vec<u32>,
}

/// How many tiles of each home are on a line.
type Row = [u8; Game::MOST];

/// What a tile of a home adds to the code of a row.
pub(crate) const fn code(home: usize) -> usize {
    1 << (3 * home)
}

/// The rows of a line, in order: those with all tiles and those beside the blank.
fn rows(game: Game) -> Vec<Row> {
    let most = game.length + 1;
    let all = (0..most.pow(game.lines as u32)).map(|mut code| {
        let mut row = Row::default();
        for number in row[..game.lines].iter_mut().rev() {
            (*number, code) = ((code % most) as u8, code / most);
        }
        row
    });
    all.filter(|row| [game.length, game.length - 1].contains(&tiles(row))).collect()
}

fn tiles(row: &Row) -> usize {
    row.iter().map(|&number| usize::from(number)).sum()
}

/// The tiles of each home.
fn homes(game: Game) -> Row {
    let mut row = Row::default();
    row[..game.lines].fill(game.length as u8);
    row[game.goal] -= 1;
    row
}

impl Numbering {
    /// The bytes that the numbering of a game takes.
    pub(crate) fn bytes(game: Game) -> u64 {
        let lefts: u64 =
            homes(game)[..game.lines].iter().map(|&most| u64::from(most) + 1).product();
        lefts * rows(game).len() as u64 * size_of::<u32>() as u64
    }

    pub(crate) fn new(game: Game) -> Result<Self, Stop> {
        let (rows, homes) = (rows(game), homes(game));
        let code_of = |row: &Row| -> usize {
            row.iter().enumerate().map(|(home, &tiles)| usize::from(tiles) * code(home)).sum()
        };
        let mut numbers = filled(code(game.lines), NONE)?;
        for (number, row) in rows.iter().enumerate() {
            numbers[code_of(row)] = number as u8;
        }
        let change = |by: isize| {
            // A number that does not fit takes from the next one, and no row is like that.
            let changed = |row: &Row, home: usize| {
                let code = code_of(row).checked_add_signed(by * code(home) as isize);
                code.and_then(|code| numbers.get(code)).map_or(NONE, |&number| number)
            };
            let of_row = |row: &Row| array::from_fn(|home| changed(row, home));
            rows.iter().map(of_row).collect::<Vec<[u8; 8]>>()
        };
        // Mixed radix, so that taking a row is a subtraction.
        let place = |row: &Row| {
            let digits = row.iter().zip(&homes);
            digits.fold(0, |place, (&digit, &most)| {
                place * (usize::from(most) + 1) + usize::from(digit)
            })
        };
        let lefts = place(&homes) + 1;
        let mut before = filled(lefts * rows.len(), 0)?;
        let positions = count(game, &rows, place, &mut before)?;
        let takes = rows.iter().map(|row| (place(row) * rows.len()) as u32).collect();
        let all = (place(&homes) * rows.len()) as u32;
        let (more, fewer) = (change(1), change(-1));
        let Game { lines, length, .. } = game;
        Ok(Self { lines, length, positions, rows, numbers, more, fewer, all, takes, before })
    }

    /// How many positions there are.
    pub(crate) fn positions(&self) -> usize {
        self.positions as usize
    }

    /// The position whose lines have these rows, as sums of [`code`]; `None` if it is not of
    /// the game.
    #[inline(always)]
    pub(crate) fn position(&self, row: impl Fn(usize) -> usize) -> Option<Position> {
        let mut position = Position::default();
        let mut left = self.all;
        for line in 0..self.lines - 1 {
            let row = *self.numbers.get(row(line))?;
            let takes = *self.takes.get(usize::from(row))?;
            position.rows[line] = row;
            position.rank += self.before[left as usize + usize::from(row)];
            left = left.checked_sub(takes)?;
        }
        Some(position)
    }

    /// The rows of the lines of a position, the last one too.
    pub(crate) fn lines(&self, rank: u32) -> ([u8; Game::MOST], Position) {
        let mut lines = [NONE; Game::MOST];
        let (mut position, mut left, mut rest) =
            (Position { rank, ..Position::default() }, self.all, rank);
        for line in 0..self.lines {
            let before = &self.before[left as usize..][..self.rows.len()];
            let row = before.partition_point(|&before| before <= rest) - 1;
            lines[line] = row as u8;
            rest -= before[row];
            left -= self.takes[row];
        }
        position.rows.copy_from_slice(&lines[..Game::MOST - 1]);
        (lines, position)
    }

    /// Whether a row has one tile fewer than a line has cells, which is where the blank is.
    pub(crate) fn has_blank(&self, row: u8) -> bool {
        self.rows.get(usize::from(row)).is_some_and(|row| tiles(row) < self.length)
    }

    /// Whether a row has a tile of a home that can go to the blank's line.
    pub(crate) fn has(&self, row: u8, home: usize) -> bool {
        self.rows[usize::from(row)][home] > 0
    }

    /// The position after a tile of `home` goes from a line to the blank's line beside it.
    #[inline(always)]
    pub(crate) fn step(&self, position: Position, home: usize, from: usize, to: usize) -> Position {
        let Position { rank, mut rows } = position;
        let upper = from.min(to);
        let mut left = self.all;
        for &row in &rows[..upper & 3] {
            left -= self.takes[usize::from(row)];
        }
        let [up, down] =
            if from < to { [&self.fewer, &self.more] } else { [&self.more, &self.fewer] };
        let old = usize::from(rows[upper & 3]);
        let new = usize::from(up[old][home & 7]);
        rows[upper & 3] = new as u8;
        let at = |left: u32, row: usize| self.before[left as usize + row];
        let mut rank = rank.wrapping_add(at(left, new)).wrapping_sub(at(left, old));
        if upper + 2 < self.lines {
            let (old_left, left) = (left - self.takes[old], left - self.takes[new]);
            let old = usize::from(rows[(upper + 1) & 3]);
            let new = usize::from(down[old][home & 7]);
            rows[(upper + 1) & 3] = new as u8;
            rank = rank.wrapping_add(at(left, new)).wrapping_sub(at(old_left, old));
        }
        Position { rank, rows }
    }
}

/// Fills the summands, and returns the number of positions.
fn count(
    game: Game,
    rows: &[Row],
    place: impl Fn(&Row) -> usize,
    before: &mut [u32],
) -> Result<u32, Stop> {
    let homes = homes(game);
    // How many ways there are to put what is left on the last lines.
    let mut ways: Vec<u32> = filled(before.len() / rows.len(), 0)?;
    ways[0] = 1;
    let mut left = Row::default();
    for (at, before) in before.chunks_exact_mut(rows.len()).enumerate() {
        // Whether one of these lines has the blank.
        let has_blank = tiles(&left) % game.length == game.length - 1;
        let is_possible = has_blank || tiles(&left).is_multiple_of(game.length);
        let mut sum = 0;
        for (row, before) in rows.iter().zip(before) {
            *before = sum;
            let is_full = tiles(row) == game.length;
            let fits = row.iter().zip(&left).all(|(row, left)| row <= left);
            if is_possible && fits && (is_full || has_blank) {
                sum += ways[at - place(row)];
            }
        }
        if at > 0 {
            ways[at] = sum;
        }
        // The next number in mixed radix.
        for (digit, &most) in left.iter_mut().zip(&homes).rev() {
            if *digit < most {
                *digit += 1;
                break;
            }
            *digit = 0;
        }
    }
    Ok(ways[ways.len() - 1])
}
