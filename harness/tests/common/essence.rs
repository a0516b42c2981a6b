//! The part of the results that two runs of the same plan have in common.

use std::path::Path;

use optile_results::load;
use optile_results::rows::row::Row;

/// The rows without times and other values that differ between runs.
pub(crate) fn essence(folder: &Path) -> Vec<Row> {
    let results = load(folder).unwrap();
    assert!(results.record.complete);
    let plain = |mut row: Row| {
        row.run.origin = String::new();
        (row.outcome.prepare_ns, row.outcome.search_ns) = (0, 0);
        (row.outcome.cpu_ns, row.outcome.peak_rss) = (None, None);
        row
    };
    let mut rows: Vec<Row> = results.rows.into_iter().map(plain).collect();
    rows.sort_by_key(|row| row.run.order);
    rows
}
