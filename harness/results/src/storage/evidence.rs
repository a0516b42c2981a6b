//! Checks whether rows that were read can be true.
//!
//! A row contains its own evidence: moves that can be replayed on the board in
//! `instances.csv`. Every reader checks this evidence before it uses a row, because a
//! damaged length would make correct strategies look wrong.

use std::collections::HashMap;
use std::fmt::Display;

use optile_core::{Arrangement, Path, Problem};

use crate::record::InstanceRecord;
use crate::rows::row::{Row, Status};
use crate::text::lines::quote;

/// The boards of a folder of results, by id.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    boards: HashMap<String, (Problem, Option<u32>)>,
}

impl Boards {
    /// The boards of the lines of `instances.csv`.
    ///
    /// # Errors
    ///
    /// When a line is not a board, or its id occurs twice: its position, and what is wrong.
    pub(super) fn of(records: &[InstanceRecord]) -> Result<Self, (usize, String)> {
        let mut own = Self::default();
        for (place, record) in records.iter().enumerate() {
            own.add(record).map_err(|fault| (place, fault))?;
        }
        Ok(own)
    }

    fn add(&mut self, record: &InstanceRecord) -> Result<(), String> {
        let size = record.size;
        let no_board = |tiles: &str, reason: &dyn Display| {
            format!("the tiles {} are not a {size} board: {reason}", quote(tiles))
        };
        let board = |tiles: &str| {
            Arrangement::parse(tiles, Some(size)).map_err(|error| no_board(tiles, &error))
        };
        let problem = Problem::new(board(&record.start)?, board(&record.goal)?)
            .map_err(|error| no_board(&record.goal, &error))?;
        if let Some(length) = record.optimal.filter(|_| !problem.is_solvable()) {
            return Err(format!("the optimal length is {length}, but the board has no solution"));
        }
        match self.boards.insert(record.instance.clone(), (problem, record.optimal)) {
            None => Ok(()),
            Some(_) => Err("it already has a line".into()),
        }
    }

    /// Replays the moves of a row and compares its status and its optimal length with the moves and
    /// the board.
    ///
    /// # Errors
    ///
    /// When they contradict each other; the text says how.
    pub(super) fn check(&self, row: &Row) -> Result<(), String> {
        let Some((problem, known)) = self.boards.get(&row.run.instance) else {
            let missing = "the file instances.csv beside it is missing or does not have this \
                           instance";
            return Err(missing.into());
        };
        if row.run.size != problem.size() {
            let board = problem.size();
            return Err(format!("the size is {}, but instances.csv has {board}", row.run.size));
        }
        let path = path(row)?;
        match (row.outcome.status, &path) {
            (Status::Solved, Some(path)) => path
                .verify(problem)
                .map_err(|error| format!("the moves do not solve the board: {error}"))?,
            (Status::Solved, None) => return Err(expected(row, "moves")),
            // A wrong answer may have any moves, or none.
            (Status::Wrong, _) | (_, None) => {}
            (_, Some(_)) => return Err(expected(row, "no moves")),
        }
        if row.outcome.status == Status::Unsolvable && problem.is_solvable() {
            return Err("the status is unsolvable, but the board has a solution".into());
        }
        if let (Some(optimal), Some(length)) = (row.optimal, row.outcome.solution())
            && !row.run.promise.is_kept(length.into(), optimal.into())
        {
            let promise = row.run.promise;
            return Err(format!(
                "the optimal length is {optimal}, but the number of moves is {length}, and the \
                 promise is {promise}"
            ));
        }
        if let (Some(optimal), Some(other)) = (row.optimal, *known)
            && optimal != other
        {
            return Err(format!("the optimal length is {optimal}, but instances.csv has {other}"));
        }
        Ok(())
    }
}

/// The path of a row.
fn path(row: &Row) -> Result<Option<Path>, String> {
    let Some(moves) = &row.outcome.moves else { return Ok(None) };
    let path = moves.parse();
    path.map(Some)
        .map_err(|_| format!("the moves {} have other letters than u, l, r and d", quote(moves)))
}

fn expected(row: &Row, expected: &str) -> String {
    format!("a row with the status {} must have {expected}", row.outcome.status)
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
        let mut row = synthetic::row("a", "bfs", 2, 9);
        row.outcome.moves = Some("rr".into());
        row
    }

    /// The error for a row after a change.
    fn said(optimal: Option<u32>, change: impl Fn(&mut Row)) -> String {
        let mut row = honest();
        change(&mut row);
        boards(optimal).check(&row).map_or_else(|fault| fault, |()| "well".into())
    }

    #[test]
    fn correct_rows_of_every_status_are_accepted() {
        for optimal in [None, Some(2)] {
            assert_eq!(said(optimal, |_| ()), "well");
            assert_eq!(said(optimal, |row| row.optimal = None), "well");
        }
        let none = |row: &mut Row| row.outcome.moves = None;
        for status in Status::ALL {
            if !matches!(status, Status::Solved | Status::Unsolvable) {
                let ended = |row: &mut Row| {
                    row.outcome.status = status;
                    none(row);
                };
                assert_eq!(said(Some(2), ended), "well");
            }
        }
        // A wrong answer keeps the moves that were wrong.
        let wrong = |row: &mut Row| {
            row.outcome.status = Status::Wrong;
            row.outcome.moves = Some("ddl".into());
        };
        assert_eq!(said(Some(2), wrong), "well");
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let none = |row: &mut Row| row.outcome.moves = None;
        for (change, expected) in [
            ((|row| row.outcome.moves = None) as fn(&mut Row), "solved must have moves"),
            (|row| row.outcome.moves = Some("xy".into()), "the moves \"xy\" have other letters"),
            (
                |row| row.outcome.moves = Some("rl".into()),
                "do not solve the board: the path ends at",
            ),
            (
                |row| row.outcome.moves = Some("dr".into()),
                "move 1 (d) takes the blank off the board",
            ),
            (
                |row| row.optimal = Some(1),
                "the optimal length is 1, but the number of moves is 2, and the promise is optimal",
            ),
            (|row| row.run.instance = "b".into(), "does not have this instance"),
            (
                |row| row.run.size = "4x4".parse().unwrap(),
                "the size is 4x4, but instances.csv has 3x3",
            ),
            (|row| row.outcome.status = Status::TimeLimit, "time-limit must have no moves"),
            (|row| row.outcome.status = Status::Unsolvable, "unsolvable must have no moves"),
        ] {
            let said = said(None, change);
            assert!(said.contains(expected), "{said:?} does not contain {expected:?}");
        }
        let unsolvable = |row: &mut Row| {
            row.outcome.status = Status::Unsolvable;
            none(row);
        };
        assert!(said(None, unsolvable).contains("the board has a solution"));
        assert!(said(None, none).contains("solved must have moves"));
        assert!(said(Some(4), |_| ()).contains("2, but instances.csv has 4"));
        let limited = |row: &mut Row| {
            none(row);
            (row.outcome.status, row.optimal) = (Status::NodeLimit, Some(3));
        };
        assert!(said(Some(2), limited).contains("3, but instances.csv has 2"));
    }

    #[test]
    fn lines_that_are_not_boards_are_named() {
        let said = |change: fn(&mut InstanceRecord)| {
            let mut record = record(None);
            change(&mut record);
            boards(None).add(&record).unwrap_err()
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
