//! The contents of a result folder.

use crate::rank_time::RankTime;
use crate::record::{HeuristicPoint, InstanceBounds, InstanceRecord, RunRecord};
use crate::rows::row::Row;

/// The contents of a result folder. A report reads nothing else.
#[derive(Clone, Debug)]
pub struct Results {
    /// How the results were made.
    pub record: RunRecord,
    /// The runs, in the order in which they were made.
    pub rows: Vec<Row>,
    /// The values of heuristics on states; often empty.
    pub heuristics: Vec<HeuristicPoint>,
    /// Lower bounds on expansions; only if `optile bounds` computed them.
    pub bounds: Vec<InstanceBounds>,
    /// What ranks did with their time; only if several ranks made each run.
    pub ranks: Vec<RankTime>,
    /// The boards of the rows.
    pub instances: Vec<InstanceRecord>,
    /// The names that determine colours and markers, in the order of the registry. By
    /// default these are the record's strategies. With the whole registry, a strategy looks
    /// the same in all reports.
    pub registry: Vec<String>,
    /// Sentences about parts of the files that were left out.
    pub notices: Vec<String>,
}

impl Results {
    /// Results without instances, bounds, times of ranks and notices.
    pub fn new(record: RunRecord, rows: Vec<Row>, heuristics: Vec<HeuristicPoint>) -> Self {
        let registry = record.strategies.clone();
        Self {
            record,
            rows,
            heuristics,
            bounds: Vec::new(),
            ranks: Vec::new(),
            instances: Vec::new(),
            registry,
            notices: Vec::new(),
        }
    }
}
