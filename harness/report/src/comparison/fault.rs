//! Differences that must not occur: wrong answers, and counts that do not repeat.

use std::collections::{BTreeMap, BTreeSet};

use optile_core::Promise;
use optile_results::program::{self, ProgramRecord};
use optile_results::record::Origin;
use optile_results::rows::row::{Row, Status};
use optile_results::text::quantity::counted;
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

/// Answers that differ, runs that are wrong or crashed in B but not in A, and different counts of
/// nodes from one build of optile; and the notes on counts of programs.
pub(super) fn faults(
    pairings: &[Pairing<'_>],
    a: &Side<'_>,
    b: &Side<'_>,
) -> (Vec<Fault>, Vec<String>) {
    let (mut faults, mut notes) = (Vec::new(), Vec::new());
    for pairing in pairings {
        let maker = Maker::of(pairing, a, b);
        let is_one = pairing.a == pairing.b;
        let mut varied = 0;
        for pair in &pairing.pairs {
            let counts = is_one.then(|| count_fault(&maker, pair, a, b));
            let (is_fault, counts) = (maker.repeats(), counts.flatten());
            varied += usize::from(!is_fault && counts.is_some());
            let found = [answer_fault(pair), counts.filter(|_| is_fault)];
            faults.extend(found.into_iter().flatten().map(|what| Fault {
                strategy: pairing.name(),
                instance: pair.instance.id.into(),
                what,
            }));
        }
        let note = is_one.then(|| maker.note(pairing.a, varied, pairing.pairs.len()));
        notes.extend(note.flatten());
    }
    (faults, notes)
}

/// What made the runs of a strategy.
enum Maker<'a> {
    /// Builds of optile.
    Optile,
    /// This program.
    Program(&'a ProgramRecord),
    /// Two programs of this name, or versions of one.
    Changed(&'a ProgramRecord),
}

impl<'a> Maker<'a> {
    fn of(pairing: &Pairing<'_>, a: &'a Side<'_>, b: &'a Side<'_>) -> Self {
        let of = |side: &'a Side<'_>, strategy: &str| {
            let mut programs = side.results.record.programs.iter();
            programs.find(|program| program.is_of(strategy))
        };
        match (of(a, pairing.a), of(b, pairing.b)) {
            (None, None) => Self::Optile,
            (Some(one), Some(other)) if one.differences(other).is_empty() => Self::Program(one),
            (Some(one), _) | (None, Some(one)) => Self::Changed(one),
        }
    }

    /// Whether counts must repeat.
    fn repeats(&self) -> bool {
        match self {
            Self::Optile => true,
            Self::Program(program) => program.deterministic,
            Self::Changed(_) => false,
        }
    }

    /// What is said of a strategy whose counts differ on `varied` of `all` instances.
    fn note(&self, strategy: &str, varied: usize, all: usize) -> Option<String> {
        match self {
            Self::Changed(ProgramRecord { name, .. }) if name != program::BEFORE => Some(format!(
                "Another version of program {name} made the runs of {strategy} in B, so only its \
                 answers are judged."
            )),
            Self::Program(ProgramRecord { name, .. }) if varied > 0 => Some(format!(
                "Program {name} counted other nodes on the same board: {strategy} on {varied} of \
                 {}. That is a fault only if its suite says `deterministic = true`.",
                counted(all, "instance")
            )),
            _ => None,
        }
    }
}

fn answer_fault(pair: &Pair<'_>) -> Option<String> {
    let text =
        |length: Option<u32>| length.map_or("no path".into(), |n| counted(n as usize, "move"));
    // Paths that need not be optimal may have other lengths.
    let mut rows = pair.a.rows().iter().chain(pair.b.rows());
    let is_optimal = rows.all(|row| row.run.promise == Promise::Optimal);
    match (pair.a.answer(), pair.b.answer()) {
        (Some(a), Some(b)) if a != b && (is_optimal || a.is_none() || b.is_none()) => {
            Some(format!("answers differ: {} in A, {} in B", text(a), text(b)))
        }
        _ => {
            let (before, now) = (pair.a.status(), pair.b.status());
            (now.is_failure() && !before.is_failure()).then(|| format!("{before} in A, {now} in B"))
        }
    }
}

/// What made a row: a build of optile, or a program. `None` if the source of the build had been
/// changed or is not known, because two such builds may differ.
fn made_by(maker: &Maker<'_>, row: &Row, side: &Side<'_>) -> Option<String> {
    if let Maker::Program(program) = maker {
        return Some(format!("program {}", program.name));
    }
    let of_row = |origin: &&Origin| origin.id == row.run.origin;
    let origin = side.results.record.origins.iter().find(of_row)?;
    let is_known = !origin.revision.ends_with("-dirty") && origin.revision != "unknown";
    is_known.then(|| format!("optile {} ({})", origin.version, origin.revision))
}

/// All samples of one build, or of one program, must have the same counts, in both folders.
fn count_fault(maker: &Maker<'_>, pair: &Pair<'_>, a: &Side<'_>, b: &Side<'_>) -> Option<String> {
    let mut counts: BTreeMap<String, BTreeSet<[Option<u64>; 2]>> = BTreeMap::new();
    let rows = pair.a.rows().iter().map(|row| (row, a));
    for (row, side) in rows.chain(pair.b.rows().iter().map(|row| (row, b))) {
        let is_solved = row.outcome.status == Status::Solved;
        if let Some(by) = made_by(maker, row, side).filter(|_| is_solved) {
            counts.entry(by).or_default().insert(COUNTS.map(|measure| measure.of(row)));
        }
    }
    let (by, counts) = counts.into_iter().find(|(_, counts)| counts.len() > 1)?;
    let number = |count: Option<u64>| count.map_or("none".into(), |n| n.to_string());
    let texts: Vec<String> = counts
        .into_iter()
        .map(|[expanded, generated]| format!("{}/{}", number(expanded), number(generated)))
        .collect();
    Some(format!(
        "{by} expanded/generated {}, although the counts must be equal",
        texts.join(" and ")
    ))
}
