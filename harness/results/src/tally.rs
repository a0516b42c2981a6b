//! What a run counted, with gaps where a program does not say.

use optile_core::Counters;
use serde::{Deserialize, Serialize};

/// The counters of a run; `docs/methodology.md` defines them. Empty where
/// nobody counted, never zero by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Nodes expanded in all rounds before the last.
    pub expanded_before_last: Option<u64>,
    /// Successors generated.
    pub generated: Option<u64>,
    /// Heuristic values computed.
    pub evaluated: Option<u64>,
    /// Duplicates dropped.
    pub duplicates: Option<u64>,
    /// Nodes reopened.
    pub reopened: Option<u64>,
    /// Most nodes held at once.
    pub peak_stored: Option<u64>,
    /// Depths or f-bounds gone through.
    pub layers: Option<u64>,
    /// Most bytes held at once in tables, queues and stacks.
    pub peak_bytes: Option<u64>,
    /// Bytes of tables that the heuristic looks up.
    pub table_bytes: Option<u64>,
}

impl From<Counters> for Tally {
    fn from(counters: Counters) -> Self {
        Self {
            expanded: Some(counters.expanded),
            expanded_before_last: Some(counters.expanded_before_last),
            generated: Some(counters.generated),
            evaluated: Some(counters.evaluated),
            duplicates: Some(counters.duplicates),
            reopened: Some(counters.reopened),
            peak_stored: Some(counters.peak_stored),
            layers: Some(counters.iterations),
            peak_bytes: Some(counters.peak_bytes),
            table_bytes: Some(counters.table_bytes),
        }
    }
}
