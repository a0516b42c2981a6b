//! Checks whether rows agree with instance files and with each other.

use std::collections::HashMap;

use optile_core::Promise;

use crate::record::InstanceRecord;
use crate::rows::row::{Row, Status};
use crate::text::quantity::counted;

/// Checks rows again against the instance files, for rows that were checked against other
/// files. Optimal lengths that no file contains are removed again, so that [`agree`] can
/// fill them in from all rows. Which files are wrong is found out afterwards, from these rows.
pub fn hold_against(rows: &mut [Row], instances: &[InstanceRecord]) {
    let known: HashMap<&str, Option<u32>> =
        instances.iter().map(|board| (board.instance.as_str(), board.optimal)).collect();
    for row in rows {
        let Some(&optimal) = known.get(row.run.instance.as_str()) else { continue };
        row.optimal = optimal;
        if let (Some(length), Some(optimal)) = (row.outcome.solution(), optimal)
            && let Some(reason) = row.run.promise.refutation(length.into(), optimal.into())
        {
            (row.outcome.status, row.outcome.reason) = (Status::Wrong, Some(reason));
        }
    }
}

/// The shortest path of an instance that any strategy found.
struct Shortest {
    length: u32,
    by: String,
    /// Whether a strategy found it that promises optimal paths.
    is_optimal: bool,
}

/// Compares the solved rows of each instance. The shortest path has been replayed, so no
/// longer path is optimal, and a bound that holds for the optimal length holds for its length.
/// Rows with other paths become wrong. `optimal` is filled in if the instance file did not have
/// it, and a strategy that promises optimal paths found none shorter.
///
/// Returns whether any row was changed.
pub fn agree(rows: &mut [Row]) -> bool {
    let mut shortest: HashMap<String, Shortest> = HashMap::new();
    for row in rows.iter().filter(|row| row.outcome.status == Status::Solved) {
        let Some(length) = row.outcome.length() else { continue };
        let is_optimal = row.run.promise == Promise::Optimal;
        let own = || Shortest { length, by: row.run.strategy.clone(), is_optimal };
        let best = shortest.entry(row.run.instance.clone()).or_insert_with(own);
        if length < best.length {
            *best = own();
        }
        best.is_optimal |= is_optimal && length == best.length;
    }
    let mut changed = false;
    for row in rows {
        let Some(Shortest { length, by, is_optimal }) = shortest.get(&row.run.instance) else {
            continue;
        };
        if row.optimal.is_none() && *is_optimal {
            row.optimal = Some(*length);
            changed = true;
        }
        let own = row.outcome.length().unwrap_or_default();
        if row.outcome.status == Status::Solved
            && !row.run.promise.is_kept(own.into(), (*length).into())
        {
            row.outcome.status = Status::Wrong;
            let moves = counted(own as usize, "move");
            row.outcome.reason = Some(match row.run.promise {
                Promise::Within(weight) => {
                    format!("{moves}, more than {weight} times the {length} that {by} found")
                }
                _ => format!("{moves}, but {by} found a path of {length}"),
            });
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::row;

    /// Rows of one instance: what each promises, and its length.
    fn rows(solved: &[(&str, u32)]) -> Vec<Row> {
        let row = |&(promise, length): &(&str, u32)| {
            let mut row = row("a", promise, length, 9);
            (row.run.promise, row.optimal) = (promise.parse().unwrap(), None);
            row
        };
        solved.iter().map(row).collect()
    }

    fn agreed(solved: &[(&str, u32)]) -> Vec<(Status, Option<u32>)> {
        let mut rows = rows(solved);
        agree(&mut rows);
        let again = rows.clone();
        assert!(!agree(&mut rows) && again == rows, "agreeing twice changes nothing");
        rows.iter().map(|row| (row.outcome.status, row.optimal)).collect()
    }

    #[test]
    fn each_row_is_held_to_its_own_promise() {
        use Status::{Solved, Wrong};
        let known = Some(20);
        assert_eq!(
            agreed(&[("optimal", 20), ("within 1.5", 30), ("within 1.5", 32), ("any path", 90)]),
            [(Solved, known), (Solved, known), (Wrong, known), (Solved, known)]
        );
        // A path within a bound shows that a longer one is not optimal, and not that it is optimal.
        assert_eq!(
            agreed(&[("optimal", 22), ("within 1.5", 20), ("any path", 32)]),
            [(Wrong, None), (Solved, None), (Solved, None)]
        );
        assert_eq!(
            agreed(&[("within 1.5", 32), ("any path", 20)]),
            [(Wrong, None), (Solved, None)]
        );
        assert_eq!(agreed(&[("any path", 20), ("optimal", 20)]), [(Solved, known); 2]);
    }

    #[test]
    fn reasons_say_which_bound_was_broken() {
        let mut broken = rows(&[("within 1.5", 32), ("optimal", 20)]);
        agree(&mut broken);
        let reason = "32 moves, more than 1.5 times the 20 that optimal found";
        assert_eq!(broken[0].outcome.reason.as_deref(), Some(reason));
    }
}
