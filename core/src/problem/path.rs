//! Paths, and their verification.

use std::fmt;
use std::str::FromStr;

use crate::{Arrangement, MAX_CELLS, Move, ParseMoveError, Problem, Shape};

/// The moves from a start to a goal, first move first.
///
/// Printed and read as letters, as in `ullddr`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Path {
    moves: Vec<Move>,
}

impl Path {
    /// A path of these moves.
    pub fn new(moves: Vec<Move>) -> Self {
        Self { moves }
    }

    /// The moves, first move first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The arrangement to which these moves lead from `start`.
    ///
    /// # Errors
    ///
    /// When a move would take the blank off the board.
    pub fn replay(&self, start: &Arrangement) -> Result<Arrangement, PathError> {
        let shape = Shape::of(start.size());
        let (mut tiles, mut blank) = ([0; MAX_CELLS], start.blank());
        tiles[..start.tiles().len()].copy_from_slice(start.tiles());
        for (step, &m) in self.moves.iter().enumerate() {
            if !shape.legal(blank).contains(m) {
                return Err(PathError::OffBoard { step: step + 1, m });
            }
            let from = blank.wrapping_add(shape.step(m));
            tiles[blank] = tiles[from];
            blank = from;
        }
        tiles[blank] = 0;
        Ok(Arrangement::of_checked(start.size(), tiles))
    }

    /// Checks that these moves lead from the problem's start to its goal.
    ///
    /// # Errors
    ///
    /// When a move would take the blank off the board, or the path ends
    /// elsewhere.
    pub fn verify(&self, problem: &Problem) -> Result<(), PathError> {
        let end = self.replay(problem.start())?;
        if end == *problem.goal() { Ok(()) } else { Err(PathError::NotTheGoal { end }) }
    }
}

impl FromIterator<Move> for Path {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self::new(moves.into_iter().collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|m| m.fmt(f))
    }
}

impl FromStr for Path {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.chars()
            .map(|letter| Move::from_letter(letter).ok_or(ParseMoveError::Letter(letter)))
            .collect()
    }
}

/// Why a path does not solve a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A move takes the blank off the board.
    #[error("move {step} ({m}) takes the blank off the board")]
    OffBoard {
        /// The number of the move in the path, from 1.
        step: usize,
        /// The move.
        m: Move,
    },
    /// The moves are legal but end elsewhere.
    #[error("the path ends at {end}, which is not the goal")]
    NotTheGoal {
        /// Where it ends.
        end: Arrangement,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_follows_the_blank_and_names_the_move_that_leaves_the_board() {
        let start: Arrangement = "1 2 3 / 4 0 5 / 6 7 8".parse().unwrap();
        let path: Path = "ul".parse().unwrap();
        assert_eq!(
            path.replay(&start),
            "0 1 3 / 4 2 5 / 6 7 8".parse().map_err(|_| unreachable!())
        );
        let path: Path = "ulu".parse().unwrap();
        assert_eq!(path.replay(&start), Err(PathError::OffBoard { step: 3, m: Move::Up }));
        assert!("ux".parse::<Path>().is_err());
    }

    #[test]
    fn a_path_that_ends_elsewhere_is_refused() {
        let problem: Problem = "123456708".parse().unwrap();
        assert_eq!("r".parse::<Path>().unwrap().verify(&problem), Ok(()));
        let wrong = "l".parse::<Path>().unwrap().verify(&problem);
        assert!(matches!(wrong, Err(PathError::NotTheGoal { .. })));
    }
}
