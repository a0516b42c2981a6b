//! Checks whether rows that were read can be true.
//!
//! A row contains its own evidence: moves that can be replayed on the board in
//! `instances.csv`. Every reader checks this evidence before it uses a row, because a
//! damaged length would make correct strategies look wrong.

use std::collections::HashMap;

use optile_core::{Arrangement, Path, PathError, Problem, Size};

use crate::record::InstanceRecord;
use crate::rows::row::{Row, Status};
use crate::text::lines::quote;

/// Why a board or a row cannot be what optile wrote.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The tiles of an instance are not a board of its size.
    #[error("the tiles {tiles} are not a {size} board: {reason}")]
    NoBoard {
        /// The tiles in the file, in quotes.
        tiles: String,
        /// The instance's size.
        size: Size,
        /// What is wrong with the tiles.
        reason: String,
    },
    /// The line of an instance has a length, but its board has no solution.
    #[error("the optimal length is {0}, but the board has no solution")]
    LengthOfUnsolvable(u32),
    /// An instance occurs twice.
    #[error("it already has a line")]
    InstanceTwice,
    /// The instance of a row is not in `instances.csv`.
    #[error("the file instances.csv beside it is missing or does not have this instance")]
    NoInstance,
    /// A row and its board have different sizes.
    #[error("the size is {row}, but instances.csv has {board}")]
    Size {
        /// The size in the row.
        row: Size,
        /// The size of the board.
        board: Size,
    },
    /// The status of a row requires moves and a length that are missing, or forbids them.
    #[error("a row with the status {status} must have {expected}")]
    Moves {
        /// The status of the row.
        status: Status,
        /// What the status requires.
        expected: &'static str,
    },
    /// Moves contain other letters.
    #[error("the moves {0} have other letters than u, l, r and d")]
    Letters(String),
    /// The length is not the number of moves.
    #[error("the length is {length}, but there are {moves} moves")]
    Length {
        /// The length in the row.
        length: u32,
        /// The number of moves.
        moves: usize,
    },
    /// The moves of a solved row do not solve its board.
    #[error("the moves do not solve the board: {0}")]
    Path(#[from] PathError),
    /// A row with the status unsolvable has a solvable board.
    #[error("the status is unsolvable, but the board has a solution")]
    Solvable,
    /// The optimal length of a row contradicts its moves or `instances.csv`.
    #[error("the optimal length is {row}, but {whose} {other}")]
    Optimal {
        /// The optimal length in the row.
        row: u32,
        /// Where the other number comes from.
        whose: &'static str,
        /// The other number.
        other: u32,
    },
}

/// The boards of a folder of results, by id.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    boards: HashMap<String, (Problem, Option<u32>)>,
}

impl Boards {
    /// Adds a line of `instances.csv`.
    ///
    /// # Errors
    ///
    /// When the line is not a board, or its id occurs twice.
    pub fn add(&mut self, record: &InstanceRecord) -> Result<(), Fault> {
        let size = record.size;
        let no_board = |tiles: &str, reason: &dyn std::fmt::Display| Fault::NoBoard {
            tiles: quote(tiles),
            size,
            reason: reason.to_string(),
        };
        let board = |tiles: &str| {
            Arrangement::parse(tiles, Some(size)).map_err(|error| no_board(tiles, &error))
        };
        let problem = Problem::new(board(&record.start)?, board(&record.goal)?)
            .map_err(|error| no_board(&record.goal, &error))?;
        if let Some(length) = record.optimal.filter(|_| !problem.is_solvable()) {
            return Err(Fault::LengthOfUnsolvable(length));
        }
        match self.boards.insert(record.instance.clone(), (problem, record.optimal)) {
            None => Ok(()),
            Some(_) => Err(Fault::InstanceTwice),
        }
    }

    /// Replays the moves of a row and compares its length, its status and its optimal length
    /// with the moves and the board.
    ///
    /// # Errors
    ///
    /// When they contradict each other.
    pub fn check(&self, row: &Row) -> Result<(), Fault> {
        let (problem, known) = self.boards.get(&row.instance).ok_or(Fault::NoInstance)?;
        if row.size != problem.size() {
            return Err(Fault::Size { row: row.size, board: problem.size() });
        }
        let path = path(row)?;
        match (row.status, &path) {
            (Status::Solved, Some(path)) => path.verify(problem)?,
            (Status::Solved, None) => return Err(expected(row, "moves and their length")),
            // A wrong answer may have any moves, or none.
            (Status::Wrong, _) | (_, None) => {}
            (_, Some(_)) => return Err(expected(row, "neither moves nor a length")),
        }
        if row.status == Status::Unsolvable && problem.is_solvable() {
            return Err(Fault::Solvable);
        }
        let length = row.length.filter(|_| row.status == Status::Solved);
        let others = [(length, "the number of moves is"), (*known, "instances.csv has")];
        for (other, whose) in others {
            match (row.optimal, other) {
                (Some(row), Some(other)) if row != other => {
                    return Err(Fault::Optimal { row, whose, other });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The moves of a row; their number must be its length.
fn path(row: &Row) -> Result<Option<Path>, Fault> {
    let (length, moves) = match (row.length, &row.moves) {
        (None, None) => return Ok(None),
        (Some(length), Some(moves)) => (length, moves),
        _ if row.status == Status::Solved => return Err(expected(row, "moves and their length")),
        _ => return Err(expected(row, "moves and their length, or neither")),
    };
    let path: Path = moves.parse().map_err(|_| Fault::Letters(quote(moves)))?;
    if path.len() as u64 != u64::from(length) {
        return Err(Fault::Length { length, moves: path.len() });
    }
    Ok(Some(path))
}

fn expected(row: &Row, expected: &'static str) -> Fault {
    Fault::Moves { status: row.status, expected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic;

    fn record(optimal: Option<u32>) -> InstanceRecord {
        InstanceRecord {
            instance: "a".into(),
            size: "3x3".parse().unwrap(),
            start: "1 2 3 4 5 6 0 7 8".into(),
            goal: "1 2 3 4 5 6 7 8 0".into(),
            optimal,
            expanded: None,
            generated: None,
        }
    }

    fn boards(optimal: Option<u32>) -> Boards {
        let mut boards = Boards::default();
        boards.add(&record(optimal)).unwrap();
        boards
    }

    fn honest() -> Row {
        Row { moves: Some("rr".into()), ..synthetic::row("a", "bfs", 2, 9) }
    }

    /// The error for a row after a change.
    fn said(optimal: Option<u32>, change: impl Fn(&mut Row)) -> String {
        let mut row = honest();
        change(&mut row);
        boards(optimal).check(&row).map_or_else(|fault| fault.to_string(), |()| "well".into())
    }

    #[test]
    fn correct_rows_of_every_status_are_accepted() {
        for optimal in [None, Some(2)] {
            assert_eq!(said(optimal, |_| ()), "well");
            assert_eq!(said(optimal, |row| row.optimal = None), "well");
        }
        let none = |row: &mut Row| (row.length, row.moves) = (None, None);
        for status in Status::ALL {
            if !matches!(status, Status::Solved | Status::Unsolvable) {
                let ended = |row: &mut Row| {
                    row.status = status;
                    none(row);
                };
                assert_eq!(said(Some(2), ended), "well");
            }
        }
        // A wrong answer keeps the moves that were wrong.
        let wrong = |row: &mut Row| {
            row.status = Status::Wrong;
            (row.length, row.moves) = (Some(3), Some("ddl".into()));
        };
        assert_eq!(said(Some(2), wrong), "well");
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let none = |row: &mut Row| (row.length, row.moves) = (None, None);
        for (change, expected) in [
            ((|row| row.length = Some(1)) as fn(&mut Row), "length is 1, but there are 2 moves"),
            (|row| row.moves = Some("r".into()), "the length is 2, but there are 1 moves"),
            (|row| row.moves = None, "solved must have moves and their length"),
            (|row| row.moves = Some("u".into()), "the length is 2, but there are 1 moves"),
            (|row| row.moves = Some("xy".into()), "the moves \"xy\" have other letters"),
            (|row| row.moves = Some("rl".into()), "do not solve the board: the path ends at"),
            (|row| row.moves = Some("dr".into()), "move 1 (d) takes the blank off the board"),
            (|row| row.optimal = Some(1), "the optimal length is 1, but the number of moves is 2"),
            (|row| row.instance = "b".into(), "does not have this instance"),
            (|row| row.size = "4x4".parse().unwrap(), "the size is 4x4, but instances.csv has 3x3"),
            (|row| row.status = Status::TimeLimit, "time-limit must have neither moves nor"),
            (|row| row.status = Status::Unsolvable, "unsolvable must have neither moves nor"),
        ] {
            let said = said(None, change);
            assert!(said.contains(expected), "{said:?} does not contain {expected:?}");
        }
        let unsolvable = |row: &mut Row| {
            row.status = Status::Unsolvable;
            none(row);
        };
        assert!(said(None, unsolvable).contains("the board has a solution"));
        assert!(said(None, none).contains("solved must have moves and their length"));
        assert!(said(Some(4), |_| ()).contains("2, but instances.csv has 4"));
        let limited = |row: &mut Row| {
            none(row);
            (row.status, row.optimal) = (Status::NodeLimit, Some(3));
        };
        assert!(said(Some(2), limited).contains("3, but instances.csv has 2"));
    }

    #[test]
    fn lines_that_are_not_boards_are_named() {
        let said = |change: fn(&mut InstanceRecord)| {
            let mut record = record(None);
            change(&mut record);
            boards(None).add(&record).unwrap_err().to_string()
        };
        assert!(said(|_| ()).contains("it already has a line"));
        assert!(
            said(|record| (record.start, record.optimal) = ("2 1 3 4 5 6 7 8 0".into(), Some(7)))
                .contains("the optimal length is 7, but the board has no solution")
        );
        assert!(said(|record| record.start = "1 2 3".into()).contains("are not a 3x3 board"));
        assert!(said(|record| record.goal = "1 1 3 4 5 6 7 8 0".into()).contains("\"1 1 3 4"));
    }
}
