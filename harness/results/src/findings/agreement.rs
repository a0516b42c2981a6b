//! Checks whether rows agree with instance files and with each other.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::record::InstanceRecord;
use crate::rows::row::{Row, Status};

/// Why a path of this length is wrong if `optimal` is known; `None` if both are equal.
pub fn refutation(length: u64, optimal: u32) -> Option<String> {
    match length.cmp(&u64::from(optimal)) {
        Ordering::Equal => None,
        Ordering::Greater => Some(format!("{length} moves, but {optimal} are optimal")),
        Ordering::Less => Some(format!(
            "{length} moves, fewer than the optimal length {optimal} in the instance file; the \
             moves are legal, so check the file"
        )),
    }
}

/// Checks rows again against the instance files, for rows that were checked against other
/// files. Optimal lengths that no file contains are removed again, so that [`agree`] can
/// fill them in from all rows.
pub fn hold_against(rows: &mut [Row], instances: &[InstanceRecord]) {
    let known: HashMap<&str, Option<u32>> =
        instances.iter().map(|board| (board.instance.as_str(), board.optimal)).collect();
    for row in rows {
        let Some(&optimal) = known.get(row.instance.as_str()) else { continue };
        row.optimal = optimal;
        let length = row.length.filter(|_| row.status == Status::Solved);
        if let (Some(length), Some(optimal)) = (length, optimal)
            && let Some(reason) = refutation(length.into(), optimal)
        {
            (row.status, row.reason) = (Status::Wrong, Some(reason));
        }
    }
}

/// Compares the solved rows of each instance. The shortest path has been replayed, so no
/// longer path is optimal. Rows with longer paths become wrong, and `optimal` is filled in
/// if the instance file did not have it.
///
/// Returns whether any row was changed.
pub fn agree(rows: &mut [Row]) -> bool {
    let mut shortest: HashMap<String, (u32, String)> = HashMap::new();
    for row in rows.iter().filter(|row| row.status == Status::Solved) {
        let Some(length) = row.length else { continue };
        let best =
            shortest.entry(row.instance.clone()).or_insert_with(|| (length, row.strategy.clone()));
        if length < best.0 {
            *best = (length, row.strategy.clone());
        }
    }
    let mut changed = false;
    for row in rows {
        let Some((length, by)) = shortest.get(&row.instance) else { continue };
        if row.optimal.is_none() {
            row.optimal = Some(*length);
            changed = true;
        }
        if row.status == Status::Solved && row.length != Some(*length) {
            row.status = Status::Wrong;
            row.reason = Some(format!(
                "{} moves, but {by} found a path of {length}",
                row.length.unwrap_or_default()
            ));
            changed = true;
        }
    }
    changed
}
