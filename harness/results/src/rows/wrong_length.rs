//! Lengths of instance files that legal paths refute. No strategy is to blame for them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use optile_core::{Arrangement, Path, Problem};

use crate::record::InstanceRecord;
use crate::rows::agreement::agree;
use crate::rows::row::{Row, Status};
use crate::text::lines::visible;
use crate::text::quantity::counted;

/// Whether a legal path of this length shows that no optimal path has the length of the file: it is
/// shorter, or its parity differs, which all paths between two states share.
pub fn refutes(length: u32, said: u32) -> bool {
    length < said || !(length - said).is_multiple_of(2)
}

/// Finds the lengths of instance files that paths refute, and what is said of each, by instance. The
/// runs on these instances are judged again, without the file: what one run shows counts for those
/// before it.
pub fn refute(rows: &mut [Row], instances: &[InstanceRecord]) -> BTreeMap<String, String> {
    let known: HashMap<&str, (&InstanceRecord, u32)> = instances
        .iter()
        .filter_map(|board| Some((&*board.instance, (board, board.optimal?))))
        .collect();
    let shows_it = |row: &&Row| {
        let known = known.get(&*row.run.instance).zip(row.outcome.length());
        known.is_some_and(|((board, said), length)| refutes(length, *said) && is_legal(row, board))
    };
    let wrong: BTreeSet<String> =
        rows.iter().filter(shows_it).map(|row| row.run.instance.clone()).collect();
    if wrong.is_empty() {
        return BTreeMap::new();
    }
    for row in rows.iter_mut().filter(|row| wrong.contains(&row.run.instance)) {
        row.optimal = None;
        // A path that is legal was wrong by its length only.
        if row.outcome.status == Status::Wrong && is_legal(row, known[&*row.run.instance].0) {
            (row.outcome.status, row.outcome.reason) = (Status::Solved, None);
        }
    }
    agree(rows);
    let is_shown =
        |row: &&Row| row.outcome.status == Status::Solved && wrong.contains(&row.run.instance);
    let mut paths: Vec<&Row> = rows.iter().filter(is_shown).collect();
    // Of the paths on an instance, the last one counts.
    paths.sort_by_key(|row| Reverse(row.outcome.length()));
    let told = |row: &Row| (row.run.instance.clone(), sentence(row, known[&*row.run.instance].1));
    paths.into_iter().map(told).collect()
}

/// What the shortest path says of the file, without a full stop.
fn sentence(shortest: &Row, said: u32) -> String {
    let instance = visible(&shortest.run.instance);
    let moves = counted(shortest.outcome.length().unwrap_or_default() as usize, "move");
    let path = if shortest.optimal.is_some() { "" } else { "a path of " };
    format!("the file is wrong on instance {instance}: {path}{moves}, it says {said}")
}

/// Whether the moves of a row solve its board. Those of solved rows have been replayed.
fn is_legal(row: &Row, board: &InstanceRecord) -> bool {
    let tiles = |text: &str| Arrangement::parse(text, Some(board.size)).ok();
    let replays = || {
        let path: Path = row.outcome.moves.as_ref()?.parse().ok()?;
        let problem = Problem::new(tiles(&board.start)?, tiles(&board.goal)?).ok()?;
        path.verify(&problem).ok()
    };
    match row.outcome.status {
        Status::Solved => true,
        Status::Wrong => replays().is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::agreement::hold_against;
    use crate::synthetic::{end, row};

    /// The board of the tests: two moves away from its goal.
    fn board(optimal: u32) -> InstanceRecord {
        InstanceRecord {
            instance: "2".into(),
            size: "3x3".parse().unwrap(),
            start: "1 2 3 4 5 6 0 7 8".into(),
            goal: "1 2 3 4 5 6 7 8 0".into(),
            optimal: Some(optimal),
            expanded: None,
            generated: None,
        }
    }

    /// A run with a path of this even length, which moves to and fro first. None has a length of 0.
    fn run(promise: &str, length: u32) -> Row {
        let mut run = row("2", promise, length, 9);
        run.run.promise = promise.parse().unwrap();
        let moves = "ud".repeat(length as usize / 2 - usize::from(length > 0)) + "rr";
        run.outcome.moves = Some(moves);
        if length == 0 {
            end(&mut run, Status::TimeLimit);
        }
        run
    }

    /// What is said of the file, the status of each run and the optimal length of all.
    fn judged(said: u32, runs: &[(&str, u32)]) -> (String, Vec<Status>, Option<u32>) {
        let boards = [board(said)];
        let mut rows: Vec<Row> =
            runs.iter().map(|&(promise, length)| run(promise, length)).collect();
        hold_against(&mut rows, &boards);
        let wrong = refute(&mut rows, &boards);
        let settled = rows.clone();
        assert_eq!(refute(&mut rows, &boards), wrong);
        assert_eq!(rows, settled, "judging twice changes nothing");
        // The order of the runs has no meaning.
        rows.reverse();
        hold_against(&mut rows, &boards);
        assert_eq!(refute(&mut rows, &boards), wrong);
        let statuses =
            |rows: &[Row]| -> Vec<Status> { rows.iter().map(|row| row.outcome.status).collect() };
        rows.reverse();
        assert_eq!(statuses(&rows), statuses(&settled));
        assert!(settled.iter().all(|row| row.optimal == settled[0].optimal));
        let told = wrong.into_values().collect();
        (told, statuses(&settled), settled[0].optimal)
    }

    /// What the file says, the runs, what is said of the file, the statuses and the optimal length.
    type Case<'a> = (u32, &'a [(&'a str, u32)], &'a str, &'a [Status], Option<u32>);

    #[test]
    fn a_path_that_is_shorter_or_of_the_other_parity_refutes_the_file() {
        use Status::{Solved, TimeLimit, Wrong};
        let cases: [Case<'_>; 11] = [
            (2, &[("optimal", 2)], "", &[Solved], Some(2)),
            (4, &[("optimal", 2)], "2 moves, it says 4", &[Solved], Some(2)),
            (1, &[("optimal", 2)], "2 moves, it says 1", &[Solved], Some(2)),
            (3, &[("optimal", 2), ("any path", 8)], "2 moves, it says 3", &[Solved; 2], Some(2)),
            // A longer path of the same parity is the fault of its strategy.
            (2, &[("optimal", 4)], "", &[Wrong], Some(2)),
            (2, &[("optimal", 4), ("within 2", 4)], "", &[Wrong, Solved], Some(2)),
            // What was right by the file is wrong without it.
            (4, &[("optimal", 4), ("optimal", 2)], "2 moves, it says 4", &[Wrong, Solved], Some(2)),
            // What was wrong by the file is right without it, or wrong for another reason.
            (
                1,
                &[("within 2", 8), ("within 2", 4)],
                "a path of 4 moves, it says 1",
                &[Solved; 2],
                None,
            ),
            (
                4,
                &[("within 2", 10), ("optimal", 6), ("any path", 2)],
                "a path of 2 moves, it says 4",
                &[Wrong, Wrong, Solved],
                None,
            ),
            // A run without a path shows nothing, and learns the true length.
            (
                3,
                &[("optimal", 0), ("optimal", 2)],
                "2 moves, it says 3",
                &[TimeLimit, Solved],
                Some(2),
            ),
            (3, &[("optimal", 0)], "", &[TimeLimit], Some(3)),
        ];
        for (said, runs, told, statuses, optimal) in cases {
            let told = match told {
                "" => String::new(),
                told => format!("the file is wrong on instance 2: {told}"),
            };
            assert_eq!(judged(said, runs), (told, statuses.to_vec(), optimal), "{said}: {runs:?}");
        }
    }

    #[test]
    fn a_path_that_does_not_solve_its_board_refutes_nothing() {
        let mut rows = [run("optimal", 2)];
        (rows[0].outcome.status, rows[0].outcome.moves) = (Status::Wrong, Some("ud".into()));
        assert!(refute(&mut rows, &[board(4)]).is_empty());
        assert_eq!(rows[0].outcome.status, Status::Wrong);
    }
}
