//! A folder of results as the place of instances, and of their bounds.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use optile_core::{Arrangement, Problem, Spec};
use optile_instances::instance::Instance;
use optile_results::Results;
use optile_results::files::{BOUNDS, INSTANCES};
use optile_results::folder::Folder;
use optile_results::lines::quote;
use optile_results::record::{InstanceBounds, InstanceRecord};
use optile_results::row::Status;
use optile_runner::plan::registry::Registry;

use super::answer::Answer;

/// What bounds need of a folder of results.
pub(super) struct Recorded {
    folder: PathBuf,
    /// The instances, with the optimal lengths that are known.
    pub(super) instances: Vec<Instance>,
    /// The heuristics of the strategies that name one.
    pub(super) heuristics: Vec<String>,
}

impl Recorded {
    /// Reads the folder.
    pub(super) fn open(folder: &Path, registry: &Registry) -> Result<Self> {
        let results = optile_results::load(folder)?;
        let name = folder.display();
        let heuristics = heuristics(&results, registry);
        if heuristics.is_empty() {
            bail!("{name}: no strategy of these results has a heuristic, so there are no bounds");
        }
        let instances = results.instances.iter().map(|record| {
            instance(record)
                .with_context(|| format!("{name}: instance {}", quote(&record.instance)))
        });
        let instances = instances.collect::<Result<_>>()?;
        Ok(Self { folder: folder.to_owned(), instances, heuristics })
    }

    /// The file beside which bounds are kept if no instance file is named.
    pub(super) fn file(&self) -> PathBuf {
        self.folder.join(INSTANCES.name())
    }

    /// Writes `bounds.csv`, and returns its name.
    pub(super) fn write(&self, answers: &[(String, Answer)]) -> Result<PathBuf> {
        let (folder, found) = Folder::open(&self.folder)?;
        let Some(mut results) = found else {
            bail!("{}: the results are gone", self.folder.display())
        };
        results.bounds = answers.iter().filter_map(line).collect();
        folder.write(BOUNDS, &results)?;
        Ok(self.folder.join(BOUNDS.name()))
    }
}

/// The heuristics of the built-in strategies, in their order, each once.
fn heuristics(results: &Results, registry: &Registry) -> Vec<String> {
    let names = results.record.strategies.iter();
    // An external program may have any name.
    let built_in = names.filter(|name| registry.build(name).is_ok());
    let specs = built_in.filter_map(|name| name.parse::<Spec>().ok());
    let mut heuristics = Vec::new();
    for heuristic in specs.filter_map(|spec| spec.heuristic) {
        if !heuristics.contains(&heuristic) {
            heuristics.push(heuristic);
        }
    }
    heuristics
}

fn instance(record: &InstanceRecord) -> Result<Instance> {
    let board = |tiles: &str| Arrangement::parse(tiles, Some(record.size));
    let problem = Problem::new(board(&record.start)?, board(&record.goal)?)?;
    Ok(Instance { id: record.instance.clone(), problem, optimal: record.optimal, counts: None })
}

/// The line of an answer; `None` if it has no bounds.
fn line((heuristic, answer): &(String, Answer)) -> Option<InstanceBounds> {
    if answer.status != Status::Solved {
        return None;
    }
    Some(InstanceBounds {
        instance: answer.instance.clone(),
        heuristic: heuristic.clone(),
        length: answer.length?,
        basic: answer.basic?,
        consistent: answer.consistent?,
        astar: answer.astar?,
        astar_reverse: answer.astar_reverse?,
        p_star: answer.p_star,
    })
}
