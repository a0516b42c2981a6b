//! `run.json`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::record::{FORMAT, MOST_RUNS, Origin, PlanRecord, RunRecord};
use crate::shard::Shard;
use crate::storage::contents::Contents;
use crate::storage::files::{Keeping, Part, ResultFile, Results};
use crate::storage::seal::{check_record, seal_record};

/// The file of the record.
#[derive(Debug)]
pub(super) struct RecordFile;

/// The only field that all versions have.
#[derive(Deserialize)]
struct Versioned {
    format: u32,
}

/// Whether this is a record of any version.
pub(in crate::storage) fn is_record(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Versioned>(bytes).is_ok()
}

impl ResultFile for RecordFile {
    fn name(&self) -> &'static str {
        "run.json"
    }

    fn keeping(&self) -> Keeping {
        Keeping::Whole
    }

    fn parse(&self, read: &Contents, results: &mut Results) -> Result<()> {
        let name = read.path.display();
        let Some(bytes) = &read.bytes else {
            bail!(
                "{name}: not found; expected a folder that `optile run` wrote, with run.json and \
                 results.jsonl in it"
            );
        };
        let Versioned { format } = serde_json::from_slice(bytes).with_context(|| {
            format!("{name}: expected the JSON object that `optile run` writes")
        })?;
        if format > FORMAT {
            bail!(
                "{name}: format {format} is newer than this optile, which reads up to {FORMAT}; \
                 use the version that wrote it"
            );
        }
        if format < FORMAT {
            bail!(
                "{name}: format {format} is older than this optile, which reads {FORMAT}; run it \
                 again, or use the version that wrote it"
            );
        }
        let has_checksum =
            check_record(bytes).with_context(|| format!("{name}: restore a copy of the file"))?;
        let record: RunRecord = serde_json::from_slice(bytes)
            .with_context(|| format!("{name}: expected a record of format {format}"))?;
        for plan in &record.plans {
            for (what, runs) in [("runs", plan.runs), ("planned", plan.planned)] {
                if runs > MOST_RUNS {
                    bail!(
                        "{name}: the plan {:?} has \"{what}\": {runs}: expected at most \
                         {MOST_RUNS}; restore a copy of the file",
                        plan.id
                    );
                }
            }
        }
        *results = Results::new(record, Vec::new());
        if !has_checksum {
            results.notices.push(
                "run.json has no checksum, as in folders of older versions, so an altered value \
                 would not be found"
                    .into(),
            );
        }
        Ok(())
    }

    fn write(&self, results: &Results, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(seal_record(&results.record)?.as_bytes())
    }

    fn merge(&self, parts: &[Part], results: &mut Results) -> Result<()> {
        let records = || parts.iter().map(|part| &part.results.record);
        let mut record = parts[0].results.record.clone();
        let mut origins: Vec<Origin> =
            records().flat_map(|record| record.origins.clone()).collect();
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
        record.plans = plans.into_values().map(|plans| union(&plans)).collect();
        // An older part does not say which of its strategies look answers up.
        let mut lookups = Vec::new();
        for part in records() {
            let own: Vec<String> =
                part.strategies.iter().filter(|name| part.is_lookup(name)).cloned().collect();
            add_new(&mut lookups, &own);
        }
        record.lookups = Some(lookups);
        record.suite_instances = records().find_map(|record| record.suite_instances);
        for other in records().skip(1) {
            add_new(&mut record.strategies, &other.strategies);
            add_new(&mut record.pairs, &other.pairs);
            add_new(&mut record.sets, &other.sets);
        }
        *results = Results::new(record, Vec::new());
        Ok(())
    }
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
fn union(parts: &[PlanRecord]) -> PlanRecord {
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::synthetic::record;

    #[test]
    fn a_record_says_which_strategies_look_answers_up() {
        let mut newer = record(&["mine", "retrograde", "table:x"]);
        newer.lookups = Some(vec!["table:x".into()]);
        newer.suite_instances = Some(9);
        newer.sets = vec!["sha256:1f korf-100@1 korf100".to_owned()];
        let is_lookup = |record: &RunRecord| {
            record.strategies.iter().map(|name| record.is_lookup(name)).collect::<Vec<_>>()
        };
        assert_eq!(is_lookup(&newer), [false, false, true]);
        let mut value = serde_json::to_value(&newer).unwrap();
        value.as_object_mut().unwrap().remove("lookups");
        value.as_object_mut().unwrap().remove("suite_instances");
        value.as_object_mut().unwrap().remove("sets");
        let older: RunRecord = serde_json::from_value(value).unwrap();
        assert_eq!(is_lookup(&older), [false, true, false]);
        let part =
            |record| Part { folder: PathBuf::new(), results: Results::new(record, Vec::new()) };
        let mut merged = Results::default();
        let sets = newer.sets.clone();
        RecordFile.merge(&[part(older), part(newer)], &mut merged).unwrap();
        assert_eq!(merged.record.sets, sets);
        assert_eq!(is_lookup(&merged.record), [false, true, true]);
        assert_eq!(merged.record.suite_instances, Some(9));
    }
}
