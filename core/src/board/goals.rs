//! Goals by name.

use crate::{Arrangement, ArrangementError, MAX_CELLS, Size};

/// The goals that have names, for messages.
pub const GOALS: &str = "blank-first, blank-last, spiral, columns, blank=CELL";

impl Arrangement {
    /// The goal that a text names or writes as a board.
    ///
    /// The tiles are in order, with the blank at one end (`blank-first`, `blank-last`) or at a
    /// cell (`blank=4`, from 0); or they are in order down the columns (`columns`), or clockwise
    /// from the upper left (`spiral`), with the blank at the end.
    ///
    /// # Errors
    ///
    /// When the text is neither a name nor a board of this size.
    pub fn goal_of(text: &str, size: Size) -> Result<Self, ArrangementError> {
        let cells = size.cells();
        let columns =
            || (0..cells).map(|at| at % size.height() * size.width() + at / size.height());
        let name = text.trim();
        match name {
            "blank-first" => Self::goal(size, 0),
            "blank-last" => Self::goal(size, cells - 1),
            "columns" => Self::along(size, columns()),
            "spiral" => Self::along(size, spiral(size)),
            _ => match name.strip_prefix("blank=").map(str::parse) {
                Some(Ok(cell)) => Self::goal(size, cell),
                // A board may begin with a gap.
                _ => Self::parse(text, Some(size)),
            },
        }
    }

    /// The tiles in order along these cells, and the blank on the last one.
    fn along(size: Size, cells: impl Iterator<Item = usize>) -> Result<Self, ArrangementError> {
        let mut tiles = [0; MAX_CELLS];
        for (number, cell) in (1..size.cells()).zip(cells) {
            tiles[cell] = number as u8;
        }
        Self::new(size, &tiles[..size.cells()])
    }
}

/// The cells clockwise from the upper left, row by row and column by column to the middle.
fn spiral(size: Size) -> impl Iterator<Item = usize> {
    let (mut left, mut right) = (size.width() as isize, size.height() as isize - 1);
    let (mut cell, mut step, mut turned) = (-1, 1, size.width() as isize);
    std::iter::from_fn(move || {
        if left == 0 {
            // The next side is across, and one cell shorter than the one before the last.
            (left, right) = (right, turned - 1);
            turned = left;
            step = match step {
                1 => size.width() as isize,
                -1 => -(size.width() as isize),
                down if down > 0 => -1,
                _ => 1,
            };
        }
        left -= 1;
        cell += step;
        (turned > 0).then_some(cell as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_have_names() {
        let goal = |text: &str, size: &str| {
            Arrangement::goal_of(text, size.parse().unwrap()).map(|goal| goal.to_string())
        };
        for (name, size, expected) in [
            ("blank-first", "3x2", "0 1 2 / 3 4 5"),
            ("blank-last", "3x2", "1 2 3 / 4 5 0"),
            ("spiral", "3x3", "1 2 3 / 8 0 4 / 7 6 5"),
            ("spiral", "4x4", "1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7"),
            ("spiral", "4x2", "1 2 3 4 / 0 7 6 5"),
            ("spiral", "2x4", "1 2 / 0 3 / 7 4 / 6 5"),
            ("spiral", "4x3", "1 2 3 4 / 10 11 0 5 / 9 8 7 6"),
            ("columns", "3x3", "1 4 7 / 2 5 8 / 3 6 0"),
            ("columns", "3x2", "1 3 5 / 2 4 0"),
            ("blank=4", "3x3", "1 2 3 / 4 0 5 / 6 7 8"),
            (" 3 1 2 0 ", "2x2", "3 1 / 2 0"),
            (" blank-first\n", "2x2", "0 1 / 2 3"),
            ("  1 3 / 2 4 5", "3x2", "0 1 3 / 2 4 5"),
            ("  1 3\n2 4 5\n", "3x2", "0 1 3 / 2 4 5"),
        ] {
            assert_eq!(goal(name, size).as_deref(), Ok(expected), "{name} {size}");
        }
        for name in ["blank=9", "blank=", "blank=-1", "snail", "1 2 3"] {
            assert!(goal(name, "3x3").is_err(), "{name}");
        }
        for size in Size::all() {
            assert!(goal("spiral", &size.to_string()).is_ok(), "{size}");
        }
    }
}
