//! Boards that are turned over.

use crate::{Move, Size};

/// How a board is flipped: left and right, upside down, both or neither.
///
/// Tables for a quarter of all goals are enough for every goal. Boards are
/// flipped until the goal's blank is at a cell that has tables, and moves are
/// flipped with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flips {
    upside_down: bool,
    left_right: bool,
}

impl Flips {
    /// All four flips. The first one changes nothing.
    pub const ALL: [Self; 4] = [
        Self { upside_down: false, left_right: false },
        Self { upside_down: false, left_right: true },
        Self { upside_down: true, left_right: false },
        Self { upside_down: true, left_right: true },
    ];

    /// The flips that take a cell to `own`. If none do, the flips that take it
    /// to the lowest cell.
    ///
    /// ```
    /// use optile_core::Flips;
    /// let size = "4x4".parse()?;
    /// assert_eq!(Flips::home(size, 12, 15).cell(size, 12), 15);
    /// assert_eq!(Flips::home(size, 14, 15).cell(size, 14), 1);
    /// # Ok::<(), optile_core::ParseSizeError>(())
    /// ```
    pub fn home(size: Size, cell: usize, own: usize) -> Self {
        let place = |flips: &Self| match flips.cell(size, cell) {
            place if place == own => None,
            place => Some(place),
        };
        Self::ALL.into_iter().min_by_key(place).unwrap_or_default()
    }

    /// The cells to which [`Flips::home`] takes all cells, in ascending order.
    pub fn homes(size: Size, own: usize) -> Vec<usize> {
        let home = |cell| Self::home(size, cell, own).cell(size, cell);
        let mut homes: Vec<usize> = (0..size.cells()).map(home).collect();
        homes.sort_unstable();
        homes.dedup();
        homes
    }

    /// These flips, followed by the others.
    #[inline]
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        Self {
            upside_down: self.upside_down != other.upside_down,
            left_right: self.left_right != other.left_right,
        }
    }

    /// The cell to which the flips take a cell of a board of this size.
    #[inline(always)]
    pub fn cell(self, size: Size, cell: usize) -> usize {
        let (width, height) = (size.width(), size.height());
        let (row, column) = (cell / width, cell % width);
        let row = if self.upside_down { height - 1 - row } else { row };
        let column = if self.left_right { width - 1 - column } else { column };
        row * width + column
    }

    /// The flipped move.
    #[inline]
    pub fn turn(self, m: Move) -> Move {
        let is_turned = match m {
            Move::Up | Move::Down => self.upside_down,
            Move::Left | Move::Right => self.left_right,
        };
        if is_turned { m.inverse() } else { m }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn cells_and_moves_are_turned_alike() {
        for size in Size::all() {
            let shape = Shape::of(size);
            for flips in Flips::ALL {
                assert_eq!(flips.then(flips), Flips::default());
                for cell in 0..size.cells() {
                    assert_eq!(flips.cell(size, flips.cell(size, cell)), cell);
                    for m in shape.legal(cell) {
                        let there = flips.cell(size, cell).wrapping_add(shape.step(flips.turn(m)));
                        let here = cell.wrapping_add(shape.step(m));
                        assert_eq!(there, flips.cell(size, here));
                    }
                }
            }
        }
    }

    #[test]
    fn homes_are_a_quarter_of_the_cells_and_the_own_one_is_among_them() {
        for size in Size::all() {
            for own in 0..size.cells() {
                let homes = Flips::homes(size, own);
                let quarter = size.width().div_ceil(2) * size.height().div_ceil(2);
                assert_eq!(homes.len(), quarter, "{size} {own}");
                assert!(homes.contains(&own));
            }
        }
    }
}
