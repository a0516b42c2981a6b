//! The order of the charts of a report: what the results are about comes first.

use std::collections::BTreeSet;

use optile_chart::Figure;

use super::{Chart, trade};
use crate::trial::Trials;

/// The least number of optimal lengths that make a line.
const LEAST_LENGTHS: usize = 3;

/// Puts the charts in order. The first two are on the first screen of the page. If most
/// strategies look up tables, they are about tables; without known lengths, they are about
/// instances.
pub(super) fn put(charts: &mut [Chart], trials: &Trials<'_>) {
    let named = |name: &str| charts.iter().flatten().find(|figure| figure.name.starts_with(name));
    // Of several sizes, the one with the most lengths comes first.
    let has_lengths = |figure: &&Figure| lengths(figure) >= LEAST_LENGTHS;
    let against_length = ["expansions", "time"].map(|name| named(name).filter(has_lengths));
    let against_length = against_length.into_iter().flatten().map(|figure| figure.name.clone());
    let of_tables = ["tables", "tables-time"].map(str::to_owned);
    let mut first: Vec<String> = match trade::are_in_most(trials) {
        true => of_tables.into_iter().chain(against_length).collect(),
        false => against_length.chain(of_tables).collect(),
    };
    first.extend(["cactus", "by-instance"].map(str::to_owned));
    let rank = |figure: &Figure| first.iter().position(|name| *name == figure.name);
    charts.sort_by_key(|chart| chart.as_ref().ok().and_then(rank).unwrap_or(usize::MAX));
}

/// The number of optimal lengths at which a figure has values.
fn lengths(figure: &Figure) -> usize {
    let mut records = figure.numbers.iter();
    let column = records.next().and_then(|names| names.iter().position(|name| name == "optimal"));
    let Some(column) = column else { return 0 };
    records.map(|record| record[column].as_str()).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use optile_results::row::Status;

    use crate::report::Analysis;
    use crate::report::figures::figures;
    use crate::synthetic::{eight, end};

    fn first(results: &optile_results::Results) -> Vec<String> {
        let figures = figures(&Analysis::of(results));
        figures.into_iter().flatten().take(2).map(|figure| figure.name).collect()
    }

    #[test]
    fn the_first_charts_are_those_that_the_results_are_about() {
        let mut results = eight();
        assert_eq!(first(&results), ["expansions", "time"]);
        let mut unknown = results.clone();
        unknown.instances.clear();
        for row in &mut unknown.rows {
            row.optimal = None;
            end(row, Status::TimeLimit);
        }
        assert_eq!(first(&unknown)[0], "memory", "nothing else can be drawn");

        // A blind search beside those with tables changes nothing.
        let names = results.record.strategies.clone();
        for row in results.rows.iter_mut().filter(|row| row.strategy != names[0]) {
            row.table_bytes = Some(row.strategy.len() as u64);
        }
        assert_eq!(first(&results), ["tables", "tables-time"]);
        // One whose tables are too large solves nothing, and has no point.
        for row in results.rows.iter_mut().filter(|row| row.strategy == names[1]) {
            end(row, Status::MemoryLimit);
        }
        assert_eq!(first(&results), ["tables", "tables-time"]);
    }
}
