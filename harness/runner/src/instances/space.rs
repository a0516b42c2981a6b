//! Whole spaces of small boards. The distance of every state comes from an [`Oracle`], which
//! shares no code with any strategy. So these distances can check strategies.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use optile_core::{Arrangement, Board, Problem, Shaped, Size, reachable};
pub use optile_requirement::{Oracle, renamed};

/// The greatest number of states of a small board: that of the 8-puzzle.
const MOST_STATES: u128 = 181_440;

/// Whether boards of this size have few enough states to examine all of them.
pub fn is_small(size: Size) -> bool {
    reachable(size) <= MOST_STATES
}

/// The type of small boards.
pub(crate) type Small = Shaped<u64>;

/// The small board of this size; `None` for larger sizes.
pub fn small_board(size: Size) -> Option<Small> {
    Small::of(size).filter(|_| is_small(size))
}

/// Every problem with this goal that has a solution, with its length: by length, and then in the
/// order of the space.
///
/// # Errors
///
/// When the boards have too many states.
pub fn by_distance(goal: Arrangement) -> Result<Vec<(Problem, u32)>> {
    let size = goal.size();
    let Some(board) = small_board(size) else { bail!("{size} boards are too many to list") };
    Ok(Oracle::shaped(board, goal.blank()).problems(&goal))
}

/// The spaces of small boards, for the optimal lengths and paths of problems. Each is built when
/// it is first needed, and kept.
#[derive(Debug, Default)]
pub struct Spaces {
    /// Indexed by the size and the cell of the goal's blank.
    known: BTreeMap<(Size, usize), Oracle<Small>>,
}

impl Spaces {
    /// The space of the goal with its tiles in order and the blank at `goal_blank`.
    pub(crate) fn get(&mut self, board: Small, goal_blank: usize) -> &Oracle<Small> {
        let key = (board.size(), goal_blank);
        self.known.entry(key).or_insert_with(|| Oracle::shaped(board, goal_blank))
    }

    /// The optimal length of a problem on a small board; `None` on larger boards and if there
    /// is no solution.
    pub fn length(&mut self, problem: &Problem) -> Option<u32> {
        let board = small_board(problem.size())?;
        self.get(board, problem.goal().blank()).length(problem)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Rect;

    use super::*;

    #[test]
    fn small_boards_are_those_with_no_more_states_than_the_eight_puzzle() {
        let small: Vec<String> =
            Size::all().filter(|&size| is_small(size)).map(|size| size.to_string()).collect();
        assert_eq!(small, ["2x2", "2x3", "2x4", "3x2", "3x3", "4x2"]);
        for size in Size::all() {
            assert_eq!(small_board(size).map(Board::size), is_small(size).then_some(size));
        }
    }

    #[test]
    fn the_eight_puzzle_has_its_known_distances() {
        let counts = Oracle::new(Rect::<3, 3>, 8).counts();
        assert_eq!((&counts[..3], &counts[30..]), (&[1, 2, 4][..], &[221, 2][..]));
        let mut spaces = Spaces::default();
        let hardest: Problem = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
        assert_eq!(spaces.length(&hardest), Some(31));
        assert_eq!(spaces.length(&"2 1 3 / 4 5 6 / 7 8 0".parse().unwrap()), None);
    }
}
