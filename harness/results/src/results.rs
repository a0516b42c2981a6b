//! What a folder of results holds, read.

use crate::record::{HeuristicPoint, InstanceRecord, RunRecord};
use crate::row::Row;

/// What a folder of results holds, and all that a report knows.
#[derive(Clone, Debug)]
pub struct Results {
    /// How the results came to be.
    pub record: RunRecord,
    /// The runs, in the order in which they were made.
    pub rows: Vec<Row>,
    /// Values of heuristics over whole spaces; often empty.
    pub heuristics: Vec<HeuristicPoint>,
    /// The boards that the rows speak of.
    pub instances: Vec<InstanceRecord>,
    /// Names that colours and markers go by, in the order of the registry:
    /// the record's strategies unless set otherwise. With the whole registry
    /// here, a strategy looks the same in reports on any choice of strategies.
    pub registry: Vec<String>,
    /// What was amiss in the files and is left out, a sentence each.
    pub notices: Vec<String>,
}

impl Results {
    /// Results at hand, with nothing amiss.
    pub fn new(record: RunRecord, rows: Vec<Row>, heuristics: Vec<HeuristicPoint>) -> Self {
        let registry = record.strategies.clone();
        let (instances, notices) = (Vec::new(), Vec::new());
        Self { record, rows, heuristics, instances, registry, notices }
    }
}
