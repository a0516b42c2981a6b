//! Whether rows agree with what instance files know and with each other.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::record::InstanceRecord;
use crate::row::{Row, Status};

/// Why a path of so many moves is wrong where `optimal` are known; `None`
/// where it is as long.
pub fn refutation(length: u64, optimal: u32) -> Option<String> {
    match length.cmp(&u64::from(optimal)) {
        Ordering::Equal => None,
        Ordering::Greater => Some(format!("{length} moves, but {optimal} are optimal")),
        Ordering::Less => Some(format!(
            "{length} moves, fewer than the {optimal} that the instance file calls optimal; the \
             moves are legal, so look at the file"
        )),
    }
}

/// Judges rows again by what the instance files know, for rows that were
/// judged beside other files. What [`agree`] filled in is taken back where no
/// file knows it, so that it can be filled in from all rows.
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

/// Compares the solved rows of each instance. The shortest path found is what
/// the others are measured by: it has been replayed, so nothing longer is
/// optimal. Longer ones become wrong, and `optimal` is filled in where the
/// instance file did not know it.
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
