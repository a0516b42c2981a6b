//! The tables among the files: what their lines must be, and how they are joined.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use crate::record::{HeuristicPoint, InstanceRecord};
use crate::storage::evidence::Boards;
use crate::storage::files::table_file::Table;
use crate::storage::files::{Part, Results};
use crate::text::lines::quote;

impl Table for InstanceRecord {
    const NAME: &'static str = "instances.csv";

    fn of(results: &Results) -> &Vec<Self> {
        &results.instances
    }

    fn of_mut(results: &mut Results) -> &mut Vec<Self> {
        &mut results.instances
    }

    fn check(lines: &[Self]) -> Result<(), (usize, String)> {
        Boards::of(lines).map(drop).map_err(|(place, fault)| {
            let instance = quote(&lines[place].instance);
            (place, format!("instance {instance}: {fault}; restore a copy of the file"))
        })
    }

    /// Each board once. The optimal length is known if one of the files has it.
    fn union(parts: &[Part]) -> Result<Vec<Self>> {
        let mut found: BTreeMap<&str, (&Part, usize)> = BTreeMap::new();
        let mut all: Vec<Self> = Vec::new();
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
                    bail!(
                        "instance {instance} is one board in {there} and another board in {here}"
                    );
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
}

impl Table for HeuristicPoint {
    const NAME: &'static str = "heuristics.csv";

    fn of(results: &Results) -> &Vec<Self> {
        &results.heuristics
    }

    fn of_mut(results: &mut Results) -> &mut Vec<Self> {
        &mut results.heuristics
    }

    fn union(parts: &[Part]) -> Result<Vec<Self>> {
        let mut all: Vec<Self> =
            parts.iter().flat_map(|part| part.results.heuristics.iter().cloned()).collect();
        all.sort();
        all.dedup();
        Ok(all)
    }
}
