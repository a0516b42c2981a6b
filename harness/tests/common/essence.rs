//! The part of the results that two runs of the same plan have in common.

use std::path::Path;

use optile_results::load;
use optile_results::row::Row;

/// The rows without times and other values that differ between runs.
pub(crate) fn essence(folder: &Path) -> Vec<Row> {
    let results = load(folder).unwrap();
    assert!(results.record.complete);
    let plain = |row: Row| Row {
        origin: String::new(),
        prepare_ns: 0,
        search_ns: 0,
        cpu_ns: None,
        peak_rss: None,
        ..row
    };
    let mut rows: Vec<Row> = results.rows.into_iter().map(plain).collect();
    rows.sort_by_key(|row| row.order);
    rows
}
