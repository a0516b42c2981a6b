//! The contents of a result folder.

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
    /// Results without instances, bounds and notices.
    pub fn new(record: RunRecord, rows: Vec<Row>, heuristics: Vec<HeuristicPoint>) -> Self {
        let registry = record.strategies.clone();
        let (bounds, instances, notices) = (Vec::new(), Vec::new(), Vec::new());
        Self { record, rows, heuristics, bounds, instances, registry, notices }
    }
}
