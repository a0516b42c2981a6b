//! Files that say where each tile is.

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Arrangement, Problem, Size};

/// The numbers in a text.
fn numbers(text: &str) -> Vec<usize> {
    let words = text.split(|sign: char| !sign.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The board on which each tile is at this cell. One tile may be left out.
fn board(size: Size, cells: impl Iterator<Item = (usize, usize)>) -> Result<Arrangement> {
    let mut tiles = vec![0; size.cells()];
    let mut count = 0;
    for (tile, cell) in cells {
        count += usize::from(tile > 0);
        *tiles.get_mut(cell).with_context(|| format!("{cell} is no cell of {size}"))? = tile as u8;
    }
    ensure!(count + 1 == size.cells(), "{count} tiles on a {size} board");
    Ok(Arrangement::new(size, &tiles)?)
}

/// The problem of Burns's files: rows and columns, the cell of each tile from 0, and the cells of the
/// goal.
pub(super) fn of_numbers(text: &str) -> Result<Problem> {
    let (start, goal) = text.split_once("goal positions").context("no goal positions")?;
    let (start, goal) = (numbers(start), numbers(goal));
    let &[height, width, ref start @ ..] = &start[..] else {
        bail!("no size: expected the numbers of rows and columns in the first line")
    };
    let size = Size::new(width, height)?;
    let board = |cells: &[usize]| board(size, cells.iter().copied().enumerate());
    Ok(Problem::new(board(start)?, board(&goal)?)?)
}

/// The problem of a PDDL file: facts such as `(at t7 p2 p1)`, column before row; `(tile-at t7 row1
/// col2)`, `(at t_7 p_1_2)` or `(at t7 p2)`, by rows.
pub(super) fn of_facts(text: &str) -> Result<Problem> {
    let text: String = text.lines().filter_map(|line| line.split(';').next()).collect();
    let (start, goal) = text.split_once("(:goal").context("no goal: expected (:goal")?;
    let (start, goal) = (places(start), places(goal));
    let last = |side: fn(&[usize; 3]) -> usize| start.iter().map(side).max().unwrap_or_default();
    let first = |side: fn(&[usize; 3]) -> usize| start.iter().map(side).min().unwrap_or_default();
    let (top, left) = (first(|place| place[1]), first(|place| place[2]));
    let (height, width) = (last(|place| place[1]) + 1 - top, last(|place| place[2]) + 1 - left);
    let square = Size::square(width).filter(|_| height == 1);
    let size = square.map_or_else(|| Size::new(width, height), Ok)?;
    let board = |places: &[[usize; 3]]| {
        let cell = |&[tile, row, column]: &[usize; 3]| {
            let cell = row.checked_sub(top)? * width + column.checked_sub(left)?;
            Some((tile, cell))
        };
        let cells: Option<Vec<_>> = places.iter().map(cell).collect();
        board(size, cells.context("a goal outside of the board")?.into_iter())
    };
    Ok(Problem::new(board(&start)?, board(&goal)?)?)
}

/// Tile, row and column of each fact about a tile or the blank.
fn places(facts: &str) -> Vec<[usize; 3]> {
    let fact = |fact: &str| {
        let mut words = fact.split(')').next()?.split_whitespace();
        let predicate = words.next()?.to_ascii_lowercase();
        let tile = match predicate.as_str() {
            "at" | "tile-at" | "on" | "in" => numbers(words.next()?).first().copied().unwrap_or(0),
            "blank" | "is-blank" | "empty" => 0,
            _ => return None,
        };
        let cell: Vec<&str> = words.collect();
        let is_row_first = cell.len() == 1 || cell.first()?.starts_with('r');
        match numbers(&cell.join(" "))[..] {
            [row, column] if is_row_first => Some([tile, row, column]),
            [column, row] => Some([tile, row, column]),
            [cell] => Some([tile, 0, cell]),
            _ => None,
        }
    };
    facts.split('(').filter_map(fact).collect()
}
