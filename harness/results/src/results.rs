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
    /// The number of rows that a selection left out, see [`Results::select`].
    pub left_out: u64,
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
            left_out: 0,
        }
    }

    /// Keeps only these rows.
    pub fn select(&mut self, is_kept: impl Fn(&Row) -> bool) {
        let before = self.rows.len();
        self.rows.retain(is_kept);
        self.left_out += (before - self.rows.len()) as u64;
    }

    /// The number of planned runs without a row. Only this tells whether results are complete:
    /// rows can be lost after `run.json` was written.
    fn missing(&self) -> u64 {
        self.record.planned().saturating_sub(self.rows.len() as u64 + self.left_out)
    }

    /// Whether each planned run has its row.
    pub fn is_complete(&self) -> bool {
        self.missing() == 0
    }

    /// How many planned runs have no row, for messages. `None` if all have one.
    pub fn gap(&self) -> Option<String> {
        let (missing, planned) = (self.missing(), self.record.planned());
        let verb = if missing == 1 { "has" } else { "have" };
        (missing > 0).then(|| format!("{missing} of {planned} planned runs {verb} no row"))
    }

    /// What readers of these results must know: the gap and the notices.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.gap().into_iter().chain(self.notices.iter().cloned())
    }
}
