//! What identifies a game of walking distance.

use std::fmt;

/// The game of walking distance for the rows of a board, or for its columns. Tiles that
/// belong to the same line are alike, and any tile of the line before or after the blank's
/// can move to the blank's line.
///
/// A position says how many tiles that belong to each line are on each line. The blank is on
/// the line that has one tile fewer than the others.
///
/// Prints a text that can be part of a file name, as in `walking-5-lines-of-4-goal1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game {
    /// Lines, 2 to 5.
    pub lines: usize,
    /// The cells of each, 2 to 5.
    pub length: usize,
    /// The line of the goal's blank.
    pub goal: usize,
}

/// How many positions there are. Indexed by `[lines - 2][length - 2]`.
///
/// K. Takahashi's 24,964 positions for the 15-puzzle and the 65,650,495 for the 24-puzzle are
/// published numbers.
const POSITIONS: [[u64; 4]; 4] = [
    [4, 6, 8, 10],
    [33, 105, 255, 525],
    [480, 4_324, 24_964, 107_712],
    [11_010, 352_560, 5_977_015, 65_650_495],
];

impl Game {
    /// The most lines, and the most cells of a line.
    pub const MOST: usize = 5;

    /// Whether there can be a table of the game: it has two to five lines of two to five
    /// cells, and the goal's blank is on one of them.
    pub fn is_valid(&self) -> bool {
        let sides = 2..=Self::MOST;
        sides.contains(&self.lines) && sides.contains(&self.length) && self.goal < self.lines
    }

    /// How many positions the game has; 0 if it is not valid.
    pub fn positions(&self) -> u64 {
        if self.is_valid() { POSITIONS[self.lines - 2][self.length - 2] } else { 0 }
    }

    /// The same game, or the one with all lines in reverse order: the one whose goal's blank
    /// is on the earlier line. One table serves both.
    #[must_use]
    pub fn canonical(self) -> Self {
        Self { goal: self.goal.min(self.lines - 1 - self.goal), ..self }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lines, length, goal } = self;
        write!(f, "walking-{lines}-lines-of-{length}-goal{goal}")
    }
}
