//! Problems: a start and a goal, and how searches see them.

mod labels;
mod path;
mod rank;

pub use labels::Labels;
pub use path::{Path, PathError};
pub use rank::{factorial, is_even, rank, unrank};

use std::fmt;
use std::str::FromStr;

use crate::{Arrangement, ArrangementError, Board, MAX_CELLS, Reading, Shaped, Size, State, Word};

/// A start and a goal: any two arrangements of the same size.
///
/// Reads `start -> goal`, and `start` alone, where the goal is the tiles in
/// order with the blank last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    start: Arrangement,
    goal: Arrangement,
}

impl Problem {
    /// A problem from its two ends.
    ///
    /// # Errors
    ///
    /// When their sizes differ. A problem without a solution is not an error,
    /// see [`Problem::is_solvable`].
    pub fn new(start: Arrangement, goal: Arrangement) -> Result<Self, ProblemError> {
        if start.size() != goal.size() {
            return Err(ProblemError::Sizes { start: start.size(), goal: goal.size() });
        }
        Ok(Self { start, goal })
    }

    /// The start.
    pub fn start(&self) -> &Arrangement {
        &self.start
    }

    /// The goal.
    pub fn goal(&self) -> &Arrangement {
        &self.goal
    }

    /// The size of both.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The start after its tiles are renamed so that the goal's are in order.
    fn relabelled_start(&self) -> [u8; MAX_CELLS] {
        let mut label = [0u8; MAX_CELLS];
        let mut next = 1;
        for &tile in self.goal.tiles() {
            if tile != 0 {
                label[usize::from(tile)] = next;
                next += 1;
            }
        }
        let mut tiles = [0u8; MAX_CELLS];
        for (slot, &tile) in tiles.iter_mut().zip(self.start.tiles()) {
            *slot = label[usize::from(tile)];
        }
        tiles
    }

    /// Whether any path leads from start to goal, see [`State::reaches`].
    pub fn is_solvable(&self) -> bool {
        self.task::<Shaped<u128>>(PathChoice::Any).is_some_and(|task| task.is_solvable())
    }

    /// This problem as searches see it: on a board of a type, with the goal's
    /// tiles in order. `None` if the type is not for the problem's size.
    pub fn task<B: Board>(&self, choice: PathChoice) -> Option<Task<B>> {
        B::of(self.size()).map(|board| Task {
            start: State::of_tiles(board, &self.relabelled_start()),
            goal_blank: self.goal.blank(),
            choice,
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.start, self.goal)
    }
}

impl FromStr for Problem {
    type Err = ProblemError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Reading { board: start, goal, .. } = Reading::of(text, None)?.untold()?;
        let goal = match goal {
            Some(goal) => goal,
            None => Arrangement::goal(start.size(), start.size().cells() - 1)?,
        };
        Self::new(start, goal)
    }
}

/// Why two arrangements, or a text, are not a [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// One side is not an arrangement.
    #[error(transparent)]
    Arrangement(#[from] ArrangementError),
    /// The two sides have different sizes.
    #[error("the start is a {start} board and the goal is a {goal} board: expected the same size")]
    Sizes {
        /// Size of the start.
        start: Size,
        /// Size of the goal.
        goal: Size,
    },
}

/// Which of the optimal paths is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PathChoice {
    /// Any one.
    #[default]
    Any,
    /// The one whose letters come first in the dictionary, d < l < r < u.
    LexicographicallySmallest,
}

/// A problem as a search sees it: the goal has its tiles in order, and its
/// blank at any cell.
#[derive(Clone, Copy, Debug)]
pub struct Task<B: Board> {
    /// The start.
    pub start: State<B>,
    /// The cell of the goal's blank.
    pub goal_blank: usize,
    /// Which of the optimal paths is wanted.
    pub choice: PathChoice,
}

impl<B: Board> Task<B> {
    /// The board of start and goal.
    #[inline(always)]
    pub fn board(&self) -> B {
        self.start.board()
    }

    /// The goal.
    #[inline]
    pub fn goal(&self) -> State<B> {
        State::goal(self.board(), self.goal_blank)
    }

    /// The least length that paths can have, given an estimate for the start.
    /// All paths between two states have the same parity, because every move
    /// takes the blank to a cell of the other colour of a chequerboard.
    #[inline]
    pub fn first_bound(&self, estimate: u32) -> u32 {
        let steps = self.board().distance(self.start.blank(), self.goal_blank);
        estimate + ((estimate ^ steps) & 1)
    }

    /// Whether any path leads to the goal, see [`State::reaches`].
    #[inline]
    pub fn is_solvable(&self) -> bool {
        self.start.reaches(self.goal_blank)
    }
}

/// How many states of a size can reach a given goal: half of all arrangements.
pub const fn reachable(size: Size) -> u128 {
    factorial(size.cells()) / 2
}

/// Whether the parity of the tile sequence of a state with its blank at
/// `blank` is even, among the states that reach the goal with its blank at
/// `goal_blank`.
fn sequence_is_even<B: Board>(board: B, blank: usize, goal_blank: usize) -> bool {
    let rows = board.row(blank).abs_diff(board.row(goal_blank));
    (rows * (board.width() - 1)).is_multiple_of(2)
}

impl<B: Board> State<B> {
    /// The tiles in reading order without the blank, each less one.
    fn sequence(&self) -> [u8; MAX_CELLS] {
        let mut sequence = [0; MAX_CELLS];
        let cells = (0..self.board().cells()).filter(|&cell| cell != self.blank());
        for (slot, cell) in sequence.iter_mut().zip(cells) {
            *slot = self.tile(cell) as u8 - 1;
        }
        sequence
    }

    /// Whether this state can reach the goal with its blank at `goal_blank`.
    /// Parity tells this without a search.
    ///
    /// Every move swaps the blank with a tile and takes the blank one step. So
    /// a permutation can be undone exactly if its parity is that of the steps
    /// between the blanks (W. W. Johnson, W. E. Story, Notes on the "15"
    /// puzzle, 1879). Read without the blank, a move to another row takes one
    /// tile past as many others as the row has but one, and a move within a row
    /// takes it past none.
    #[inline]
    pub fn reaches(&self, goal_blank: usize) -> bool {
        let cells = self.board().cells();
        let mut tiles = [0; MAX_CELLS];
        for (cell, tile) in tiles.iter_mut().enumerate().take(cells) {
            *tile = self.tile(cell) as u8;
        }
        // If it is not left out, the blank has an inversion with each tile
        // before it.
        let is_even = is_even(&tiles[..cells]) == self.blank().is_multiple_of(2);
        is_even == sequence_is_even(self.board(), self.blank(), goal_blank)
    }

    /// A dense number of this state among those that reach one goal. Each
    /// number from 0 to below [`reachable`] occurs once.
    ///
    /// It is `blank * (n! / 2) + rank / 2`, where `n` is the number of tiles
    /// and `rank` the lexicographic rank of the tiles in reading order. The
    /// permutations of ranks `2k` and `2k + 1` differ in their last two items,
    /// so exactly one of them has the parity that the blank's cell requires.
    pub fn index(&self) -> u128 {
        let tiles = self.board().cells() - 1;
        self.blank() as u128 * (factorial(tiles) / 2) + rank(&self.sequence()[..tiles]) / 2
    }

    /// The state with this [`State::index`] among those that reach the goal
    /// with its blank at `goal_blank`.
    ///
    /// # Panics
    ///
    /// When `index` is not below [`reachable`], or when `goal_blank` is not a
    /// cell.
    pub fn from_index(board: B, index: u128, goal_blank: usize) -> Self {
        let size = board.size();
        assert!(index < reachable(size), "index {index} is past {}", reachable(size));
        assert!(goal_blank < board.cells(), "cell {goal_blank} is not on a {size} board");
        let tiles = board.cells() - 1;
        let half = factorial(tiles) / 2;
        let blank = (index / half) as usize;
        let mut sequence = [0; MAX_CELLS];
        let sequence = &mut sequence[..tiles];
        unrank(index % half * 2, sequence);
        if is_even(sequence) != sequence_is_even(board, blank, goal_blank) {
            sequence.swap(tiles - 1, tiles - 2);
        }
        let mut word = B::Word::default();
        let cells = (0..board.cells()).filter(|&cell| cell != blank);
        for (cell, &tile) in cells.zip(sequence.iter()) {
            word = word.put(cell, usize::from(tile) + 1);
        }
        Self::from_parts(board, word, blank)
    }
}
