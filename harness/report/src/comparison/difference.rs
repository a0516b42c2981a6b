//! What differs between the origins of two folders.

use std::fmt::Display;

use optile_results::record::{Origin, RunRecord};
use optile_results::unit::Unit;
use serde::Serialize;

/// A property in which the origins of two folders differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The property.
    pub what: &'static str,
    /// Its value in the first folder.
    pub a: String,
    /// Its value in the second folder.
    pub b: String,
}

/// All differences between the origins of two folders that may explain
/// differences in their rows. Dates and command lines are left out, because they
/// always differ.
pub(super) fn differences(a: &RunRecord, b: &RunRecord) -> Vec<Difference> {
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
    [
        record("suite", |r| r.suite.clone()),
        origins("version", |o| o.version.clone()),
        origins("revision", |o| o.revision.clone()),
        origins("compiler", |o| o.compiler.clone()),
        origins("target", |o| o.target.clone()),
        origins("processor", |o| o.cpu.clone()),
        origins("cores", |o| o.cores.to_string()),
        origins("memory", |o| Unit::Bytes.text(o.memory as f64)),
        origins("system", |o| o.os.clone()),
        origins("host", |o| o.host.clone()),
        origins("isolation", |o| (if o.isolated { "one process per run" } else { "none" }).into()),
        origins("jobs at once", |o| o.jobs.to_string()),
        record("samples per pair", |r| r.repeat.to_string()),
        record("warm-up runs", |r| r.warmup.to_string()),
        record("seed of the order", |r| r.seed.to_string()),
        limit("time limit", Unit::Nanoseconds, |r| r.limits.time_ns),
        limit("processor time limit", Unit::Nanoseconds, |r| r.limits.cpu_ns),
        limit("node limit", Unit::Count, |r| r.limits.nodes),
        limit("memory limit", Unit::Bytes, |r| r.limits.memory),
    ]
    .into_iter()
    .filter(|(_, a, b)| a != b)
    .map(|(what, a, b)| Difference { what, a, b })
    .collect()
}

/// The different values of a folder's origins.
fn distinct<T: Display + Ord>(record: &RunRecord, of: fn(&Origin) -> T) -> String {
    let mut values: Vec<String> =
        record.origins.iter().map(|origin| of(origin).to_string()).collect();
    values.sort_unstable();
    values.dedup();
    values.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::record;

    #[test]
    fn only_differences_are_named_exactly_if_rounding_would_hide_them() {
        let (a, mut b) = (record(&["bfs"]), record(&["bfs"]));
        assert_eq!(differences(&a, &b), []);
        b.origins[0].started = "another day".into();
        b.origins[0].command.clear();
        assert_eq!(differences(&a, &b), []);
        b.origins.push(b.origins[0].clone());
        b.origins[1].revision = "4567def".into();
        b.limits.time_ns = Some(60_000_000_001);
        b.limits.memory = Some(1_000_000_000);
        let lines: Vec<String> = differences(&a, &b)
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
}
