//! Differences that must not occur: wrong answers, and counts that do not
//! repeat.

use std::collections::{BTreeMap, BTreeSet};

use optile_results::quantity::counted;
use optile_results::record::Origin;
use optile_results::row::{Row, Status};
use serde::Serialize;

use super::Side;
use super::contrast::COUNTS;
use super::pairing::{Pair, Pairing};

/// A fault that no difference of version or machine explains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The strategy, or both names if they differ.
    pub strategy: String,
    /// The instance.
    pub instance: String,
    /// What is wrong.
    pub what: String,
}

/// Answers that differ, runs that are wrong or crashed in B but not in A, and
/// different counts of nodes from one build of optile.
pub(super) fn faults(pairings: &[Pairing<'_>], a: &Side<'_>, b: &Side<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for pairing in pairings {
        for pair in &pairing.pairs {
            let counts = (pairing.a == pairing.b).then(|| count_fault(pair, a, b)).flatten();
            let found = [answer_fault(pair), counts];
            faults.extend(found.into_iter().flatten().map(|what| Fault {
                strategy: pairing.name(),
                instance: pair.instance.id.into(),
                what,
            }));
        }
    }
    faults
}

fn answer_fault(pair: &Pair<'_>) -> Option<String> {
    let text =
        |length: Option<u32>| length.map_or("no path".into(), |n| counted(n as usize, "move"));
    match (pair.a.answer(), pair.b.answer()) {
        (Some(a), Some(b)) if a != b => {
            Some(format!("answers differ: {} in A, {} in B", text(a), text(b)))
        }
        _ => {
            let (before, now) = (pair.a.status(), pair.b.status());
            (now.is_failure() && !before.is_failure()).then(|| format!("{before} in A, {now} in B"))
        }
    }
}

/// Version and revision, which identify a build of optile.
type Build<'a> = (&'a str, &'a str);

/// The build of a row; `None` if its source had been changed or is not known,
/// because two such builds may differ.
fn build<'a>(row: &Row, side: &'a Side<'_>) -> Option<Build<'a>> {
    let of_row = |origin: &&Origin| origin.id == row.origin;
    let origin = side.results.record.origins.iter().find(of_row)?;
    let is_known = !origin.revision.ends_with("-dirty") && origin.revision != "unknown";
    is_known.then_some((&origin.version, &origin.revision))
}

/// All samples of one build must have the same counts, in both folders.
fn count_fault(pair: &Pair<'_>, a: &Side<'_>, b: &Side<'_>) -> Option<String> {
    let mut counts: BTreeMap<Build<'_>, BTreeSet<[Option<u64>; 2]>> = BTreeMap::new();
    let rows = pair.a.rows().iter().map(|row| (row, a));
    for (row, side) in rows.chain(pair.b.rows().iter().map(|row| (row, b))) {
        if let Some(build) = build(row, side).filter(|_| row.status == Status::Solved) {
            counts.entry(build).or_default().insert(COUNTS.map(|measure| measure.of(row)));
        }
    }
    let ((version, revision), counts) = counts.into_iter().find(|(_, counts)| counts.len() > 1)?;
    let number = |count: Option<u64>| count.map_or("none".into(), |n| n.to_string());
    let texts: Vec<String> = counts
        .into_iter()
        .map(|[expanded, generated]| format!("{}/{}", number(expanded), number(generated)))
        .collect();
    Some(format!(
        "optile {version} ({revision}) expanded/generated {}, although the counts must be equal",
        texts.join(" and ")
    ))
}
