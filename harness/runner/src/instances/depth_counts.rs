//! Published counts of the boards at each distance from a goal.

use optile_core::Size;
use serde::Deserialize;

/// The published tables, as a file of the repository.
static TABLES: &str = include_str!("../../data/depth-counts.toml");

/// The greatest distances of spaces whose counts are not published as a whole, to goals with
/// the blank in a corner: OEIS A151944.
const RADII: [((usize, usize), usize); 4] =
    [((2, 6), 80), ((2, 7), 108), ((2, 8), 140), ((3, 5), 84)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    table: Vec<DepthCounts>,
}

/// A published table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthCounts {
    /// The board's size.
    #[serde(deserialize_with = "optile_results::text::as_text::deserialize")]
    pub size: Size,
    /// Where the goal's blank is.
    pub blank: Place,
    /// Where the table was published.
    pub source: String,
    /// Whether the table covers all distances.
    #[serde(default = "complete")]
    pub complete: bool,
    /// The number of boards, indexed by distance.
    pub counts: Vec<u64>,
}

fn complete() -> bool {
    true
}

/// A kind of cell. Cells of a kind are equivalent by the board's symmetries.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// In a corner.
    Corner,
    /// In the middle of a side.
    Edge,
    /// In the centre.
    Centre,
}

impl Place {
    /// A cell of this kind on a board of this size.
    pub fn cell(self, size: Size) -> usize {
        match self {
            Self::Corner => size.cells() - 1,
            Self::Edge => size.width() - 1 + size.height() / 2 * size.width(),
            Self::Centre => size.cells() / 2,
        }
    }

    /// The kind of a cell; `None` for all other cells.
    pub fn of(size: Size, cell: usize) -> Option<Self> {
        let (width, height) = (size.width(), size.height());
        let at_end = |place: usize, side: usize| place == 0 || place + 1 == side;
        let in_middle = |place: usize, side: usize| 2 * place + 1 == side;
        let (column, row) = (cell % width, cell / width);
        match (at_end(column, width), at_end(row, height)) {
            (true, true) => Some(Self::Corner),
            (true, false) if in_middle(row, height) => Some(Self::Edge),
            (false, true) if in_middle(column, width) => Some(Self::Edge),
            (false, false) if in_middle(row, height) && in_middle(column, width) => {
                Some(Self::Centre)
            }
            _ => None,
        }
    }

    /// The kind as text, after "the goal's blank in".
    pub fn text(self) -> &'static str {
        match self {
            Self::Corner => "a corner",
            Self::Edge => "the middle of a side",
            Self::Centre => "the centre",
        }
    }
}

/// All published tables.
pub fn all() -> Vec<DepthCounts> {
    match toml::from_str::<File>(TABLES) {
        Ok(file) => file.table,
        Err(error) => unreachable!("tests read depth-counts.toml: {error}"),
    }
}

/// The published table of a goal, if there is one. A board and its transpose have the same
/// counts.
pub fn find(size: Size, goal_blank: usize) -> Option<DepthCounts> {
    let place = Place::of(size, goal_blank);
    // All sides of a square are equivalent. The sides of other boards are not.
    let is_square = size.width() == size.height();
    let place = place.filter(|place| is_square || *place != Place::Edge);
    all().into_iter().find(|table| sides(table.size) == sides(size) && Some(table.blank) == place)
}

/// The greatest distance to a goal, as far as it is published.
pub fn radius(size: Size, goal_blank: usize) -> Option<usize> {
    if let Some(table) = find(size, goal_blank).filter(|table| table.complete) {
        return Some(table.counts.len() - 1);
    }
    let is_corner = Place::of(size, goal_blank) == Some(Place::Corner);
    let known = RADII.into_iter().find(|&(known, _)| is_corner && known == sides(size));
    known.map(|(_, radius)| radius)
}

/// The shorter and the longer side.
fn sides(size: Size) -> (usize, usize) {
    (size.width().min(size.height()), size.width().max(size.height()))
}

#[cfg(test)]
mod tests {
    use optile_core::reachable;

    use super::*;

    #[test]
    fn tables_are_found_by_goal_and_transposed() {
        let source = |size: &str, cell| find(size.parse().unwrap(), cell).map(|table| table.source);
        assert_eq!(source("3x4", 0).as_deref(), Some("OEIS A090166"));
        assert_eq!(source("4x3", 11).as_deref(), Some("OEIS A090166"));
        assert_eq!(source("4x3", 5), None);
        assert_eq!(source("3x3", 1).as_deref(), Some("OEIS A089483"));
        assert_eq!(source("3x3", 4).as_deref(), Some("OEIS A089474"));
        assert_eq!(source("3x4", 3), None);
        assert_eq!(source("4x4", 5), None);
    }

    #[test]
    fn kinds_of_cells_have_such_cells() {
        for size in ["3x3", "5x3", "5x5", "3x7"] {
            let size: Size = size.parse().unwrap();
            for place in [Place::Corner, Place::Edge, Place::Centre] {
                assert_eq!(Place::of(size, place.cell(size)), Some(place));
            }
        }
    }

    #[test]
    fn whole_tables_hold_half_of_all_permutations() {
        for table in all() {
            let states = reachable(table.size);
            let sum: u128 = table.counts.iter().map(|&count| u128::from(count)).sum();
            assert_eq!(table.complete, sum == states, "{}", table.size);
        }
    }
}
