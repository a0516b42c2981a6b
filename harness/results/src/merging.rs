//! Merges the results of several folders: the parts of a plan that different processes or
//! machines ran.
//!
//! Merging is a union. So order and repetition do not matter, and a merged folder can be
//! merged again. Each row keeps the name of its origin, and the record keeps all origins.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::difference::{Difference, Purpose, differences};
use crate::program::ProgramRecord;
use crate::record::{InstanceRecord, Origin, PlanRecord, RunRecord};
use crate::rows::agreement::{agree, hold_against};
use crate::rows::row::{Row, Status};
use crate::rows::wrong_length::refute;
use crate::shard::Shard;
use crate::storage::results::Results;
use crate::text::lines::quote;

/// Results, and the folder from which they were read.
#[derive(Clone, Debug)]
pub struct Part {
    /// The folder, for messages.
    pub folder: PathBuf,
    /// Its results.
    pub results: Results,
}

/// Merges parts. What may differ between them depends on the purpose, which is
/// [`Purpose::Merging`] or [`Purpose::MixedMerging`].
///
/// # Errors
///
/// When there is no part, when parts have different suites, versions or limits, when two
/// boards have the same id, or when a run was made twice.
pub fn merge(mut parts: Vec<Part>, purpose: Purpose) -> Result<Results> {
    // The result must not depend on the order in which parts are named.
    parts.sort_by_key(|part| {
        let first = part.results.record.first();
        first.map(|origin| (origin.started.clone(), origin.id.clone()))
    });
    let Some((first, others)) = parts.split_first() else {
        bail!("nothing to merge: expected folders that `optile run` wrote");
    };
    for other in others {
        is_alike(first, other, purpose)?;
    }
    let mut results = Results::new(records(&parts), rows(&parts)?);
    results.instances = boards(&parts)?;
    results.record.complete = results.rows.len() as u64 == results.record.planned();
    hold_against(&mut results.rows, &results.instances);
    results.wrong_lengths = refute(&mut results.rows, &results.instances);
    agree(&mut results.rows);
    Ok(results)
}

fn is_alike(first: &Part, other: &Part, purpose: Purpose) -> Result<()> {
    let (a, b) = (&first.results.record, &other.results.record);
    let differences = differences(a, b, purpose);
    if differences.is_empty() {
        return Ok(());
    }
    let differences: Vec<String> = differences.iter().map(Difference::to_string).collect();
    let is_mixable = self::differences(a, b, Purpose::MixedMerging).is_empty();
    let advice = if is_mixable { ": use --mixed to merge them anyway" } else { "" };
    bail!(
        "{} and {} differ in {}{advice}",
        first.folder.display(),
        other.folder.display(),
        differences.join("; ")
    );
}

/// The records as one.
fn records(parts: &[Part]) -> RunRecord {
    let records = || parts.iter().map(|part| &part.results.record);
    let mut record = parts[0].results.record.clone();
    let mut origins: Vec<Origin> = records().flat_map(|record| record.origins.clone()).collect();
    // A folder that was merged before a process ended does not have its end.
    origins.sort_by_key(|origin| {
        (origin.started.clone(), origin.id.clone(), origin.finished.is_none())
    });
    origins.dedup_by(|later, kept| later.id == kept.id);
    record.origins = origins;
    let mut plans: BTreeMap<String, Vec<PlanRecord>> = BTreeMap::new();
    for plan in records().flat_map(|record| &record.plans) {
        plans.entry(plan.id.clone()).or_default().push(plan.clone());
    }
    record.plans = plans.into_values().map(|plans| whole(&plans)).collect();
    record.suite_instances = records().find_map(|record| record.suite_instances);
    for other in records().skip(1) {
        add_new(&mut record.strategies, &other.strategies);
        add_new(&mut record.lookups, &other.lookups);
        // Those of the same name are the same.
        let is_new = |program: &&ProgramRecord| {
            record.programs.iter().all(|known| known.name != program.name)
        };
        let new: Vec<ProgramRecord> = other.programs.iter().filter(is_new).cloned().collect();
        record.programs.extend(new);
        add_new(&mut record.pairs, &other.pairs);
        add_new(&mut record.sets, &other.sets);
    }
    record
}

/// Adds what the list does not have yet.
fn add_new<T: PartialEq + Clone>(list: &mut Vec<T>, others: &[T]) {
    for other in others {
        if !list.contains(other) {
            list.push(other.clone());
        }
    }
}

/// The parts of one plan as one part. If they are the whole plan, it has no shards.
fn whole(parts: &[PlanRecord]) -> PlanRecord {
    let mut whole = parts[0].clone();
    whole.shards = parts.iter().flat_map(|part| part.shards.clone()).collect();
    whole.shards.sort();
    whole.shards.dedup();
    let shards: Vec<Shard> = whole.shards.iter().filter_map(|shard| shard.parse().ok()).collect();
    let is_whole = parts.iter().any(|part| part.shards.is_empty());
    whole.planned = match is_whole {
        true => whole.runs,
        false => (0..whole.runs)
            .filter(|&order| shards.iter().any(|shard| shard.contains(order)))
            .count() as u64,
    };
    if whole.planned == whole.runs {
        whole.shards.clear();
    }
    whole
}

/// Each board once. The optimal length is known if one of the files has it.
fn boards(parts: &[Part]) -> Result<Vec<InstanceRecord>> {
    let mut found: BTreeMap<&str, (&Part, usize)> = BTreeMap::new();
    let mut all: Vec<InstanceRecord> = Vec::new();
    for part in parts {
        for board in &part.results.instances {
            let Some(&(earlier, place)) = found.get(board.instance.as_str()) else {
                found.insert(&board.instance, (part, all.len()));
                all.push(board.clone());
                continue;
            };
            let kept = &mut all[place];
            let (instance, there, here) =
                (quote(&board.instance), earlier.folder.display(), part.folder.display());
            if (kept.size, &kept.start, &kept.goal) != (board.size, &board.start, &board.goal) {
                bail!("instance {instance} is one board in {there} and another board in {here}");
            }
            match (kept.optimal, board.optimal) {
                (Some(a), Some(b)) if a != b => bail!(
                    "instance {instance} has the optimal length {a} in the instance file of \
                     {there} and {b} in that of {here}: one of them is wrong"
                ),
                (known, other) => kept.optimal = known.or(other),
            }
        }
    }
    Ok(all)
}

/// All rows without repetitions, in the order of the plan.
fn rows(parts: &[Part]) -> Result<Vec<Row>> {
    let mut found: BTreeMap<(u64, &str), (&Part, &Row)> = BTreeMap::new();
    for part in parts {
        for row in &part.results.rows {
            let key = (row.run.order, row.run.id.as_str());
            let Some((earlier, kept)) = found.get(&key) else {
                found.insert(key, (part, row));
                continue;
            };
            if kept.run.origin != row.run.origin {
                bail!(
                    "{} on instance {}, sample {}, was run twice: by {} in {} and by {} in \
                     {}; compare them with `optile compare`",
                    row.run.strategy,
                    quote(&row.run.instance),
                    row.run.sample,
                    kept.run.origin,
                    earlier.folder.display(),
                    row.run.origin,
                    part.folder.display()
                );
            }
            // The run is the same, but it was compared with other rows in each folder. The
            // row with more information is kept.
            if knowledge(row) > knowledge(kept) {
                found.insert(key, (part, row));
            }
        }
    }
    Ok(found.into_values().map(|(_, row)| row.clone()).collect())
}

/// The information that comparing rows may have added to a row.
fn knowledge(row: &Row) -> (bool, bool) {
    (row.outcome.status == Status::Wrong, row.optimal.is_some())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::synthetic;

    /// Part `number` of `count` of a plan of twelve runs.
    fn part(number: u64, count: u64) -> Part {
        let shard: Shard = format!("{number}/{count}").parse().unwrap();
        let mut record = synthetic::record(&["a", "b"]);
        record.plans[0] = PlanRecord {
            id: "plan".into(),
            runs: 12,
            shards: vec![shard.to_string()],
            planned: shard.share_of(12),
            listed: false,
        };
        record.origins[0].id = format!("origin-{count}-{number}");
        let row = |order: u64| {
            let strategy = if order.is_multiple_of(2) { "a" } else { "b" };
            let mut row = synthetic::row(&format!("i{}", order / 2), strategy, 4, 10 + order);
            (row.run.order, row.optimal) = (order, None);
            row.run.origin.clone_from(&record.origins[0].id);
            row
        };
        let rows = (0..12).filter(|&order| shard.contains(order)).map(row).collect();
        let mut results = Results::new(record.clone(), rows);
        results.instances = vec![InstanceRecord {
            instance: "i0".into(),
            size: "2x2".parse().unwrap(),
            start: "1 2 3 0".into(),
            goal: "1 2 3 0".into(),
            optimal: None,
            expanded: None,
            generated: None,
        }];
        Part { folder: format!("shard-{number}").into(), results }
    }

    fn again(results: &Results) -> Part {
        Part { folder: "merged".into(), results: results.clone() }
    }

    fn same(a: &Results, b: &Results) -> bool {
        (&a.record, &a.rows, &a.instances) == (&b.record, &b.rows, &b.instances)
    }

    #[test]
    fn parts_become_the_whole() {
        let some = merge(vec![part(1, 3), part(3, 3)], Purpose::Merging).unwrap();
        assert_eq!(some.record.plans[0].shards, ["1/3", "3/3"]);
        assert_eq!((some.record.planned(), some.record.complete), (8, true));
        let whole = merge(vec![again(&some), part(2, 3)], Purpose::Merging).unwrap();
        assert!(whole.record.complete && whole.record.plans[0].shards.is_empty());
        let orders: Vec<u64> = whole.rows.iter().map(|row| row.run.order).collect();
        assert_eq!(orders, (0..12).collect::<Vec<_>>());
        assert_eq!(whole.record.origins.len(), 3);
        assert!(whole.rows.iter().all(|row| row.optimal == Some(4)));
    }

    proptest! {
        /// Parts can be merged in any order, any number of times, and again
        /// after a merge.
        #[test]
        fn merging_is_a_union(mut order in Just(vec![1, 2, 3, 4]).prop_shuffle(), split in 0usize..4) {
            let whole = merge((1..=4).map(|n| part(n, 4)).collect(), Purpose::Merging).unwrap();
            let early: Vec<Part> = order[..split].iter().map(|&n| part(n, 4)).collect();
            let mut late: Vec<Part> = order.drain(..).map(|n| part(n, 4)).collect();
            if !early.is_empty() {
                late.push(again(&merge(early, Purpose::Merging).unwrap()));
            }
            let joined = merge(late, Purpose::Merging).unwrap();
            prop_assert!(same(&joined, &whole));
            prop_assert!(same(&merge(vec![again(&joined)], Purpose::Merging).unwrap(), &whole));
        }
    }

    #[test]
    fn a_length_in_one_file_is_compared_with_the_rows_of_all() {
        let mut known = part(2, 2);
        known.results.instances[0].optimal = Some(2);
        let all = merge(vec![part(1, 2), known], Purpose::Merging).unwrap();
        assert_eq!(all.instances[0].optimal, Some(2));
        let (of_it, others): (Vec<_>, Vec<_>) =
            all.rows.iter().partition(|row| row.run.instance == "i0");
        assert!(
            of_it.iter().all(|row| row.outcome.status == Status::Wrong && row.optimal == Some(2))
        );
        assert_eq!(of_it[0].outcome.reason.as_deref(), Some("4 moves, but 2 are optimal"));
        assert!(others.iter().all(|row| row.outcome.status == Status::Solved));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let refusal = |change: fn(&mut Results)| {
            let mut other = part(2, 2);
            change(&mut other.results);
            merge(vec![part(1, 2), other], Purpose::Merging).unwrap_err().to_string()
        };
        assert!(refusal(|r| r.record.suite = "other".into()).contains("suite"));
        let error = refusal(|r| r.record.origins[0].version = "9".into());
        assert!(error.contains("--mixed"), "{error}");
        assert!(refusal(|r| r.record.limits.nodes = Some(1)).contains("node limit"));
        assert!(
            refusal(|r| r.instances[0].start = "0 2 3 1".into())
                .contains("another board in shard-2")
        );
        let mut known = part(1, 2);
        known.results.instances[0].optimal = Some(4);
        let mut other = part(2, 2);
        other.results.instances[0].optimal = Some(6);
        let error = merge(vec![known, other], Purpose::Merging).unwrap_err().to_string();
        assert!(error.contains("one of them is wrong"), "{error}");
        let twice = refusal(|r| {
            r.rows[0] = part(1, 2).results.rows[0].clone();
            r.rows[0].run.origin = "elsewhere".into();
        });
        assert!(twice.contains("was run twice"), "{twice}");
        assert!(merge(vec![], Purpose::Merging).is_err());

        let mut other = part(2, 2);
        other.results.record.origins[0].version = "9".into();
        let mixed = merge(vec![part(1, 2), other], Purpose::MixedMerging).unwrap();
        assert_eq!(mixed.rows.len(), 12);
    }

    #[test]
    fn a_merged_record_says_which_strategies_look_answers_up() {
        let of = |lookup: &str| {
            let mut record = synthetic::record(&["mine", lookup]);
            record.lookups = vec![lookup.into()];
            Part { folder: PathBuf::new(), results: Results::new(record, Vec::new()) }
        };
        let merged = records(&[of("table:x"), of("table:y")]);
        let lookups: Vec<&String> =
            merged.strategies.iter().filter(|name| merged.is_lookup(name)).collect();
        assert_eq!(lookups, ["table:x", "table:y"]);
    }
}
