//! The properties in which two records can differ.
//!
//! One list serves everything that compares folders: continuing a folder,
//! merging folders, and comparing them.

use std::fmt::{self, Display};

use anyhow::{Result, bail};
use serde::Serialize;

use crate::program::ProgramRecord;
use crate::record::{InstanceRecord, Origin, RunRecord};
use crate::storage::results::Results;
use crate::text::lines::quote;
use crate::text::unit::Unit;

/// A property in which two records differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The property.
    pub what: String,
    /// Its value in the first record.
    pub a: String,
    /// Its value in the second record.
    pub b: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} and {}", self.what, self.a, self.b)
    }
}

/// The purpose for which two records are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The first folder is to be completed by the run that the second record
    /// describes.
    Continuation,
    /// Their rows are to be joined as one experiment.
    Merging,
    /// The same, but versions and limits may differ.
    MixedMerging,
    /// Differences between their rows are to be explained.
    Comparison,
}

/// All differences that matter for a purpose. Dates and command lines are left out,
/// because they always differ.
///
/// The memory limit matters for comparisons only, because by default it depends
/// on the machine and on the number of jobs. A limit that the user gave is part
/// of the plan.
pub fn differences(a: &RunRecord, b: &RunRecord, purpose: Purpose) -> Vec<Difference> {
    use Purpose::{Comparison, Continuation, Merging, MixedMerging};
    let record = |what, of: fn(&RunRecord) -> String| (what, of(a), of(b));
    let origins = |what, of: fn(&Origin) -> String| (what, distinct(a, of), distinct(b, of));
    let limit = |what, unit: Unit, of: fn(&RunRecord) -> Option<u64>| {
        let (a, b) = (of(a), of(b));
        let text = |value: Option<u64>| value.map_or("none".into(), |v| unit.text(v as f64));
        if a != b && text(a) == text(b) {
            let exact = |value: Option<u64>| value.map_or("none".into(), |v| v.to_string());
            return (what, exact(a), exact(b));
        }
        (what, text(a), text(b))
    };
    let every = &[Continuation, Merging, MixedMerging, Comparison][..];
    let all_but_mixed = &[Continuation, Merging, Comparison];
    [
        (every, record("suite", |r| r.suite.clone())),
        (&[Continuation], record(STRATEGIES, |r| r.strategies.join(" "))),
        (&[Continuation], record("part of the plan", part)),
        (all_but_mixed, origins("version", |o| o.version.clone())),
        (all_but_mixed, origins("revision", |o| o.revision.clone())),
        (&[Comparison], origins("compiler", |o| o.compiler.clone())),
        (&[Continuation, Comparison], origins("target", |o| o.target.clone())),
        (&[Comparison], origins("processor", |o| o.cpu.clone())),
        (&[Comparison], origins("cores", |o| o.cores.to_string())),
        (&[Comparison], origins("memory", |o| Unit::Bytes.text(o.memory as f64))),
        (&[Comparison], origins("system", |o| o.os.clone())),
        (&[Comparison], origins("host", |o| o.host.clone())),
        (&[Comparison], origins("isolation", |o| isolation(o).into())),
        (&[Comparison], origins("jobs at once", |o| o.jobs.to_string())),
        (&[Continuation, Comparison], record("samples per pair", |r| r.repeat.to_string())),
        (&[Continuation, Comparison], record("warm-up runs", |r| r.warmup.to_string())),
        (&[Continuation, Comparison], record("seed of the order", |r| r.seed.to_string())),
        (all_but_mixed, limit("time limit", Unit::Nanoseconds, |r| r.limits.time_ns())),
        (all_but_mixed, limit("processor time limit", Unit::Nanoseconds, |r| r.limits.cpu_ns())),
        (all_but_mixed, limit("node limit", Unit::Count, |r| r.limits.nodes)),
        (&[Comparison], limit(MEMORY_LIMIT, Unit::Bytes, |r| r.limits.memory)),
    ]
    .into_iter()
    .filter(|(purposes, (_, a, b))| purposes.contains(&purpose) && a != b)
    .map(|(_, (what, a, b))| Difference { what: what.to_owned(), a, b })
    .chain(changed_programs(a, b))
    .collect()
}

/// The differences between programs of the same name: rows of two versions of a program are two
/// experiments.
fn changed_programs(a: &RunRecord, b: &RunRecord) -> impl Iterator<Item = Difference> {
    let same = |one: &&ProgramRecord| b.programs.iter().find(|other| other.name == one.name);
    let both = a.programs.iter().filter_map(move |one| Some((one, same(&one)?)));
    both.flat_map(|(one, other)| one.differences(other)).map(|(what, a, b)| Difference {
        what,
        a,
        b,
    })
}

fn isolation(origin: &Origin) -> &'static str {
    if origin.isolated { "separate processes" } else { "none" }
}

/// The shards of a record's plans.
fn part(record: &RunRecord) -> String {
    let shards: Vec<&str> =
        record.plans.iter().flat_map(|plan| &plan.shards).map(String::as_str).collect();
    if shards.is_empty() { "the whole plan".into() } else { shards.join(", ") }
}

/// The different values of a folder's origins.
fn distinct(record: &RunRecord, of: fn(&Origin) -> String) -> String {
    let mut values: Vec<String> = record.origins.iter().map(of).collect();
    values.sort_unstable();
    values.dedup();
    values.join("; ")
}

/// The first difference between the boards of two plans.
fn changed_boards(a: &[InstanceRecord], b: &[InstanceRecord]) -> Option<Difference> {
    if a.len() != b.len() {
        let [a, b] = [a, b].map(|boards| boards.len().to_string());
        return Some(Difference { what: "number of instances".to_owned(), a, b });
    }
    let (one, other) = a.iter().zip(b).find(|(one, other)| one != other)?;
    let text = |board: &InstanceRecord| {
        let InstanceRecord { instance, start, goal, optimal, .. } = board;
        let length = optimal.map_or("-".to_owned(), |length| length.to_string());
        quote(&format!("{instance} {start} -> {goal} {length}"))
    };
    Some(Difference { what: "instance".to_owned(), a: text(one), b: text(other) })
}

impl Results {
    /// Checks that `origin` can continue these results as `planned`, on these boards: both must be
    /// the same experiment, made by the same programs. Of a folder that was merged of several plans, the
    /// order of strategies and instances does not matter, and what it has is a part of the whole.
    ///
    /// # Errors
    ///
    /// When they differ; the message says in what.
    pub fn continue_as(
        &self,
        planned: &RunRecord,
        boards: &[InstanceRecord],
        origin: &Origin,
    ) -> Result<()> {
        let is_merged = self.record.plans.len() > 1;
        let (mut there, mut here) = (self.record.clone(), planned.clone());
        let mut boards = [self.instances.clone(), boards.to_vec()];
        if is_merged {
            // Parts of several plans are no part of the plan of all strategies.
            there.plans.iter_mut().for_each(|plan| plan.shards.clear());
            there.strategies.sort_unstable();
            here.strategies.sort_unstable();
            boards.iter_mut().for_each(|all| all.sort_unstable());
        } else {
            // The last origin wrote the existing rows.
            there.origins = there.origins.pop().into_iter().collect();
        }
        here.origins = there.origins.iter().map(|_| origin.clone()).collect();
        let mut found = differences(&there, &here, Purpose::Continuation);
        if found.is_empty() && there.plans != here.plans {
            found.extend(changed_boards(&boards[0], &boards[1]));
        }
        let are_default = there.has_default_memory_limit() && here.has_default_memory_limit();
        if found.is_empty() && there.plans != here.plans && !are_default {
            let limits = differences(&there, &here, Purpose::Comparison);
            found.extend(limits.into_iter().filter(|one| one.what == MEMORY_LIMIT));
        }
        let mut differences: Vec<String> = found
            .iter()
            .map(|Difference { what, a, b }| match PLURAL.contains(&what.as_str()) {
                true => format!("its {what} are {a}, and now they are {b}"),
                false => format!("its {what} is {a}, and now it is {b}"),
            })
            .collect();
        if differences.is_empty() && there.plans != here.plans && !is_merged {
            differences.push("the order of its runs belongs to another plan".into());
        }
        if !differences.is_empty() {
            let adding = match found.iter().any(|one| one.what == STRATEGIES) {
                true => {
                    "; to add a strategy, run it alone into another folder, and join both with \
                     `optile merge`, whose result can be continued as the whole plan"
                }
                false => "",
            };
            bail!(
                "the folder holds results of another experiment: {}; choose another folder with \
                 --out, or use --overwrite{adding}",
                differences.join("; ")
            );
        }
        Ok(())
    }
}

/// What a folder has more of after a merge.
const STRATEGIES: &str = "strategies";

/// Properties of a plan whose names are plurals.
const PLURAL: [&str; 3] = [STRATEGIES, "samples per pair", "warm-up runs"];

/// The name of a limit that is a property of a plan only if the user gave it.
const MEMORY_LIMIT: &str = "memory limit";

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Purpose::{Comparison, Continuation, Merging};
    use super::*;
    use crate::synthetic::record;

    #[test]
    fn only_differences_are_named_exactly_if_rounding_would_hide_them() {
        let (a, mut b) = (record(&["bfs"]), record(&["bfs"]));
        assert_eq!(differences(&a, &b, Comparison), []);
        b.origins[0].started = "another day".into();
        b.origins[0].command.clear();
        assert_eq!(differences(&a, &b, Comparison), []);
        b.origins.push(b.origins[0].clone());
        b.origins[1].revision = "4567def".into();
        b.limits.time = Some(Duration::from_nanos(60_000_000_001));
        b.limits.memory = Some(1_000_000_000);
        let lines: Vec<String> = differences(&a, &b, Comparison)
            .into_iter()
            .map(|Difference { what, a, b }| format!("{what}: {a}, {b}").replace('\u{a0}', " "))
            .collect();
        assert_eq!(
            lines,
            [
                "revision: 0123abc, 0123abc; 4567def",
                "time limit: 60000000000, 60000000001",
                "memory limit: none, 1.00 GB"
            ]
        );
    }

    #[test]
    fn what_matters_depends_on_the_purpose() {
        let (a, mut b) = (record(&["bfs"]), record(&["bfs", "bidir"]));
        b.origins[0].host = "elsewhere".into();
        b.limits.memory = Some(1);
        b.limits.cpu = Some(Duration::from_secs(5));
        b.repeat = a.repeat + 1;
        let names = |purpose| -> Vec<String> {
            differences(&a, &b, purpose).into_iter().map(|difference| difference.what).collect()
        };
        let limit = "processor time limit";
        assert_eq!(names(Continuation), ["strategies", "samples per pair", limit]);
        assert_eq!(names(Merging), [limit]);
        assert_eq!(names(Purpose::MixedMerging), [""; 0]);
        let all = ["host", "samples per pair", limit, "memory limit"];
        assert_eq!(names(Comparison), all);
    }
}
