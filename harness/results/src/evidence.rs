//! Whether rows that were read say what their runs can have found.
//!
//! A row carries its own evidence: moves that anyone can make again on the
//! board that `instances.csv` has. Every reader goes through here before it
//! believes a row, since a damaged length would refute honest strategies.

use std::collections::HashMap;

use optile_core::{Arrangement, Path, PathError, Problem, Size};

use crate::lines::quote;
use crate::record::InstanceRecord;
use crate::row::{Row, Status};

/// Why a board or a row cannot be what optile wrote.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The tiles of an instance make no board of its size.
    #[error("the tiles {tiles} make no board of {size}: {reason}")]
    NoBoard {
        /// As the file has them, in quotes.
        tiles: String,
        /// The instance's size.
        size: Size,
        /// What is wrong with them.
        reason: String,
    },
    /// An instance is there twice.
    #[error("it has a line already")]
    InstanceTwice,
    /// A row is of an instance that is not in `instances.csv`.
    #[error("instances.csv, which belongs to this file, is not there or has no such instance")]
    NoInstance,
    /// A row has another size than its board.
    #[error("the size is {row}, but instances.csv has {board}")]
    Size {
        /// As the row has it.
        row: Size,
        /// As the board has it.
        board: Size,
    },
    /// A row has moves, or a length, that its status has not, or lacks them.
    #[error("the status {status} goes with {expected}")]
    Moves {
        /// As the row has it.
        status: Status,
        /// What it has of moves and length.
        expected: &'static str,
    },
    /// Moves have letters that are no moves.
    #[error("the moves {0} have other letters than u, l, r and d")]
    Letters(String),
    /// The length is not the number of moves.
    #[error("the length is {length}, but there are {moves} moves")]
    Length {
        /// As the row has it.
        length: u32,
        /// How many moves there are.
        moves: usize,
    },
    /// The moves of a solved row do not solve its board.
    #[error("the moves do not solve the board: {0}")]
    Path(#[from] PathError),
    /// The pair that a row calls unsolvable has a solution.
    #[error("the status is unsolvable, but the board has a solution")]
    Solvable,
    /// The optimal length of a row is another than it can be.
    #[error("the optimal length is {row}, but {whose} {other}")]
    Optimal {
        /// As the row has it.
        row: u32,
        /// Where the other number stands.
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
    /// When it is no board, or its id has a line already.
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
        match self.boards.insert(record.instance.clone(), (problem, record.optimal)) {
            None => Ok(()),
            Some(_) => Err(Fault::InstanceTwice),
        }
    }

    /// Makes the moves of a row again and holds its length, its status and
    /// its optimal length against them and against its board.
    ///
    /// # Errors
    ///
    /// When something does not fit.
    pub fn check(&self, row: &Row) -> Result<(), Fault> {
        let (problem, known) = self.boards.get(&row.instance).ok_or(Fault::NoInstance)?;
        if row.size != problem.size() {
            return Err(Fault::Size { row: row.size, board: problem.size() });
        }
        let path = path(row)?;
        match (row.status, &path) {
            (Status::Solved, Some(path)) => path.verify(problem)?,
            (Status::Solved, None) => return Err(expected(row, "moves and their length")),
            // A wrong answer may be any moves, or none at all.
            (Status::Wrong, _) | (_, None) => {}
            (_, Some(_)) => return Err(expected(row, "neither moves nor a length")),
        }
        if row.status == Status::Unsolvable && problem.is_solvable() {
            return Err(Fault::Solvable);
        }
        let length = row.length.filter(|_| row.status == Status::Solved);
        let others = [(length, "the moves are"), (*known, "instances.csv has")];
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

/// The moves of a row, as many as it says.
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

    /// What is said of a row after a change.
    fn said(optimal: Option<u32>, change: impl Fn(&mut Row)) -> String {
        let mut row = honest();
        change(&mut row);
        boards(optimal).check(&row).map_or_else(|fault| fault.to_string(), |()| "well".into())
    }

    #[test]
    fn honest_rows_of_every_status_are_believed() {
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
            (|row| row.moves = None, "solved goes with moves and their length"),
            (|row| row.moves = Some("u".into()), "the length is 2, but there are 1 moves"),
            (|row| row.moves = Some("xy".into()), "the moves \"xy\" have other letters"),
            (|row| row.moves = Some("rl".into()), "do not solve the board: the path ends at"),
            (|row| row.moves = Some("dr".into()), "move 1 (d) takes the blank off the board"),
            (|row| row.optimal = Some(1), "the optimal length is 1, but the moves are 2"),
            (|row| row.instance = "b".into(), "no such instance"),
            (|row| row.size = "4x4".parse().unwrap(), "the size is 4x4, but instances.csv has 3x3"),
            (|row| row.status = Status::TimeLimit, "time-limit goes with neither moves nor"),
            (|row| row.status = Status::Unsolvable, "unsolvable goes with neither moves nor"),
        ] {
            let said = said(None, change);
            assert!(said.contains(expected), "{said:?} has no {expected:?}");
        }
        let unsolvable = |row: &mut Row| {
            row.status = Status::Unsolvable;
            none(row);
        };
        assert!(said(None, unsolvable).contains("the board has a solution"));
        assert!(said(None, none).contains("solved goes with moves and their length"));
        assert!(said(Some(4), |_| ()).contains("2, but instances.csv has 4"));
        let limited = |row: &mut Row| {
            none(row);
            (row.status, row.optimal) = (Status::NodeLimit, Some(3));
        };
        assert!(said(Some(2), limited).contains("3, but instances.csv has 2"));
    }

    #[test]
    fn lines_that_are_no_boards_are_named() {
        let said = |change: fn(&mut InstanceRecord)| {
            let mut record = record(None);
            change(&mut record);
            boards(None).add(&record).unwrap_err().to_string()
        };
        assert!(said(|_| ()).contains("it has a line already"));
        assert!(said(|record| record.start = "1 2 3".into()).contains("make no board of 3x3"));
        assert!(said(|record| record.goal = "1 1 3 4 5 6 7 8 0".into()).contains("\"1 1 3 4"));
    }
}
