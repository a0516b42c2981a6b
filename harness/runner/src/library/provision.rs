//! Building the tables of strategies before their runs.

use std::time::Instant;

use optile_core::{Limits, Meter, Problem, Stop};
use optile_pdb::Key;
use optile_results::record::TableRecord;

use super::table_cache::{Library, Refusal, SMALL};
use crate::interruption::Interruption;
use crate::plan::registry::Registry;

/// Builds and writes the tables that strategies need for problems, and returns those that
/// were missing. So no run spends its time on building them, and runs at the same time do not
/// all build them. Tables above the limit of bytes are left to the runs, which end at this
/// limit. Small tables without a file are left out, because they are built in milliseconds.
///
/// # Errors
///
/// [`Stop::Interrupted`].
pub fn provide<'a>(
    library: &Library,
    registry: &Registry,
    needs: impl IntoIterator<Item = (&'a str, &'a Problem)>,
    limit: Option<u64>,
    interruption: &Interruption,
) -> Result<Vec<TableRecord>, Stop> {
    // The tables, and the strategies that need them.
    let mut wanted: Vec<(Key, Vec<String>)> = Vec::new();
    let mut seen = Vec::new();
    for (strategy, problem) in needs.into_iter().filter(|(_, problem)| problem.is_solvable()) {
        let need = (strategy, problem.size(), problem.goal().blank());
        if seen.contains(&need) {
            continue;
        }
        seen.push(need);
        let own = library.announce(registry, strategy, problem, limit);
        for key in own.into_iter().filter(|key| key.bytes() >= SMALL || library.has_file(key)) {
            match wanted.iter_mut().find(|(other, _)| *other == key) {
                Some((_, all)) if all.iter().any(|name| name == strategy) => {}
                Some((_, all)) => all.push(strategy.to_owned()),
                None => wanted.push((key, vec![strategy.to_owned()])),
            }
        }
    }
    let limits = Limits { expanded: None, bytes: limit };
    let meter = Meter::new(limits, interruption.interrupt().clone());
    let mut made = Vec::new();
    for (key, strategies) in wanted {
        interruption.work_on(format!("pattern database {key}"));
        let begin = Instant::now();
        match library.provide(&key, &meter) {
            Ok((_, true)) => made.push(TableRecord {
                table: key.to_string(),
                bytes: key.bytes(),
                build_ns: begin.elapsed().as_nanos().try_into().unwrap_or(u64::MAX),
                strategies,
            }),
            Err(Refusal::Stop(Stop::Interrupted)) => return Err(Stop::Interrupted),
            Ok((_, false)) | Err(Refusal::Stop(_)) => {}
            // The next table would be refused as well.
            Err(refusal) => {
                library.warn_once(&refusal);
                break;
            }
        }
        if interruption.is_asked() {
            return Err(Stop::Interrupted);
        }
    }
    Ok(made)
}
