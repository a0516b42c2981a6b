//! Files that say where each tile is.

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Arrangement, ArrangementError, Problem, Size, counted};

/// The numbers in a text.
fn numbers(text: &str) -> Result<Vec<usize>> {
    let words = text.split(|sign: char| !sign.is_ascii_digit()).filter(|word| !word.is_empty());
    let number = |word: &str| word.parse::<u32>().map(|number| number as usize);
    words.map(|word| number(word).with_context(|| format!("{word} is too large"))).collect()
}

/// The board on which each tile is at this cell. One tile may be left out.
fn board(size: Size, cells: impl Iterator<Item = (usize, usize)>) -> Result<Arrangement> {
    let mut tiles = vec![None; size.cells()];
    for (tile, cell) in cells {
        let place = tiles.get_mut(cell).with_context(|| format!("{cell} is no cell of {size}"))?;
        ensure!(place.is_none(), "two tiles at cell {cell} of a {size} board");
        ensure!(tile < size.cells(), ArrangementError::Range { tile: tile as u64, size });
        *place = Some(tile as u8);
    }
    let count = tiles.iter().flatten().filter(|tile| **tile > 0).count();
    ensure!(count + 1 == size.cells(), "{} on a {size} board", counted(count, "tile"));
    let tiles: Vec<u8> = tiles.into_iter().map(Option::unwrap_or_default).collect();
    Ok(Arrangement::new(size, &tiles)?)
}

/// The problem of Burns's files: rows and columns, the cell of each tile from 0, and the cells of the
/// goal.
pub(super) fn of_numbers(text: &str) -> Result<Problem> {
    let (start, goal) = text.split_once("goal positions").context("no goal positions")?;
    let (start, goal) = (numbers(start)?, numbers(goal)?);
    let &[height, width, ref start @ ..] = &start[..] else {
        bail!("no size: expected the numbers of rows and columns in the first line")
    };
    let size = Size::new(width, height)?;
    let board = |cells: &[usize]| board(size, cells.iter().copied().enumerate());
    Ok(Problem::new(board(start)?, board(&goal)?)?)
}

/// The problem of a PDDL file, and how its cells were read: facts such as `(at t7 p2 p1)`, column
/// before row; `(tile-at t7 row1 col2)`, `(at t_7 p_1_2)` or `(at t7 p2)`, by rows.
pub(super) fn of_facts(text: &str) -> Result<(Problem, &'static str)> {
    let lines = text.lines().filter_map(|line| line.split(';').next());
    let text = lines.collect::<Vec<_>>().join("\n");
    let (start, goal) = text.split_once("(:goal").context("no goal: expected (:goal")?;
    let mut order = None;
    let (start, goal) = (places(start, &mut order)?, places(goal, &mut order)?);
    let order = order.context("no facts about tiles: expected some such as (at t7 p2 p1)")?;
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
    Ok((Problem::new(board(&start)?, board(&goal)?)?, order))
}

/// Tile, row and column of each fact about a tile or the blank. Adds how cells are written.
fn places(facts: &str, order: &mut Option<&'static str>) -> Result<Vec<[usize; 3]>> {
    let mut places = Vec::new();
    for fact in facts.split('(') {
        let mut words = fact.split(')').next().unwrap_or_default().split_whitespace();
        let tile = match words.next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "at" | "tile-at" | "on" | "in" => words.next().unwrap_or_default(),
            "blank" | "is-blank" | "empty" => "",
            _ => continue,
        };
        let tile = numbers(tile)?.first().copied().unwrap_or_default();
        let cell: Vec<&str> = words.collect();
        let is_row_first =
            cell.len() == 1 || cell.first().is_some_and(|word| word.starts_with('r'));
        let (own, row, column) = match numbers(&cell.join(" "))?[..] {
            [row, column] if is_row_first => ("row and column", row, column),
            [column, row] => ("column and row", row, column),
            [cell] => ("one number, row by row", 0, cell),
            _ => continue,
        };
        let common = *order.get_or_insert(own);
        ensure!(common == own, "some cells are written as {common}, and others as {own}");
        places.push([tile, row, column]);
    }
    Ok(places)
}
